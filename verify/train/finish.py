"""Ends a run: fits temperature and biases on the tenth of the trained claims that train.py holds back. No kept-out claim is
read. The tenth is held back by its claims alone: many of its premises are trained on, so a run's loss on it flatters.

    python finish.py --start build/mpnet --weights build/large/weights.safetensors \
        --pairs build/train.jsonl.gz --out build/final

The biases and the temperature (Guo et al. 2017, section 4.2) are folded into the classifier, so that every runtime has them.
"""

import argparse
from collections import defaultdict
from pathlib import Path

import torch

from places import draw, held, lines
from reader import Reader
from rows import CLASSES, MIX, encode, padded
from train import losses_of


def sample(rows: list, each: int) -> list:
    """At most so many held-back rows of a source, drawn by hash, with the source's weight in the mix."""
    groups = defaultdict(list)
    for r in rows:
        if held(r["hypothesis"]) and r["label"] in CLASSES:
            groups[r["source"] if r["source"] in MIX else "rest"].append(r)
    out = []
    for name, some in sorted(groups.items()):
        some.sort(key=lambda r: draw(r["premise"] + r["hypothesis"], 1 << 40))
        some = some[:each]
        out += [dict(r, group=name, weight=MIX[name] / len(some)) for r in some]
    return out


def logits_of(model: Reader, encoded: list) -> torch.Tensor:
    out, order = torch.empty(len(encoded), 3), sorted(range(len(encoded)), key=lambda i: len(encoded[i][0]))
    with torch.inference_mode():
        for at in range(0, len(order), 16):
            some = order[at:at + 16]
            out[some] = model(**padded([encoded[i] for i in some], model.words.device, model.types))[:, :3].float().cpu()
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
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--start", type=Path, required=True)
    p.add_argument("--weights", type=Path, required=True)
    p.add_argument("--pairs", type=Path, required=True)
    p.add_argument("--out", type=Path, required=True)
    p.add_argument("--each", type=int, default=40, help="held-back rows of a source")
    p.add_argument("--length", type=int, default=512)
    p.add_argument("--threads", type=int, default=2)
    o = p.parse_args()
    torch.set_num_threads(o.threads)
    rows = sample(lines(o.pairs), o.each)
    classes = torch.tensor([CLASSES[r["label"]] for r in rows])
    weight = torch.tensor([r["weight"] for r in rows])
    weight /= weight.sum()
    model = Reader(o.start)
    seen = model.load(o.weights)
    z = logits_of(model, encode(rows, o.start / "tokenizer.json", o.length))
    t, b = fitted(z, classes, weight)
    ok = right(z / t + b, classes)
    by = lambda name: 100 * ok[[i for i, r in enumerate(rows) if r["group"] == name]].float().mean().item()
    print(f"{seen} pairs  loss {(weight * losses_of(z, classes)).sum():.4f}, fitted {(weight * losses_of(z / t + b, classes)).sum():.4f}  "
          f"right {100 * (weight * ok).sum():.1f}  temperature {t:.3f}  biases {' '.join(f'{x:+.2f}' for x in b.tolist())}  "
          + " ".join(f"{g} {by(g):.0f}" for g in sorted({r["group"] for r in rows})))
    with torch.no_grad():
        model.classifier.weight /= t
        model.classifier.bias.copy_(model.classifier.bias / t + b)
    model.save(o.out / "weights.safetensors", seen)


if __name__ == "__main__":
    main()
