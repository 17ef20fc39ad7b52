"""All pairs of a run, in the order of their sources.

    python pairs.py --out build/train.jsonl.gz [--found build/found.jsonl] [--lists build/lists.jsonl] [--leave-out fm2,fever_symmetric]

What is left out may then be measured on: fm2 is all of FM2's rows, fever_symmetric all rows, of FEVER too, that share a claim or evidence
with FEVER-Symmetric, which is made of FEVER's.
"""

import argparse
import functools
import gzip
import json
import re
from collections import Counter
from pathlib import Path

import cells
import chains
import feverous
import found
import hops
import questions
import surplus
import tables
from places import DATA, NLI, draw, held, lines, row

# At most so many rows of a file of shared/nli/train, drawn by hash: the monotonicity and lexical sets are large and easy.
MOST = {"currfull_monotonicity_infer": 3000, "currfull_transitive": 1500, "currfull_hypernymy": 1000,
        "help_and_or": 1000, "folio": 600, "proofwriter_sample": 0}
# How often a row is seen in one pass.
WEIGHT = {"mnli_train": 2, "infotabs": 2, "fm2": 2, "fever_symmetric": 2}

FIRST = re.compile(r"^((?:[A-Z][\w'’.-]*|of|the|and|de) ?){1,5}")


def shared(name: str) -> list:
    rows = lines(NLI / "train" / f"{name}.jsonl.gz")
    if name == "fm2_dev":  # the whole of FM2's dev, which knows nothing of the split
        rows = [r for r in rows if folded(r["hypothesis"]) in claims_of_fm2(True)]
    most = MOST.get(name, len(rows))
    return sorted(rows, key=lambda r: draw(r["premise"] + r["hypothesis"], 1 << 40))[:most]


def folded(claim: str) -> str:
    """With single spaces: FM2's file and its rows differ in them."""
    return " ".join(claim.split())


@functools.cache
def claims_of_fm2(part: bool) -> set:
    return {folded(r["text"]) for r in feverous.fm2(part)}


def leaked(rows: list) -> list:
    """Rows about a claim that is kept out: none may be written."""
    kept = claims_of_fm2(False) | {folded(c.text) for c in feverous.claims() if not c.trained}
    return [r for r in rows if folded(r["hypothesis"]) in kept]


BRACKET = re.compile(r"-[LR][RSC]B-")  # FEVER's way to write one


def words(text: str) -> str:
    """A text's words, a space before and behind each: case, punctuation and how it was tokenised don't count."""
    return f" {' '.join(tables.WORD.findall(BRACKET.sub(' ', text).lower()))} "


@functools.cache
def symmetric() -> tuple:
    rows = lines(DATA / "fever" / "fever_symmetric_dev.jsonl")
    return {words(r["claim"]) for r in rows}, {words(r["evidence"]) for r in rows}


@functools.cache
def holds_symmetric(premise: str) -> bool:
    said = words(premise)
    return any(e in said for e in symmetric()[1])


def apart(rows: list) -> list:
    """Rows without those whose claim is one of FEVER-Symmetric dev, or whose premise holds its evidence."""
    return [r for r in rows if words(r["hypothesis"]) not in symmetric()[0] and not holds_symmetric(r["premise"])]


def retitled(rows: list) -> list:
    """Rows of FEVER and EX-FEVER again, behind a title guessed from the premise's first capitalised words: with it on neutral
    rows too, a title says nothing about the label."""
    out = []
    for r in rows:
        m = FIRST.match(r["premise"])
        if m and draw(r["hypothesis"], 2) == 0:
            out.append(row(f"[{m[0].strip()}] {r['premise']}", r["hypothesis"], r["label"], r["source"] + "_titled"))
    return out


def everything(leave_out: set, answers: Path | None = None, lists: Path | None = None) -> list:
    out, allowed = [], apart if "fever_symmetric" in leave_out else list
    for path in sorted((NLI / "train").glob("*.jsonl.gz")):
        name = path.name.split(".")[0]
        if name in leave_out or name == "fm2_dev" and "fm2" in leave_out:
            continue
        rows = allowed(shared(name)) * WEIGHT.get(name, 1)  # before other rows are made of them
        out += rows
        if name in ("fever_train", "fever_nei", "exfever", "exfever_hopdrop"):
            out += retitled(rows)
    some = [c for c in feverous.claims() if c.trained]
    out += feverous.gold(some) + feverous.untitled(some)[::2] + feverous.insufficient(some, 2) + feverous.swaps(some)
    out += surplus.pages(some) + (found.pairs(answers) if answers else [])
    fever = [r for r in out if r["source"] in ("fever_train", "fever_nei")]
    out += surplus.premises([r for r in fever if r["source"] == "fever_train"], [r["premise"] for r in fever])
    whole = [r for r in out if r["source"] in ("feverous", "fever_train_titled", "exfever_titled") and not held(r["hypothesis"])]
    out += chains.made() + chains.joined(whole, 4000) + cells.made()
    if "fm2" not in leave_out:
        fm2 = feverous.fm2(True)
        out += feverous.fm2_gold(fm2) * WEIGHT["fm2"] + feverous.fm2_insufficient(fm2, 4, last=True) + surplus.sections(fm2, 5)
    out += tables.tabfact(True) + tables.infotabs(True) * WEIGHT["infotabs"] + questions.made()
    return allowed(out + (hops.pairs(lists) if lists else []))


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--out", type=Path, required=True)
    p.add_argument("--found", type=Path, help="what verify answered to FEVEROUS's claims: see found.py")
    p.add_argument("--lists", type=Path, help="the planner's chains: see hops.py")
    p.add_argument("--leave-out", default="", help="comma-separated: fm2, fever_symmetric")
    o = p.parse_args()
    rows = everything(set(filter(None, o.leave_out.split(","))), o.found, o.lists)
    if bad := leaked(rows):
        raise SystemExit(f"{len(bad)} rows are about claims kept out, the first of {bad[0]['source']}: {bad[0]['hypothesis']}")
    o.out.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(o.out, "wt", encoding="utf-8", compresslevel=3) as f:
        for r in rows:
            f.write(json.dumps(r, ensure_ascii=False) + "\n")
    for source, n in sorted(Counter(r["source"] for r in rows).items()):
        print(f"{source:32} {n:6}")
    print(f"{'pairs':32} {len(rows):6}")


if __name__ == "__main__":
    main()
