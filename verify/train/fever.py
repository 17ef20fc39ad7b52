"""FEVER's train split: its evidence has no titles, so they are guessed; claims among other sentences of their page, and without the
sentence that decides; a name or number swapped, or taken out of the evidence."""

import re
import tarfile
from collections import defaultdict
from urllib.parse import unquote

import mix
import questions
import twins
from places import DATA, NLI, draw, fever_kept, learning, lines, reported, row

VERB = (r"is|was|are|were|has|have|had|did|does|do|can|could|will|would|may|stars|starred|won|played|plays|released|received|directed|wrote|appeared|"
        r"appears|worked|works|died|became|contains|features|featured|includes|included|performed|served|began|started|originated|refers|occurred|made|makes")
LEAD = re.compile(rf"^((?:The )?[A-Z\d\"“][^.;]{{1,45}}?)(?: \([^()]*\))?,? (?:(?:[a-z]+ly|only|also|never|not) )?(?:{VERB})\b")
UNSAID = re.compile(r"^(?:He|Or|She|It|They|His|Her|Its|Their|The film|The series|The album|The song|The show|The band|The book|The novel|The company|The city|The country|The character|The term|This|These|In|On|At|By|For|As|After|During|Since|From|With|While|There|Both|A|An|Also|One|Some|Most|When|\W)\b")
OPENS = re.compile(rf"{mix.NAMED.pattern}|^(?:The|In|On|At|During|By|After|Since|Most|Many|Some|All|Both|Its|His|Her|Their) ")


def lead(text: str) -> str:
    """The name that a sentence begins with, up to its verb."""
    m = None if UNSAID.match(text) else LEAD.match(text)
    return re.sub(r"['’]s\b.*|[\"“”]", "", m[1]).split(" (")[0].strip(" ,") if m else ""


def title(r: dict) -> str:
    """The page of a pair's evidence, by the name that claim and evidence begin with: the claim's unless the evidence has another.
    All labels alike, so a title says nothing of the label."""
    claim, said = lead(r["hypothesis"]), lead(r["premise"])
    return said if said and not mix.stems(said) & mix.stems(claim) else claim or said


def sentences(text: str) -> list:
    return mix.SENTENCE.split(text)


def titled(r: dict, about: str = "") -> str:
    """The evidence behind its title, with the title of another page before each sentence that begins with its name."""
    about = about or title(r)
    out = [f"[{about}]"] if about else []
    for i, s in enumerate(sentences(r["premise"])):
        name = lead(s) if i else ""
        if name and len(name.split()) < 6 and not mix.stems(name) & mix.stems(about):
            about = name
            out.append(f"[{about}]")
        out.append(s)
    return " ".join(out)


def articles() -> dict:
    """Wikispeedia's articles that are on the learning side and no gold page of a reported claim: title to sentences."""
    known = reported()
    out = {}
    with tarfile.open(DATA / "wikispeedia" / "wikispeedia_articles_plaintext.tar.bz2") as tar:
        for m in tar:
            name = unquote(m.name.split("/")[-1].removesuffix(".txt")).replace("_", " ")
            if m.isfile() and learning(name) and name not in known:
                text = tar.extractfile(m).read().decode("utf-8")
                blocks = [" ".join(b.split()) for b in re.split(r"\n\s*\n", text)[3:]]
                said = [s for b in blocks for s in sentences(b) if 6 < len(s.split()) < 45 and s[0].isupper() and s.endswith(".")]
                out[name] = said[:60]
    return out


def rows() -> list:
    """The pairs of FEVER's train split that may be trained on, with their page."""
    out, known = [], reported()
    for name in ("fever_full_train", "fever_nei_train"):
        for r in lines(NLI / "train" / f"{name}.jsonl.gz"):
            r["page"] = title(r)
            if "near" not in r and not fever_kept(r["page"]) and r["page"] not in known:
                out.append(r)
    return out


def kept() -> tuple:
    """The pairs of the pages kept out: those with evidence for or against, and those without enough."""
    read = lambda name: [r for r in lines(NLI / "train" / f"{name}.jsonl.gz") if fever_kept(title(r))]
    return tuple([row(titled(r), r["hypothesis"], r["label"], name) for r in read(name)] for name in ("fever_full_train", "fever_nei_train"))


