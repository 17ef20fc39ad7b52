"""Trains a reader on pairs until it is stopped; started again, it goes on.

    nice -n 15 python train.py --start build/mpnet --pairs build/train.jsonl.gz --out build/large
    python train.py --start build/mpnet --pairs build/train.jsonl.gz --out build/large --until 24000 --cool 4000

--start is a folder that base.py or warm.py writes; reader.py says what of it is trained. After a warm-up the rate stays as it
is, so that no run need know when it ends. A model to use is cooled down from a checkpoint: over the last --cool pairs before --until
the rate falls to nothing (Hägele et al. 2024), and the checkpoint stays as it was, to go on from. The mean of the latest weights
comes near to a cooled model at no cost, and is what --curve measures. On a GPU it is used.
"""

import argparse
import json
import math
import signal
import time
from pathlib import Path

import torch

from reader import Reader, able
from rows import Drawer, Encoded, padded

WARM = 1000  # pairs over which the rate rises
UP = 16  # how much faster than what narrows what widens again learns (Hayou et al. 2024, LoRA+)
LATEST = .995  # what the mean of the weights keeps of itself at a step


def losses_of(logits: torch.Tensor, classes: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of each pair; supported is entailment, not supported is neutral or contradiction, whichever."""
    p = torch.log_softmax(logits.float(), -1)
    return -torch.cat([p, p[:, :1], torch.logsumexp(p[:, 1:], -1, keepdim=True)], 1).gather(1, classes[:, None])[:, 0]


class Run:
    """A run's model and optimiser, with the checkpoint they go to."""

    def __init__(self, o):
        self.o, self.device = o, "cuda" if torch.cuda.is_available() else "cpu"
        self.file, self.spent, self.steps, self.seen, self.begun, self.trend = o.out / "checkpoint.pt", 0.0, 0, 0, 0, 0.0
        self.model = Reader(o.start, o.rank, torch.bfloat16 if able(self.device) else torch.float32).to(self.device)
        if o.weights:
            self.seen = self.begun = self.model.load(o.weights)
        for layer in self.model.layers[:o.freeze]:
            layer.requires_grad_(False)
        trained = {n: p for n, p in self.model.named_parameters() if p.requires_grad}
        flat = lambda n: n.endswith("bias") or "norm" in n.lower()
        head = lambda n: "classifier" in n or n.startswith("dense")
        up = lambda n: n.endswith(".up")
        decay = lambda test: 0.0 if test is flat else .01
        group = lambda test, times: {"params": [p for n, p in trained.items() if test(n)], "weight_decay": decay(test), "times": times}
        self.optimizer = torch.optim.AdamW([
            group(lambda n: not flat(n) and not up(n) and not head(n), 1), group(flat, 1), group(up, UP),
            group(lambda n: head(n) and not flat(n), 4)], lr=o.rate, fused=True)
        self.trained, self.mean = trained, {n: p.detach().clone() for n, p in trained.items()}
        if self.file.exists():
            self.load()

    def load(self):
        kept = torch.load(self.file, map_location=self.device, weights_only=True)
        self.spent, self.steps, self.seen, self.begun = (kept[k] for k in ("spent", "steps", "seen", "begun"))
        self.put(kept["weights"])
        self.mean.update({n: t for n, t in kept["mean"].items() if n in self.trained})
        if kept["weights"].keys() == self.trained.keys():
            self.optimizer.load_state_dict(kept["optimizer"])
        else:  # other layers are frozen than were
            self.begun = self.seen

    def put(self, weights: dict):
        with torch.no_grad():
            for n, p in self.model.named_parameters():
                if n in weights:
                    p.copy_(weights[n])

    def save(self):
        part = self.file.with_suffix(".part")
        weights = {n: p.detach() for n, p in self.trained.items()}
        torch.save({"weights": weights, "mean": self.mean, "optimizer": self.optimizer.state_dict(),
                    "spent": self.spent, "steps": self.steps, "seen": self.seen, "begun": self.begun}, part)
        part.replace(self.file)

    def cooling(self) -> bool:
        return self.o.cool > 0 and self.seen > self.o.until - self.o.cool

    def rate(self):
        factor = min(1, (self.seen - self.begun + 1) / WARM)
        if self.cooling():
            factor *= max(0, (self.o.until - self.seen) / self.o.cool)
        for g in self.optimizer.param_groups:
            g["lr"] = self.o.rate * g["times"] * factor

    def step(self, pairs: list, classes: list):
        self.rate()
        logits = self.model(**padded(pairs, self.device, self.model.types))
        loss = losses_of(logits, torch.tensor(classes, device=self.device)).mean()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.trained.values(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.steps, self.seen = self.steps + 1, self.seen + len(pairs)
        keep = min(LATEST, self.steps / (self.steps + 9))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.mean.values()), [p.detach() for p in self.trained.values()], 1 - keep)
        self.trend = loss.item() if not self.trend else .98 * self.trend + .02 * loss.item()
        if not math.isfinite(self.trend):
            raise SystemExit(f"loss is {self.trend} at step {self.steps}")

    def watched(self, watch) -> dict:
        """What watch says of the mean of the latest weights."""
        now = {n: p.detach().clone() for n, p in self.trained.items()}
        self.put(self.mean)
        said = watch(self.model)
        self.put(now)
        return said

    def go(self, batches, watch=None):
        """Steps through batches of (pairs, classes) to the end, and writes the model. What watch says of it on the way is written to
        curve.jsonl, after 5,000 pairs, twice as many, and so on, and every 20,000 from there."""
        stopped, asked = [], max(5000, self.seen + 1)
        signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
        before, begun, saved, told = self.spent, time.time(), time.time(), time.time()
        for pairs, classes in batches:
            if stopped or self.seen >= self.o.until:
                break
            self.step(pairs, classes)
            now = time.time()
            self.spent = before + now - begun
            if now - told > 30:
                told = now
                print(f"{self.spent / 60:6.1f} min  step {self.steps:5}  pairs {self.seen:7}  loss {self.trend:.3f}", flush=True)
            if now - saved > 180 and not self.cooling():
                saved = now
                self.save()
            if watch and self.seen >= asked:
                asked = 2 * self.seen if self.seen < 20000 else self.seen + 20000
                with open(self.o.out / "curve.jsonl", "a") as f:
                    f.write(json.dumps({"pairs": self.seen, "minutes": round(self.spent / 60, 1)} | self.watched(watch)) + "\n")
        if not self.cooling():
            self.save()
        if stopped:
            raise SystemExit("stopped; start again to go on")
        if not self.o.cool:
            self.put(self.mean)
        folder = self.o.out / f"model-{self.o.until:.0f}" if self.o.cool else self.o.out / "model"
        folder.mkdir(parents=True, exist_ok=True)
        self.model.save(folder / "weights.safetensors", self.seen)
        (folder / "tokenizer.json").write_bytes((self.o.start / "tokenizer.json").read_bytes())
        print(f"{folder}: {self.seen} pairs")


