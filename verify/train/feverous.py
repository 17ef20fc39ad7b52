"""FEVEROUS and FoolMeTwice claims: gold evidence behind titles, and for FEVEROUS on-topic evidence that is not enough."""

import re
from collections import defaultdict
from math import log

import mix
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


def insufficient(some: list) -> list:
    """Neutral: the nearest page, a page that the evidence links to, other sentences of a gold page, and several near pages, each beside
    the gold among other pages. Not supported: a claim of several pages with one dropped, beside the whole."""
    pool, out = Pool(some), []
    for c in some:
        near = {t: pool.pages[t][:3] for t in pool.nearest(c, 3)}
        if not near:
            continue
        first = dict(list(near.items())[:1])
        out.append(row(titled(first), c.text, "neutral", "feverous_near"))
        for t in c.pages:
            for to in c.links[t]:
                if to in pool.pages and to not in c.pages:
                    out.append(row(titled({to: pool.pages[to][:4]}), c.text, "neutral", "feverous_near"))
                    break
            others = [s for s in pool.pages[t] if s not in c.pages[t]]
            if others and len(c.pages) == 1:
                out.append(row(titled({t: others[:3]}), c.text, "neutral", "feverous_near"))
            if len(c.pages) > 1 and c.label == "entailment":
                rest = {u: s for u, s in c.pages.items() if u != t}
                out.append(row(titled(rest), c.text, "not_supported", "feverous_dropped", c.text + t))
                out.append(row(titled(c.pages), c.text, "entailment", "feverous_dropped", c.text + t))
        added = dict(list(near.items())[:1 + draw("n" + c.text, 2)])
        order = sorted(list(c.pages.items()) + list(added.items()), key=lambda x: draw(c.text + x[0], 1 << 40))
        out.append(row(titled(dict(order)), c.text, c.label, "feverous_among", c.text))
        out.append(row(titled(near), c.text, "neutral", "feverous_among", c.text))
    return out


def swaps(some: list) -> list:
    """Refuted twins, each beside the claim it was made from."""
    out = []
    for c in some:
        premise = titled(c.pages)
        if c.label == "entailment" and (t := mix.swapped(c.text, premise, c.text)):
            out += [row(premise, t, "contradiction", "feverous_swap", c.text), row(premise, c.text, "entailment", "feverous_swap", c.text)]
    return out


def fm2() -> list:
    return lines(DATA / "fm2" / "dev.jsonl")


def fm2_gold(some: list) -> list:
    text = lambda r: " ".join(e["text"] for e in r["gold_evidence"])
    return [row(f"[{r['wikipedia_page'].replace('_', ' ')}] {text(r)}", r["text"], LABELS[r["label"]], "fm2") for r in some]
