"""Trains a cross-encoder on pairs for a budget of wall-clock minutes; stopped and started again, it goes on.

    nice -n 15 python train.py --start build/start --pairs build/train.jsonl.gz --out build/run --minutes 30

The learning rate falls linearly to nothing at the end of the budget, however slow the machine is. On a GPU it is used.
"""

import argparse
import functools
import json
import math
import random
import signal
import time
from collections import defaultdict
from pathlib import Path

import torch
from tokenizers import Tokenizer
from transformers import BertForSequenceClassification

import attention
from places import held, lines

# Share of the pairs of a run by their source, scaled to 1; what no group names is "rest". Within a source each row is drawn once a
# pass, with its group.
MIX = {
    "fever_s": .06, "fever_r": .06, "fever_n": .065, "fever_open": .05, "fever_less": .025, "fever_swap": .025, "said": .18,
    "new_protocols": .09, "cad_nli": .045, "sanli_wiki": .025, "sufficient_facts": .02, "mnli": .16, "snli": .055,
    "infotabs": .065, "tabfact": .025, "scitab": .003,
    "feverous": .035, "feverous_among": .025, "feverous_near": .006, "feverous_dropped": .012, "feverous_swap": .012,
    "exfever": .025, "exfever_hopdrop": .012, "joined": .025, "joined_short": .012, "chain": .018, "chain_dropped": .014, "chain_added": .003,
    "chain_compared": .004, "2wiki": .006, "2wiki_swap": .004, "2wiki_dropped": .002, "2wiki_bridge": .003,
    "conjnli": .003, "rest": .02,
}
CLASSES = {"entailment": 0, "neutral": 1, "contradiction": 2, "supported": 3, "not_supported": 4}


class Drawer:
    """Draws groups of rows by a mix of their sources, each source in shuffled passes. A row without a group is one of its own."""

    def __init__(self, rows: list, seed: int, mix: dict = MIX):
        self.random, self.left = random.Random(seed), {}
        units, self.groups = defaultdict(list), defaultdict(list)
        for i, r in enumerate(rows):
            source = r["source"] if r["source"] in mix else "rest"
            units[source, r.get("group") or i].append(i)
        for (source, _), unit in units.items():
            self.groups[source].append(unit)
        self.names = sorted(self.groups)
        self.share = [mix[n] * len(self.groups[n]) / sum(map(len, self.groups[n])) for n in self.names]  # of the pairs, not of the groups

    def draw(self) -> list:
        name = self.random.choices(self.names, self.share)[0]
        if not self.left.get(name):
            self.left[name] = self.groups[name][:]
            self.random.shuffle(self.left[name])
        return self.left[name].pop()

    def batches(self, lengths: list, tokens: int, pairs: int):
        """Batches of about so many padded tokens, of groups of like length, in random order."""
        longest = lambda unit: max(lengths[i] for i in unit)
        while True:
            window, n = [], 0
            while n < pairs * 24:
                window.append(self.draw())
                n += len(window[-1])
            out, batch = [], []
            for unit in sorted(window, key=longest):
                size = len(batch) + len(unit)
                if batch and (size > pairs or longest(unit) * size > tokens):
                    out.append(batch)
                    batch = []
                batch = batch + unit
            out.append(batch)
            self.random.shuffle(out)
            yield from out


@functools.cache
def tokenizer_of(file: Path, length: int) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_padding()
    tokenizer.enable_truncation(length, strategy="only_first")
    return tokenizer


def encode(rows: list, file: Path, length: int) -> list:
    tokenizer = tokenizer_of(file, length)
    return [(e.ids, e.type_ids) for e in tokenizer.encode_batch([(r["premise"], r["hypothesis"]) for r in rows])]


def padded(pairs: list, device: str) -> dict:
    width = max(len(ids) for ids, _ in pairs)
    fill = lambda values: torch.tensor([v + [0] * (width - len(v)) for v in values], device=device)
    return {"input_ids": fill([p[0] for p in pairs]), "token_type_ids": fill([p[1] for p in pairs]),
            "attention_mask": fill([[1] * len(p[0]) for p in pairs])}


