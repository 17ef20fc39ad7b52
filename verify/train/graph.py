"""Writes a reader as an ONNX graph that does no more than it must: attention is one operation, relative positions are told once for all
layers, and of the last layer only the first token is computed, since the classifier reads nothing else (Devlin et al. 2019, section 3.2).

In int8 each matrix has a scale for each of its columns and each row of the embeddings one of its own; activations are quantised as they
come, but for eight inputs of a layer's two wide matrices. The graph wants onnxruntime 1.23 or newer (opset 23).
"""

import math
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, external_data_helper, helper, numpy_helper

PART = 90_000_000  # bytes of a file of weights
LARGE = 8  # inputs of a matrix that are read in floats


class Graph:
    """A graph as it is written: each operation gives the name of what it makes."""

    def __init__(self, int8: bool):
        self.int8, self.nodes, self.weights, self.quantised = int8, [], {}, {}

    def op(self, kind: str, *inputs, outputs: int = 1, **attributes):
        names = [f"{kind.lower()}{len(self.nodes)}" + (f"_{i}" if outputs > 1 else "") for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names if outputs > 1 else names[0]

    def weight(self, name: str, value: np.ndarray) -> str:
        self.weights[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def number(self, value, kind=np.float32) -> str:
        array = np.array(value, kind)
        return self.weight(f"{array.dtype}_{'_'.join(map(str, array.ravel()))}_{array.ndim}", array)

    def linear(self, x: str, name: str, w: np.ndarray, b: np.ndarray) -> str:
        """x w' + b. In int8 x is quantised once for all that reads it."""
        bias = self.weight(f"{name}.bias", b)
        if not self.int8:
            return self.op("Add", self.op("MatMul", x, self.weight(f"{name}.weight", w.T)), bias)
        scale = np.maximum(np.abs(w).max(1), 1e-9) / 127
        q = self.weight(f"{name}.weight", np.clip(np.rint(w / scale[:, None]), -127, 127).astype(np.int8).T)
        zero = self.weight(f"{name}.zero", np.zeros(len(w), np.int8))
        if x not in self.quantised:
            self.quantised[x] = self.op("DynamicQuantizeLinear", x, outputs=3)
        bytes_, x_scale, x_zero = self.quantised[x]
        product = self.op("Cast", self.op("MatMulInteger", bytes_, q, x_zero, zero), to=TensorProto.FLOAT)
        scales = self.op("Mul", x_scale, self.weight(f"{name}.scale", scale.astype(np.float32)))
        return self.op("Add", self.op("Mul", product, scales), bias)

    def wide(self, x: str, name: str, m) -> str:
        """As linear, of a Matrix; but in int8 its largest inputs are multiplied in floats, because one scale for all of them would round the
        small ones to nothing (Dettmers et al. 2022, LLM.int8(), section 3.2)."""
        w, b = m.weight.detach().float().numpy(), m.bias.detach().float().numpy()
        if not self.int8 or m.reach is None:
            return self.linear(x, name, w, b)
        large = np.sort(np.argsort(-m.reach.numpy(), kind="stable")[:LARGE])
        rest = np.ones(w.shape[1], np.float32)
        rest[large] = 0
        floats = self.op("Gather", x, self.weight(f"{name}.large", large.astype(np.int64)), axis=-1)
        product = self.op("MatMul", floats, self.weight(f"{name}.floats", w[:, large].T))
        return self.op("Add", self.linear(self.op("Mul", x, self.weight(f"{name}.rest", rest)), name, w, b), product)

    def rows(self, at: str, name: str, table: np.ndarray) -> str:
        """The rows of a table at some numbers."""
        if not self.int8:
            return self.op("Gather", self.weight(name, table), at)
        scale = np.maximum(np.abs(table).max(1, keepdims=True), 1e-9) / 127
        q = self.op("Cast", self.op("Gather", self.weight(name, np.rint(table / scale).astype(np.int8)), at), to=TensorProto.FLOAT)
        return self.op("Mul", q, self.op("Gather", self.weight(f"{name}.scale", scale.astype(np.float32)), at))

    def norm(self, x: str, name: str, norm) -> str:
        w, b = (v.detach().float().numpy() for v in (norm.weight, norm.bias))
        return self.op("LayerNormalization", x, self.weight(f"{name}.weight", w), self.weight(f"{name}.bias", b), epsilon=norm.least)


def attended(g: Graph, distances: np.ndarray, length: str) -> str:
    """What attention adds for padding and for the distance of two tokens: batch x heads x tokens x tokens."""
    absent = g.op("Sub", g.op("Cast", "attention_mask", to=TensorProto.FLOAT), g.number(1))
    mask = g.op("Mul", g.op("Unsqueeze", absent, g.number([1, 2], np.int64)), g.number(1e4))
    if distances is None:
        one = g.number([1], np.int64)
        return g.op("Expand", mask, g.op("Concat", one, one, length, one, axis=0))
    n, far = g.op("Squeeze", length), (len(distances) + 1) // 2
    at = g.op("Range", g.number(0, np.int64), n, g.number(1, np.int64))
    apart = g.op("Sub", g.op("Unsqueeze", at, g.number([0], np.int64)), g.op("Unsqueeze", at, g.number([1], np.int64)))
    told = g.op("Gather", g.weight("distances", distances), g.op("Add", apart, g.number(far - 1, np.int64)))
    return g.op("Add", g.op("Unsqueeze", g.op("Transpose", told, perm=[2, 0, 1]), g.number([0], np.int64)), mask)


def first(g: Graph, x: str, axis: int) -> str:
    return g.op("Slice", x, g.number([0], np.int64), g.number([1], np.int64), g.number([axis], np.int64))


def written(model, int8: bool, relevance: bool = False) -> onnx.ModelProto:
    """The graph of a Reader: its three logits, or that of relevance alone."""
    g, array = Graph(int8), lambda t: t.detach().float().numpy()
    length = g.op("Shape", "input_ids", start=1, end=2)
    places = g.op("Slice", g.weight("places", array(model.places)), g.number([0], np.int64), length, g.number([0], np.int64))
    x = g.op("Add", g.rows("input_ids", "words", array(model.words)), places)
    names = ["input_ids", "attention_mask"] + ["token_type_ids"] * model.types
    if model.types:
        x = g.op("Add", x, g.op("Gather", g.weight("sides", array(model.sides)), "token_type_ids"))
    w, b = g.weight("norm.weight", array(model.norm_weight)), g.weight("norm.bias", array(model.norm_bias))
    x = g.op("LayerNormalization", x, w, b, epsilon=model.least)
    bias = attended(g, None if model.distances is None else array(model.distances), length)
    for i, layer in enumerate(model.layers):
        last, at = layer is model.layers[-1], f"layer{i}"
        matrix = lambda m: (array(m.weight), array(m.bias))
        three, b = matrix(layer.qkv)
        (qw, kw, vw), (qb, kb, vb) = np.split(three, 3), np.split(b, 3)
        k, v = g.linear(x, f"{at}.k", kw, kb), g.linear(x, f"{at}.v", vw, vb)
        if last:
            x, bias = first(g, x, 1), first(g, bias, 2)
        q = g.linear(x, f"{at}.q", qw, qb)
        heads = layer.heads
        mixed = g.op("Attention", q, k, v, bias, q_num_heads=heads, kv_num_heads=heads, scale=1 / math.sqrt(len(qb) / heads))
        x = g.norm(g.op("Add", g.linear(mixed, f"{at}.out", *matrix(layer.out)), x), f"{at}.norm1", layer.norm1)
        inner = g.op("Gelu", g.wide(x, f"{at}.inner", layer.inner))
        x = g.norm(g.op("Add", g.wide(inner, f"{at}.outer", layer.outer), x), f"{at}.norm2", layer.norm2)
    x = g.op("Squeeze", x, g.number([1], np.int64))
    whole = Graph.linear
    g.int8 = False  # the classifier is read by three numbers, and costs nothing
    dense, last = (model.dense2, model.relevance) if relevance else (model.dense, model.classifier)
    x = g.op("Tanh", whole(g, x, "dense", array(dense.weight), array(dense.bias)))
    x = whole(g, x, "classifier", array(last.weight), array(last.bias))
    g.nodes[-1].output[0] = "logits"
    ids = [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "sequence"]) for n in names]
    logits = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", len(last.bias)])
    graph = helper.make_graph(g.nodes, "reader", ids, [logits], list(g.weights.values()))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=10)


def save(model: onnx.ModelProto, file: Path):
    """Writes a graph, with its large weights beside it in files of at most PART bytes: model.onnx.0, model.onnx.1 and so on."""
    part = end = 0
    out = open(f"{file}.0", "wb")
    for t in model.graph.initializer:
        if len(t.raw_data) < 4096:
            continue
        if end + len(t.raw_data) > PART:
            out.close()
            part, end = part + 1, 0
            out = open(f"{file}.{part}", "wb")
        out.write(t.raw_data)
        external_data_helper.set_external_data(t, f"{file.name}.{part}", end, len(t.raw_data))
        end += len(t.raw_data)
        t.ClearField("raw_data")
    out.close()
    file.write_bytes(model.SerializeToString())
