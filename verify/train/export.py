"""Exports a trained reader as a folder that verify reads: ONNX in int8, in fp32 beside it if asked, with config.json and tokenizer.json.

    python export.py --start build/mpnet --weights build/final/weights.safetensors --pairs build/train.jsonl.gz build/onnx
    python export.py --start build/minilm --weights selector/weights.safetensors --pairs build/relevance.jsonl.gz --relevance build/select
"""

import argparse
import json
import shutil
from pathlib import Path

import graph
from finish import sample
from places import lines
from reader import Reader
from rows import encode, padded

LOOKED = 4  # held-back pairs of each source that find the largest inputs
LABELS = ["entailment", "neutral", "contradiction"]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("out", type=Path)
    p.add_argument("--start", type=Path, required=True)
    p.add_argument("--weights", type=Path, required=True)
    p.add_argument("--pairs", type=Path, help="find the largest inputs of each matrix on some held-back pairs, so that int8 loses less")
    p.add_argument("--fp32", action="store_true", help="write it too")
    p.add_argument("--relevance", action="store_true", help="write the selector: relevance is its one output")
    p.add_argument("--length", type=int, default=512)
    p.add_argument("--neutral", type=float, default=1, help="what neutral counts for among verdicts (verify/aggregate.go)")
    o = p.parse_args()
    model = Reader(o.start).eval()
    seen = model.load(o.weights)
    if o.pairs:
        some = encode(sample(lines(o.pairs), LOOKED), o.start / "tokenizer.json", o.length)
        model.look([padded([pair], "cpu", model.types) for pair in some])
    config = json.loads((o.start / "config.json").read_text())
    kept = {k: config[k] for k in ("model_type", "hidden_size", "num_hidden_layers", "num_attention_heads", "max_position_embeddings",
                                   "pad_token_id", "vocab_size")}
    kept |= {"id2label": dict(enumerate(["relevant"] if o.relevance else LABELS)), "verifier": {
        "max_length": o.length, "truncation": "only_first", "premise": "[Title] sentences [Other title] sentences", "pairs": seen}}
    if not o.relevance:
        kept["verifier"]["neutral"] = o.neutral
    for name in ["int8"] + ["fp32"] * o.fp32:
        folder = o.out / name
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(o.start / "tokenizer.json", folder)
        (folder / "config.json").write_text(json.dumps(kept, indent=2))
        graph.save(graph.written(model, name == "int8", o.relevance), folder / "model.onnx")
        print(f"{folder}: " + ", ".join(f"{f.name} {f.stat().st_size}" for f in sorted(folder.iterdir())))


if __name__ == "__main__":
    main()
