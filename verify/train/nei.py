"""How NOT ENOUGH INFO is learned: one head a kind of neutral row, over the same frozen encoder, each tried on all kinds.

    python nei.py --model build/start

FEVER's paper (Thorne et al. 2018, section 4.3) compares NearestP, a sentence of the nearest page, with RandomS, a random one: the second
gave the better oracle score and the worse pipeline. Here to these come a page dropped of the evidence, other sentences of the
gold page, and pages that the evidence links to. Trained on FEVEROUS claims of the trained side, tried on those kept out.
"""

import argparse
from pathlib import Path

import torch
from transformers import BertForSequenceClassification

import feverous
from places import draw, row
from train import bf16, encode, padded

KINDS = ["random", "nearest", "linked", "same page", "dropped"]


def kinds(some: list) -> dict:
    """Rows that don't suffice, by kind: at most one a claim."""
    pool, out = feverous.Pool(some), {k: [] for k in KINDS}
    for c in some:
        t = pool.titles[draw("random" + c.text, len(pool.titles))]
        if t not in c.pages:
            out["random"].append(row(feverous.titled({t: pool.pages[t][:1]}), c.text, "neutral", "random"))
        for t in pool.nearest(c, 1):
            out["nearest"].append(row(feverous.titled({t: pool.pages[t][:4]}), c.text, "neutral", "nearest"))
        for t in c.pages:
            to = next((to for to in c.links[t] if to in pool.pages and to not in c.pages), None)
            if to:
                out["linked"].append(row(feverous.titled({to: pool.pages[to][:4]}), c.text, "neutral", "linked"))
                break
        first = next(iter(c.pages))
        others = [s for s in pool.pages[first] if s not in c.pages[first]]
        if others and len(c.pages) == 1:
            out["same page"].append(row(feverous.titled({first: others[:3]}), c.text, "neutral", "same page"))
        if len(c.pages) > 1:
            gone = list(c.pages)[draw("gone" + c.text, len(c.pages))]
            out["dropped"].append(row(feverous.titled({t: s for t, s in c.pages.items() if t != gone}), c.text, "neutral", "dropped"))
    return out


def features(model, tokenizer: Path, rows: list) -> torch.Tensor:
    encoded = encode(rows, tokenizer, 192)
    out, order = torch.empty(len(rows), model.config.hidden_size), sorted(range(len(rows)), key=lambda i: len(encoded[i][0]))
    with torch.inference_mode(), bf16("cpu"):
        for at in range(0, len(order), 16):
            some = order[at:at + 16]
            out[some] = model.bert(**padded([encoded[i] for i in some], "cpu")).pooler_output.float()
    return out


def head(x: torch.Tensor, y: torch.Tensor) -> torch.nn.Linear:
    """Logistic regression; classes count alike, however many rows they have."""
    out = torch.nn.Linear(x.shape[1], 3)
    torch.nn.init.zeros_(out.weight), torch.nn.init.zeros_(out.bias)
    share = 1 / torch.bincount(y, minlength=3).clamp(min=1).float()
    search = torch.optim.LBFGS(out.parameters(), max_iter=200, line_search_fn="strong_wolfe")

    def loss():
        search.zero_grad()
        value = torch.nn.functional.cross_entropy(out(x), y, weight=share) + 3e-3 * out.weight.square().sum()
        value.backward()
        return value

    search.step(loss)
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--model", type=Path, required=True)
    p.add_argument("--threads", type=int, default=2)
    o = p.parse_args()
    torch.set_num_threads(o.threads)
    model = BertForSequenceClassification.from_pretrained(o.model, attn_implementation="sdpa").eval()
    read = lambda rows: features(model, o.model / "tokenizer.json", rows)
    all_claims = feverous.claims()
    parts = [[c for c in all_claims if c.trained], [c for c in all_claims if not c.trained]]
    gold = [feverous.gold(part) for part in parts]
    label = lambda rows: torch.tensor([0 if r["label"] == "entailment" else 2 for r in rows])
    x, y = [read(g) for g in gold], [label(g) for g in gold]
    short = [{k: read(rows) for k, rows in kinds(part).items() if rows} for part in parts]
    print(f"{'head trained with':18} {'rows':>5} {'gold':>6} {'S/R':>6} " + " ".join(f"{k:>10}" for k in KINDS) + "   mean of gold and neutral")
    some = KINDS + ["all kinds"]
    for kind in some:
        n = torch.cat([short[0][k] for k in (KINDS if kind == "all kinds" else [kind])])
        h = head(torch.cat([x[0], n]), torch.cat([y[0], torch.ones(len(n), dtype=torch.long)]))
        with torch.inference_mode():
            z = h(x[1])
            three = 100 * (z.argmax(1) == y[1]).float().mean().item()
            two = 100 * ((z[:, 0] > z[:, 2]) == (y[1] == 0)).float().mean().item()
            said = [100 * (h(short[1][k]).argmax(1) == 1).float().mean().item() for k in KINDS]
        print(f"{kind:18} {len(n):5} {three:6.1f} {two:6.1f} " + " ".join(f"{s:10.1f}" for s in said) + f"   {(three + sum(said) / len(said)) / 2:6.1f}", flush=True)
    print(f"{'rows tried':18} {'':5} {len(gold[1]):6} {len(gold[1]):6} " + " ".join(f"{len(short[1][k]):10}" for k in KINDS))


if __name__ == "__main__":
    main()
