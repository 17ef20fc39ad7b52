"""Claims over two to four pages that are joined by a bridge which the claim describes and doesn't name, made of pages that
mention each other.

A sentence of one page that names another page says a fact; the other page's first sentence says what that is. The claim puts
the second in place of the name: "The Varn flows into Ost", "Ost is a lake in the south of Kell" give "The Varn flows into a lake in the south of Kell".
Each stands beside what it is told from: a page short (neutral), the bridge of another page or another value of the evidence
(contradiction).
"""

import re
from collections import defaultdict

import fever
import mix
from feverous import titled
from places import draw, row

IS = re.compile(r"^(?:The )?[^.;]{2,90}?\b(?:is|was|are|were) (an?|the) ((?:[a-zA-Z][\w'’-]*[ ,]+){1,13}?[\w'’-]+)"
                r"(?=[.;]|, (?:and|which|who|where|but)\b| (?:who|which|that|whose)\b)")
# Nouns that say too little to describe a page by, and openings that don't describe it.
EMPTY = re.compile(r"^(?:name|term|word|type|kind|form|part|number|list|group|set|title|use|most|first|one|second|largest part|"
                   r"result|state of|process|act|branch)\b")
IN = re.compile(r"\b(?:by|with|from|for|of|to|on|at|in|near|against|into|through|over|under|between|toward|towards|across|via|"
                r"called|named|joined|visited|invaded|married|conquered|attacked|defeated) (?:the )?$")
BORN = re.compile(r"\((?:[^()]{0,40}?\b)?(?:born |b\. ?|c\. )?(?:\d{1,2} )?(?:(?:" + mix.MONTH + r") )?(?:\d{1,2}, )?(\d{4})\b"
                  r"[^()]{0,40}?(?:[–-]|to)[^()]{0,30}?\b(\d{4})\b[^()]*\)")
SOUND = re.compile(r" ?\[[^\[\]]*\](?:,(?=,))?")  # how a name is said, in brackets that titles stand in
EACH = 10  # claims of a page


def described(page: str, first: str) -> str:
    """What a page's first sentence says that it is, with its article; "" when it says nothing to tell it by."""
    said = mix.BRACKETS.sub("", mix.BRACKETS.sub("", first))
    m = IS.match(said)
    if not m or EMPTY.match(m[2]) or not mix.stems(page) & mix.stems(said[:m.start(1)]):
        return ""
    what = re.split(r", (?=located|known|founded|born|best|also|situated|consisting|including|often)", m[2])[0]
    return f"{m[1]} {what}" if 3 <= len(what.split()) <= 12 and not mix.stems(page) & mix.stems(what) else ""


def mentions(claim: str, about: dict, page: str) -> list:
    """Where a claim names another page that is described, behind a preposition or a verb: (begin, end, page)."""
    out = []
    for m in re.finditer(r"(?:the )?([A-Z][\w'’.-]*(?: (?:of|the|de|von|and) (?=[A-Z])| (?=[A-Z\d(])|[\w'’.-]*)*)", claim):
        name = m[1].strip(" .,'’")
        end = m.start(1) + len(name)
        whole = claim.count(name) == 1 and not re.match(r"['’-]| [A-Z]", claim[end:])
        if name in about and name != page and whole and IN.search(claim[:m.start(1)]):
            out.append((m.start(), end, name))
    return out


def replaced(claim: str, found: list, about: dict) -> str:
    for begin, end, name in sorted(found, reverse=True):
        claim = claim[:begin] + about[name] + claim[end:]
    return claim


def nested(text: str, about: dict, name: str) -> tuple:
    """A description with the page that it names described in turn, and that page; the description alone when it names none."""
    found = mentions(text, about, name)[-1:]
    return (replaced(text, found, about), found[0][2]) if found else (text, "")


def kin(about: dict) -> dict:
    """Pages by the words that say what they are: those that a page could be taken for."""
    out = defaultdict(list)
    for name in sorted(about):
        for w in mix.stems(about[name]):
            out[w].append(name)
    return out


def taken(name: str, about: dict, by: dict, apart: str, seed: str) -> str:
    """Another page of the kind of name's, which the text apart doesn't name; "" when there is none."""
    mine = mix.stems(about[name])
    words = [w for w in sorted(mine) if 1 < len(by[w])]
    for k in range(12):
        some = by[words[draw(f"{seed} {k}", len(words))]] if words else []
        other = some[draw(f"{seed} {k} {name}", len(some))] if some else name
        theirs = mix.stems(about[other])
        if other != name and other not in apart and not mine <= theirs and not theirs <= mine:
            return other
    return ""


def ordered(pages: dict, seed: str) -> str:
    return titled(dict(sorted(pages.items(), key=lambda x: draw(seed + x[0], 1 << 40))))


