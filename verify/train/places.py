"""Where the data is, and which part of it may be trained on."""

import bz2
import functools
import gzip
import hashlib
import json
import os
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("BRIDGEHOP_DATA", REPO.parent / "shared" / "data"))
NLI = DATA.parent / "nli"
PILOT = DATA.parent / "models" / "nli-mini"


def part(key: str) -> int:
    """SHA-256 of the key, first 8 hex digits modulo 10."""
    return int(hashlib.sha256(key.encode()).hexdigest()[:8], 16) % 10


def trained(key: str) -> bool:
    """The committed split of FEVEROUS dev, by the first evidence page, and of 2WikiMultihopQA dev, by the question's id: below 8 is
    trained on. FoolMeTwice, TabFact and InfoTabS dev are for measuring, the latter two on the side that is kept out."""
    return part(key) < 8


def learning(page: str) -> bool:
    """The split of claims over Wikispeedia's articles, by their first gold page: below 5 is for learning, the rest is reported."""
    return part(page) < 5


def own_claims() -> list:
    """The claims over Wikispeedia's articles that were written to measure with: those over several pages, and those of bench/whole."""
    return lines(DATA / "multihop" / "claims.jsonl") + lines(REPO / "bench" / "whole" / "claims.jsonl")


@functools.cache
def reported() -> set:
    """The gold pages of the claims over Wikispeedia's articles that are reported."""
    some = [r for f in ("fever", "exfever", "fm2") for r in lines(DATA / "wikispeedia_claims" / f"{f}.jsonl")]
    out = {page for r in some if not learning(r["gold"][0][0]) for pages in r["gold"] for page in pages}
    return out | {page for r in own_claims() for page in r.get("pages", []) + [p for pages in r.get("gold", []) for p in pages]}


def fever_kept(page: str) -> bool:
    """A fortieth of the pages of FEVER's train split, by the title that fever.py gives them, kept out to measure on."""
    return draw("kept page " + page, 40) == 0


def sufficient_kept(claim: str) -> bool:
    """A fifth of SufficientFacts' claims, over both of its files, kept out to measure on."""
    return draw("sufficient " + claim, 5) == 0


def held(claim: str) -> bool:
    """A tenth of the claims that may be trained on, held back from the run to choose what is chosen after it: the share of the
    start weights that is kept, and the temperature. It goes by the claim alone: most of their premises are trained on."""
    return draw("held " + claim, 10) == 0


def held_to_rank(claim: str) -> bool:
    """A fifth of the train questions, held back to see how often their gold chain comes first:
    nothing is made of these questions."""
    return draw("hop " + claim, 5) == 0


def held_to_weigh(page: str) -> bool:
    """A sixth of our own claims to learn from, by their first page: what a verdict weighs is fitted on them (ADR 27)."""
    return draw("reader " + page, 6) == 0


def kept_to_choose(page: str) -> bool:
    """A third of our own claims to learn from, by their first page, that the selector doesn't read: the forests that read what it says of
    evidence are learned on them."""
    return draw("selector " + page, 3) == 0


def draw(seed: str, n: int) -> int:
    """A number below n that depends on seed alone, so that rows stay the same when others are added."""
    return int(hashlib.sha256(seed.encode()).hexdigest()[:12], 16) % max(n, 1)


def opened(path: Path):
    """Text of a plain, gzip or bzip2 file."""
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8")
    if path.suffix == ".bz2":
        return bz2.open(path, "rt", encoding="utf-8")
    return open(path, encoding="utf-8")


def lines(path: Path) -> list:
    """Records of a JSON lines file."""
    with opened(path) as f:
        return [json.loads(line) for line in f if line.strip()]


def record(path: Path):
    """The one value of a JSON file."""
    with opened(path) as f:
        return json.load(f)


def row(premise: str, claim: str, label: str, source: str, group: str = "") -> dict:
    """A pair in the form of shared/nli. Rows of one group stand side by side in a batch."""
    r = {"premise": premise, "hypothesis": claim, "label": label, "source": source}
    return r | {"group": group} if group else r
