"""All pairs of a run.

    python pairs.py --out build/train.jsonl.gz

What is measured on is left out: rows that shared/nli marks `near`, and rows about a claim that measure.py or twins.py asks about.
"""

import argparse
import csv
import gzip
import json
from ast import literal_eval
from collections import Counter
from functools import cache
from pathlib import Path

import bridges
import chains
import fever
import feverous
import found
import mix
import questions
import tables
import written
from places import DATA, NLI, draw, learning, lines, own_claims, reported, sufficient_kept

# At most so many rows of a file of shared/nli/train, drawn by hash: the monotonicity and lexical sets are large and easy, and conjnli can
# be told by counting words.
MOST = {"currfull_monotonicity_infer": 3000, "currfull_transitive": 1500, "currfull_hypernymy": 1000, "help_and_or": 1000, "folio": 600,
        "proofwriter_sample": 0, "conjnli": 1500, "conjnli_dev": 0, "curr_drop": 600, "curr_kg_relations": 600, "curr_lexical": 600,
        "curr_coreference": 600, "curr_entailment_tree": 600, "fever_full_train": 0, "fever_nei_train": 0}
NAMES = {"mnli_train": "mnli", "mnli_more": "mnli", "snli_train": "snli", "sufficient_facts_full": "sufficient_facts",
         "infotabs_train": "infotabs"}
BESIDE = {"mnli", "snli", "cad_nli", "new_protocols", "sanli_wiki", "infotabs", "scitab"}  # neighbours in these share a premise or a claim
TITLED = {"new_protocols", "sanli_wiki", "exfever", "exfever_hopdrop"}


def folded(text: str) -> str:
    """A text's words: case, punctuation and spaces don't count."""
    return " ".join(tables.WORD.findall(text.replace("-LRB-", " ").replace("-RRB-", " ").lower()))


@cache
def asked() -> set:
    """The claims that are measured on, or are on the side of a split that is kept out."""
    out = {c.text for c in feverous.claims() if not c.trained} | {r["text"] for r in feverous.fm2()}
    out |= {r["claim"] for r in lines(DATA / "fever" / "fever_symmetric_dev.jsonl")}
    out |= {r["claim"] for f in ("text", "both_labels") for r in lines(DATA / "hover" / f"hover_dev_gold_{f}.shared.jsonl")}
    out |= {r["claim"] for r in own_claims()}
    for f in ("fever", "exfever", "fm2"):
        out |= {r["claim"] for r in lines(DATA / "wikispeedia_claims" / f"{f}.jsonl") if f == "fm2" or not learning(r["gold"][0][0])}
    for path in (NLI / "eval").glob("*.jsonl.gz"):
        out |= {r["hypothesis"] for r in lines(path)}
    out |= {r["hypothesis"] for name in ("sufficient_facts", "sufficient_facts_full")
            for r in lines(NLI / "train" / f"{name}.jsonl.gz") if sufficient_kept(r["hypothesis"])}
    with open(DATA / "infotabs" / "infotabs_dev.tsv", encoding="utf-8") as f:
        out |= {r["hypothesis"] for r in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE)}
    return {folded(c) for c in out}


@cache
def exfever_reported() -> set:
    """EX-FEVER's claims of whose pages one is reported."""
    pages, some = reported(), DATA / "exfever" / "test.shared.csv"
    with open(some, encoding="utf-8", newline="") as f:
        return {folded(r["claim"]) for r in csv.DictReader(f) if pages & {t.replace("_", " ") for t in literal_eval(r["golden entity"])}}


def apart(rows: list) -> list:
    """Rows about no claim that is measured on, and near nothing that is."""
    return [r for r in rows if "near" not in r and folded(r["hypothesis"]) not in asked()]


