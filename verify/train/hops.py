"""Trains a cross-encoder to tell the chain of the gold pages from the planner's other chains (`hop --scorer neural --model`).

    python hops.py --start build/final --pairs build/lists.jsonl --out build/hops --minutes 45 --batch 6 --length 224 --freeze-embeddings

The lists are written by `go run ./bench/learn -lists`: the chains that the planner holds best for a train file's claim, worded
as verify.Relevance words them. The loss is that of a listwise softmax (Cao et al. 2007, Learning to Rank, section 4) over the
gold chain and some of the others, of the log odds that a chain is not neutral. A fifth of the claims are held back; how often the gold
chain comes first among the best five of these is printed at the end: by the planner, by the model, and by both
(with --minutes 0 of the start weights).
"""

import random
import re
from math import exp, log
from pathlib import Path

import torch

from places import draw, held_to_rank, lines, row
from train import Drawer, Run, encode, options, padded

# Share of each source among the lists; within ten or twenty given paragraphs the wrong chains are hardest.
MIX = {"hotpotqa": .18, "hotpotqa_given": .22, "2wikimultihopqa": .16, "2wikimultihopqa_given": .16, "musique": .06, "musique_given": .06,
       "feverous": .16}
AGAINST = 4  # wrong chains beside the gold one
ASKED = 5  # best chains that a model is measured on; hop.DefaultRescore of them are read by default
CLIP = 6  # log odds beyond which a model is no surer (verify.Relevance)


def odds(logits: torch.Tensor) -> torch.Tensor:
    """Log odds that a premise speaks of the claim at all, for or against it."""
    return torch.logsumexp(logits[:, [0, 2]], -1) - logits[:, 1]


def loss_of(logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """wanted is 1 for the first of each list, the gold chain, and 0 for the others. A little of the loss is pointwise, since the
    listwise one leaves the level of a list's odds open."""
    z = odds(logits.float())
    point = torch.nn.functional.binary_cross_entropy_with_logits(z, wanted.float())
    starts = wanted.nonzero()[:, 0].tolist() + [len(z)]
    each = [-torch.log_softmax(z[a:b], 0)[0] for a, b in zip(starts, starts[1:])]
    return torch.stack(each).mean() + .2 * point


class Listwise(Run):
    loss = staticmethod(loss_of)


TITLE = re.compile(r"\[([^\[\]]+)\] ")


def pairs(path: Path, most: int = 3) -> list:
    """The lists of questions as pairs, for a model that both judges and ranks: the chain of the gold pages is relevant, whatever it says,
    and the best of the chains that lack one of these pages are neutral."""
    out, seen = [], set()
    for r in lines(path):
        if held_to_rank(r["claim"]) or r["source"] == "feverous":
            continue
        gold = r["premises"][r["gold"]]
        titles = set(TITLE.findall(gold))
        wrong = [p for p in r["premises"] if not titles <= set(TITLE.findall(p))]
        for p, label, source in [(gold, "relevant", "hops_gold")] + [(p, "neutral", "hops_wrong") for p in wrong[:most]]:
            if (p, r["claim"]) not in seen:
                seen.add((p, r["claim"]))
                out.append(row(p, r["claim"], label, source))
    return out


class Lists:
    """The lists of some claims, read by the start weights' tokenizer as they are drawn."""

    def __init__(self, rows: list, o):
        self.rows, self.file, self.length = rows, o.start / "tokenizer.json", o.length

    def pairs(self, i: int, chains: list) -> list:
        r = self.rows[i]
        return encode([{"premise": r["premises"][k], "hypothesis": r["claim"]} for k in chains], self.file, self.length)

    def drawn(self, i: int, rng: random.Random):
        """The gold chain and some others, the planner's best most often."""
        gold, n = self.rows[i]["gold"], len(self.rows[i]["premises"])
        wrong = sorted((k for k in range(n) if k != gold), key=lambda k: rng.expovariate(1) * (k + 2))[:AGAINST]
        return self.pairs(i, [gold] + wrong), [1] + [0] * len(wrong)

    def batches(self, o, seed: int):
        drawer, rng = Drawer(self.rows, seed, MIX), random.Random(seed)
        while True:
            window = sorted((drawer.draw() for _ in range(o.batch * 8)), key=lambda i: max(map(len, self.rows[i]["premises"])))
            some = [window[k:k + o.batch] for k in range(0, len(window), o.batch)]  # of like length, to pad little
            rng.shuffle(some)
            for batch in some:
                drawn = [self.drawn(i, rng) for i in batch]
                yield [p for pairs, _ in drawn for p in pairs], [w for _, wanted in drawn for w in wanted]


def first(scores: list, gold: int) -> bool:
    return max(range(len(scores)), key=lambda k: scores[k]) == gold


def fitted(some: list) -> float:
    """What the model's log odds are worth against the planner's scores, by the listwise loss."""
    def loss(w):
        total = 0.0
        for scores, said, gold in some:
            both = [s + w * m - scores[gold] - w * said[gold] for s, m in zip(scores, said)]
            total += log(sum(map(exp, both)))
        return total
    return min((k / 20 for k in range(61)), key=loss)


def measure(model: torch.nn.Module, lists: Lists):
    by = {}
    for i, r in enumerate(lists.rows):
        n = min(ASKED, len(r["scores"]))
        if r["gold"] < n:
            with torch.inference_mode():
                said = odds(model(**padded(lists.pairs(i, range(n)), "cpu")).logits).clamp(-CLIP, CLIP).tolist()
            by.setdefault(r["source"], []).append((r["scores"][:n], said, r["gold"]))
    weight = fitted([x for name, some in by.items() if name != "feverous" for x in some])
    for name, some in sorted(by.items()):
        share = lambda test: sum(map(test, some)) / len(some)
        print(f"{name}: {len(some)} held back with their gold chain among the best {ASKED}; first by the planner "
              f"{share(lambda x: first(x[0], x[2])):.3f}, by the model {share(lambda x: first(x[1], x[2])):.3f}, with {weight:.2f} of it "
              f"{share(lambda x: first([s + weight * m for s, m in zip(x[0], x[1])], x[2])):.3f} (own best {fitted(some):.2f})", flush=True)


def main():
    o = options(__doc__, part=lambda p: p.add_argument("--share", type=float, default=1, help="of the claims to learn from"))
    rows = lines(o.pairs)
    learned = [r for r in rows if not held_to_rank(r["claim"]) and draw("share " + r["claim"], 1000) < 1000 * o.share]
    run = Listwise(o)
    if o.minutes:
        run.go(Lists(learned, o).batches(o, o.seed + run.steps))
    measure(run.model.to("cpu").eval(), Lists([r for r in rows if held_to_rank(r["claim"])], o))


if __name__ == "__main__":
    main()
