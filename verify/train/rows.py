"""The rows of a run: the mix they are drawn by, and their token ids in files that are mapped into memory."""

import functools
import gzip
import hashlib
import json
import random
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from places import held

# Share of the pairs of a run by their source, scaled to 1; what no group names is "rest". Within a source each row is drawn once a
# pass, with its group.
MIX = {
    "fever_s": .05, "fever_r": .05, "fever_n": .05, "fever_open": .045, "fever_less": .03, "fever_swap": .065, "said": .12,
    "new_protocols": .09, "cad_nli": .045, "sanli_wiki": .025, "sufficient_facts": .025, "mnli": .16, "snli": .05,
    "infotabs": .06, "tabfact": .045, "scitab": .003,
    "feverous": .025, "feverous_among": .025, "feverous_near": .006, "feverous_dropped": .012, "feverous_swap": .012,
    "bridge": .06, "bridge_said": .03, "compared": .025, "asked": .03, "written": .1, "written_found": .12,
    "exfever": .025, "exfever_hopdrop": .012, "joined": .02, "joined_short": .012, "chain": .016, "chain_dropped": .012,
    "chain_added": .003, "chain_compared": .003, "2wiki": .006, "2wiki_swap": .004, "2wiki_dropped": .002, "2wiki_bridge": .003,
    "conjnli": .003, "rest": .02,
}
CLASSES = {"entailment": 0, "neutral": 1, "contradiction": 2, "supported": 3, "not_supported": 4}
CHUNK = 8192  # rows that are encoded at once


class Drawer:
    """Draws groups of rows by a mix of their sources, each source in shuffled passes. rows are (source, group); one without a
    group is alone."""

    def __init__(self, rows: list, seed: int, mix: dict = MIX):
        self.random, self.left = random.Random(seed), {}
        units, self.groups = defaultdict(list), defaultdict(list)
        for i, (source, group) in enumerate(rows):
            units[source if source in mix else "rest", group or i].append(i)
        for (source, _), unit in units.items():
            self.groups[source].append(unit)
        self.names = sorted(self.groups)
        self.share = [mix[n] * len(self.groups[n]) / sum(map(len, self.groups[n])) for n in self.names]  # of the pairs, not of the groups

    def draw(self) -> list:
        name = self.random.choices(self.names, self.share)[0]
        if not self.left.get(name):
            self.left[name] = self.groups[name][:]
            self.random.shuffle(self.left[name])
        return self.left[name].pop()

    def batches(self, lengths, tokens: int, pairs: int):
        """Batches of about so many padded tokens, of groups of like length, in random order."""
        longest = lambda unit: max(lengths[i] for i in unit)
        while True:
            window, n = [], 0
            while n < pairs * 24:
                window.append(self.draw())
                n += len(window[-1])
            out, batch = [], []
            for unit in sorted(window, key=longest):
                size = len(batch) + len(unit)
                if batch and (size > pairs or longest(unit) * size > tokens):
                    out.append(batch)
                    batch = []
                batch = batch + unit
            out.append(batch)
            self.random.shuffle(out)
            yield from out


@functools.cache
def tokenizer_of(file: Path, length: int) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_padding()
    tokenizer.enable_truncation(length, strategy="only_first")
    return tokenizer


def encode(rows: list, file: Path, length: int) -> list:
    """The token ids of each row, and at which of them the claim begins."""
    tokenizer = tokenizer_of(file, length)
    out = []
    for e in tokenizer.encode_batch([(r["premise"], r["hypothesis"]) for r in rows]):
        out.append((e.ids, e.sequence_ids.index(1) if 1 in e.sequence_ids else len(e.ids)))
    return out


def padded(pairs: list, device: str, types: bool) -> dict:
    """A batch of what encode gives, with BERT's token types if asked."""
    width = max(len(ids) for ids, _ in pairs)
    out = np.zeros((2 + types, len(pairs), width), np.int64)
    for i, (ids, claim) in enumerate(pairs):
        out[0, i, :len(ids)] = ids
        out[1, i, :len(ids)] = 1
        out[2:, i, claim:len(ids)] = 1
    return dict(zip(("input_ids", "attention_mask", "token_type_ids"), torch.from_numpy(out).to(device)))


class Encoded:
    """The rows of a file of pairs that are trained on, encoded once: half a million of them as lists take 12 GB, so files beside the pairs
    hold them."""

    def __init__(self, pairs: Path, tokenizer: Path, length: int):
        stamp = f"{pairs.stat().st_size} {pairs.stat().st_mtime_ns} {length} {hashlib.sha256(tokenizer.read_bytes()).hexdigest()}"
        self.folder = pairs.with_name(f"{pairs.name}.{hashlib.sha256(stamp.encode()).hexdigest()[:12]}")
        if not (self.folder / "done").exists():
            self.folder.mkdir(exist_ok=True)
            self.make(pairs, tokenizer, length)
            (self.folder / "done").touch()
        read = lambda name: np.load(self.folder / f"{name}.npy", mmap_mode="r")
        self.ends, self.claims, self.classes = read("ends"), read("claims"), read("classes")
        self.lengths = np.diff(self.ends, prepend=0)
        names = json.loads((self.folder / "sources.json").read_text())
        self.rows = [(names[s], int(g)) for s, g in zip(read("sources"), read("groups"))]
        self.ids = np.memmap(self.folder / "ids.bin", np.uint16, "r")

    def make(self, pairs: Path, tokenizer: Path, length: int):
        ends, claims, classes, sources, groups, names, end = [], [], [], [], [], {}, 0
        with gzip.open(pairs, "rt", encoding="utf-8") as f, open(self.folder / "ids.bin", "wb") as out:
            while some := [json.loads(line) for _, line in zip(range(CHUNK), f)]:
                some = [r for r in some if not held(r["hypothesis"])]
                for r, (ids, claim) in zip(some, encode(some, tokenizer, length)):
                    np.array(ids, np.uint16).tofile(out)
                    end += len(ids)
                    ends.append(end)
                    claims.append(claim)
                    classes.append(CLASSES[r["label"]])
                    sources.append(names.setdefault(r["source"], len(names)))
                    groups.append(int(hashlib.sha256(r["group"].encode()).hexdigest()[:15], 16) if r.get("group") else 0)
        for name, values, kind in (("ends", ends, np.int64), ("claims", claims, np.uint16), ("classes", classes, np.uint8),
                                   ("sources", sources, np.uint16), ("groups", groups, np.int64)):
            np.save(self.folder / f"{name}.npy", np.array(values, kind))
        (self.folder / "sources.json").write_text(json.dumps(list(names)))

    def pair(self, i: int) -> tuple:
        return self.ids[self.ends[i] - self.lengths[i]:self.ends[i]], int(self.claims[i])

    def batches(self, drawer: Drawer, tokens: int, size: int, longest: int):
        """Batches of (pairs, classes), without the pairs of more than so many tokens."""
        for batch in drawer.batches(self.lengths, tokens, size):
            if some := [i for i in batch if self.lengths[i] <= longest]:
                yield [self.pair(i) for i in some], [int(self.classes[i]) for i in some]
