"""Gold evidence among sentences that are about the same things, as a pipeline reads it: the label stays; and the same sentences
without the evidence, which are not enough. Without these rows a run takes much on-topic text for support."""

from collections import defaultdict
from math import log

import feverous
from places import draw, row
from tables import WORD


def shuffled(items: list, seed: str) -> list:
    return sorted(items, key=lambda x: draw(seed + str(x), 1 << 40))


def pages(some: list) -> list:
    """FEVEROUS: the gold pages and two or three sentences of each of the nearest one or two, in any order of pages; for a
    supported claim also its swapped twin. The nearest three pages without gold are neutral."""
    pool, out = feverous.Pool(some), []
    for c in some:
        near = {t: pool.pages[t][:3] for t in pool.nearest(c, 3)}
        if not near:
            continue
        added = dict(list(near.items())[:1 + draw("n" + c.text, 2)])
        order = shuffled(list(c.pages.items()) + list(added.items()), c.text)
        premise = feverous.titled(dict(order))
        out.append(row(premise, c.text, c.label, "feverous_surplus"))
        out.append(row(feverous.titled(near), c.text, "neutral", "feverous_surplus_open"))
        if c.label == "entailment":
            out += [row(premise, t, "contradiction", "feverous_surplus") for t in feverous.swapped(c.text, premise, c.text)[:1]]
    return out


def sections(some: list, most: int) -> list:
    """FM2: the sentences retrieved for a claim in their order, with the evidence among them, and without it."""
    out = []
    for r in some:
        have = [e["text"] for e in r["gold_evidence"]]
        rest = [e["text"] for e in r["retrieved_evidence"] if e["text"] not in have]
        rest = rest[:2 + draw("m" + r["id"], most - 1)]
        mixed = have + rest if draw("f" + r["id"], 2) else shuffled(have + rest, r["id"])
        title = r["wikipedia_page"].replace("_", " ")
        out.append(row(f"[{title}] " + " ".join(mixed), r["text"], feverous.LABELS[r["label"]], "fm2_surplus"))
        if rest:
            out.append(row(f"[{title}] " + " ".join(rest), r["text"], "neutral", "fm2_surplus_open"))
    return out


def premises(rows: list, texts: list) -> list:
    """FEVER: the evidence, and one or two other premises of the set that share most of the claim's words, by rarity."""
    texts = sorted(set(texts))
    index, out = defaultdict(list), []
    words = lambda text: set(WORD.findall(text.lower()))
    for i, t in enumerate(texts):
        for w in words(t):
            index[w].append(i)
    for r in rows:
        if draw("surplus " + r["hypothesis"], 2):
            continue
        score = defaultdict(float)
        for w in words(r["hypothesis"]):
            if len(index[w]) < len(texts) / 20:
                for i in index[w]:
                    score[i] += log(len(texts) / len(index[w]))
        best = [texts[i] for i in sorted(score, key=lambda i: (-score[i], i))[:5]]
        # A premise that shares a beginning with the evidence may be the same sentences, cut otherwise.
        others = [t for t in best if t[:40] not in r["premise"] and r["premise"][:40] not in t][:1 + draw(r["premise"], 2)]
        if others:
            out.append(row(" ".join(shuffled([r["premise"]] + others, r["hypothesis"])), r["hypothesis"], r["label"], "fever_surplus"))
    return out
