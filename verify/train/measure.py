"""Measures exported models, one column a model.

    python measure.py NAME=DIR_OR_ONNX ... [--length 192] [--most 0] [--keep build/answers]

On what pairs.py keeps out of training, but for two sets: FEVER-Symmetric dev and "FM2 dev, gold, all" are not trained on only by a run
that leaves them out (pairs.py --leave-out). Runs made before pairs.py split fm2_dev by pages were trained on 224 of the 247 FM2 claims of
kept-out pages; "FM2 dev, gold, held back" are claims that no run was trained on.

Pairs are read one at a time, as verify does with int8 models: dynamic quantisation makes answers depend on the batch. Products of bytes
are exact, as verify's are (verify/onnx/device.go): on processors with AVX2 alone they overflow otherwise.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

import feverous
import surplus
import tables
from places import DATA, NLI, draw, held, lines, record, row

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
        self.tokenizer = Tokenizer.from_file(str(file.parent / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(length, strategy="only_first")

    def logits(self, r: dict) -> np.ndarray:
        e = self.tokenizer.encode(r["premise"], r["hypothesis"])
        feed = {"input_ids": e.ids, "attention_mask": e.attention_mask, "token_type_ids": e.type_ids}
        return self.session.run(["logits"], {k: np.array([v], np.int64) for k, v in feed.items()})[0][0]

    def probabilities(self, rows: list) -> np.ndarray:
        z = np.stack([self.logits(r) for r in rows])
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


def calibration(confidence, right, bins: int = 10) -> float:
    """Expected calibration error over bins of equal width."""
    at = np.minimum((confidence * bins).astype(int), bins - 1)
    return sum(abs(confidence[at == b].mean() - right[at == b].mean()) * (at == b).mean() for b in range(bins) if (at == b).any())


def two_way(rows: list, p: np.ndarray) -> dict:
    support = np.array([r["label"] == "entailment" for r in rows])
    share = p[:, 0] / (p[:, 0] + p[:, 2])
    right = (share > .5) == support
    return {"acc": 100 * right.mean(), "auc": auc(p[:, 0], support), "ece": calibration(np.maximum(share, 1 - share), right),
            "p>.5": 100 * ((p[:, 0] > .5) == support).mean()}


def three_way(rows: list, p: np.ndarray) -> dict:
    right = p.argmax(1) == np.array([NAMES.index(r["label"]) for r in rows])
    return {"acc": 100 * right.mean(), "ece": calibration(p.max(1), right)}


def neutral(rows: list, p: np.ndarray) -> dict:
    return {"acc": 100 * (p.argmax(1) == 1).mean()}


def hover() -> list:
    """HoVer claims with all gold text in the pooled corpora: whole gold paragraphs, since sentence numbers differ there."""
    text = {}
    for path in ("hotpotqa/hotpot_context_corpus.jsonl.bz2", "2wikimultihopqa/context_corpus.jsonl"):
        for r in lines(DATA / path):
            text.setdefault(r["title"], r["text"])
    for r in lines(DATA / "hotpotqa_first500" / "pooled_corpus_validation_500_title_text.jsonl"):
        text.setdefault(r["title"], [r["text"]])
    uids = set((DATA / "hover" / "uids_with_full_text.txt").read_text().split())
    out = []
    for r in record(DATA / "hover" / "hover_dev_release_v1.1.shared.json"):
        if r["uid"] in uids and all(t in text for t, _ in r["supporting_facts"]):
            pages = {}
            for t, n in r["supporting_facts"]:
                said = text[t][n] if n < len(text[t]) else " ".join(text[t])
                pages.setdefault(t, []).append(" ".join(said.split()))
            out.append(row(feverous.titled(pages), r["claim"], "entailment" if r["label"] == "SUPPORTED" else "contradiction", "hover"))
    return out


def supported(rows: list, p: np.ndarray) -> dict:
    support = np.array([r["label"] == "entailment" for r in rows])
    return {"acc": 100 * ((p[:, 0] > .5) == support).mean(), "auc": auc(p[:, 0], support)}


def symmetric() -> list:
    return [row(r["evidence"], r["claim"], feverous.LABELS[r["label"]], "fever_symmetric")
            for r in lines(DATA / "fever" / "fever_symmetric_dev.jsonl")]


def sets() -> list:
    """Name, rows, and how the set is scored."""
    kept = [c for c in feverous.claims() if not c.trained]
    pool = feverous.Pool(kept)
    near = []
    for c in kept:
        t = pool.nearest(c, 1)[0]
        near.append(row(feverous.titled({t: pool.pages[t]}), c.text, "neutral", "near"))
    slice_ = lambda name: lines(NLI / "eval" / f"{name}.jsonl.gz")
    fm2 = feverous.fm2(False)
    unseen = [r for r in feverous.fm2(True) + fm2 if held(r["text"])]
    among, sections, others = surplus.pages(kept), surplus.sections(fm2, 5), surplus.sections(unseen, 5)
    of = lambda rows, name: [r for r in rows if r["source"] == name]
    return [
        ("FEVEROUS gold, kept out", feverous.gold(kept), two_way),
        ("  of it, 2+ pages", feverous.gold([c for c in kept if len(c.pages) > 1]), two_way),
        ("  without titles", feverous.untitled(kept), two_way),
        ("  swapped (refuted twins)", [r for r in feverous.swaps(kept) if r["label"] == "contradiction"], lambda r, p: {"acc": 100 * (p[:, 2] > p[:, 0]).mean()}),
        ("  nearest page: neutral", near, neutral),
        ("  gold among near pages", of(among, "feverous_surplus"), two_way),
        ("  near pages alone: neutral", of(among, "feverous_surplus_open"), neutral),
        ("FEVER slice", slice_("fever_eval"), two_way),
        ("FEVER-Symmetric dev", symmetric(), two_way),
        ("FM2 dev, gold, kept-out pages", feverous.fm2_gold(fm2), two_way),
        ("FM2 dev, gold, all", feverous.fm2_gold(feverous.fm2(True) + fm2), two_way),
        ("  retrieved, titled: neutral", feverous.fm2_insufficient(fm2, 2, last=False), neutral),
        ("  gold among retrieved", of(sections, "fm2_surplus"), two_way),
        ("  retrieved alone: neutral", of(sections, "fm2_surplus_open"), neutral),
        ("FM2 dev, gold, held back", feverous.fm2_gold(unseen), two_way),
        ("  held: retrieved, titled: neutral", feverous.fm2_insufficient(unseen, 2, last=False), neutral),
        ("  held: gold among retrieved", of(others, "fm2_surplus"), two_way),
        ("  held: retrieved alone: neutral", of(others, "fm2_surplus_open"), neutral),
        ("SNLI slice", slice_("snli_eval"), three_way),
        ("MNLI matched slice", slice_("mnli_m_eval"), three_way),
        ("MNLI mismatched slice", slice_("mnli_mm_eval"), three_way),
        ("TabFact kept out", tables.tabfact(False), two_way),
        ("InfoTabS kept out", tables.infotabs(False), three_way),
        ("HoVer with text", hover(), supported),
    ]


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("models", nargs="+", help="NAME=PATH")
    p.add_argument("--length", type=int, default=192)
    p.add_argument("--most", type=int, default=0, help="rows of a set, drawn by hash; 0 is all")
    p.add_argument("--only", default="", help="comma-separated starts of set names")
    p.add_argument("--keep", type=Path, help="write figures as JSON lines here")
    o = p.parse_args()
    models = {name: Model(Path(path), o.length) for name, _, path in (m.partition("=") for m in o.models)}
    print(f"{'set':34} {'n':>5} {'overlap':>7} " + " ".join(f"{name:>24}" for name in models))
    print(f"{'':48} " + " ".join(f"{'acc   auc   ece':>24}" for _ in models))
    for title, rows, score in sets():
        if o.only and not any(title.strip().startswith(s) for s in o.only.split(",")):
            continue
        if o.most and len(rows) > o.most:
            rows = sorted(rows, key=lambda r: draw(r["premise"] + r["hypothesis"], 1 << 40))[:o.most]
        base = [r["label"] == "entailment" for r in rows]
        words = f"{auc([overlap(r) for r in rows], base):7.3f}" if 0 < sum(base) < len(base) else f"{'-':>7}"
        cells = []
        for name, m in models.items():
            f = score(rows, m.probabilities(rows))
            cells.append(f"{f['acc']:12.1f} {f.get('auc', float('nan')):5.3f} {f.get('ece', float('nan')):5.3f}")
            if o.keep:
                with open(o.keep, "a") as out:
                    out.write(json.dumps({"model": name, "set": title.strip(), "n": len(rows), **{k: float(v) for k, v in f.items()}}) + "\n")
        print(f"{title:34} {len(rows):5} {words} " + " ".join(cells), flush=True)


if __name__ == "__main__":
    main()