def options():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--start", type=Path, required=True)
    p.add_argument("--weights", type=Path, help="of an earlier run over the same start, where --out holds no checkpoint yet")
    p.add_argument("--pairs", type=Path, required=True)
    p.add_argument("--out", type=Path, required=True)
    p.add_argument("--until", type=float, default=math.inf, help="pairs after which the model is written and the run ends")
    p.add_argument("--cool", type=float, default=0, help="the last pairs, over which the rate falls to nothing")
    p.add_argument("--rate", type=float, default=6e-5, help="of adapters; with --rank 0, 1.5e-4 suits a BERT of 384")
    p.add_argument("--rank", type=int, default=32, help="of adapters; 0 trains the matrices themselves")
    p.add_argument("--freeze", type=int, default=0, help="layers from below that stay as they are: four save a fifth of the work")
    p.add_argument("--longest", type=int, default=0, help="leave out pairs of more tokens: a cheaper beginning")
    p.add_argument("--tokens", type=int, default=2304, help="padded tokens of a batch")
    p.add_argument("--batch", type=int, default=32, help="pairs of a batch")
    p.add_argument("--length", type=int, default=192)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--seed", type=int, default=5)
    p.add_argument("--curve", action="store_true", help="measure small samples on the way: see Run.go")
    o = p.parse_args()
    torch.set_num_threads(o.threads)
    torch.manual_seed(o.seed)
    o.out.mkdir(parents=True, exist_ok=True)
    return o


def main():
    o = options()
    rows = Encoded(o.pairs, o.start / "tokenizer.json", o.length)
    run = Run(o)
    watch = None
    if o.curve:
        import measure
        watch = measure.curve(o.start / "tokenizer.json", o.length)
    run.go(rows.batches(Drawer(rows.rows, o.seed + run.steps), o.tokens, o.batch, o.longest or o.length), watch)


if __name__ == "__main__":
    main()
