"""How far counts of words alone tell support from refutation: by themselves, and beside the model's logits.

    python surface.py ../onnx/shipped/nli-mini [--answers build/found.jsonl]

Learned on FEVEROUS's trained claims with their gold evidence; how much they count beside the model is fitted on those of these claims that
are held back (places.py). Tried on the claims of FEVEROUS that are kept out, on FEVER's slice and on EX-FEVER's held-back rows; with
--answers, what verify found for FEVEROUS's claims (see found.py), also on that, learned and fitted on the same.
"""

import argparse
import re
from math import log
from pathlib import Path

import numpy as np
import torch

import feverous
import found
from measure import Model, auc
from places import DATA, NLI, held, lines, record

STOP = set("a an the of in on at to for by and or was were is are be been has have had it its he i she his her their they that which who whom "
           "with from as this these those but also into than then there such while where when did does do s".split())
NEGATION = set("not never no none nor neither without failed only just always all every any exclusively unable".split())


def stem(word: str) -> str:
    word = word.lower()
    end = next((e for e in ("ing", "ed", "es", "s") if word.endswith(e) and len(word) > len(e) + 2), "")
    return word.removesuffix(end)


def counts(premise: str, claim: str) -> list:
    """Of the claim's content words, numbers, names and others, how many the premise lacks; negations that it lacks; lengths."""
    theirs, mine = re.findall(r"\w+", premise), re.findall(r"\w+", claim)
    known = {stem(w) for w in theirs}
    lacks = lambda words: [w for w in words if stem(w) not in known]
    content = [(k, w) for k, w in enumerate(mine) if w.lower() not in STOP]
    number = [w for _, w in content if w[0].isdigit()]
    name = [w for k, w in content if w[0].isupper() and k > 0]
    other = [w for k, w in content if w[0].islower() or k == 0 and w[0].isupper()]
    missing = [lacks(words) for words in (number, name, other)]
    share = [len(m) / max(1, len(w)) for m, w in zip(missing, (number, name, other))]
    n = sum(map(len, missing))
    return [n / max(1, len(content)), *share, bool(missing[0]), bool(missing[1]), bool(lacks(w for w in mine if w.lower() in NEGATION)),
            log(len(theirs) + 1), log(len(mine) + 1), n == 0, log(1 + n)]


def regression(x: np.ndarray, y: np.ndarray, ridge: float):
    """Log odds as a function of rows, by logistic regression over columns brought to one scale."""
    middle, spread = x.mean(0), x.std(0) + 1e-9
    t, line = torch.tensor((x - middle) / spread), torch.nn.Linear(x.shape[1], 1).double()
    search = torch.optim.LBFGS(line.parameters(), max_iter=500, line_search_fn="strong_wolfe")

    def loss():
        search.zero_grad()
        value = torch.nn.functional.binary_cross_entropy_with_logits(line(t)[:, 0], torch.tensor(y).double(), reduction="sum")
        value = value + ridge / 2 * line.weight.square().sum()
        value.backward()
        return value

    search.step(loss)
    w, b = line.weight.detach().numpy()[0], line.bias.item()
    return lambda rows: (rows - middle) / spread @ w + b


def tell(name: str, odds: np.ndarray, y: np.ndarray):
    print(f"{name:48} n={len(y):5}  right {((odds > 0) == y).mean():.3f}  AUC {auc(odds, y):.3f}", flush=True)


def compare(learn: list, fit: list, tried: dict):
    """Each list holds (premise, claim, supported, log odds of the model); learn needs none of the last."""
    table = lambda some: (np.array([counts(p, c) for p, c, _, _ in some], float), np.array([s for _, _, s, _ in some]))
    surface = regression(*table(learn), 1)
    both = lambda some: np.stack([np.array([z for *_, z in some]), surface(table(some)[0])], 1)
    joint = regression(both(fit), table(fit)[1], .1)
    for name, some in tried.items():
        x, y = both(some), table(some)[1]
        tell(f"{name}: model", x[:, 0], y), tell("  counts", x[:, 1], y), tell("  both", joint(x), y)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("model", type=Path)
    p.add_argument("--answers", type=Path)
    o = p.parse_args()
    model = Model(o.model, 192)
    odds = lambda r: (lambda z: float(z[0] - z[2]))(model.logits(r))
    row = lambda r, read: (r["premise"], r["hypothesis"], r["label"] == "entailment", odds(r) if read else 0)
    part = lambda c: "kept" if not c.trained else "held" if held(c.text) else "learn"
    claims = feverous.claims()
    gold = {k: [row(r, k != "learn") for r in feverous.gold([c for c in claims if part(c) == k])] for k in ("learn", "held", "kept")}
    compare(gold["learn"], gold["held"], {
        "FEVEROUS gold, kept out": gold["kept"],
        "FEVER slice": [row(r, True) for r in lines(NLI / "eval" / "fever_eval.jsonl.gz")],
        "EX-FEVER, rows held back": [row(r, True) for r in lines(NLI / "train" / "exfever.jsonl.gz") if held(r["hypothesis"])]})
    if o.answers:
        text = {r["title"]: [feverous.plain(s) for s in r["sentences"]] for r in lines(DATA / "feverous" / "evidence_pool.jsonl")}
        of, parts = {r["id"]: feverous.Claim(r) for r in record(DATA / "feverous" / "dev.shared.json")}, {"learn": [], "held": [], "kept": []}
        for a in lines(o.answers):
            c, says = of[a["id"]], a["probabilities"]
            parts[part(c)].append((feverous.titled(found.read(a, text)), c.text, c.label == "entailment", log((says["SUPPORTS"] + 1e-6) / (says["REFUTES"] + 1e-6))))
        compare(parts["learn"], parts["held"], {"FEVEROUS end to end, kept out": parts["kept"]})


if __name__ == "__main__":
    main()
