"""python -m unittest reader_test"""

import gzip
import json
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer, models, pre_tokenizers, processors

import base
import graph
import rows
import train
from places import held
from reader import PARTS, Reader

WIDTH, HEADS, LAYERS, WORDS = 24, 4, 2, 60


def start(folder: Path, kind: str) -> Path:
    """A small model with weights drawn by chance."""
    torch.manual_seed(3)
    draw, name = (lambda *shape: torch.randn(*shape) * .3), "bert." if kind == "bert" else ""
    out = {"embeddings.word_embeddings.weight": draw(WORDS, WIDTH), "embeddings.position_embeddings.weight": draw(70, WIDTH),
           "embeddings.token_type_embeddings.weight": draw(2, WIDTH), "encoder.relative_attention_bias.weight": draw(32, HEADS),
           "embeddings.LayerNorm.weight": 1 + draw(WIDTH), "embeddings.LayerNorm.bias": draw(WIDTH)}
    for i in range(LAYERS):
        *square, norm = PARTS[kind]
        for part, shape in [(n, (WIDTH, WIDTH)) for n in square] + [("intermediate.dense", (96, WIDTH)), ("output.dense", (WIDTH, 96))]:
            out[f"encoder.layer.{i}.{part}.weight"], out[f"encoder.layer.{i}.{part}.bias"] = draw(*shape), draw(shape[0])
        for part in (norm, "output.LayerNorm"):
            out[f"encoder.layer.{i}.{part}.weight"], out[f"encoder.layer.{i}.{part}.bias"] = 1 + draw(WIDTH), draw(WIDTH)
    save_file({name + n: t for n, t in out.items()}, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps({"model_type": kind, "hidden_size": WIDTH, "num_attention_heads": HEADS,
                                                    "num_hidden_layers": LAYERS, "layer_norm_eps": 1e-5}))
    return folder


def batch(types: bool) -> dict:
    return rows.padded([(list(range(5, 25)), 9), (list(range(30, 42)), 4)], "cpu", types)


def random_reader(folder: Path, kind: str) -> Reader:
    """A small model with a classifier drawn by chance."""
    model = Reader(start(folder, kind))
    with torch.no_grad():
        model.classifier.weight.normal_(std=.1)
    return model.eval()


class Readers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_padding_changes_nothing(self):
        for kind in PARTS:
            model = random_reader(self.folder, kind)
            alone = rows.padded([(list(range(30, 42)), 4)], "cpu", model.types)
            torch.testing.assert_close(model(**batch(model.types))[1:], model(**alone), rtol=1e-4, atol=1e-5)

    def test_what_is_saved_is_read_back(self):
        model = random_reader(self.folder, "mpnet")
        model.save(self.folder / "weights.safetensors", 120)
        other = Reader(self.folder).eval()
        self.assertEqual(other.load(self.folder / "weights.safetensors"), 120)
        torch.testing.assert_close(other(**batch(False)), model(**batch(False)), rtol=1e-2, atol=1e-2)

    def test_the_graph_gives_the_logits_of_the_model(self):
        for kind in PARTS:
            model = random_reader(self.folder, kind)
            some = batch(model.types)
            for int8, far in ((False, 1e-4), (True, .3)):
                file = self.folder / f"{kind}{int8}" / "model.onnx"
                file.parent.mkdir()
                graph.save(graph.written(model, int8), file)
                session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
                got = session.run(None, {n: t.numpy() for n, t in some.items()})[0]
                self.assertLess(np.abs(got - model(**some)[:, :3].detach().numpy()).max(), far, f"{kind} int8 {int8}")

    def test_large_inputs_leave_something_of_the_small_ones(self):
        model = random_reader(self.folder, "mpnet")
        with torch.no_grad():
            for layer in model.layers:
                layer.norm1.weight[3] *= 200  # an input of inner that is far larger than the others
        some, far = batch(False), {}
        for looked in (False, True):
            if looked:
                model.look([some])
            file = self.folder / f"large{looked}" / "model.onnx"
            file.parent.mkdir()
            graph.save(graph.written(model, True), file)
            session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
            got = session.run(None, {n: t.numpy() for n, t in some.items()})[0]
            far[looked] = np.abs(got - model(**some)[:, :3].detach().numpy()).max()
        self.assertLess(far[True], far[False] / 2)

    def test_weights_of_a_graph_lie_in_files_of_a_bounded_size(self):
        most, graph.PART = graph.PART, 20000
        try:
            graph.save(graph.written(Reader(start(self.folder, "mpnet")), False), self.folder / "model.onnx")
        finally:
            graph.PART = most
        sizes = [f.stat().st_size for f in self.folder.glob("model.onnx.*")]
        self.assertGreater(len(sizes), 2)
        self.assertLessEqual(max(sizes), 20000)


