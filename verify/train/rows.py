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

# Share of the pairs of a run by their source, scaled to 1; what no group names is "rest". No row is drawn more often than PASSES says,
# or MOST for its source: a source of few rows gets less than its share.
MIX = {
    "fever_s": .05, "fever_r": .05, "fever_n": .05, "fever_open": .045, "fever_less": .03, "fever_swap": .065, "fever_found": .05,
    "said": .12, "new_protocols": .09, "cad_nli": .045, "sanli_wiki": .025, "sufficient_facts": .025, "mnli": .16, "snli": .05,
    "infotabs": .06, "tabfact": .045, "scitab": .003,
    "feverous": .025, "feverous_among": .025, "feverous_near": .006, "feverous_dropped": .012, "feverous_swap": .012,
    "bridge": .06, "bridge_said": .03, "compared": .025, "asked": .03, "written": .03, "written_found": .09,
    "exfever": .025, "exfever_hopdrop": .012, "joined": .02, "joined_short": .012, "chain": .016, "chain_dropped": .012,
    "chain_added": .003, "chain_compared": .003, "2wiki": .006, "2wiki_swap": .004, "2wiki_dropped": .002, "2wiki_bridge": .003,
    "conjnli": .003, "rest": .02,
    "select_one": .10, "select_chain": .09, "select_asked": .05, "select_fever": .07, "select_feverous": .02,
}
MOST = {"written": 8, "written_found": 8, "select_one": 8, "select_chain": 8}
PASSES = 5  # of any other source
CLASSES = {"entailment": 0, "neutral": 1, "contradiction": 2, "supported": 3, "not_supported": 4, "relevant": 6, "irrelevant": 7}
UNLABELLED = 5  # a pair that only a small model is taught, by the large one
CHUNK = 8192  # rows that are encoded at once


def drawn(rows: list, total: float, seed: int) -> list:
    """The groups of rows of a whole run, in the order in which they are drawn: about total rows by the mix, each source in shuffled passes.
    rows are (source, group); one without a group is alone."""
    chance, units = random.Random(seed), defaultdict(lambda: defaultdict(list))
    for i, (source, group) in enumerate(rows):
        units[source if source in MIX else "rest"][group or -1 - i].append(i)
    out, shares = [], sum(MIX[s] for s in units)
    for source, groups in sorted(units.items()):
        size = sum(map(len, groups.values()))
        want, left = min(MIX[source] / shares * total, MOST.get(source, PASSES) * size), []
        while want > 0:
            if not left:
                left = list(groups.values())
                chance.shuffle(left)
            out.append(left.pop())
            want -= len(out[-1])
    chance.shuffle(out)
    return out


def batches(groups: list, lengths, tokens: int, pairs: int, seed: int) -> list:
    """Batches of about so many padded tokens, of groups of like length, in random order; a group stays together."""
    chance, out, at = random.Random(seed), [], 0
    longest = lambda group: max(lengths[i] for i in group)
    while at < len(groups):
        window, n = [], 0
        while at < len(groups) and n < pairs * 24:
            window.append(groups[at])
            n, at = n + len(groups[at]), at + 1
        batch = []
        for group in sorted(window, key=longest):
            size = len(batch) + len(group)
            if batch and (size > pairs or longest(group) * size > tokens):
                out.append(batch)
                batch = []
            batch = batch + group
        out.append(batch)
    chance.shuffle(out)
    return out


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


def cut(ids, at: int, separators: int, most: int) -> tuple:
    """A pair without the last tokens of its premise, if it has more than most."""
    over = max(len(ids) - most, 0)
    return np.concatenate([ids[:at - separators - over], ids[at - separators:]]), at - over


def padded(pairs: list, device: str, types: bool, most: int = 512) -> dict:
    """A batch of what encode gives, with BERT's token types if asked."""
    pairs = [cut(ids, at, 1 if types else 2, most) for ids, at in pairs]
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
                    classes.append(CLASSES.get(r["label"], UNLABELLED))
                    sources.append(names.setdefault(r["source"], len(names)))
                    groups.append(int(hashlib.sha256(r["group"].encode()).hexdigest()[:15], 16) if r.get("group") else 0)
        for name, values, kind in (("ends", ends, np.int64), ("claims", claims, np.uint16), ("classes", classes, np.uint8),
                                   ("sources", sources, np.uint16), ("groups", groups, np.int64)):
            np.save(self.folder / f"{name}.npy", np.array(values, kind))
        (self.folder / "sources.json").write_text(json.dumps(list(names)))

    def pair(self, i: int) -> tuple:
        return self.ids[self.ends[i] - self.lengths[i]:self.ends[i]], int(self.claims[i])

    def mixed(self, i: int, j: int) -> tuple:
        """The premise of one row before the claim of another."""
        (ids, at), (others, begins) = self.pair(i), self.pair(j)
        return np.concatenate([ids[:at], others[begins:]]), at
