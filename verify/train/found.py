"""FEVEROUS claims before the evidence that verify finds for them: all of the gold, and sentences beside it that only look like it.
The surplus is what the planner in fact brings along, so a run learns which sentences not to be swayed by. Its evidence is the
same whatever model judges it:

    bridgehop load --store build/pool.db --format passages $BRIDGEHOP_DATA/feverous/evidence_pool.jsonl
    bridgehop verify --store build/pool.db --claims $BRIDGEHOP_DATA/feverous/dev.shared.json --out build/found.jsonl
"""

from pathlib import Path
from unicodedata import normalize

import feverous
from places import DATA, lines, record, row


def pairs(file: Path) -> list:
    """A row a trained claim whose gold was found whole and not alone, in verify's reading order, with what is evidence of a trained
    claim, too. The claims of which something is missing are left out: their label would teach to guess."""
    text = {r["title"]: [feverous.plain(s) for s in r["sentences"]] for r in lines(DATA / "feverous" / "evidence_pool.jsonl")}
    claims = [(r["id"], feverous.Claim(r)) for r in record(DATA / "feverous" / "dev.shared.json")]
    claims = {i: c for i, c in claims if c.trained}
    known = set().union(*(sentences(c.pages) for c in claims.values()))
    out = []
    for a in lines(file):
        if not (c := claims.get(a["id"])):
            continue
        premise = read(a, text)
        if sentences(c.pages) < sentences(premise) <= known:
            out.append(row(feverous.titled(premise), c.text, c.label, "feverous_found"))
    return out


def sentences(pages: dict) -> set:
    return {(t, s) for t, said in pages.items() for s in said}


def read(answer: dict, text: dict) -> dict:
    """Title to sentences of an answer's evidence: pages as the chain has them, sentences as their page has them."""
    numbers = {}
    for address in answer["predicted_evidence"]:
        title, _, n = address.rsplit("_", 2)
        numbers.setdefault(title, []).append(int(n))
    chain = [normalize("NFD", t) for t in answer["chain"]["pages"]] if answer["chain"] else []  # FEVEROUS's titles are NFD, ours NFC
    order = [t for t in chain if t in numbers] + [t for t in numbers if t not in chain]
    return {t: [text[t][n] for n in sorted(numbers[t])] for t in order}
