"""500 pairs of claims over the same evidence that differ in one name, date or number: the first holds, in its twin a span is another of the
same kind that stands elsewhere in the evidence, or in the page and so in evidence of more sentences.

    python twins.py --out build/twins.jsonl

Evidence is of sides that no run is trained on: FEVEROUS's claims kept out, FoolMeTwice dev, HoVer's gold text. The claims are supported ones of
people where these have a span to change (kind "people"), and sentences of the evidence for the rest. Only spans behind a preposition, and
dates with a month, are changed, a name for one behind the same word; training changes only others (mix.swapped). The text is made on the
spot and not committed.
"""

import argparse
import json
import re
from collections import defaultdict
from pathlib import Path

import feverous
import mix
from places import DATA, draw, lines

MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
WORDS = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
LEAD = r"\b(by|with|from|for|of|to|on|at|in|since|until|after|before|between|over|than|against|near) (?:the )?"
KINDS = [
    ("date", re.compile(rf"((?:{MONTH}) \d{{1,2}},? \d{{4}}|\d{{1,2}} (?:{MONTH}) \d{{4}})")),
    ("date", re.compile(rf"((?:{MONTH}) \d{{4}})")),
    ("date", re.compile(r"\b(in|since|until|from|after|before|by|of) (\d{4})\b(?! [a-z])")),
    ("number", re.compile(rf"{LEAD}((?:\d[\d,.]*\d|\d|{WORDS})(?: (?:million|billion|percent))?)\b(?=[ %])")),
    ("name", re.compile(r"\b(by|with|from|for|against|at|near) (?:the )?((?:[A-Z][\w'’-]+ ){0,3}[A-Z][\w'’-]{2,})"
                        r"(?=[.,;:!?]|$| (?:and|in|on|at|for|from|with|to|as|who|where|which|during|before|after|that|until|when|of)\b)")),
]
YEAR = re.compile(r"\d{4}")


def spans(kind: int, text: str) -> list:
    """The lead word, the span, and where it begins."""
    out = []
    for m in KINDS[kind][1].finditer(text):
        lead, said = m.groups() if len(m.groups()) == 2 else ("", m[1])
        said = re.sub(r"['’]s?$", "", said)
        if KINDS[kind][0] != "number" or not YEAR.fullmatch(said):
            out.append((lead, said, m.start(m.lastindex)))
    return out


def twin(claim: str, text: str, kind: int, seed: str) -> tuple:
    """The claim with one span replaced, and the span that replaces it; None when nothing fits."""
    fits = set()
    for lead, said, at in spans(kind, claim):
        if said not in text or claim.count(said) > 1:
            continue
        words = set(said.lower().split())
        for other, new, _ in spans(kind, text):
            apart = not words & set(new.lower().split()) and not mix.PEOPLE.match(new) if kind == 4 else new[0].isdigit() == said[0].isdigit()
            if (other == lead or kind < 4) and new != said and apart and new not in claim and abs(text.find(new) - text.find(said)) > len(said) + 4:
                fits.add((at, said, new))
    if not fits:
        return None
    at, said, new = sorted(fits)[draw("twin " + seed, len(fits))]
    return claim[:at] + new + claim[at + len(said):], new


def sources() -> list:
    """Id, evidence as (title, sentence), other sentences of its pages, and the claim, "" where it isn't supported."""
    pool = {r["title"]: [feverous.plain(s) for s in r["sentences"]] for r in lines(DATA / "feverous" / "evidence_pool.jsonl")}
    out = []
    for i, c in enumerate(feverous.claims()):
        if not c.trained:
            have = [(t, s) for t, said in c.pages.items() for s in said]
            rest = [(t, s) for t in c.pages for s in pool.get(t, [])]
            out.append((f"feverous {i}", have, rest, c.text if c.label == "entailment" else ""))
    hover = lines(DATA / "hover" / "hover_dev_gold_text.shared.jsonl")
    pages = defaultdict(list)
    for r in hover:
        for title, said in r["evidence"]:
            pages[title].append((title, " ".join(said.split())))
    for r in hover:
        have = [(t, " ".join(s.split())) for t, s in r["evidence"]]
        out.append((f"hover {r['uid']}", have, [x for t in dict.fromkeys(t for t, _ in have) for x in pages[t]], r["claim"]))
    for r in lines(DATA / "fm2" / "dev.jsonl"):
        title = r["wikipedia_page"].replace("_", " ")
        have, rest = ([(title, e["text"]) for e in r[k]] for k in ("gold_evidence", "retrieved_evidence"))
        out.append((f"fm2 {r['id']}", have, rest, r["text"] if r["label"] == "SUPPORTS" else ""))
    return [(i, have, [x for x in dict.fromkeys(rest) if x not in have], claim) for i, have, rest, claim in out]


def premise(need: list, everything: list, new: str) -> str:
    """What is needed and the sentence that holds the new span, with others beside them up to three, in the order of the pages."""
    if not any(new in s for _, s in need):
        need = need + [next(x for x in everything if new in x[1])]
    need = need + [x for x in everything if x not in need][:max(0, 3 - len(need))]
    pages = defaultdict(list)
    for t, s in sorted(dict.fromkeys(need), key=everything.index):
        pages[t].append(s)
    return feverous.titled(pages)


def twins(most: int = 500) -> list:
    """Two rows a pair. A claim gives at most one pair, evidence four of sentences; of the sentences' pairs at most a third change a name."""
    found, seen = {"people": [], "few": [], "name": []}, set()
    for i, have, rest, claim in sources():
        everything, used = list(dict.fromkeys(have + rest)), 0
        text = " ".join(s for _, s in everything)
        for said, need in [(claim, have)] * bool(claim) + sorted(mix.alone(everything), key=lambda x: draw(i + x[0], 1 << 40)):
            if used == 4 or said in seen or mix.NOT.search(said):
                continue
            for kind, (name, _) in enumerate(KINDS):
                if t := twin(said, text, kind, i):
                    seen.add(said)
                    group = "people" if said == claim else "name" if name == "name" else "few"
                    pages = list(dict.fromkeys(p for p, _ in have))
                    found[group].append((draw(i + said, 1 << 40), i, name, group == "people", premise(need, everything, t[1]), pages, said, t[0]))
                    used += said != claim
                    break
    chosen = sorted(found["people"])[:most]
    few = sorted(found["few"])[:(most - len(chosen)) * 2 // 3]
    chosen = sorted(chosen + few + sorted(found["name"])[:most - len(chosen) - len(few)])
    out = []
    for _, i, name, people, text, pages, claim, t in chosen:
        for label, said, other in (("SUPPORTS", claim, t), ("REFUTES", t, claim)):
            out.append({"id": f"{i} {label}", "kind": name, "people": people, "pages": pages, "evidence": text, "claim": said, "label": label, "twin": other})
    return out


def main():
    from measure import auc, overlap
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--out", type=Path, required=True)
    rows = twins()
    o = p.parse_args()
    o.out.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows), encoding="utf-8")
    words = auc([overlap({"premise": r["evidence"], "hypothesis": r["claim"]}) for r in rows], [r["label"] == "SUPPORTS" for r in rows])
    kinds = {k: sum(r["kind"] == k for r in rows) // 2 for k in ("date", "number", "name")}
    print(f"{len(rows) // 2} pairs, overlap AUC {words:.3f}, {kinds}, {sum(r['people'] for r in rows) // 2} of claims by people")


if __name__ == "__main__":
    main()