def beside(rows: list, most: int = 5) -> list:
    """Rows with neighbours of one premise or one claim in groups: minimal pairs in the order of their file."""
    out, some = [], []
    for r in rows:
        if not any(r["premise"] == s["premise"] or r["hypothesis"] == s["hypothesis"] for s in some) or len(some) == most:
            some = []
        some.append(r)
        out.append(r | {"group": f"{some[0]['premise']} {some[0]['hypothesis']}"})
    return out


def shared(file: str) -> list:
    """A file of shared/nli/train, with titles before half of what is of Wikipedia."""
    name, rows = NAMES.get(file, file), lines(NLI / "train" / f"{file}.jsonl.gz")
    rows = apart([r for r in rows if len(r["hypothesis"]) <= 350])
    if file in MOST:
        rows = sorted(rows, key=lambda r: draw(r["premise"] + r["hypothesis"], 1 << 40))[:MOST[file]]
    if name.startswith("exfever"):
        rows = [r for r in rows if folded(r["hypothesis"]) not in exfever_reported()]
    if name in BESIDE:
        rows = beside(rows)
    if name == "sufficient_facts":
        rows = [r | {"group": "sufficient " + r["hypothesis"]} for r in rows]
    if name in TITLED:
        rows = [r | {"premise": fever.titled(r)} if draw(r["premise"], 2) else r for r in rows]
    if name == "new_protocols":
        rows += swaps(rows)
    return [r | {"source": name} for r in rows]


def swaps(rows: list) -> list:
    """Refuted twins of entailed rows, in the group of their own."""
    out = []
    for r in rows:
        if r["label"] == "entailment" and (t := mix.swapped(r["hypothesis"], r["premise"], r["hypothesis"], all_spans=True)):
            out.append(r | {"hypothesis": t, "label": "contradiction"})
    return out


def everything(chains_of: Path | None) -> list:
    out = []
    for path in sorted((NLI / "train").glob("*.jsonl.gz")):
        if path.name.startswith(("fm2", "fever")) and path.name not in ("fever_full_train.jsonl.gz", "fever_nei_train.jsonl.gz"):
            raise SystemExit(f"{path.name} is made of a dev set")
        out += shared(path.name.split(".")[0])
    claims = apart(fever.rows())
    out += fever.made(claims) + bridges.made(claims)
    some = [c for c in feverous.claims() if c.trained]
    out += feverous.gold(some) + feverous.insufficient(some) + feverous.swaps(some)
    one = lambda text: text.startswith("[") and text.count("[") == 1
    whole = [r for r in out if r["source"] in ("fever_s", "fever_r", "exfever") and one(r["premise"])]
    out += written.made() + (found.rows(chains_of, claims) if chains_of else [])
    out += chains.made() + chains.joined(whole, 4000) + questions.made() + tables.tabfact_train()
    return apart(out)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--out", type=Path)
    p.add_argument("--ask", type=Path, help="write the claims to ask hop for, and no pairs")
    p.add_argument("--found", type=Path, help="what hop writes of these claims; without it their pairs are left out")
    p.add_argument("--relevance", type=Path, help="what relevance.py writes; these rows go into the pairs, too")
    o = p.parse_args()
    if not o.out and not o.ask:
        p.error("give --out, or --ask")
    if o.ask:
        o.ask.parent.mkdir(parents=True, exist_ok=True)
        o.ask.write_text("".join(json.dumps(r) + "\n" for r in found.asked(apart(fever.rows()))))
        return
    rows = everything(o.found) + (lines(o.relevance) if o.relevance else [])
    o.out.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(o.out, "wt", encoding="utf-8", compresslevel=3) as f:
        for r in rows:
            kept = {k: r[k] for k in ("premise", "hypothesis", "label", "source", "group") if k in r}
            f.write(json.dumps(kept, ensure_ascii=False) + "\n")
    for (source, label), n in sorted(Counter((r["source"], r["label"]) for r in rows).items()):
        print(f"{source:24} {label:16} {n:6}")
    print(f"{'pairs':41} {len(rows):6}")


if __name__ == "__main__":
    main()
