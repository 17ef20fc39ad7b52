"""Exports a trained model: fp32 ONNX, then dynamic int8 per channel and rewritten by lean.py, with the config.json that verify reads.

    python export.py build/run/model build/onnx
"""

import argparse
import json
import shutil
import warnings
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import BertForSequenceClassification

from lean import lean
from places import PILOT


class Logits(torch.nn.Module):
    """The model with tensors in and one tensor out; temperature divides the logits."""

    def __init__(self, m: torch.nn.Module, temperature: float):
        super().__init__()
        self.m = m
        with torch.no_grad():
            m.classifier.weight /= temperature
            m.classifier.bias /= temperature

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.m(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids).logits


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("model", type=Path)
    p.add_argument("out", type=Path)
    p.add_argument("--length", type=int, default=192)
    p.add_argument("--temperature", type=float, default=1.0)
    p.add_argument("--neutral", type=float, default=1, help="what neutral counts for among verdicts (verify/aggregate.go); 1 is as the model says")
    o = p.parse_args()
    fp32, int8 = o.out / "fp32", o.out / "int8"
    model = BertForSequenceClassification.from_pretrained(o.model, attn_implementation="eager").eval()
    for d in (fp32, int8):
        d.mkdir(parents=True, exist_ok=True)
        shutil.copy(o.model / "tokenizer.json", d)
        config = json.loads((PILOT / "config.json").read_text())
        config["num_hidden_layers"] = model.config.num_hidden_layers
        config["verifier"] |= {"max_length": o.length, "neutral": o.neutral}
        (d / "config.json").write_text(json.dumps(config, indent=2))
    m = Logits(model, o.temperature)
    ids = torch.ones(2, 8, dtype=torch.int64)
    names = ["input_ids", "attention_mask", "token_type_ids"]
    warnings.simplefilter("ignore")
    torch.onnx.export(m, (ids, ids, ids), str(fp32 / "model.onnx"), opset_version=17, input_names=names, output_names=["logits"],
                      dynamic_axes={n: {0: "batch", 1: "sequence"} for n in names} | {"logits": {0: "batch"}}, dynamo=False)
    quantize_dynamic(str(fp32 / "model.onnx"), str(int8 / "model.onnx"), per_channel=True, weight_type=QuantType.QInt8)
    rewritten = onnx.load(str(int8 / "model.onnx"))
    lean(rewritten)
    onnx.save(rewritten, str(int8 / "model.onnx"))
    print(f"{int8 / 'model.onnx'}: {(int8 / 'model.onnx').stat().st_size} bytes")


if __name__ == "__main__":
    main()