class Bridges:
    """What pages are, and the claims that are made with it."""

    def __init__(self, pages: dict):
        self.pages, self.about, self.first = pages, {}, {}
        for t, said in pages.items():
            s = next((s for s in said[:4] if described(t, s)), "")
            if s and len(s.split()) < 45:
                self.about[t], self.first[t] = described(t, s), SOUND.sub("", s)
        self.by = kin(self.about)

    def made(self, page: str, own: list, claim: str, label: str, source: str) -> list:
        """The rows of a claim that sentences of a page support or refute, with the pages that both name described instead; none
        when both name none."""
        seed, about = page + claim, dict(self.about)
        found = [m for m in mentions(claim, about, page) if m[2] in " ".join(own)][:2]
        if len(found) == 2 and draw("one " + seed, 2):
            found = found[:1]
        if not found:
            return []
        gold = {page: own} | {name: [self.first[name]] for _, _, name in found}
        if len(gold) < 4 and draw("deep " + seed, 2):
            name = found[-1][2]
            deeper, far = nested(about[name], about, name)
            if far and far not in gold:
                about[name], gold[far] = deeper, [self.first[far]]
        said = replaced(claim, found, about)
        said = said[0].upper() + said[1:]
        text, group = ordered(gold, seed), "bridge " + seed
        if len(said.split()) > 40 or len(text.split()) > 130:
            return []
        out = [row(text, said, label, source, group)]
        without = list(gold)[0 if len(gold) < 2 or not draw("less " + seed, 3) else 1 + draw("which " + seed, len(gold) - 1)]
        less = {t: s for t, s in gold.items() if t != without}
        others = [s for s in self.pages.get(without, []) if s not in gold[without] and len(s.split()) < 40 and not described(without, s)]
        if others and draw("beside " + seed, 2):  # the page is there, and doesn't say it
            less[without] = others[1:3] or others
        out.append(row(ordered(less, seed), said, "neutral", source, group))
        if label != "entailment":
            return out
        begin, end, name = found[draw("which " + seed, len(found))]
        other = taken(name, self.about, self.by, text + claim, seed)
        t = mix.swapped(said, text, seed, all_spans=True)
        if other and (not t or draw("other " + seed, 2)):
            wrong = replaced(claim, found, about | {name: self.about[other]})
            beside = gold | {other: [self.first[other]]} if len(gold) < 4 and draw("with " + seed, 2) else gold
            out.append(row(ordered(beside, seed), wrong, "contradiction", source, group))
            if beside is not gold:
                out.append(row(ordered(beside, seed), said, "entailment", source, group))
        elif t:
            out.append(row(text, t, "contradiction", source, group))
        return out

    def sentences(self) -> list:
        """Rows whose claims are sentences of a page."""
        out = []
        for page in sorted(self.pages):
            made = []
            alone = mix.alone([(page, s) for s in self.pages[page]], fever.OPENS)
            for claim, ((_, own),) in sorted(alone, key=lambda x: draw(page + x[0], 1 << 40)):
                if len(made) < EACH and not mix.NOT.search(claim) and (some := self.made(page, [own], claim, "entailment", "bridge")):
                    made.append(some)
            out += [r for some in made for r in some]
        return out

    def claims(self, some: list) -> list:
        """Rows whose claims are people's, of FEVER's train split."""
        out = []
        for r in some:
            if r["page"] and r["label"] != "neutral" and fever.titled(r).count("[") == 1 and not mix.NOT.search(r["hypothesis"]):
                out += self.made(r["page"], [r["premise"]], r["hypothesis"], r["label"], "bridge_said")
        return out


def compared(pages: dict) -> list:
    """Claims that compare the lives of two people, one of them or both described: of births and deaths, and of how far they lie apart."""
    people = {}
    for t, said in sorted(pages.items()):
        m = BORN.search(said[0]) if said else None
        if m and (d := described(t, said[0])) and 15 < int(m[2]) - int(m[1]) < 105:
            people[t] = (int(m[1]), int(m[2]), d)
    names, out = sorted(people, key=lambda t: draw("person " + t, 1 << 40)), []
    for i, a in enumerate(names):
        for k in range(1, 4):
            b = names[(i + k) % len(names)]
            seed, what = f"{a} {b}", draw(f"what {a} {b}", 4)
            x, y = people[a][what % 2], people[b][what % 2]
            verb = ("was born", "died")[what % 2]
            call = lambda t, n: t if draw(f"{n} {seed}", 2) else people[t][2]
            first, second = call(a, "first"), call(b, "second")
            if x == y or people[a][2] == people[b][2]:
                continue
            far = f"{abs(x - y)} years " if what > 1 and abs(x - y) > 1 else ""
            say = lambda far, after: (s := f"{first} {verb} {far}{'after' if after else 'before'} {second}.")[0].upper() + s[1:]
            gold = {a: pages[a][:1], b: pages[b][:1]}
            text, group = ordered(gold, seed), "compared " + seed
            out.append(row(text, say(far, x > y), "entailment", "compared", group))
            other = f"{abs(x - y) + (1, 2, 5, 10)[draw('off' + seed, 4)]} years " if far and draw("far " + seed, 2) else ""
            out.append(row(text, say(other or far, (x > y) == bool(other)), "contradiction", "compared", group))
            without = (a, b)[draw("less " + seed, 2)]
            out.append(row(ordered({t: s for t, s in gold.items() if t != without}, seed), say(far, x > y), "neutral", "compared", group))
    return out


def made(some: list) -> list:
    """All rows; some are pairs of FEVER's train split, with their page."""
    bridges = Bridges(fever.store(some))
    whole = fever.paragraphs() | fever.articles()
    return bridges.sentences() + bridges.claims(some) + compared({t: s for t, s in whole.items() if s})
