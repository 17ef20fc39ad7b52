"""Claims made of multi-hop questions and their answers (2WikiMultihopQA, HotpotQA and MuSiQue train), with hard negatives: an answer
swapped for another name of the evidence, a gold page dropped, a wrong bridge. Questions held back to rank chains are left out."""

import re

import mix
from feverous import titled
from mix import NAME, NUMBER
from places import DATA, draw, held_to_rank, lines, record, row
from tables import WORD

ASK = [
    (re.compile(r"^(?:who|what) ((?:directed|wrote|composed|founded|produced|performed|created|won|played|wrote) .+)$", re.I), "{a} {1}"),
    (re.compile(r"^when (?:is|was) (.+) born$", re.I), "{1} was born on {a}"),
    (re.compile(r"^where (?:is|was) (.+) born$", re.I), "{1} was born in {a}"),
    (re.compile(r"^(?:what|who|where|when) (is|was|are|were) (the .+)$", re.I), "{2} {1} {a}"),
    (re.compile(r"^where did (.+) die$", re.I), "{1} died in {a}"),
    (re.compile(r"^when did (.+) die$", re.I), "{1} died on {a}"),
    (re.compile(r"^why did (.+) die$", re.I), "{1} died of {a}"),
    (re.compile(r"^which (country|city) (.+) is from$", re.I), "The {1} that {2} is from is {a}"),
    (re.compile(r"^(.+ (?:is|was) (?:located |born |based )?in) (?:what|which) [a-z]+$", re.I), "{1} {a}"),
    (re.compile(r"^(?:which|what) (?:film|movie|person|album|song|magazine|band|restaurant|director|actor|writer)s?,? "
                r"(.+?),? ([^,]+) or ([^,]+)$", re.I), None),
]


def claim(question: str, answer: str) -> str:
    """The question with its answer as a statement, "" when no template fits."""
    q = " ".join(question.strip().rstrip("?").split())
    for pattern, form in ASK:
        m = pattern.match(q)
        if not m:
            continue
        if form is None:
            other = m[3] if m[2].lower() == answer.lower() else m[2]
            return f"Of {answer} and {other}, {answer} {m[1]}." if answer.lower() in (m[2].lower(), m[3].lower()) else ""
        said = form.format(m[0], *m.groups(), a=answer)
        return said[0].upper() + said[1:] + "."
    return ""


# Where a question asks in the middle of itself: "was chairman of a company in what city?"; "what city is ...?"; "who wrote ...?".
INSIDE = re.compile(r"^(?!which |what |who )(.+ )(?:(?:what|which) (?:[a-z'-]+ ){0,4}[a-z'-]+|whom?)$", re.I)
OPENS = re.compile(r"^(?:what|which) ((?:[\w'’\"-]+ ){1,5}?)(is|was|are|were|has|had|wrote|won|sang|led|made|plays|"
                   r"played|stars|starred|hosts?|held|ran|\w+ed) (.+)$", re.I)
WHO = re.compile(r"^who ((?!is |was |are |were |did |does |do |has |had )\w.+)$", re.I)


def answered(question: str, answer: str) -> str:
    """The question with its answer as a statement of some kind: the question and the answer behind it when no form fits."""
    q = " ".join(question.strip().rstrip("?. ").split())
    if said := claim(q, answer):
        return said
    if m := INSIDE.match(q):
        said = f"{m[1]}{answer}."
    elif (m := OPENS.match(q)) and m[2] not in ("is", "was", "are", "were"):
        said = f"{answer} is the {m[1]}that {m[2]} {m[3]}."
    elif m := WHO.match(q):
        said = f"{answer} {m[1]}."
    else:
        said = f"{q}? {answer}."
    return said[0].upper() + said[1:]


def telling(said: list, about: str, answer: str, most: int = 2) -> list:
    """The sentences of a page that share most of the words of about, and the first that holds the answer."""
    words = mix.stems(about)
    best = sorted(said, key=lambda s: -len(words & mix.stems(s)))[:most]
    best += [s for s in said if answer.lower() in s.lower()][:1]
    return [s for s in said if s in best]


def asked(q: str, answer: str, gold: dict, seed: str, source: str) -> list:
    """A question as claims over its gold pages: with its answer, with another, and with a page short."""
    text, said = titled(gold), answered(q, answer)
    long = len(text.split()) > 135 or len(WORD.findall(said)) > 45
    if len(gold) < 2 or long or answer.lower().strip(".") in ("yes", "no") or answer.lower() not in text.lower():
        return []
    group = f"asked {seed}"
    out = [row(text, said, "entailment", source, group)]
    wrong = [r for r in rivals(answer, text) if r.lower() not in q.lower()]
    if wrong:
        out.append(row(text, answered(q, wrong[draw(seed, len(wrong))]), "contradiction", source, group))
    without = list(gold)[draw("without " + seed, len(gold))]
    out.append(row(titled({t: s for t, s in gold.items() if t != without}), said, "neutral", source, group))
    return out


