"""What made rows are made with: words taken out, swapped, and told apart, in any text."""

import re

from places import draw
from tables import WORD

NAME = re.compile(r"\b(?:[A-Z][\w'’.-]+(?: (?:of|the|de|von|and) (?=[A-Z]))?(?: )?){1,5}\b")
NUMBER = re.compile(r"\b\d[\d,.]*\d\b|\b\d\b")
MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
# What twins.py measures on is left alone: what stands behind a preposition, and dates with a month.
BEHIND = re.compile(rf"(?:\b(?:by|with|from|for|of|to|on|at|in|since|until|after|before|between|over|than|against|near)(?: the)?|{MONTH}|\d,?) $", re.I)
AHEAD = re.compile(rf"^,? ?(?:{MONTH})")
CUT = r",?(?: (?:and|by|with|from|for|of|to|on|at|in|since|until|after|before|as))?(?: (?:an|a|the))? {}"
PEOPLE = re.compile(r"^\S+(?:ish|ese|an|ench|utch|ek)$")  # American, French: a word about a name, not a name
BRACKETS = re.compile(r" ?\([^()]*\)")
PRONOUN = re.compile(r"^(?:He|She|It) (?=[a-z])")
NAMED = re.compile(r"^(?!In |The |This |It |His |Her |At |On |After |For |As )(?!Enlarge)[A-Z][\w'’.-]* (?:[A-Z]|is |was |has |had |also |\w+ed )")
SENTENCE = re.compile(r"(?<!\b[A-Z]\.)(?<!\bMr\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bJr\.)(?<!\bvs\.)(?<=[.!?]) (?=[A-Z\"“])")
NOT = re.compile(r"\b(?:not|never|no)\b|n't ")


def alone(evidence: list, opens: re.Pattern = NAMED) -> list:
    """Of (title, sentence) the sentences that can stand alone as claims, each beside its own: they begin as opens says, with a
    name, or with a pronoun that the title replaces; brackets go."""
    out = []
    for title, said in evidence:
        s = PRONOUN.sub(lambda m: BRACKETS.sub("", title) + " ", BRACKETS.sub("", said))
        if opens.match(s) and 7 <= len(s.split()) <= 28 and s.endswith("."):
            out.append((s, [(title, said)]))
    return out


def spans(text: str, pattern: re.Pattern) -> list:
    """Where a name or number is, and what it is."""
    return [(m.start(), m[0].strip()) for m in pattern.finditer(text)]


def stems(text: str) -> set:
    """The content words of a text, by their first four letters, and its numbers."""
    return {w[:4] for w in WORD.findall(text.lower()) if len(w) > 3 or w[0].isdigit()}


def swapped(claim: str, premise: str, seed: str, all_spans: bool = False) -> str:
    """A refuted twin of a supported claim with the word overlap kept: a number becomes another of the evidence of as many digits, or a
    name but the first another name; "" when there is none to change. What twins.py measures on is changed only if all_spans."""
    said_of = re.split(r"(?<=[a-z\d][.!?]) ", premise)  # a list's names are all true
    apart = lambda a, b: not any(a in s and b in s for s in said_of)
    free = lambda at, said: all_spans or not BEHIND.search(claim[:at]) and not AHEAD.match(claim[at + len(said):])
    out = []
    theirs = {n for _, n in spans(premise, NUMBER)}
    for at, n in spans(claim, NUMBER):
        others = sorted(m for m in theirs if m not in claim and len(m) == len(n))
        if n in theirs and free(at, n) and others:
            out.append((at, n, others))
    mine = [x for x in spans(claim, NAME) if len(x[1]) > 3]
    inside = lambda n: re.search(rf"[a-z,] {re.escape(n)}", premise)  # a word that begins a sentence may be no name
    fits = lambda n: len(n) > 3 and n not in claim and not stems(n) & stems(claim) and not PEOPLE.match(n) and inside(n)
    others = sorted({n for _, n in spans(premise, NAME) if fits(n)})
    for at, n in mine[1:]:
        fit = [o for o in others if apart(n, o)]
        if n in premise and claim.count(n) == 1 and free(at, n) and fit and not PEOPLE.match(n):
            out.append((at, n, fit))
    if not out:
        return ""
    at, said, others = out[draw(seed + "span", len(out))]
    return claim[:at] + others[draw(seed + "other", len(others))] + claim[at + len(said):]


def lessened(claim: str, premise: str, seed: str) -> str:
    """The premise of a supported claim without one name, number or long word that both hold; "" when none can be taken out."""
    head, body = premise.split("] ", 1) if premise.startswith("[") and "] " in premise else ("", premise)
    out = []
    for pattern in (NAME, NUMBER, re.compile(r"\b[a-z]{6,}\b")):
        for at, said in spans(claim, pattern):
            once = at and len(said) > 1 and body.count(said) == 1 and said not in head
            m = re.search(CUT.format(re.escape(said)) + r"\b", body) if once else None
            if m and m.start() > 15:
                out.append(body[:m.start()] + body[m.end():])
        if out:
            break
    out = [o for o in out if len(o.split()) > 4]
    if not out:
        return ""
    less = out[draw(seed + "less", len(out))]
    return f"{head}] {less}" if head else less
