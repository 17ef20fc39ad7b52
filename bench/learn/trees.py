"""Learns the forest that helps to rank the chains of claims (hop/rank.go) from the lists that bench/learn writes.

    pip install lightgbm numpy
    go run ./bench/learn -claims -rounds 0 -lists lists STORE=CLAIMS ...
    python bench/learn/trees.py lists hop/forest.bin
    python bench/learn/trees.py lists --fold 0

The loss is LambdaMART's (Burges 2010, From RankNet to LambdaRank to LambdaMART): the chain of the gold pages stands before one that has
a page more, and this one before all others. With --fold a fifth of the claims, twins together, is left out, and measured by the forest
that is learned from the others.
"""

import argparse
import hashlib
import json
import struct
from collections import Counter
from pathlib import Path

import lightgbm
import numpy as np

ONE_PAGE = 3  # times the weight of other claims: a claim of one page should get one page
LEAF = 255
FOLDS = 5


class Lists:
    """The claims, and the features of their chains."""

    TREES = 300
    SETTINGS = {
        "min_data_in_leaf": 50, "lambda_l2": 5, "bagging_fraction": .8, "bagging_freq": 1, "num_threads": 1, "seed": 0, "deterministic": True,
        "force_row_wise": True, "verbose": -1,
        "objective": "lambdarank", "learning_rate": .03, "num_leaves": 31, "feature_fraction": .3, "lambdarank_truncation_level": 8,
        "label_gain": [0, 1, 2.5],
    }

    def __init__(self, file: Path):
        self.claims = [json.loads(line) for line in open(f"{file}.jsonl", encoding="utf-8")]
        self.ends = np.cumsum([c["chains"] for c in self.claims])
        self.features = np.fromfile(file, "<f4").reshape(self.ends[-1], -1)

    def of(self, i: int) -> np.ndarray:
        """The features of a claim's chains."""
        return self.features[self.ends[i] - self.claims[i]["chains"]:self.ends[i]]

    def learn(self, some: list) -> lightgbm.Booster:
        return lightgbm.train(self.SETTINGS, self.data(some), self.TREES)

    def data(self, some: list) -> lightgbm.Dataset:
        """The trees add to the scores by linear weights."""
        some = [i for i in some if self.claims[i]["gold"] >= 0]
        claims = [self.claims[i] for i in some]
        labels, sizes = [], [c["chains"] for c in claims]
        for c in claims:
            of = (np.array(c["worth"]) > 0).astype(int)
            of[c["gold"]] = 2
            labels.append(of)
        weights = np.array([c["weight"] * (ONE_PAGE if c["pages"] == 1 else 1) for c in claims])
        return lightgbm.Dataset(np.concatenate([self.of(i) for i in some]), np.concatenate(labels), group=sizes,
                                init_score=np.concatenate([c["scores"] for c in claims]), weight=np.repeat(weights / weights.mean(), sizes))

    def measure(self, model: lightgbm.Booster, some: list):
        """Prints how many claims have all gold pages in the first chain, and just the gold pages, by file and number of pages."""
        of, whole, five, exact = Counter(), Counter(), Counter(), Counter()
        for i in some:
            c = self.claims[i]
            key = (Path(c["file"]).name, c["pages"])
            of[key] += 1
            if c["chains"] == 0:
                continue
            order = np.argsort(-np.array(c["scores"]) - model.predict(self.of(i), raw_score=True), kind="stable")
            right = [k == c["gold"] or c["worth"][k] > 0 for k in order[:5]]
            exact[key] += order[0] == c["gold"]
            whole[key] += right[0]
            five[key] += any(right)
        for key in sorted(of):
            print(f"{key[0]}, {key[1]} pages: {of[key]} claims, all pages first {whole[key] / of[key]:.3f}, in one of five {five[key] / of[key]:.3f}, exactly {exact[key] / of[key]:.3f}")
        keys = [k for k in of if k[0] == "written.jsonl"]
        total = lambda counts: sum(counts[k] for k in keys) / max(1, sum(of[k] for k in keys))
        print(f"written.jsonl: all pages first {total(whole):.3f}, in one of five {total(five):.3f}, exactly {total(exact):.3f}")


def save(model: lightgbm.Booster, file: Path):
    """Writes the trees in preorder, as hop/rank.go reads them."""
    out = bytearray()

    def grow(node: dict):
        if "leaf_value" in node:
            out.extend(struct.pack("<Bf", LEAF, node["leaf_value"]))
            return
        assert node["decision_type"] == "<=" and node["split_feature"] < LEAF
        out.extend(struct.pack("<Bff", node["split_feature"], node["internal_value"], node["threshold"]))
        grow(node["left_child"])
        grow(node["right_child"])

    for tree in model.dump_model()["tree_info"]:
        grow(tree["tree_structure"])
    file.write_bytes(out)


def fold(claim: dict, groups: dict) -> int:
    return int(hashlib.sha256(groups.get(claim["claim"], claim["claim"]).encode()).hexdigest(), 16) % FOLDS


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("lists", type=Path)
    p.add_argument("out", type=Path, nargs="?")
    p.add_argument("--fold", type=int)
    o = p.parse_args()
    lists = Lists(o.lists)
    written = map(json.loads, open(Path(__file__).with_name("written.jsonl"), encoding="utf-8"))
    groups = {r["claim"]: r.get("twin_of", r["id"]) for r in written}
    folds = [fold(c, groups) for c in lists.claims]
    model = lists.learn([i for i, k in enumerate(folds) if k != o.fold])
    if o.fold is not None:
        lists.measure(model, [i for i, k in enumerate(folds) if k == o.fold])
    if o.out:
        save(model, o.out)


if __name__ == "__main__":
    main()
