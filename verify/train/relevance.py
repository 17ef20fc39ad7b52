"""Rows that teach a selector whether all of some evidence belongs to what decides a claim, be it enough or not.

    python relevance.py --found build/found.jsonl --out build/relevance.jsonl.gz

The evidence is one sentence behind its page's title, or a chain as verify writes it. Rows of one claim are a group. They come from what the
planner finds for our written claims and for FEVER's about articles (found.py says how), from train questions among their paragraphs, and
from the train sides of FEVER and FEVEROUS. A third of the written claims is kept for the forests that read the selector
(places.kept_to_choose); so are those that weighing is fitted on.
"""

import argparse
import gzip
import json
from collections import Counter, defaultdict
from pathlib import Path

import fever
import feverous
import found
import mix
import pairs
import questions
import written
from places import DATA, draw, held_to_rank, held_to_weigh, kept_to_choose, lines, row

NEAR = .55  # share of a deciding sentence's words by which another sentence may say the same
SAME, OTHER = .6, .2  # share of FEVER's sentence that one of the article has, at least, to be it; at most, to be another
SHORTEST = 4  # words that an irrelevant sentence has more of


def label(relevant: bool) -> str:
    return "relevant" if relevant else "irrelevant"


def alone(page: str, sentence: str) -> str:
    return f"[{page}] {sentence}"


def near(sentence: str, deciding: list) -> bool:
    """Whether a sentence may say what one of the deciding ones, given as stems, says."""
    words = mix.stems(sentence)
    return any(len(words & d) >= NEAR * max(len(d), 1) for d in deciding)


def drawn(some: list, seed: str, most: int) -> list:
    return sorted(some, key=lambda t: draw(seed + t, 1 << 40))[:most]


class Written:
    """One of our written claims, and the chains that the planner finds for it."""

    def __init__(self, claim: dict, chains: list, articles: dict):
        self.claim, self.chains = claim, chains
        self.gold, self.deciding = set(claim["pages"]), set(claim["deciding"])
        self.group = "select " + claim.get("twin_of", claim["id"])
        self.said = defaultdict(list)
        for page, i in claim["sentences"]:
            if i < len(articles.get(page, [])):
                self.said[page].append(articles[page][i])

    def row(self, text: str, relevant: bool, source: str) -> dict:
        return row(text, self.claim["claim"], label(relevant), source, self.group)

    def rows(self) -> list:
        return self.sentences() + self.whole() if set(self.said) == self.gold else []

    def sentences(self) -> list:
        """Deciding sentences, and cited ones of other pages or of gold pages that say something else."""
        stems = [mix.stems(s) for some in self.said.values() for s in some]
        yes = {alone(page, s) for page, some in self.said.items() for s in some[:3]}
        no, seen = [], {(page, s) for page, some in self.said.items() for s in some[:3]}
        for e in (e for c in self.chains for e in c["evidence"]):
            key = e["page"], e["text"]
            if key in seen:
                continue
            seen.add(key)
            if e["id"] in self.deciding:
                yes.add(alone(*key))
            elif e["page"] not in self.gold or not near(e["text"], stems):
                no.append(alone(*key))
        return ([self.row(t, True, "select_one") for t in drawn(sorted(yes), self.group, 6)] +
                [self.row(t, False, "select_one") for t in no[:5] + drawn(no[5:], self.group, 5)])

    def whole(self) -> list:
        """Chains as the planner cites them and with what decides of gold pages; and parts of the gold chain."""
        out, done = [], set()
        for c in self.chains:
            cited, inside = defaultdict(list), set(c["pages"]) <= self.gold
            for e in c["evidence"]:
                cited[e["page"]].append(e)
            if not inside or all(any(e["id"] in self.deciding for e in cited[p]) for p in c["pages"]):
                out.append(self.row(found.text(c), inside, "select_chain"))
            best = {p: self.said[p][:2] if p in self.gold else [e["text"] for e in cited[p][:2]] for p in c["pages"]}
            self.add(out, done, {p: s for p, s in best.items() if s}, inside)
        pages = self.claim["pages"]
        for n in range(1, len(pages) + 1):
            self.add(out, done, {p: self.said[p][:2] for p in (pages[:n] if draw(self.group + str(n), 2) else pages[-n:])}, True)
        return out

    def add(self, out: list, done: set, pages: dict, relevant: bool):
        text = feverous.titled(pages)
        if text not in done:
            done.add(text)
            out.append(self.row(text, relevant, "select_chain"))


