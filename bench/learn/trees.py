"""Learns the forest that helps to rank the chains of claims (hop/forest.go) from the lists that bench/learn writes.

    pip install lightgbm numpy
    go run ./bench/learn -claims -rounds 0 -lists lists STORE=CLAIMS ...
    python bench/learn/trees.py lists hop/forest.bin
    python bench/learn/trees.py lists --fold 0
    go run ./bench/learn -sentences -lists sentences STORE=bench/learn/written.jsonl
    python bench/learn/trees.py sentences hop/sentence.bin --sentences

The loss is LambdaMART's (Burges 2010, From RankNet to LambdaRank to LambdaMART): the chain of the gold pages stands before one that has
a page more, and this one before all others. With --fold a fifth of the claims, twins together, is left out, and measured by the forest
that is learned from the others.

With --sentences the forest is that of the sentences that decide a claim (hop/sentence.go), by logistic loss; and what is measured are the
pages whose likeliest sentence, or one of the two likeliest, decides.
"""

import argparse
import hashlib
import json
import struct
from collections import Counter
from pathlib import Path

import lightgbm
import numpy as np

TREES = 300
SETTINGS = {
    "objective": "lambdarank", "learning_rate": .03, "num_leaves": 31, "min_data_in_leaf": 50, "lambda_l2": 5, "feature_fraction": .3,
    "bagging_fraction": .8, "bagging_freq": 1, "lambdarank_truncation_level": 8, "label_gain": [0, 1, 2.5], "num_threads": 1, "seed": 0,
    "deterministic": True, "force_row_wise": True, "verbose": -1,
}
SENTENCES = {
    "objective": "binary", "learning_rate": .12, "num_leaves": 15, "min_data_in_leaf": 40, "lambda_l2": 5, "feature_fraction": .5,
    "bagging_fraction": .8, "bagging_freq": 1, "num_threads": 1, "seed": 0, "deterministic": True, "force_row_wise": True, "verbose": -1,
}
SENTENCE_TREES = 100
ONE_PAGE = 3  # times the weight of other claims: a claim of one page should get one page
LEAF = 255
FOLDS = 5


class Lists:
    """The claims, and the features of their chains."""

    def __init__(self, file: Path):
        self.claims = [json.loads(line) for line in open(f"{file}.jsonl", encoding="utf-8")]
        self.ends = np.cumsum([c["chains"] for c in self.claims])
        numbers = np.fromfile(file, "<f4")
        self.features = numbers.reshape(self.ends[-1], -1)
        self.linear = np.concatenate([c["scores"] for c in self.claims])

    def of(self, i: int) -> tuple:
        """The features of a claim's chains, and their scores by linear weights, to which the trees add."""
        at = slice(self.ends[i] - self.claims[i]["chains"], self.ends[i])
        return self.features[at], self.linear[at]


def learn(lists: Lists, some: list) -> lightgbm.Booster:
    some = [i for i in some if lists.claims[i]["gold"] >= 0]
    labels, sizes = [], [lists.claims[i]["chains"] for i in some]
    for i in some:
        of = (np.array(lists.claims[i]["worth"]) > 0).astype(int)
        of[lists.claims[i]["gold"]] = 2
        labels.append(of)
    weights = np.array([lists.claims[i]["weight"] * (ONE_PAGE if lists.claims[i]["pages"] == 1 else 1) for i in some])
    features, linear = (np.concatenate(of) for of in zip(*(lists.of(i) for i in some)))
    data = lightgbm.Dataset(features, np.concatenate(labels), group=sizes, init_score=linear,
                            weight=np.repeat(weights / weights.mean(), sizes))
    return lightgbm.train(SETTINGS, data, TREES)


class Sentences:
    """The claims, the features of the sentences of their pages, and which of these decide."""

    def __init__(self, file: Path):
        self.claims = [json.loads(line) for line in open(f"{file}.jsonl", encoding="utf-8")]
        sizes = [sum(map(len, c["right"] or [])) for c in self.claims]
        self.ends = np.cumsum(sizes)
        self.features = np.fromfile(file, "<f4").reshape(self.ends[-1], -1)

    def of(self, i: int) -> tuple:
        right = self.claims[i]["right"] or []
        return self.features[self.ends[i] - sum(map(len, right)):self.ends[i]], right

    def learn(self, some: list) -> lightgbm.Booster:
        features = np.concatenate([self.of(i)[0] for i in some])
        return lightgbm.train(SENTENCES, lightgbm.Dataset(features, np.concatenate([r for i in some for r in self.of(i)[1]])), SENTENCE_TREES)

    def measure(self, model: lightgbm.Booster, some: list):
        pages, first, two = 0, 0, 0
        for i in some:
            features, right = self.of(i)
            at = 0
            for of in right:
                order = np.argsort(-model.predict(features[at:at + len(of)]), kind="stable")
                pages, first, two, at = pages + 1, first + of[order[0]], two + any(of[k] for k in order[:2]), at + len(of)
        print(f"{pages} pages: the likeliest sentence decides {first / pages:.3f}, one of two {two / pages:.3f}")


def save(model: lightgbm.Booster, file: Path):
    """Writes the trees in preorder, as hop/forest.go reads them."""
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


def measure(model: lightgbm.Booster, lists: Lists, some: list):
    """Prints how many claims have all gold pages in the first chain, and just the gold pages, by file and number of pages."""
    of, whole, five, exact = Counter(), Counter(), Counter(), Counter()
    for i in some:
        c = lists.claims[i]
        key = (Path(c["file"]).name, c["pages"])
        of[key] += 1
        if c["chains"] == 0:
            continue
        features, linear = lists.of(i)
        order = np.argsort(-linear - model.predict(features, raw_score=True), kind="stable")
        right = [k == c["gold"] or c["worth"][k] > 0 for k in order[:5]]
        exact[key] += order[0] == c["gold"]
        whole[key] += right[0]
        five[key] += any(right)
    for key in sorted(of):
        print(f"{key[0]}, {key[1]} pages: {of[key]} claims, all pages first {whole[key] / of[key]:.3f}, in one of five {five[key] / of[key]:.3f}, exactly {exact[key] / of[key]:.3f}")
    keys = [k for k in of if k[0] == "written.jsonl"]
    total = lambda counts: sum(counts[k] for k in keys) / max(1, sum(of[k] for k in keys))
    print(f"written.jsonl: all pages first {total(whole):.3f}, in one of five {total(five):.3f}, exactly {total(exact):.3f}")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("lists", type=Path)
    p.add_argument("out", type=Path, nargs="?")
    p.add_argument("--fold", type=int)
    p.add_argument("--sentences", action="store_true")
    o = p.parse_args()
    lists = Sentences(o.lists) if o.sentences else Lists(o.lists)
    written = map(json.loads, open(Path(__file__).with_name("written.jsonl"), encoding="utf-8"))
    groups = {r["claim"]: r.get("twin_of", r["id"]) for r in written}
    folds = [fold(c, groups) for c in lists.claims]
    rest, left = [i for i, k in enumerate(folds) if k != o.fold], [i for i, k in enumerate(folds) if k == o.fold]
    model = lists.learn(rest) if o.sentences else learn(lists, rest)
    if o.fold is not None:
        lists.measure(model, left) if o.sentences else measure(model, lists, left)
    if o.out:
        save(model, o.out)


if __name__ == "__main__":
    main()
