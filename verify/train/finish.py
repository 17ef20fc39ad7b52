"""Ends a run: averages its weights with those it started from, and fits temperature and biases, both on the tenth of the
trained claims that train.py holds back. No kept-out claim is read. The tenth is held back by its claims alone: many of its
premises are trained on, so a run's loss on it flatters.

    python finish.py --start build/start --end build/run/model --pairs build/train.jsonl.gz --out build/final

Averaging is that of Wortsman et al. 2022 (Robust fine-tuning of zero-shot models); the biases and the temperature (Guo et al.
2017, section 4.2) are folded into the classifier, so that every runtime has them.
"""

import argparse
import shutil
from collections import defaultdict
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from transformers import BertForSequenceClassification

from places import draw, held, lines
from train import CLASSES, MIX, bf16, encode, losses_of, padded


def mixed(start: dict, end: dict, share: float) -> dict:
    return {k: ((1 - share) * start[k].float() + share * end[k].float()).contiguous() for k in end}


def sample(rows: list, each: int) -> list:
    """At most so many held-back rows of a source, drawn by hash, with the source's weight in the mix."""
    groups = defaultdict(list)
    for r in rows:
        if held(r["hypothesis"]):
            groups[r["source"] if r["source"] in MIX else "rest"].append(r)
    out = []
    for name, some in sorted(groups.items()):
        some.sort(key=lambda r: draw(r["premise"] + r["hypothesis"], 1 << 40))
        some = some[:each]
        out += [dict(r, group=name, weight=MIX[name] / len(some)) for r in some]
    return out


def logits_of(model: torch.nn.Module, encoded: list) -> torch.Tensor:
    out, order = torch.empty(len(encoded), 3), sorted(range(len(encoded)), key=lambda i: len(encoded[i][0]))
    with torch.inference_mode(), bf16("cpu"):
        for at in range(0, len(order), 16):
            some = order[at:at + 16]
            out[some] = model(**padded([encoded[i] for i in some], "cpu")).logits.float()
    return out


def fitted(logits: torch.Tensor, classes: torch.Tensor, weight: torch.Tensor):
    """Temperature and biases of least weighted loss."""
    log_t, bias = torch.zeros(1, requires_grad=True), torch.zeros(3, requires_grad=True)
    search = torch.optim.LBFGS([log_t, bias], max_iter=100, line_search_fn="strong_wolfe")

    def loss():
        search.zero_grad()
        value = (weight * losses_of(logits / log_t.exp() + bias - bias.mean(), classes)).sum() + 1e-3 * bias.square().sum()
        value.backward()
        return value

    search.step(loss)
    return log_t.exp().item(), (bias - bias.mean()).detach()


def right(logits: torch.Tensor, classes: torch.Tensor) -> torch.Tensor:
    """Whether the best label is a row's, or for two labels whether the better half is."""
    three, two = logits.argmax(1) == classes, (logits[:, 0] > torch.logsumexp(logits[:, 1:], 1)) == (classes == 3)
    return torch.where(classes < 3, three, two)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--start", type=Path, required=True)
    p.add_argument("--end", type=Path, required=True)
    p.add_argument("--pairs", type=Path, required=True)
    p.add_argument("--out", type=Path)
    p.add_argument("--shares", default="0,.5,.75,1", help="shares of the end to try; 1 where the start is a base")
    p.add_argument("--each", type=int, default=60, help="held-back rows of a source")
    p.add_argument("--length", type=int, default=192)
    p.add_argument("--threads", type=int, default=2)
    o = p.parse_args()
    torch.set_num_threads(o.threads)
    rows = sample(lines(o.pairs), o.each)
    encoded = encode(rows, o.start / "tokenizer.json", o.length)
    classes = torch.tensor([CLASSES[r["label"]] for r in rows])
    weight = torch.tensor([r["weight"] for r in rows])
    weight /= weight.sum()
    start, end = load_file(o.start / "model.safetensors"), load_file(o.end / "model.safetensors")
    model = BertForSequenceClassification.from_pretrained(o.start, attn_implementation="sdpa").eval()
    tried = []
    for share in map(float, o.shares.split(",")):
        model.load_state_dict(mixed(start, end, share))
        z = logits_of(model, encoded)
        t, b = fitted(z, classes, weight)
        fit = z / t + b
        loss = (weight * losses_of(fit, classes)).sum().item()
        tried.append((loss, share, t, b))
        ok = right(fit, classes)
        by = lambda name: 100 * ok[[i for i, r in enumerate(rows) if r["group"] == name]].float().mean().item()
        print(f"share {share:.2f}  loss {loss:.4f}  right {100 * (weight * ok).sum().item():.1f}  temperature {t:.3f}  biases "
              + " ".join(f"{x:+.2f}" for x in b.tolist()) + "  " + " ".join(f"{g} {by(g):.0f}" for g in sorted({r["group"] for r in rows})), flush=True)
    if o.out:
        loss, share, t, b = min(tried, key=lambda x: x[0])
        print(f"chosen: share {share}, temperature {t:.3f}, biases {b.tolist()}")
        best = mixed(start, end, share)
        best["classifier.weight"] = (best["classifier.weight"] / t).contiguous()
        best["classifier.bias"] = (best["classifier.bias"] / t + b).contiguous()
        o.out.mkdir(parents=True, exist_ok=True)
        save_file(best, o.out / "model.safetensors", metadata={"format": "pt"})
        for name in ("config.json", "tokenizer.json"):
            shutil.copy(o.start / name, o.out / name)


if __name__ == "__main__":
    main()