def of_fever(r: dict, chains: list, group: str) -> list:
    """FEVER's claim about an article: cited sentences that say what its evidence says, and others; chains of the page alone, and others."""
    if r["label"] == "neutral":
        return []
    evidence, yes, no, seen = [mix.stems(s) for s in fever.sentences(r["premise"])], [], [], set()
    for e in (e for c in chains for e in c["evidence"]):
        key = e["page"], e["text"]
        if key in seen:
            continue
        seen.add(key)
        words = mix.stems(e["text"])
        close = max(len(words & v) / max(len(v), 1) for v in evidence)
        if e["page"] == r["page"] and close >= SAME:
            yes.append(key)
        elif e["page"] != r["page"] or close < OTHER:
            no.append(key)
    if not yes:
        return []
    make = lambda text, relevant: row(text, r["hypothesis"], label(relevant), "select_fever", group)
    out = [make(alone(*k), True) for k in yes[:2]] + [make(alone(*k), False) for k in no[:3]]
    for c in chains[:4]:
        if c["pages"] != [r["page"]]:
            out.append(make(found.text(c), False))
        elif any((e["page"], e["text"]) in yes for e in c["evidence"]):
            out.append(make(found.text(c), True))
    return out


def of_planner(file: Path, claims: list) -> list:
    """The rows of what hop wrote."""
    articles, mine, out = written.articles(), found.own(), []
    others = found.of_fever(claims, articles)
    for r in lines(file):
        if r["id"] in others:
            out += of_fever(others[r["id"]], r["chains"], r["id"])
        elif not held_to_weigh(first := mine[r["id"]]["pages"][0]) and not kept_to_choose(first):
            out += Written(mine[r["id"]], r["chains"], articles).rows()
    return out


def of_question(key: str, question: str, answer: str, gold: dict, context: dict) -> list:
    """A question, or it as a statement, among its paragraphs; gold and context are sentences by title."""
    text = questions.answered(question, answer) if draw("form " + key, 2) and answer.lower() not in ("yes", "no") else question
    if len(text.split()) > 60 or len(gold) < 2:
        return []
    words, long = mix.stems(question), lambda s: len(s.split()) > SHORTEST
    others = sorted(((t, s) for t, some in context.items() if t not in gold for s in some if long(s)),
                    key=lambda k: -len(words & mix.stems(" ".join(k))))
    beside = [(t, s) for t in gold for s in context[t] if s not in gold[t] and long(s)]
    make = lambda premise, relevant: row(premise, text, label(relevant), "select_asked", "select " + key)
    out = [make(alone(t, s), True) for t, some in gold.items() for s in some[:2]]
    out += [make(alone(*k), False) for k in others[:4] + beside[:2]] + [make(feverous.titled(gold), True)]
    wrong = [t for t, _ in others[:12]]
    for t in gold:
        out.append(make(feverous.titled({t: gold[t]}), True))
        if wrong:
            w = wrong[draw(f"select {key}{t}", len(wrong))]
            out.append(make(feverous.titled({t: gold[t], w: context[w][:2]}), False))
    if len(wrong) > 1:
        out.append(make(feverous.titled({wrong[0]: context[wrong[0]][:2]}), False))
    return out


