"""Claims behind the chains that the planner finds for them in Wikispeedia's articles: our own of several pages, and those of FEVER's train
split about these articles.

    python pairs.py --ask build/asked.jsonl
    bridgehop hop --store build/wsp --claims build/asked.jsonl -k 10 --out build/found.jsonl
"""

import re
from collections import defaultdict
from pathlib import Path

import fever
import feverous
import mix
import written
from places import REPO, held_to_weigh, lines, row

SAME = .8  # share of a gold sentence's words that a cited one has, at least, to be the same
NEAR = .35  # share of what FEVER's sentence says that an article's has, at least, to refute a claim as it does
RIGHT, WRONG = 3, 5  # chains of one claim with all of its pages, and without one, at most
FIRST = 2  # chains of a claim of FEVER's


def own() -> dict:
    return {r["id"]: r for r in lines(REPO / "bench" / "learn" / "written.jsonl")}


def of_fever(some: list, articles: dict) -> dict:
    """The pairs of FEVER's train split whose page is an article, by an id."""
    return {f"fever {i}": r for i, r in enumerate(some) if r["page"] in articles}


def asked(some: list) -> list:
    """What to ask hop for; some are pairs of FEVER's train split, with their page."""
    claims = {i: r["claim"] for i, r in own().items()} | {i: r["hypothesis"] for i, r in of_fever(some, written.articles()).items()}
    return [{"id": i, "claim": c} for i, c in claims.items()]


def text(chain: dict) -> str:
    """A chain's evidence in verify's form."""
    pages = {p: [] for p in chain["pages"]}
    for e in sorted(chain["evidence"], key=lambda e: [int(n) for n in re.findall(r"_(\d+)", e["id"].removeprefix(e["page"]))]):
        pages.setdefault(e["page"], []).append(e["text"])
    return feverous.titled({p: s for p, s in pages.items() if s})


def cites(chain: dict, claim: dict, articles: dict) -> bool:
    """Whether a chain cites a gold sentence of each page."""
    cited = defaultdict(list)
    for e in chain["evidence"]:
        cited[e["page"]].append(mix.stems(e["text"]))
    gold = defaultdict(list)
    for p, i in claim["sentences"]:
        if i < len(articles.get(p, [])):
            gold[p].append(mix.stems(articles[p][i]))
    same = lambda said, gold: len(said & gold) >= SAME * len(gold)
    return all(any(same(s, g) for g in some for s in cited[p]) for p, some in gold.items())


def ours(claim: dict, chains: list, articles: dict) -> list:
    """A chain with all pages that cites a gold sentence of each decides one of our claims. One that lacks a page doesn't: of a refuted claim
    the rest may refute it still."""
    label, right, wrong = feverous.LABELS[claim["label"]], [], []
    for c in chains:
        if not set(claim["pages"]) <= set(c["pages"]):
            wrong.append(row(text(c), claim["claim"], "neutral" if label == "entailment" else "not_supported", "written_found"))
        elif cites(c, claim, articles):
            right.append(row(text(c), claim["claim"], label, "written_found"))
    return [r | {"group": "found " + claim["id"]} for r in right[:RIGHT] + wrong[:WRONG]]


def theirs(r: dict, chains: list, group: str) -> list:
    """A claim of FEVER's has its label behind a chain of its page that says what its evidence says; else none."""
    claim, evidence = mix.stems(r["hypothesis"]), mix.stems(r["premise"])
    sentence = max(map(mix.stems, fever.sentences(r["premise"])), key=lambda s: len(s & claim))
    out = []
    for n, c in enumerate(chains[:FIRST]):
        said = text(c)
        whole = r["page"] in c["pages"] and claim & evidence <= mix.stems(said)
        close = max((len(sentence & mix.stems(e["text"])) / max(len(sentence), 1) for e in c["evidence"]), default=0)
        known = n == 0 if r["label"] == "neutral" else whole and (r["label"] == "entailment" or close > NEAR)
        label, source = (r["label"], "fever_found") if known else ("unlabelled", "unlabelled")
        out.append(row(said, r["hypothesis"], label, source, group))
    return out


def rows(file: Path, some: list) -> list:
    """The pairs of what hop wrote; some are pairs of FEVER's train split, with their page."""
    articles, mine, out = written.articles(), own(), []
    others = of_fever(some, articles)
    for r in lines(file):
        if r["id"] in others:
            out += theirs(others[r["id"]], r["chains"], r["id"])
        elif not held_to_weigh(mine[r["id"]]["pages"][0]):
            out += ours(mine[r["id"]], r["chains"], articles)
    return out