class Runs(unittest.TestCase):
    """Runs over a small tokenizer's pairs, of which the claim's last word tells the label."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        words = {w: i for i, w in enumerate(["<s>", "<pad>", "</s>", "?", "varn", "is", "a", "river", "long", "short"])}
        tokenizer = Tokenizer(models.WordLevel(words, "?"))
        tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
        tokenizer.post_processor = processors.TemplateProcessing(
            single="<s> $A </s>", pair="<s> $A </s> </s> $B:1 </s>:1", special_tokens=[("<s>", 0), ("</s>", 2)])
        tokenizer.save(str(self.folder / "tokenizer.json"))
        labels = (("long", "entailment"), ("short", "contradiction"), ("a", "unlabelled"))
        self.pairs = [{"premise": "varn is a river " * (1 + i % 3), "hypothesis": f"varn is {i} {labels[i % 3][0]}", "label": labels[i % 3][1],
                       "source": "unlabelled" if i % 3 == 2 else "mnli", "group": "g" * (i % 4)} for i in range(90)]
        with gzip.open(self.folder / "pairs.gz", "wt") as f:
            f.write("".join(json.dumps(r) + "\n" for r in self.pairs))

    def test_rows_are_read_from_their_files_as_they_were_encoded(self):
        read = rows.Encoded(self.folder / "pairs.gz", self.folder / "tokenizer.json", 16)
        trained = [r for r in self.pairs if not held(r["hypothesis"])]
        self.assertLess(len(trained), len(self.pairs))
        self.assertEqual([s for s, _ in read.rows], [r["source"] for r in trained])
        self.assertEqual([bool(g) for _, g in read.rows], [bool(r["group"]) for r in trained])
        for i, want in enumerate(rows.encode(trained, self.folder / "tokenizer.json", 16)):
            ids, claim = read.pair(i)
            self.assertEqual((list(ids), claim), want)
        both = dict(trained[0], hypothesis=trained[1]["hypothesis"])
        ids, claim = read.mixed(0, 1)
        self.assertEqual((list(ids), claim), rows.encode([both], self.folder / "tokenizer.json", 16)[0])

    def test_a_long_pair_loses_words_of_its_premise(self):
        for types in (False, True):
            got = rows.padded([(np.arange(20), 12)], "cpu", types, 16)
            kept = [n for n in range(20) if not (11 if types else 10) - 4 <= n < (11 if types else 10)]
            self.assertEqual(got["input_ids"][0].tolist(), kept)

    def test_a_run_learns_and_a_small_reader_learns_from_it(self):
        def right(out: Path) -> float:
            model = Reader(self.folder).eval()
            model.load(out / "weights.safetensors")
            some = [r for r in self.pairs if r["label"] != "unlabelled"]
            z = model(**rows.padded(rows.encode(some, self.folder / "tokenizer.json", 32), "cpu", model.types))
            return (z[:, :3].argmax(1) == torch.tensor([rows.CLASSES[r["label"]] for r in some])).float().mean().item()
        start(self.folder, "mpnet")
        run = ["--start", self.folder, "--pairs", self.folder / "pairs.gz", "--draws", "4000", "--tokens", "400", "--batch", "24",
               "--rate", "3e-3", "--drop", "0", "--length", "32"]
        train.main([str(a) for a in run + ["--out", self.folder / "large"]])
        self.assertEqual(right(self.folder / "large"), 1)
        train.main([str(a) for a in run + ["--out", self.folder / "small", "--teacher", self.folder / "large" / "weights.safetensors",
                                           "--teacher-start", self.folder]])
        self.assertEqual(right(self.folder / "small"), 1)


class Base(unittest.TestCase):
    def test_weights_of_another_hash_are_refused(self):
        with self.assertRaisesRegex(SystemExit, "SHA-256"):
            base.checked(b"weights")


if __name__ == "__main__":
    unittest.main()
