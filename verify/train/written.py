"""Claims over two to four of Wikispeedia's articles that we wrote to learn from (bench/learn/written.jsonl), behind the sentences that decide
them, and with a page's part missing."""

import re
import tarfile
from pathlib import Path
from urllib.parse import unquote

import feverous
import mix
from places import DATA, REPO, draw, held_to_weigh, lines, row


def articles(names: set = None) -> dict:
    """The articles of these titles, or all: title to all sentences of its plain text, in their order. The claims number them so."""
    out = {}
    with tarfile.open(DATA / "wikispeedia" / "wikispeedia_articles_plaintext.tar.bz2") as tar:
        for m in tar:
            name = unquote(m.name.split("/")[-1].removesuffix(".txt")).replace("_", " ")
            if m.isfile() and (names is None or name in names):
                text = tar.extractfile(m).read().decode("utf-8")
                blocks = [" ".join(b.split()) for b in re.split(r"\n\s*\n", text)[3:]]
                out[name] = [s for b in blocks for s in mix.SENTENCE.split(b) if len(s.split()) > 3]
    return out


def made() -> list:
    """Each claim behind its evidence, among another sentence of each page for half of them; and without what one page says, in whose place
    stand other sentences of that page, or none. A refuted claim is not supported then: the rest may refute it still."""
    claims = lines(REPO / "bench" / "learn" / "written.jsonl")
    pages, out = articles({p for r in claims for p in r["pages"]}), []
    for r in claims:
        if held_to_weigh(r["pages"][0]) or any(p not in pages for p in r["pages"]) or len({p for p, _ in r["sentences"]}) < len(r["pages"]):
            continue  # a page whose plain text is missing
        seed, claim = r["id"] + r["claim"], r["claim"]
        kept = {p: [i for q, i in r["sentences"] if q == p] for p in r["pages"]}
        group = "written " + r.get("twin_of", r["id"])
        others = {p: sorted((i for i in range(len(pages[p])) if i not in kept[p] and len(pages[p][i].split()) < 40),
                            key=lambda i: draw(f"{seed} {p} {i}", 1 << 40)) for p in r["pages"]}
        text = lambda some: feverous.titled({p: [pages[p][i] for i in sorted(n)] for p, n in some.items() if n})
        among = {p: kept[p] + others[p][:draw(f"among {seed} {p}", 2)] for p in r["pages"]} if len(r["pages"]) < 4 else kept
        label = {"SUPPORTS": "entailment", "REFUTES": "contradiction"}[r["label"]]
        out.append(row(text(among if draw("form " + seed, 2) else kept), claim, label, "written", group))
        gone = r["pages"][draw("gone " + seed, len(r["pages"]))]
        rest = "neutral" if label == "entailment" else "not_supported"
        out.append(row(text(kept | {gone: others[gone][:draw("less " + seed, 3)]}), claim, rest, "written", group))
    return out
