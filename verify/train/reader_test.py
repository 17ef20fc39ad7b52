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
import reader
import rows
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


def widened(model: Reader) -> Reader:
    """The model with adapters that do something."""
    with torch.no_grad():
        for n, p in model.named_parameters():
            if n.endswith(".up") or n.startswith("classifier"):
                p.normal_(std=.1)
    return model


class Readers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_gradients_are_those_of_the_plain_operations(self):
        model, some = widened(Reader(start(self.folder, "mpnet"), 4)), batch(False)
        low, attention = reader.LowRank, reader.Attention

        class Plain:
            apply = staticmethod(lambda x, w, b, down, up: x @ w.T + b + (x @ down.T) @ up.T)

        class PlainAttention:
            apply = staticmethod(lambda q, k, v, positions, mask: torch.softmax(q @ k.transpose(-1, -2) + positions + mask, -1) @ v)

        def gradients():
            model.zero_grad()
            model(**some).square().sum().backward()
            return {n: p.grad.clone() for n, p in model.named_parameters()}

        got = gradients()
        try:
            reader.LowRank, reader.Attention = Plain, PlainAttention
            want = gradients()
        finally:
            reader.LowRank, reader.Attention = low, attention
        for n in want:
            torch.testing.assert_close(got[n], want[n], rtol=1e-4, atol=1e-6, msg=n)

    def test_padding_changes_nothing(self):
        for kind in PARTS:
            model = Reader(start(self.folder, kind), 0)
            alone = rows.padded([(list(range(30, 42)), 4)], "cpu", model.types)
            torch.testing.assert_close(model(**batch(model.types))[1:], model(**alone), rtol=1e-4, atol=1e-5)

    def test_what_is_saved_is_read_back(self):
        folder = start(self.folder, "mpnet")
        model = widened(Reader(folder, 4))
        model.save(folder / "weights.safetensors", 120)
        other = Reader(folder, 4)
        self.assertEqual(other.load(folder / "weights.safetensors"), 120)
        torch.testing.assert_close(other(**batch(False)), model(**batch(False)), rtol=1e-2, atol=1e-2)

    def test_the_graph_gives_the_logits_of_the_model(self):
        for kind, rank in (("mpnet", 4), ("bert", 4), ("bert", 0)):
            model = widened(Reader(start(self.folder, kind), rank))
            some = batch(model.types)
            for int8, far in ((False, 1e-4), (True, .3)):
                file = self.folder / f"{kind}{rank}{int8}" / "model.onnx"
                file.parent.mkdir()
                graph.save(graph.written(model, int8), file)
                session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
                got = session.run(None, {n: t.numpy() for n, t in some.items()})[0]
                self.assertLess(np.abs(got - model(**some).detach().numpy()).max(), far, f"{kind} {rank} int8 {int8}")

    def test_weights_of_a_graph_lie_in_files_of_a_bounded_size(self):
        most, graph.PART = graph.PART, 20000
        try:
            graph.save(graph.written(Reader(start(self.folder, "mpnet"), 4), False), self.folder / "model.onnx")
        finally:
            graph.PART = most
        sizes = [f.stat().st_size for f in self.folder.glob("model.onnx.*")]
        self.assertGreater(len(sizes), 2)
        self.assertLessEqual(max(sizes), 20000)


class Rows(unittest.TestCase):
    def test_rows_are_read_from_their_files_as_they_were_encoded(self):
        words = {w: i for i, w in enumerate(["<s>", "</s>", "?", "varn", "is", "long", "a", "river"])}
        tokenizer = Tokenizer(models.WordLevel(words, "?"))
        tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
        tokenizer.post_processor = processors.TemplateProcessing(
            single="<s> $A", pair="<s> $A </s> $B:1", special_tokens=[("<s>", 0), ("</s>", 1)])
        some = [{"premise": "varn is a river", "hypothesis": f"varn is long {i}", "label": "neutral", "source": f"s{i % 2}",
                 "group": "g" * (i % 3)} for i in range(40)]
        with tempfile.TemporaryDirectory() as folder:
            tokenizer.save(f"{folder}/tokenizer.json")
            with gzip.open(f"{folder}/pairs.gz", "wt") as f:
                f.write("".join(json.dumps(r) + "\n" for r in some))
            read = rows.Encoded(Path(folder) / "pairs.gz", Path(folder) / "tokenizer.json", 9)
            trained = [r for r in some if not held(r["hypothesis"])]
            self.assertLess(len(trained), len(some))
            self.assertEqual([s for s, _ in read.rows], [r["source"] for r in trained])
            for i, want in enumerate(rows.encode(trained, Path(folder) / "tokenizer.json", 9)):
                ids, claim = read.pair(i)
                self.assertEqual((list(ids), claim), want)
            self.assertEqual([bool(g) for _, g in read.rows], [bool(r["group"]) for r in trained])


class Base(unittest.TestCase):
    def test_weights_of_another_hash_are_refused(self):
        with self.assertRaisesRegex(SystemExit, "SHA-256"):
            base.checked(b"weights")


if __name__ == "__main__":
    unittest.main()