def paragraphs() -> dict:
    """The paragraphs of multi-hop train questions, but of pages that are measured on: title to sentences."""
    apart, out = reported() | {t for _, have, rest, _ in twins.sources() for t, _ in have + rest}, {}
    for file in ("2wikimultihopqa/train_subset.json.gz", "hotpotqa/hotpot_train_subset.json"):
        for q in questions.train(file):
            out.update({t: [" ".join(s.split()) for s in said] for t, said in q["context"]})
    for q in lines(DATA / "musique" / "musique_ans_train_subset.jsonl.gz"):
        out.update({p["title"]: sentences(p["paragraph_text"]) for p in q["paragraphs"]})
    return {t: said for t, said in out.items() if t not in apart and not fever_kept(t)}


def store(some: list) -> dict:
    """The sentences of each page: of the evidence of pairs, of paragraphs, and of articles."""
    pages = defaultdict(dict)
    for name, said in list(paragraphs().items()) + list(articles().items()):
        pages[name].update(dict.fromkeys(said))
    for r in some:
        if r["page"]:
            pages[r["page"]].update(dict.fromkeys(sentences(r["premise"])))
    return {t: list(s) for t, s in pages.items()}


def said(pages: dict, each: int = 16) -> list:
    """Sentences of a page as claims over it: half of them up to their first comma; beside them their refuted twins, and the page without
    the sentence."""
    out = []
    for page in sorted(pages):
        whole = [s for s in pages[page] if len(s.split()) < 45]
        n = 0
        for claim, ((_, own),) in sorted(mix.alone([(page, s) for s in whole], OPENS), key=lambda x: draw(page + x[0], 1 << 40)):
            first = claim.split(", ")[0]
            if first != claim and len(first.split()) > 6 and draw("comma " + claim, 2):
                claim = first + "."
            others = sorted((s for s in whole if s != own), key=lambda s: draw(claim + s, 1 << 40))
            text = lambda some: f"[{page}] " + " ".join(sorted(some, key=whole.index))
            another = next((s for s in others[:10] if mix.swapped(claim, text([own, s]), claim)), "")  # it holds what could stand there
            if n == each or len(others) < 2 or mix.NOT.search(claim) or not another:
                continue
            others = [another] + [s for s in others if s != another][:1 + draw("n" + claim, 3)]
            if not (t := mix.swapped(claim, text([own] + others), claim)):
                continue
            n += 1
            out += [row(text([own] + others), claim, "entailment", "said", claim), row(text([own] + others), t, "contradiction", "said", claim)]
            if len(mix.stems(claim) - mix.stems(text(others))) > 2:
                out.append(row(text(others), claim, "neutral", "said", claim))
    return out


def made(some: list) -> list:
    """Every pair once: as it is, behind titles, or behind titles among one to four other sentences of its page. And groups: what decides
    swapped in the claim, taken out of the evidence, or not among the sentences."""
    pages = store(some)
    short, out = {"entailment": "fever_s", "contradiction": "fever_r", "neutral": "fever_n"}, said(pages)
    for r in some:
        claim, label, page = r["hypothesis"], r["label"], r["page"]
        seed, own = claim + r["premise"], set(sentences(r["premise"]))
        rest = [s for s in pages.get(page, []) if s not in own and len(s.split()) < 50]
        others = sorted(rest, key=lambda s: draw(seed + s, 1 << 40))[:1 + draw("n" + seed, 4)]
        how = draw("form " + seed, 10)
        if not page or how < 2:
            out.append(row(r["premise"], claim, label, short[label]))
            continue
        premise = titled(r)
        several = premise.count("[") > 1
        mixed = premise if several or not others else f"[{page}] " + " ".join(sorted(list(own) + others, key=lambda s: draw(claim + s, 1 << 40)))
        out.append(row(mixed if how > 5 else premise, claim, label, short[label]))
        if label == "neutral" or several:
            continue
        among = mixed if draw("among " + seed, 2) else premise
        kind = draw("kind " + seed, 3)
        if label == "entailment" and kind != 1 and (t := mix.swapped(claim, mixed, seed, all_spans=True)):
            out += [row(mixed, claim, label, "fever_swap", seed), row(mixed, t, "contradiction", "fever_swap", seed)]
        elif label == "entailment" and kind == 1 and (less := mix.lessened(claim, among, seed)):
            out += [row(among, claim, label, "fever_less", seed), row(less, claim, "neutral", "fever_less", seed)]
        elif others:
            alone = f"[{page}] " + " ".join(others)
            if (mix.stems(claim) & mix.stems(r["premise"])) - mix.stems(alone):  # what the evidence says of it isn't said
                out += [row(mixed, claim, label, "fever_open", seed), row(alone, claim, "neutral", "fever_open", seed)]
    return out
