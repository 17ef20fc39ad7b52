"""FEVEROUS and FM2 claims: gold evidence behind titles, and on-topic evidence that is not enough."""

import re
from collections import defaultdict
from math import log

from places import DATA, draw, lines, record, row, trained
from tables import WORD

LINK = re.compile(r"\[\[([^\[\]|]*)\|?([^\[\]]*)\]\]")
LABELS = {"supports": "entailment", "refutes": "contradiction", "SUPPORTS": "entailment", "REFUTES": "contradiction"}


def plain(text: str) -> str:
    """Text with its links replaced by what they show."""
    return " ".join(LINK.sub(lambda m: m[2] or m[1].replace("_", " "), text).split())


def titled(pages: dict) -> str:
    """A premise in verify's form: [Title] sentences [Other title] sentences."""
    return " ".join(f"[{t}] " + " ".join(s) for t, s in pages.items())


class Claim:
    """A claim with its gold pages: title to sentences, and title to the pages its evidence links to."""

    def __init__(self, r: dict):
        self.text, self.label = r["claim"], LABELS[r["label"]]
        self.pages, self.links = defaultdict(list), defaultdict(list)
        for line in r["evidence"].split("\n"):
            title, _, text = line.partition("\t")
            self.pages[title].append(plain(text))
            self.links[title] += [m[1].replace("_", " ") for m in LINK.finditer(text)]
        self.trained = trained(next(iter(self.pages)))


def claims() -> list:
    return [Claim(r) for r in record(DATA / "feverous" / "dev.shared.json")]


class Pool:
    """Pages to take insufficient evidence from. Only the words of trained claims may come out as trained negatives."""

    def __init__(self, some: list):
        self.pages = defaultdict(list)
        for c in some:
            for title, sentences in c.pages.items():
                self.pages[title] += [s for s in sentences if s not in self.pages[title]]
        self.index, self.titles = defaultdict(list), list(self.pages)
        for i, t in enumerate(self.titles):
            for w in set(WORD.findall((t + " " + " ".join(self.pages[t])).lower())):
                self.index[w].append(i)

    def nearest(self, c: Claim, n: int) -> list:
        """Titles of pages other than gold that share most of the claim's words, weighted by rarity."""
        score = defaultdict(float)
        for w in sorted(set(WORD.findall(c.text.lower()))):  # sums depend on their order
            for i in self.index[w]:
                score[i] += log(len(self.titles) / len(self.index[w]))
        best = sorted(score, key=lambda i: (-score[i], i))
        return [self.titles[i] for i in best if self.titles[i] not in c.pages][:n]


def gold(some: list, source: str = "feverous") -> list:
    return [row(titled(c.pages), c.text, c.label, source) for c in some]


def untitled(some: list) -> list:
    text = lambda c: " ".join(" ".join(s) for s in c.pages.values())
    return [row(text(c), c.text, c.label, "feverous_untitled") for c in some]


def insufficient(some: list, near: int) -> list:
    """Neutral rows: nearest pages (half of them NearestP, half the second nearest when near is 2), linked neighbours, and
    other sentences of a gold page. Not supported: a multi-page claim with one page dropped; the whole evidence goes along as
    often, since otherwise two titles alone would say "not supported"."""
    pool, out = Pool(some), []
    for c in some:
        for t in pool.nearest(c, near):
            out.append(row(titled({t: pool.pages[t][:4]}), c.text, "neutral", "feverous_near"))
        for t in c.pages:
            for to in c.links[t]:
                if to in pool.pages and to not in c.pages:
                    out.append(row(titled({to: pool.pages[to][:4]}), c.text, "neutral", "feverous_linked"))
                    break
            others = [s for s in pool.pages[t] if s not in c.pages[t]]
            if others and len(c.pages) == 1:
                out.append(row(titled({t: others[:3]}), c.text, "neutral", "feverous_same_page"))
            if len(c.pages) > 1 and c.label == "entailment":
                rest = {u: s for u, s in c.pages.items() if u != t}
                out.append(row(titled(rest), c.text, "not_supported", "feverous_dropped"))
                out.append(row(titled(c.pages), c.text, "entailment", "feverous_dropped"))
    return out


NAME = re.compile(r"\b(?:[A-Z][\w'’.-]+(?: (?:of|the|de|von|and) (?=[A-Z]))?(?: )?){1,5}\b")
NUMBER = re.compile(r"\b\d[\d,.]*\d\b|\b\d\b")


def swapped(claim: str, premise: str, seed: str) -> list:
    """Refuted twins of a supported claim, with the word overlap kept: a number becomes another number of the evidence, and two
    names of the claim change places."""
    out = []
    mine, theirs = NUMBER.findall(claim), NUMBER.findall(premise)
    for n in mine[:1]:
        same = sorted({m for m in theirs if m not in mine and len(m) == len(n) and m != n})
        if same:
            m = same[draw(seed + n, len(same))]
            out.append(re.sub(rf"\b{re.escape(n)}\b", m, claim, count=1))
    names = [m.strip() for m in NAME.findall(claim)]
    names = [n for n in dict.fromkeys(names) if n in premise and len(n) > 3 and claim.count(n) == 1]
    others = sorted({m.strip() for m in NAME.findall(premise)} - set(names))
    others = [o for o in others if len(o) > 3 and o not in claim and not any(o in n or n in o for n in names)]
    if len(names) >= 2 and others:
        i = 1 + draw(seed + "name", len(names) - 1)
        out.append(claim.replace(names[i], others[draw(seed + "other", len(others))]))
    return out


def swaps(some: list) -> list:
    """Refuted twins, each beside the claim it was made from: without it a run learns that titled evidence refutes."""
    out = []
    for c in some:
        if c.label == "entailment":
            premise = titled(c.pages)
            for t in swapped(c.text, premise, c.text):
                out.append(row(premise, t, "contradiction", "feverous_swap"))
                out.append(row(premise, c.text, "entailment", "feverous_swap"))
    return out


def fm2(part: bool) -> list:
    return [r for r in lines(DATA / "fm2" / "dev.jsonl") if trained(r["wikipedia_page"]) == part]


def fm2_gold(some: list) -> list:
    text = lambda r: " ".join(e["text"] for e in r["gold_evidence"])
    title = lambda r: r["wikipedia_page"].replace("_", " ")
    return [row(f"[{title(r)}] {text(r)}", r["text"], LABELS[r["label"]], "fm2_titled") for r in some]


def fm2_insufficient(some: list, each: int, last: bool) -> list:
    """Retrieved sentences of the page that are not the evidence. The pilot was trained on the last of each claim's."""
    out = []
    for r in some:
        have = {e["text"] for e in r["gold_evidence"]}
        rest = [e["text"] for e in r["retrieved_evidence"] if e["text"] not in have]
        rest = rest if last else rest[:-1]
        for k in range(min(each, len(rest))):
            s = rest.pop(draw(r["id"] + str(k), len(rest)))
            title = r["wikipedia_page"].replace("_", " ")
            out.append(row(f"[{title}] {s}", r["text"], "neutral", "fm2_retrieved"))
    return out
