"""Measures exported models on sets that no run of pairs.py is trained on, one column a model.

    python measure.py NAME=DIR_OR_ONNX ... [--length 192] [--most 0] [--keep build/answers] [--pairs build/train.jsonl.gz]

Beside each figure stand n, the AUC of the claim's words in the premise, and, with --pairs, what a reader of the claim alone gets: a linear
model over its words and pairs of words, learned from the same pairs.

Pairs are read one at a time, as verify does with int8 models: dynamic quantisation makes answers depend on the batch. Products of bytes
are exact, as verify's are (verify/onnx/device.go): on processors with AVX2 alone they overflow otherwise.
"""

import argparse
import json
import zlib
from collections import defaultdict
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

import fever
import feverous
import tables
import twins
from places import DATA, NLI, draw, lines, row, sufficient_kept

NAMES = ["entailment", "neutral", "contradiction"]


class Model:
    """An exported folder, or one .onnx file beside its tokenizer.json."""

    def __init__(self, path: Path, length: int):
        file = path if path.suffix == ".onnx" else path / "model.onnx"
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 2
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.add_session_config_entry("session.x64quantprecision", "1")  # as verify/onnx, see exactProducts there
        self.session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        self.inputs = [i.name for i in self.session.get_inputs()]
        self.tokenizer = Tokenizer.from_file(str(file.parent / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(length, strategy="only_first")

    def logits(self, r: dict) -> np.ndarray:
        e = self.tokenizer.encode(r["premise"], r["hypothesis"])
        feed = {"input_ids": e.ids, "attention_mask": e.attention_mask, "token_type_ids": e.type_ids}
        return self.session.run(["logits"], {k: np.array([feed[k]], np.int64) for k in self.inputs})[0][0]

    def probabilities(self, rows: list) -> np.ndarray:
        return softmax(np.stack([self.logits(r) for r in rows]))


class ClaimAlone:
    """Says of a claim without evidence what the words of the training pairs' claims say."""

    SIZE = 1 << 16

    def __init__(self, pairs: list):
        pairs = [r for r in pairs if r["label"] in NAMES]
        pairs = sorted(pairs, key=lambda r: draw(r["premise"] + r["hypothesis"], 1 << 40))[:60000]
        self.count = np.ones((3, self.SIZE))
        for r in pairs:
            self.count[NAMES.index(r["label"]), self.features(r)] += 1
        self.weight = np.log(self.count / self.count.sum(1, keepdims=True))  # naive Bayes

    def features(self, r: dict) -> list:
        words = ["^"] + tables.WORD.findall(r["hypothesis"].lower())
        return sorted({zlib.crc32(w.encode()) % self.SIZE for w in words + [a + " " + b for a, b in zip(words, words[1:])]})

    def probabilities(self, rows: list) -> np.ndarray:
        return softmax(np.stack([self.weight[:, self.features(r)].sum(1) for r in rows]))


def softmax(z: np.ndarray) -> np.ndarray:
    e = np.exp(z - z.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def auc(score, positive) -> float:
    order = np.argsort(score, kind="stable")
    s, rank = np.asarray(score)[order], np.empty(len(score))
    at = 0
    while at < len(s):
        end = np.searchsorted(s, s[at], side="right")
        rank[order[at:end]] = (at + end + 1) / 2
        at = end
    p = np.asarray(positive, bool)
    return (rank[p].sum() - p.sum() * (p.sum() + 1) / 2) / (p.sum() * (~p).sum())


def overlap(r: dict) -> float:
    """Share of the claim's words in the premise: the baseline to print beside a figure."""
    want = set(tables.WORD.findall(r["hypothesis"].lower()))
    return len(want & set(tables.WORD.findall(r["premise"].lower()))) / max(len(want), 1)


def two_way(rows: list, p: np.ndarray) -> np.ndarray:
    """Supported against refuted, neutral left out."""
    return (p[:, 0] > p[:, 2]) == np.array([r["label"] == "entailment" for r in rows])


def three_way(rows: list, p: np.ndarray) -> np.ndarray:
    return p.argmax(1) == np.array([NAMES.index(r["label"]) for r in rows])


def supported(rows: list, p: np.ndarray) -> np.ndarray:
    """Whether a claim is found to be supported where it is, and not where it isn't."""
    return (p[:, 0] > p[:, 1] + p[:, 2]) == np.array([r["label"] == "entailment" for r in rows])


def enough(rows: list, p: np.ndarray) -> np.ndarray:
    """Whether the evidence is found to decide the claim where it does, and not to where it doesn't."""
    return (p.argmax(1) == 1) == np.array([r["label"] == "neutral" for r in rows])


def both(rows: list, p: np.ndarray) -> np.ndarray:
    """Pairs of rows, both right."""
    return np.repeat(two_way(rows, p).reshape(-1, 2).all(1), 2)


def both_three(rows: list, p: np.ndarray) -> np.ndarray:
    return np.repeat(three_way(rows, p).reshape(-1, 2).all(1), 2)


def hover() -> list:
    """HoVer's supported claims with gold text: behind all of it, and with the sentences of one page taken out."""
    out = []
    for r in lines(DATA / "hover" / "hover_dev_gold_text.shared.jsonl"):
        pages = defaultdict(list)
        for t, s in r["evidence"]:
            pages[t].append(" ".join(s.split()))
        without = list(pages)[draw("without " + r["uid"], len(pages))]
        less = {t: s for t, s in pages.items() if t != without}
        for label, some in (("entailment", pages), ("neutral", less)):
            out.append(row(feverous.titled(some), r["claim"], label, "hover") | {"hops": r["num_hops"]})
    return out


def hover_both() -> list:
    """HoVer's claims of both labels behind their gold text. Not supported is refuted or not enough, so the answer is whether it
    is supported."""
    out = []
    for r in lines(DATA / "hover" / "hover_dev_gold_both_labels.shared.jsonl"):
        label = "entailment" if r["label"] == "SUPPORTED" else "contradiction"
        out.append(row(titled_evidence(r["evidence"]), r["claim"], label, "hover_both"))
    return out


def multihop() -> list:
    """Our own claims over several of Wikispeedia's articles behind their gold sentences."""
    label = {"SUPPORTS": "entailment", "REFUTES": "contradiction", "NOT ENOUGH INFO": "neutral"}
    some = lines(DATA / "multihop" / "claims.jsonl")
    return [row(titled_evidence(r["evidence"]), r["claim"], label[r["label"]], "multihop") for r in some]


def titled_evidence(evidence: list) -> str:
    """(title, sentence) in verify's form."""
    pages = defaultdict(list)
    for title, said in evidence:
        pages[title].append(" ".join(said.split()))
    return feverous.titled(pages)


def symmetric() -> list:
    return [row(r["evidence"], r["claim"], feverous.LABELS[r["label"]], "fever_symmetric")
            for r in lines(DATA / "fever" / "fever_symmetric_dev.jsonl")]


def sets() -> list:
    """Name, rows, and what is right."""
    slice_ = lambda name: lines(NLI / "eval" / f"{name}.jsonl.gz")
    kept = [c for c in feverous.claims() if not c.trained]
    sure, open_ = fever.kept()
    facts = [r for f in ("sufficient_facts", "sufficient_facts_full") for r in lines(NLI / "train" / f"{f}.jsonl.gz")]
    less = [r for r in facts if sufficient_kept(r["hypothesis"])]
    pairs = [row(r["evidence"], r["claim"], feverous.LABELS[r["label"]], r["kind"]) | {"people": r["people"]} for r in twins.twins()]
    claims = hover()
    of = lambda rows, label: [r for r in rows if (r["label"] == "neutral") == (label == "neutral")]
    out = [
        ("MNLI matched slice", slice_("mnli_m_eval"), three_way),
        ("MNLI mismatched slice", slice_("mnli_mm_eval"), three_way),
        ("SNLI slice", slice_("snli_eval"), three_way),
        ("FEVER slice", slice_("fever_eval"), two_way),
        ("FEVER-Symmetric dev", symmetric(), two_way),
        ("FM2 dev, gold evidence", feverous.fm2_gold(feverous.fm2()), two_way),
        ("SufficientFacts: insufficient found", of(less, "neutral"), enough),
        ("  sufficient kept", of(less, ""), enough),
        ("  sufficient: label", of(less, ""), three_way),
        ("FEVER NEI kept out: found", open_, enough),
        ("  S and R kept", sure, enough),
        ("  S and R: label, three ways", sure, three_way),
        ("twins: both right", pairs, both),
        ("  dates", [r for r in pairs if r["source"] == "date"], both),
        ("  numbers", [r for r in pairs if r["source"] == "number"], both),
        ("  names", [r for r in pairs if r["source"] == "name"], both),
        ("  claims by people", [r for r in pairs if r["people"]], both),
        ("  both right, three ways", pairs, both_three),
        ("InfoTabS dev kept out", tables.infotabs_kept(), three_way),
        ("TabFact val kept out", tables.tabfact_kept(), two_way),
        ("HoVer gold text: said supported", of(claims, ""), three_way),
        ("  one page out: not enough", of(claims, "neutral"), enough)]
    for n in (2, 3, 4):
        some = [r for r in claims if r["hops"] == n]
        out += [(f"  of {n} hops: said supported", of(some, ""), three_way), (f"  of {n} hops: not enough", of(some, "neutral"), enough)]
    many = multihop()
    return out + [
        ("HoVer gold text, both labels", hover_both(), supported),
        ("multi-hop claims, gold evidence", many, three_way),
        ("  the decided ones", of(many, ""), three_way),
        ("FEVEROUS gold, kept out", feverous.gold(kept), two_way),
        ("  of 2+ pages", feverous.gold([c for c in kept if len(c.pages) > 1]), two_way)]


def drawn(rows: list, most: int) -> list:
    """At most so many rows, by hash; pairs of rows stay together."""
    if not most or len(rows) <= most:
        return rows
    step = 2 if "people" in rows[0] else 1
    units = [rows[i:i + step] for i in range(0, len(rows), step)]
    units.sort(key=lambda u: draw(u[0]["premise"] + u[0]["hypothesis"], 1 << 40))
    return [r for u in units[:most // step] for r in u]


MIXED = ("SufficientFacts", "sufficient kept", "FEVER NEI kept out", "S and R kept", "InfoTabS dev kept out")


def mixed(most: int = 400) -> list:
    """A three-way mix of claims over Wikipedia, a third of each label."""
    by = defaultdict(list)
    for title, rows, _ in sets():
        if title.strip().split(":")[0] in MIXED:
            for r in rows:
                by[r["label"]].append(r)
    return [r for label in NAMES for r in drawn(by[label], most)]


def macro_f1(rows: list, p: np.ndarray) -> float:
    said, is_ = p.argmax(1), np.array([NAMES.index(r["label"]) for r in rows])
    f = [2 * ((said == k) & (is_ == k)).sum() / max((said == k).sum() + (is_ == k).sum(), 1) for k in range(3)]
    return float(np.mean(f))


def calibration(confidence, right, bins: int = 10) -> float:
    """Expected calibration error over bins of equal width."""
    at = np.minimum((confidence * bins).astype(int), bins - 1)
    return sum(abs(confidence[at == b].mean() - right[at == b].mean()) * (at == b).mean() for b in range(bins) if (at == b).any())


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("models", nargs="+", help="NAME=PATH")
    p.add_argument("--length", type=int, default=192)
    p.add_argument("--most", type=int, default=0, help="rows of a set, drawn by hash; 0 is all")
    p.add_argument("--only", default="", help="comma-separated starts of set names")
    p.add_argument("--keep", type=Path, help="write figures as JSON lines here")
    p.add_argument("--pairs", type=Path, help="what to learn the reader of claims alone from")
    o = p.parse_args()
    models = {name: Model(Path(path), o.length) for name, _, path in (m.partition("=") for m in o.models)}
    if o.pairs:
        models["claim alone"] = ClaimAlone(lines(o.pairs))
    print(f"{'set':38} {'n':>5} {'overlap':>7} " + " ".join(f"{name:>12}" for name in models))
    known = {}
    for title, rows, score in sets() + [("three ways, mixed", mixed(), three_way)]:
        if o.only and not any(title.strip().startswith(s) for s in o.only.split(",")):
            continue
        rows = drawn(rows, o.most)
        base = [r["label"] == "entailment" for r in rows]
        words = f"{auc([overlap(r) for r in rows], base):7.3f}" if 0 < sum(base) < len(base) else f"{'-':>7}"
        cells = []
        for name, m in models.items():
            new = [r for r in rows if (name, r["premise"], r["hypothesis"]) not in known]  # sets share rows
            for r, p_ in zip(new, m.probabilities(new) if new else []):
                known[name, r["premise"], r["hypothesis"]] = p_
            answers = np.stack([known[name, r["premise"], r["hypothesis"]] for r in rows])
            right = score(rows, answers)
            f = {"acc": 100 * right.mean()}
            if title == "three ways, mixed":
                f |= {"macro_f1": 100 * macro_f1(rows, answers), "ece": calibration(answers.max(1), right)}
            cells.append(f"{f['acc']:12.1f}" + (f" F1 {f['macro_f1']:.1f} ece {f['ece']:.3f}" if "ece" in f else ""))
            if o.keep:
                with open(o.keep, "a") as out:
                    figures = {k: float(v) for k, v in f.items()}
                    out.write(json.dumps({"model": name, "set": title.strip(), "n": len(rows), **figures}) + "\n")
        print(f"{title:38} {len(rows):5} {words} " + " ".join(cells), flush=True)


if __name__ == "__main__":
    main()