def asked() -> list:
    out = []
    for file in ("hotpotqa/hotpot_train_subset.json", "2wikimultihopqa/train_subset.json.gz"):
        for q in questions.train(file):
            context, gold = {t: [" ".join(s.split()) for s in some] for t, some in q["context"]}, defaultdict(list)
            for t, n in q["supporting_facts"]:
                if t in context and n < len(context[t]):
                    gold[t].append(context[t][n])
            out += of_question(str(q["_id"]), q["question"], q["answer"], gold, context)
    for q in lines(DATA / "musique" / "musique_ans_train_subset.jsonl.gz"):
        if held_to_rank(q["question"]):
            continue
        context = {p["title"]: mix.SENTENCE.split(p["paragraph_text"]) for p in q["paragraphs"]}
        steps, gold = {d["paragraph_support_idx"]: d for d in q["question_decomposition"]}, defaultdict(list)
        for p in q["paragraphs"]:
            if step := steps.get(p["idx"]):
                about = f"{step['question']} {step['answer']}"
                gold[p["title"]] += questions.telling(mix.SENTENCE.split(p["paragraph_text"]), about, step["answer"], 1)
        out += of_question(q["id"], q["question"], q["answer"], gold, context)
    return out


def of_fever_alone(claims: list) -> list:
    """A third of FEVER's train claims with one or two sentences of evidence: the first of these, and others of the page."""
    pages, out = fever.store(claims), []
    for r in claims:
        if r["label"] == "neutral" or not r["page"]:
            continue
        evidence, words, group = fever.sentences(r["premise"]), mix.stems(r["hypothesis"]), "select " + r["hypothesis"]
        if len(evidence) > 2 or draw(group, 3):
            continue
        rest = [s for s in pages.get(r["page"], []) if s not in evidence and len(s.split()) > SHORTEST]
        rest.sort(key=lambda s: -len(words & mix.stems(s)))
        middle = len(rest) // 2
        for s, yes in [(s, True) for s in evidence[:1]] + [(s, False) for s in rest[:2] + rest[middle:middle + 1]]:
            out.append(row(alone(r["page"], s), r["hypothesis"], label(yes), "select_fever", group))
    return out


def of_feverous() -> list:
    """FEVEROUS's trained side: gold sentences, other sentences of gold pages, and near pages alone and beside a gold one."""
    some = [c for c in feverous.claims() if c.trained]
    pool, out = feverous.Pool(some), []
    for c in some:
        make = lambda premise, relevant: row(premise, c.text, label(relevant), "select_feverous", "select " + c.text)
        for t, said in c.pages.items():
            out += [make(alone(t, s), True) for s in said[:3]]
            out += [make(alone(t, s), False) for s in [s for s in pool.pages[t] if s not in said][:3]]
        first = next(iter(c.pages))
        for t in pool.nearest(c, 3):
            out.append(make(feverous.titled({t: pool.pages[t][:2]}), False))
            out.append(make(feverous.titled({first: c.pages[first][:3], t: pool.pages[t][:2]}), False))
        out.append(make(feverous.titled(c.pages), True))
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--found", type=Path, required=True, help="what hop writes of the claims of pairs.py --ask, with -k 10")
    p.add_argument("--out", type=Path, required=True)
    o = p.parse_args()
    claims = pairs.apart(fever.rows())
    rows = of_planner(o.found, claims) + asked() + of_fever_alone(claims) + of_feverous()
    rows = [r for r in rows if pairs.folded(r["hypothesis"]) not in pairs.asked()]
    o.out.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(o.out, "wt", encoding="utf-8", compresslevel=3) as f:
        for r in rows:
            f.write(json.dumps(r, ensure_ascii=False) + "\n")
    for (source, kind), n in sorted(Counter((r["source"], r["label"]) for r in rows).items()):
        print(f"{source:16} {kind:11} {n:6}")
    print(f"{'rows':28} {len(rows):6}")


if __name__ == "__main__":
    main()
