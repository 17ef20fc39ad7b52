"""Trains a cross-encoder to tell the chain of the gold pages from the planner's other chains (`hop --scorer neural --model`).

    python hops.py --start build/final --pairs build/lists.jsonl --out build/hops --minutes 45 --batch 6 --length 224 --freeze-embeddings

The lists are written by `go run ./bench/learn -lists`: the chains that the planner holds best for a train file's claim, worded
as verify.Relevance words them. The loss is that of a listwise softmax (Cao et al. 2007, Learning to Rank, section 4) over the
gold chain and some of the others, of the log odds that a chain is not neutral and of half the planner's score: what the planner
knows need not be learned. A fifth of the claims are held back; how often the gold
chain comes first among the best five of these is printed at the end: by the planner, by the model, and by both
(with --minutes 0 of the start weights).
"""

import random
from math import exp, log
from pathlib import Path

import torch

from places import draw, held_to_rank, lines
from train import Drawer, Run, encode, options, padded

# Share of each source among the lists; within ten or twenty given paragraphs the wrong chains are hardest.
MIX = {"hotpotqa": .26, "hotpotqa_given": .30, "2wikimultihopqa": .13, "2wikimultihopqa_given": .15, "musique": .08, "musique_given": .08}
AGAINST = 5  # wrong chains beside the gold one
KNOWN = .5  # what the planner's score counts beside the model's log odds while it learns
FLOOR = -12  # and how far behind the best of a list it puts a chain at most
ASKED = 5  # best chains that a model is measured on; hop.DefaultRescore of them are read by default
CLIP = 6  # log odds beyond which a model is no surer (verify.Relevance)


def odds(logits: torch.Tensor) -> torch.Tensor:
    """Log odds that a premise speaks of the claim at all, for or against it."""
    return torch.logsumexp(logits[:, [0, 2]], -1) - logits[:, 1]


def loss_of(logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """wanted has two columns: 1 for the first of each list, the gold chain, and 0 for the others; and the planner's score. Some of the loss
    is the model's alone, and a little is pointwise, since the listwise one leaves the level of a list's odds open."""
    z, gold = odds(logits.float()), wanted[:, 0]
    starts = gold.nonzero()[:, 0].tolist() + [len(z)]
    lists = lambda s: torch.stack([-torch.log_softmax(s[a:b], 0)[0] for a, b in zip(starts, starts[1:])]).mean()
    return lists(z + KNOWN * wanted[:, 1]) + .3 * lists(z) + .1 * torch.nn.functional.binary_cross_entropy_with_logits(z, gold)


class Listwise(Run):
    loss = staticmethod(loss_of)


class Lists:
    """The lists of some claims, read by the start weights' tokenizer as they are drawn."""

    def __init__(self, rows: list, o):
        self.rows, self.file, self.length = rows, o.start / "tokenizer.json", o.length

    def pairs(self, i: int, chains: list) -> list:
        r = self.rows[i]
        return encode([{"premise": r["premises"][k], "hypothesis": r["claim"]} for k in chains], self.file, self.length)

    def drawn(self, i: int, rng: random.Random):
        """The gold chain and some others, the planner's best most often."""
        gold, scores, n = self.rows[i]["gold"], self.rows[i]["scores"], len(self.rows[i]["premises"])
        wrong = sorted((k for k in range(n) if k != gold), key=lambda k: rng.expovariate(1) * (k + 2))[:AGAINST]
        known = [scores[k] if k < len(scores) else min(scores) - 1 for k in [gold] + wrong]  # a gold chain that wasn't found is behind
        return self.pairs(i, [gold] + wrong), [(float(k == 0), max(s - max(known), FLOOR)) for k, s in enumerate(known)]

    def batches(self, o, seed: int):
        drawer, rng = Drawer(self.rows, seed, MIX), random.Random(seed)
        while True:
            window = sorted((drawer.draw()[0] for _ in range(o.batch * 8)), key=lambda i: max(map(len, self.rows[i]["premises"])))
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
    weight = fitted([x for some in by.values() for x in some])
    for name, some in sorted(by.items()):
        share = lambda test: sum(map(test, some)) / len(some)
        print(f"{name}: {len(some)} held back with their gold chain among the best {ASKED}; first by the planner "
              f"{share(lambda x: first(x[0], x[2])):.3f}, by the model {share(lambda x: first(x[1], x[2])):.3f}, with {weight:.2f} of it "
              f"{share(lambda x: first([s + weight * m for s, m in zip(x[0], x[1])], x[2])):.3f} (own best {fitted(some):.2f})", flush=True)


def arguments(p):
    p.add_argument("--share", type=float, default=1, help="of the claims to learn from")
    p.add_argument("--freeze", type=int, default=4, help="layers from below that stay as they are")


def main():
    o = options(__doc__, part=arguments)
    rows = [r for r in lines(o.pairs) if r["source"] in MIX]
    learned = [r for r in rows if not held_to_rank(r["claim"]) and draw("share " + r["claim"], 1000) < 1000 * o.share]
    run = Listwise(o)
    for layer in run.model.bert.encoder.layer[:o.freeze]:
        layer.requires_grad_(False)
    if o.minutes:
        run.go(Lists(learned, o).batches(o, o.seed + run.steps))
    measure(run.model.to("cpu").eval(), Lists([r for r in rows if held_to_rank(r["claim"])], o))


if __name__ == "__main__":
    main()
