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


def tabfact(part: bool) -> list:
    """TabFact validation: the statements of the tables on one side of the split."""
    folder = DATA / "tabfact"
    examples, pages = record(folder / "val_examples.json.gz"), record(folder / "val_table_to_page.json")
    out = []
    with tarfile.open(folder / "val_tables.tar.gz") as tar:
        files = {m.name.split("/")[-1]: m for m in tar.getmembers() if m.isfile()}
        for name in sorted(examples):
            if trained(name) != part or name not in files:
                continue
            statements, labels, caption = examples[name]
            text = tar.extractfile(files[name]).read().decode("utf-8")
            grid = list(csv.reader(io.StringIO(text), delimiter="#", quoting=csv.QUOTE_NONE))
            title = pages[name][0] if name in pages else caption
            sentences = table_rows(title, caption, grid)
            for s, true in zip(statements, labels):
                premise = f"[{title}] " + " ".join(chosen(sentences, s))
                out.append(row(premise, s, "entailment" if true else "contradiction", "tabfact"))
    return out


def infotabs(part: bool) -> list:
    """InfoTabS dev: the statements of the infoboxes on one side of the split."""
    folder, names = DATA / "infotabs", {"E": "entailment", "N": "neutral", "C": "contradiction"}
    with tarfile.open(folder / "tables_json.tar.gz") as tar:
        boxes = {m.name.split("/")[-1]: m for m in tar.getmembers() if m.isfile()}
        out, read = [], {}
        with opened(folder / "infotabs_dev.tsv") as f:
            for r in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
                name = r["table_id"]
                if trained(name) != part:
                    continue
                if name not in read:
                    read[name] = json.load(tar.extractfile(boxes[name + ".json"]))
                box = read[name]
                premise = f"[{' '.join(box.get('title', []))}] " + " ".join(infobox_rows(box))
                out.append(row(premise, r["hypothesis"], names[r["label"]], "infotabs"))
    return out
