"""Claims made of the triples of 2WikiMultihopQA: two pages joined by a bridge that the claim describes and doesn't name, two
dates compared, and a fact added that the evidence doesn't state."""

import re
from collections import defaultdict

import questions
from feverous import titled
from places import DATA, draw, record, row, trained

# What a relation's subject is called as its bridge, and how a claim says the relation.
BRIDGE = {"director": "the director of {}", "performer": "the performer of {}", "composer": "the composer of {}", "father": "the father of {}",
          "mother": "the mother of {}", "spouse": "the spouse of {}", "founded by": "the founder of {}", "publisher": "the publisher of {}"}
WHO = {"director": "{} was directed by someone who", "performer": "{} was performed by someone who", "composer": "{} was composed by someone who",
       "father": "{} is the child of a man who", "mother": "{} is the child of a woman who", "spouse": "{} married someone who"}
SAID = {"date of birth": "was born on {}", "date of death": "died on {}", "place of birth": "was born in {}", "place of death": "died in {}",
        "country of citizenship": "was from {}", "educated at": "was educated at {}", "cause of death": "died of {}", "father": "was a child of {}",
        "mother": "was a child of {}", "spouse": "was married to {}", "award received": "received the {}", "employer": "worked for {}",
        "child": "was a parent of {}", "place of burial": "was buried in {}"}
# A fact that the text can't state when none of these words is in it.
NEVER = {"educated at": "educat|school|universit|college|stud|graduat", "cause of death": "die|death|kill|suicid|cancer|disease|accident",
         "award received": "award|prize|won|winner|medal|honou?r", "place of burial": "buri|grave|cemeter|tomb"}
LATER = {"date of birth": ("was born earlier than", "was born later than"), "date of death": ("died earlier than", "died later than"),
         "publication date": ("came out earlier than", "came out later than")}
YEAR = re.compile(r"\b(1\d{3}|20\d\d)\b")


def records() -> list:
    """What may be made of the train subset, and of the dev subset what the split gives: 309 of its 454 questions."""
    dev = record(DATA / "2wikimultihopqa" / "dev_subset.json")
    return questions.train("2wikimultihopqa/train_subset.json.gz") + [q for q in dev if trained(q["_id"])]


def evidence(q: dict) -> dict:
    context, gold = dict((t, s) for t, s in q["context"]), {}
    for title, n in q["supporting_facts"]:
        if title in context and n < len(context[title]):
            gold.setdefault(title, []).append(" ".join(context[title][n].split()))
    return gold


def alike(values: dict, relation: str, true: str, text: str, seed: str) -> str:
    """Another value of the relation, "" when there is none that the text doesn't hold."""
    others = [v for v in values[relation] if v.lower() not in text.lower() and v.lower() != true.lower()]
    return others[draw(seed, len(others))] if others else ""


def sentence(words: str) -> str:
    return words[0].upper() + words[1:] + "."


def bridged(q: dict, values: dict) -> list:
    """Claims over A - r - B - s - C: true, with another C, with a page short, and with a fact that is nowhere."""
    out, gold, by = [], evidence(q), defaultdict(list)
    text = titled(gold)
    for s, r, o in q["evidences"]:
        by[s].append((r, o))
    for a, r, b in q["evidences"]:
        for s, c in by.get(b, []):
            if r not in BRIDGE or s not in SAID or len(gold) < 2:
                continue
            seed = q["_id"] + a + s
            lead = WHO[r].format(a) if r in WHO and draw(seed, 2) else BRIDGE[r].format(a)
            say = lambda relation, value: sentence(f"{lead} {SAID[relation].format(value)}")
            other = alike(values, s, c, text, seed)
            out.append(row(text, say(s, c), "entailment", "chain"))
            if other:
                out.append(row(text, say(s, other), "contradiction", "chain"))
            for t in gold:
                rest = titled({u: v for u, v in gold.items() if u != t})
                out.append(row(rest, say(s, c), "neutral", "chain_dropped"))
            never = [n for n in sorted(NEVER) if n != s and not re.search(NEVER[n], text, re.I)]
            if never:
                n = never[draw(seed + "n", len(never))]
                out.append(row(text, say(n, alike(values, n, "", text, seed + n)), "neutral", "chain_added"))
    return out


def compared(q: dict) -> list:
    out, text = [], titled(evidence(q))
    dates = defaultdict(list)
    for s, r, o in q["evidences"]:
        if r in LATER and YEAR.search(o):
            dates[r].append((s, int(YEAR.search(o)[1])))
    for r, found in dates.items():
        (a, x), (b, y) = (found + found)[:2]
        if len(found) == 2 and x != y:
            true, false = LATER[r] if x < y else LATER[r][::-1]
            if draw(q["_id"], 2):
                a, b, true, false = b, a, false, true
            out += [row(text, f"{a} {true} {b}.", "entailment", "chain_compared"), row(text, f"{a} {false} {b}.", "contradiction", "chain_compared")]
    return out


def made() -> list:
    some, values = records(), defaultdict(list)
    for q in some:
        for _, r, o in q["evidences"]:
            if o not in values[r]:
                values[r].append(o)
    return [r for q in some for r in bridged(q, values) + compared(q)]


JOIN = ["{0}, and {1}.", "{0} and {1}.", "{0}, while {1}."]


def joined(rows: list, n: int) -> list:
    """Two claims with titled evidence of their own as one claim over two pages: true when both are, false when either is, and
    open when a page is missing or is another claim's."""
    about = lambda r: r["premise"][1:].split("]")[0]
    rows = [r for r in rows if about(r) in r["hypothesis"] and len(about(r)) > 3 and len(r["premise"].split()) < 70 and len(r["hypothesis"].split()) < 30]
    true = [r for r in rows if r["label"] == "entailment"]
    out = []
    for i in range(n):
        pick = lambda group, what: group[draw(f"{what}{i}", len(group))]
        a, b, c = pick(true, "a"), pick(true, "b"), pick(rows, "c")
        d = pick([r for r in rows[draw(f"f{i}", len(rows) - 200):][:200] if r["label"] == "contradiction"], "d")
        if len({about(x) for x in (a, b, c, d)}) < 4:
            continue
        first = lambda x: x["hypothesis"].strip().rstrip(".")
        form = JOIN[draw(f"form{i}", len(JOIN))]
        say = lambda x, y: form.format(first(x), first(y)) if draw(f"order{i}", 2) else form.format(first(y), first(x))
        two = lambda x, y: f"{x['premise']} {y['premise']}" if draw(f"place{i}", 2) else f"{y['premise']} {x['premise']}"
        out += [row(two(a, b), say(a, b), "entailment", "joined"), row(two(a, d), say(a, d), "contradiction", "joined"),
                row(two(a, c), say(a, b), "neutral", "joined_short")]
        if i % 2:
            out.append(row(a["premise"], say(a, b), "neutral", "joined_short"))
    return out
