"""Tables as verify writes them into a premise (verify/text.go, row), and the claims about them.

    [Marrow bridges] Marrow Bridge: name is Marrow Bridge, opened is 1931, cost is 2 million.
"""

import csv
import io
import json
import re
import tarfile
from collections import Counter
from math import fsum, log

from places import DATA, opened, record, row, trained

WORD = re.compile(r"[^\W_]+")


def stop(s: str) -> str:
    return s if s[-1:] in set(".!?;") else s + "."


def table_rows(title: str, caption: str, grid: list) -> list:
    """One sentence a row below the header row, as verify's paper.row says it when all cells of a row are cited."""
    head, out = grid[0], []
    for cells in grid[1:]:
        said = [caption] if caption and caption.lower() != title.lower() else []
        about = cells[0] if len(cells) > 1 else ""
        if about and about.lower() != title.lower():
            said.append(about)
        parts = [f"{h} is {c}" if h else c for h, c in zip(head, cells) if c]
        if parts:
            out.append(stop(": ".join(said + [", ".join(parts)])))
    return out


def infobox_rows(box: dict) -> list:
    """One sentence a field of an infobox."""
    return [stop(f"{key} is {', '.join(values)}") for key, values in box.items() if key != "title" and values]


def chosen(sentences: list, claim: str, room: int = 110) -> list:
    """Rows that share rare words with the claim, in table order, up to room words: what a planner would cite."""
    bags = [set(WORD.findall(s.lower())) for s in sentences]
    seen = Counter(w for b in bags for w in b)
    want = set(WORD.findall(claim.lower()))
    score = [fsum(log(1 + len(bags) / seen[w]) for w in b & want) for b in bags]  # a sum that no order of a set changes
    out, words = [], 0
    for i in sorted(range(len(bags)), key=lambda i: (-score[i], i)):
        n = len(sentences[i].split())
        if words + n <= room or not out:
            out.append(i)
            words += n
    return [sentences[i] for i in sorted(out)]


def grids(tar: tarfile.TarFile):
    """Name and cells of each table of an archive."""
    for m in tar:
        if m.isfile():
            text = tar.extractfile(m).read().decode("utf-8")
            yield m.name.split("/")[-1], list(csv.reader(io.StringIO(text), delimiter="#", quoting=csv.QUOTE_NONE))


def tabfact_kept() -> list:
    """TabFact validation: the statements of the tables that are kept out."""
    folder, out = DATA / "tabfact", []
    examples, pages = record(folder / "val_examples.json.gz"), record(folder / "val_table_to_page.json")
    with tarfile.open(folder / "val_tables.tar.gz") as tar:
        for name, grid in grids(tar):
            if not trained(name) and name in examples:
                statements, labels, caption = examples[name]
                title = pages[name][0] if name in pages else caption
                sentences = table_rows(title, caption, grid)
                for s, true in zip(statements, labels):
                    out.append(row(f"[{title}] " + " ".join(chosen(sentences, s)), s, "entailment" if true else "contradiction", "tabfact"))
    return out


def tabfact_train() -> list:
    """TabFact's train statements: a statement beside its rewriting into the opposite, and statements of other pieces."""
    folder, out = DATA / "tabfact", []
    files = [record(folder / f) for f in ("train_statements.json.gz", "train_statements_prelim.json.gz")]
    with tarfile.open(folder / "train_tables.tar.gz") as tar:
        for name, grid in grids(tar):
            for paired, f in zip((True, False), files):
                if name not in f or len(grid) < 2:
                    continue
                caption = f[name].get("caption", "")
                sentences = table_rows(caption, caption, grid)
                for i, (s, true) in enumerate(zip(f[name]["statements"], f[name]["labels"])):
                    about = f[name]["statements"][i // 2 * 2] if paired else s  # the same rows for both, chosen by the first
                    premise = f"[{caption}] " * bool(caption) + " ".join(chosen(sentences, about + " " + s))
                    out.append(row(premise, s, "entailment" if true else "contradiction", "tabfact", f"{name} {i // 2}" if paired else ""))
    return out


def infotabs_kept() -> list:
    """InfoTabS dev: the statements of the infoboxes that are kept out."""
    folder, names = DATA / "infotabs", {"E": "entailment", "N": "neutral", "C": "contradiction"}
    with tarfile.open(folder / "tables_json.tar.gz") as tar:
        boxes, out, read = {m.name.split("/")[-1]: m for m in tar.getmembers() if m.isfile()}, [], {}
        with opened(folder / "infotabs_dev.tsv") as f:
            for r in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
                name = r["table_id"]
                if trained(name):
                    continue
                if name not in read:
                    read[name] = json.load(tar.extractfile(boxes[name + ".json"]))
                premise = f"[{' '.join(read[name].get('title', []))}] " + " ".join(infobox_rows(read[name]))
                out.append(row(premise, r["hypothesis"], names[r["label"]], "infotabs"))
    return out