def rivals(answer: str, text: str) -> list:
    """Names or numbers of text that could stand for the answer."""
    pattern = NUMBER if answer[:1].isdigit() else NAME
    found = {m.strip() for m in pattern.findall(text)}
    return sorted(f for f in found if len(f) > 3 and f.lower() not in answer.lower() and answer.lower() not in f.lower())


def compared(q: dict) -> str:
    """For a comparison, the thing compared that is not the answer."""
    names = [e[0] for e in q.get("evidences", [])] + [t for t, _ in q["supporting_facts"]]
    return next((n for n in names if n != q["answer"] and n.lower() in q["question"].lower()), "")


def rows(q: dict, source: str) -> list:
    context = dict((t, s) for t, s in q["context"])
    gold = {}
    for title, n in q["supporting_facts"]:
        if title in context and n < len(context[title]):
            gold.setdefault(title, []).append(" ".join(context[title][n].split()))
    answer, text = q["answer"], titled(gold)
    said = claim(q["question"], answer)
    if not said or answer.lower() in ("yes", "no") or len(gold) < 2:
        return []
    out = [row(text, said, "entailment", source)]
    comparison = "comparison" in q["type"]
    wrong = [compared(q)] if comparison else rivals(answer, text)
    if wrong and wrong[0]:
        other = wrong[draw(str(q["_id"]), len(wrong))]
        out.append(row(text, claim(q["question"], other), "contradiction", source + "_swap"))
    distractors = [t for t in context if t not in gold]
    for t in list(gold)[-1:] if not comparison else list(gold):
        rest = {u: s for u, s in gold.items() if u != t}
        out.append(row(titled(rest), said, "neutral", source + "_dropped"))
        if distractors:  # a wrong bridge: the page is there, but it is about something else
            d = distractors[draw(str(q["_id"]) + t, len(distractors))]
            rest[d] = [" ".join(s.split()) for s in context[d][:2]]
            out.append(row(titled(rest), said, "neutral", source + "_bridge"))
    return out


def train(file: str) -> list:
    """The questions of a train file that something may be made of: none that ranking is measured on, none that HoVer's claims grew from."""
    hover = {r["hpqa_id"] for r in record(DATA / "hover" / "hover_dev_release_v1.1.shared.json")}
    return [q for q in record(DATA / file) if not held_to_rank(q["question"]) and q["_id"] not in hover]


def hotpotqa() -> list:
    """HotpotQA's questions, of those without sentence numbers what tells most of both pages."""
    out = []
    for q in train("hotpotqa/hotpot_train_subset.json"):
        context, gold = dict((t, s) for t, s in q["context"]), {}
        for t, n in q["supporting_facts"]:
            if t in context and n < len(context[t]):
                gold.setdefault(t, []).append(" ".join(context[t][n].split()))
        if not claim(q["question"], q["answer"]):
            out += asked(q["question"], q["answer"], gold, str(q["_id"]), "asked")
    hover = {r["hpqa_id"] for r in record(DATA / "hover" / "hover_dev_release_v1.1.shared.json")}
    for q in lines(DATA / "hotpotqa" / "hotpot_train_eren.jsonl.gz"):
        titles = [p["title"] for p in q["paragraphs"]]
        if held_to_rank(q["question"]) or q["_id"] in hover or not all(titles) or len(set(titles)) < 2:
            continue
        said = lambda p: telling(mix.SENTENCE.split(p["text"]), f"{q['question']} {' '.join(titles)}", q["answer"])
        out += asked(q["question"], q["answer"], {p["title"]: said(p) for p in q["paragraphs"]}, q["_id"], "asked")
    return out


def musique() -> list:
    out = []
    for q in lines(DATA / "musique" / "musique_ans_train_subset.jsonl.gz"):
        gold, steps = {}, {d["paragraph_support_idx"]: d for d in q["question_decomposition"]}
        for p in q["paragraphs"]:
            if p["idx"] in steps:
                step = steps[p["idx"]]
                said = telling(mix.SENTENCE.split(p["paragraph_text"]), f"{step['question']} {step['answer']}", step["answer"], 1)
                gold.setdefault(p["title"], []).extend(said)
        if not held_to_rank(q["question"]):
            out += asked(q["question"], q["answer"], gold, q["id"], "asked")
    return out


def made() -> list:
    out = hotpotqa() + musique()
    for q in train("2wikimultihopqa/train_subset.json.gz"):
        out += rows(q, "2wiki")
    for q in train("hotpotqa/hotpot_train_subset.json"):
        out += rows(q, "hotpotqa")
    return out