def losses_of(logits: torch.Tensor, classes: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of each pair; supported is entailment, not supported is neutral or contradiction, whichever."""
    p = torch.log_softmax(logits.float(), -1)
    return -torch.cat([p, p[:, :1], torch.logsumexp(p[:, 1:], -1, keepdim=True)], 1).gather(1, classes[:, None])[:, 0]


def loss_of(logits: torch.Tensor, classes: torch.Tensor) -> torch.Tensor:
    return losses_of(logits, classes).mean()


def bf16(device: str):
    """Autocast to bf16 where the processor multiplies it by itself (AVX-512 BF16, AMX, a GPU); where it doesn't, fp32 is forty times as fast."""
    able = device == "cuda" or torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()
    return torch.autocast(device, torch.bfloat16, enabled=able)


class Run:
    """A run's model, optimiser and clock, with the checkpoint they go to."""

    loss = staticmethod(loss_of)

    def __init__(self, o):
        self.o, self.device = o, "cuda" if torch.cuda.is_available() else "cpu"
        self.file, self.spent, self.steps, self.seen, self.mean = o.out / "checkpoint.pt", 0.0, 0, 0, 0.0
        if self.device == "cpu":
            attention.use()
        self.model = BertForSequenceClassification.from_pretrained(
            o.start, attn_implementation="sdpa" if self.device == "cuda" else "eager",
            hidden_dropout_prob=o.dropout, attention_probs_dropout_prob=o.dropout).to(self.device).train()
        if o.freeze_embeddings:
            self.model.bert.embeddings.requires_grad_(False)
        flat = lambda n: n.endswith("bias") or "LayerNorm" in n
        group = lambda test, **extra: {"params": [p for n, p in self.model.named_parameters() if p.requires_grad and test(n)], **extra}
        head = lambda n: n.startswith("classifier")
        self.optimizer = torch.optim.AdamW([
            group(lambda n: not flat(n) and not head(n), weight_decay=.01, base=o.rate),
            group(lambda n: flat(n) and not head(n), weight_decay=0.0, base=o.rate),
            group(head, weight_decay=.01, base=o.rate * 4)], lr=o.rate, fused=True)
        if self.file.exists():
            self.load()

    def load(self):
        kept = torch.load(self.file, map_location=self.device, weights_only=True)
        self.model.load_state_dict(kept["model"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.spent, self.steps, self.seen = kept["spent"], kept["steps"], kept["seen"]

    def save(self):
        part = self.file.with_suffix(".part")
        torch.save({"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "spent": self.spent,
                    "steps": self.steps, "seen": self.seen}, part)
        part.replace(self.file)

    def rate(self):
        """6% warm-up, then linear decay, by the share of the budget that is spent."""
        share = self.spent / (60 * self.o.minutes)
        factor = min(share / .06, (1 - share) / .94) if self.spent else 0
        for g in self.optimizer.param_groups:
            g["lr"] = g["base"] * max(factor, .002)

    def step(self, pairs: list, classes: list):
        self.rate()
        with bf16(self.device):
            logits = self.model(**padded(pairs, self.device)).logits
        loss = self.loss(logits, torch.tensor(classes, device=self.device))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.steps, self.seen = self.steps + 1, self.seen + len(pairs)
        self.mean = loss.item() if not self.mean else .98 * self.mean + .02 * loss.item()
        if not math.isfinite(self.mean):
            raise SystemExit(f"loss is {self.mean} at step {self.steps}")

    def go(self, batches, watch=None):
        """Steps through batches of (pairs, classes) until the budget is spent; the model is in out then. What watch says of it is written
        to curve.jsonl after 4,000 pairs, twice as many, and so on, and every 20,000 from there."""
        stopped, asked = [], max(4000, self.seen + 1)
        signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
        before, begun, saved, told = self.spent, time.time(), time.time(), time.time()
        for pairs, classes in batches:
            self.step(pairs, classes)
            now = time.time()
            self.spent = before + now - begun
            if now - told > 30:
                told = now
                print(f"{self.spent / 60:6.1f} min  step {self.steps:5}  pairs {self.seen:7}  loss {self.mean:.3f}", flush=True)
            if now - saved > 180:
                saved = now
                self.save()
            if watch and self.seen >= asked:
                asked = 2 * self.seen if self.seen < 20000 else self.seen + 20000
                with open(self.o.out / "curve.jsonl", "a") as f:
                    f.write(json.dumps({"pairs": self.seen, "minutes": round(self.spent / 60, 1)} | watch(self.model)) + "\n")
                self.model.train()
                begun += time.time() - now  # what it takes is not of the budget
            if stopped or self.spent > 60 * self.o.minutes * (self.o.until or 1):
                break
        self.save()
        if stopped:
            raise SystemExit("stopped; start again to go on")
        self.model.save_pretrained(self.o.out / "model")
        (self.o.out / "model" / "tokenizer.json").write_bytes((self.o.start / "tokenizer.json").read_bytes())
        (self.o.out / "run.json").write_text(
            json.dumps({"steps": self.steps, "pairs": self.seen, "seconds": round(self.spent), "loss": self.mean}))


def options(doc: str, part=None):
    """The arguments of a run; part adds its own."""
    p = argparse.ArgumentParser(description=doc)
    p.add_argument("--start", type=Path, required=True)
    p.add_argument("--pairs", type=Path, required=True)
    p.add_argument("--out", type=Path, required=True)
    p.add_argument("--minutes", type=float, default=30)
    p.add_argument("--until", type=float, default=0, help="end now and go on later: the share of the budget to stop at")
    p.add_argument("--rate", type=float, default=5e-5)
    p.add_argument("--tokens", type=int, default=2304, help="padded tokens of a batch")
    p.add_argument("--batch", type=int, default=40, help="pairs of a batch")
    p.add_argument("--length", type=int, default=192)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--seed", type=int, default=5)
    p.add_argument("--curve", action="store_true", help="measure small samples on the way: see Run.go")
    p.add_argument("--freeze-embeddings", action="store_true")
    p.add_argument("--dropout", type=float, default=.1, help="0 suits runs of less than two passes")
    if part:
        part(p)
    o = p.parse_args()
    torch.set_num_threads(o.threads)
    torch.manual_seed(o.seed)
    o.out.mkdir(parents=True, exist_ok=True)
    return o


def main():
    o = options(__doc__)
    rows = [r for r in lines(o.pairs) if not held(r["hypothesis"])]
    encoded = encode(rows, o.start / "tokenizer.json", o.length)
    run = Run(o)
    drawer = Drawer(rows, o.seed + run.steps)
    watch = None
    if o.curve:
        import measure
        watch = measure.curve(o.start / "tokenizer.json", o.length)
    run.go((([encoded[i] for i in batch], [CLASSES[rows[i]["label"]] for i in batch])
           for batch in drawer.batches([len(ids) for ids, _ in encoded], o.tokens, o.batch)), watch)


if __name__ == "__main__":
    main()
