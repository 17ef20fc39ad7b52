"""Trains a reader on pairs, on a GPU where there is one.

    python train.py --start build/mpnet --pairs build/train.jsonl.gz --out build/large
    python train.py --start build/small --pairs build/train.jsonl.gz --out build/mini --rate 4e-4 --drop .05 --decay .97 \\
        --teacher-start build/mpnet --teacher build/large/weights.safetensors

--start is a folder that base.py or warm.py writes. With a teacher the reader learns from it, too (Hinton et al. 2015, section 2): half of the
loss of a labelled pair is the distance to what the teacher says of it, and as many pairs again have no other label: a premise before the
claim of a row that stands near in the file, and rows labelled "unlabelled". The rate falls to nothing by the end, which is the last batch or
--seconds, whichever comes first.
"""

import argparse
import math
import os
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from reader import Reader
from rows import UNLABELLED, Encoded, batches, drawn, padded

WARM = .05  # share of a run over which the rate rises
HEAD = 2  # how much faster the classifier learns than the last layer
SOFT = 2.0  # temperature of what a teacher says
NEAR = 11  # rows apart, at most, of a premise and the claim of another row


def losses_of(logits: torch.Tensor, classes: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of each pair; supported is entailment, not supported is neutral or contradiction, whichever; relevance by its own logit."""
    p, rel = torch.log_softmax(logits[:, :3].float(), -1), logits[:, 3:].float()
    none = torch.zeros_like(rel)
    return -torch.cat([p, p[:, :1], torch.logsumexp(p[:, 1:], -1, keepdim=True), none, functional.logsigmoid(rel), functional.logsigmoid(-rel)], 1).gather(1, classes[:, None])[:, 0]


def taught(logits: torch.Tensor, teacher: torch.Tensor, classes: torch.Tensor) -> torch.Tensor:
    """The loss of each pair beside a teacher's logits."""
    far = functional.kl_div(torch.log_softmax(logits[:, :3] / SOFT, -1), torch.softmax(teacher[:, :3] / SOFT, -1), reduction="none").sum(-1) * SOFT ** 2
    rel = functional.binary_cross_entropy_with_logits(logits[:, 3], torch.sigmoid(teacher[:, 3]), reduction="none")
    hard = losses_of(logits, classes)
    nli, select = classes < UNLABELLED, classes > UNLABELLED
    return torch.where(nli, .5 * far + .5 * hard + .2 * rel, torch.where(select, .5 * far + .5 * hard + .7 * rel, far + .3 * rel))


def groups_of(model: Reader, rate: float, decay: float) -> list:
    """Groups for the optimiser: each layer learns slower than the one above it (Howard and Ruder 2018, section 3.2)."""
    by, last = {}, len(model.layers) - 1
    for n, p in model.named_parameters():
        top = rate * (decay ** (last - int(n.split(".")[1])) if n.startswith("layers.") else HEAD)
        by.setdefault((top, 0.0 if n.endswith("bias") or "norm" in n else .01), []).append(p)
    return [{"params": p, "lr": top, "top": top, "weight_decay": w} for (top, w), p in by.items()]


class Pairs:
    """The batches of a run: lists of (row of the premise, row of the claim)."""

    def __init__(self, rows: Encoded, o):
        self.rows, chance = rows, np.random.default_rng(o.seed)
        labelled = [i for i, c in enumerate(rows.classes) if c != UNLABELLED]
        groups = [[labelled[k] for k in g] for g in drawn([rows.rows[i] for i in labelled], o.draws, o.seed)]
        self.batches = [[(i, i) for i in b] for b in batches(groups, rows.lengths, o.tokens, o.batch, o.seed)]
        if o.teacher:
            i = chance.integers(0, len(rows.rows), int(o.draws))
            j = np.clip(i + chance.integers(1, NEAR + 1, len(i)) * chance.choice([-1, 1], len(i)), 0, len(rows.rows) - 1)
            near = [[(a, b)] for a, b in zip(i.tolist(), j.tolist()) if rows.rows[a][0] == rows.rows[b][0] and a != b]
            near += 2 * [[(i, i)] for i in range(len(rows.rows)) if rows.classes[i] == UNLABELLED]
            chance.shuffle(near)
            more = batches([[k] for k in range(len(near))], [rows.lengths[p[0][0]] for p in near], o.tokens, o.batch, o.seed)
            self.batches += [[near[k][0] for k in b] for b in more]
            chance.shuffle(self.batches)

    def classes(self, batch: list) -> list:
        return [int(self.rows.classes[i]) if i == j else UNLABELLED for i, j in batch]


class Loaded(torch.utils.data.Dataset):
    """The batches of a run as tensors, made by workers."""

    def __init__(self, pairs, types, theirs, their_types, length):
        self.pairs, self.types, self.theirs, self.their_types, self.length = pairs, types, theirs, their_types, length

    def __len__(self):
        return len(self.pairs.batches)

    def __getitem__(self, k):
        batch = self.pairs.batches[k]
        make = lambda rows, types: padded([rows.mixed(i, j) for i, j in batch], "cpu", types, self.length)
        return len(batch), make(self.pairs.rows, self.types), torch.tensor(self.pairs.classes(batch)), make(self.theirs, self.their_types) if self.theirs else None


def train(model: Reader, pairs: Pairs, o, teacher: Reader = None, theirs: Encoded = None) -> int:
    """Steps through all batches, and returns how many pairs they were."""
    device = model.words.device
    optimizer = torch.optim.AdamW(groups_of(model, o.rate, o.decay), betas=(.9, .98), eps=1e-6, fused=device.type == "cuda")
    model.train()
    model.drop(o.drop)
    begun, told, seen, trend = time.time(), time.time(), 0, None
    loader = torch.utils.data.DataLoader(Loaded(pairs, model.types, theirs, teacher.types if teacher else False, o.length), batch_size=None, num_workers=max(1, min(14, (os.cpu_count() or 2) - 2)),
                                         prefetch_factor=8, pin_memory=True)
    to = lambda d: {k: v.to(device, non_blocking=True) for k, v in d.items()}
    for step, (size, ours, classes, given) in enumerate(loader):
        done = max(step / len(pairs.batches), (time.time() - begun) / o.seconds)
        if done >= 1:
            break
        for g in optimizer.param_groups:
            g["lr"] = g["top"] * min((done + 1e-3) / WARM, (1 - done) / (1 - WARM))
        logits, classes = model(**to(ours)), classes.to(device, non_blocking=True)
        if teacher:
            with torch.no_grad():
                said = teacher(**to(given))
        loss = (taught(logits, said, classes) if teacher else losses_of(logits, classes)).mean()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        seen += size
        trend = loss.detach() if trend is None else .98 * trend + .02 * loss.detach()
        if time.time() - told > 10:
            told, spent = time.time(), time.time() - begun
            if not math.isfinite(trend):
                raise SystemExit(f"loss is {trend.item()} at step {step}")
            left = spent / max(done, 1e-3) - spent
            print(f"{spent:6.0f} s  step {step} of {len(pairs.batches)}  {seen} pairs, {seen / spent:.0f} a second, {left:.0f} s left  "
                  f"loss {trend.item():.3f}", flush=True)
    model.eval()
    return seen


def options(argv: list = None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--start", type=Path, required=True)
    p.add_argument("--pairs", type=Path, required=True)
    p.add_argument("--out", type=Path, required=True)
    p.add_argument("--teacher", type=Path, help="weights of the reader to learn from")
    p.add_argument("--teacher-start", type=Path)
    p.add_argument("--weights", type=Path, help="weights to go on from")
    p.add_argument("--draws", type=float, default=1.8e6, help="pairs that are drawn, before sources of few rows are cut")
    p.add_argument("--seconds", type=float, default=math.inf, help="when the run ends, at the latest")
    p.add_argument("--rate", type=float, default=8e-5, help="of the last layer")
    p.add_argument("--decay", type=float, default=.92, help="what a layer's rate is of that of the layer above")
    p.add_argument("--drop", type=float, default=.1, help="share of states that are dropped")
    p.add_argument("--tokens", type=int, default=65536, help="padded tokens of a batch; 2304 suits a CPU")
    p.add_argument("--batch", type=int, default=768, help="pairs of a batch")
    p.add_argument("--length", type=int, default=512)
    p.add_argument("--seed", type=int, default=5)
    return p.parse_args(argv)


def main(argv: list = None):
    o = options(argv)
    torch.manual_seed(o.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    kind = torch.bfloat16 if device == "cuda" else torch.float32
    teacher = theirs = None
    if o.teacher:
        teacher, theirs = Reader(o.teacher_start, kind).to(device).eval(), Encoded(o.pairs, o.teacher_start / "tokenizer.json", o.length)
        teacher.load(o.teacher)
    o_start = Reader(o.start, kind)
    if o.weights:
        o_start.load(o.weights)
    model, pairs = o_start.to(device), Pairs(Encoded(o.pairs, o.start / "tokenizer.json", o.length), o)
    seen = train(model, pairs, o, teacher, theirs)
    model.save(o.out / "weights.safetensors", seen)
    print(f"{o.out / 'weights.safetensors'}: {seen} pairs")


if __name__ == "__main__":
    main()
