"""Claims made from tables: a field looked up, a number compared, a count, two tables compared; each with a false twin, and open
ones whose field or row isn't in the evidence. Evidence is written as tables.py writes it."""

import csv
import io
import json
import re
import tarfile
from collections import defaultdict

import tables
from places import DATA, draw, record, row, trained

NUMBER = re.compile(r"^\D{0,2}(\d[\d,]*(?:\.\d+)?)(?:\s?(?:[a-z%²°]+|\(.*))?$", re.I)
YEAR = re.compile(r"\b(1[5-9]\d\d|20[0-2]\d)\b")
FIELD = ["The {k} of {t} is {v}.", "{t} has {v} as its {k}.", "For {t}, the {k} is {v}.", "{v} is the {k} of {t}."]
VERB = re.compile(r"^(?:born|died|.*ed(?: by| in)?)$", re.I)  # a field that is a verb takes another sentence
COUNT = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def pick(some: list, seed: str):
    return some[draw(seed, len(some))] if some else None


def boxes() -> list:
    """Infoboxes of InfoTabS on the trained side of the split: name, title and fields."""
    out = []
    with tarfile.open(DATA / "infotabs" / "tables_json.tar.gz") as tar:
        for m in sorted(tar.getmembers(), key=lambda m: m.name):
            name = m.name.split("/")[-1].removesuffix(".json")
            if m.isfile() and trained(name):
                box = json.load(tar.extractfile(m))
                title = " ".join(box.pop("title", []))
                fields = {k: v for k, v in box.items() if v and 0 < len(", ".join(v)) < 120 and len(k) < 30}
                if title and len(fields) > 3:
                    out.append((name, title, fields))
    return out


def cited(title: str, fields: dict, need: list, seed: str) -> str:
    """The fields needed and up to five more, in the order of the table."""
    some = {k: v for k, v in fields.items() if k in need or draw(seed + k, len(fields)) < 3}
    return f"[{title}] " + " ".join(tables.infobox_rows(some))


def looked_up(box: tuple, values: dict, seed: str) -> list:
    name, title, fields = box
    k = pick([k for k in fields if len(values[k]) > 5], seed)
    if not k:
        return []
    form = "{t} was {k} {v}." if VERB.match(k) else FIELD[draw(seed + "form", len(FIELD))]
    v, key = pick(fields[k], seed + "v"), k[0].lower() + k[1:]
    say = lambda value: " ".join(form.format(k=key, t=title, v=value).replace("was died", "died").split())
    held = " ".join(sum(fields.values(), [])).lower()
    other = pick([o for o in values[k] if o.lower() not in held and held.find(o.lower()[:8]) < 0], seed + "o")
    out = [row(cited(title, fields, [k], seed), say(v), "entailment", "cells")]
    if other:
        out.append(row(cited(title, fields, [k], seed), say(other), "contradiction", "cells"))
    rest = {f: v for f, v in fields.items() if f != k}
    if v.lower() not in title.lower():
        out.append(row(cited(title, rest, list(rest)[:2], seed), say(v), "neutral", "cells_open"))
    return out


def dated(box: tuple, seed: str) -> list:
    """A year, and whether it is before or after another."""
    name, title, fields = box
    found = [(k, int(YEAR.search(v[0])[1])) for k, v in fields.items() if len(YEAR.findall(v[0])) == 1]
    if not found:
        return []
    k, y = pick(found, seed)
    far = 1 + draw(seed + "far", 12)
    evidence, key = cited(title, fields, [k], seed), k[0].lower() + k[1:]
    forms = [(f"The year given for {title} under {key} is {y}.", f"The year given for {title} under {key} is {y + (far if draw(seed, 2) else -far)}."),
             (f"For {title}, {key} is before {y + far}.", f"For {title}, {key} is before {y - far}."),
             (f"For {title}, {key} is after {y - far}.", f"For {title}, {key} is after {y + far}.")]
    true, false = pick(forms, seed + "form")
    return [row(evidence, true, "entailment", "cells"), row(evidence, false, "contradiction", "cells")]


def counted(box: tuple, seed: str) -> list:
    name, title, fields = box
    k = pick([k for k, v in fields.items() if 2 <= len(v) <= 6], seed)
    if not k:
        return []
    n = len(fields[k])
    wrong = n + 1 if draw(seed + "n", 2) or n == 2 else n - 1
    say = lambda m: f"{title} lists {COUNT[m]} under {k[0].lower() + k[1:]}."
    evidence = cited(title, fields, [k], seed)
    return [row(evidence, say(n), "entailment", "cells"), row(evidence, say(wrong), "contradiction", "cells")]


def compared(a: tuple, b: tuple, seed: str) -> list:
    """Two infoboxes with a year under the same field."""
    year = lambda box, k: YEAR.findall(box[2][k][0])
    both = [k for k in a[2] if k in b[2] and len(year(a, k)) == len(year(b, k)) == 1 and year(a, k) != year(b, k)]
    k = pick(both, seed)
    if not k:
        return []
    evidence = cited(a[1], a[2], [k], seed) + " " + cited(b[1], b[2], [k], seed)
    true, false = ("earlier", "later") if int(year(a, k)[0]) < int(year(b, k)[0]) else ("later", "earlier")
    say = lambda how: f"The {k[0].lower() + k[1:]} of {a[1]} is {how} than that of {b[1]}."
    out = [row(evidence, say(true), "entailment", "cells"), row(evidence, say(false), "contradiction", "cells")]
    return out + [row(cited(a[1], a[2], [k], seed), say(true), "neutral", "cells_open")]


def infoboxes() -> list:
    some, values, out = boxes(), defaultdict(list), []
    for _, _, fields in some:
        for k, vs in fields.items():
            values[k] += vs
    for i, box in enumerate(some):
        out += looked_up(box, values, box[0] + "a") + looked_up(box, values, box[0] + "b")
        out += (dated if draw(box[0], 3) else counted)(box, box[0])
        out += compared(box, some[draw(box[0] + "other", len(some))], box[0])
    return out


def number(cell: str):
    m = NUMBER.match(cell)
    return float(m[1].replace(",", "")) if m else None


def of_grid(title: str, caption: str, grid: list, seed: str) -> list:
    """A cell of a row, two rows compared, and the row with the most: over evidence of the rows needed and some more."""
    head, body = grid[0], [r for r in grid[1:] if len(r) == len(grid[0])]
    sentences = tables.table_rows(title, caption, [head] + body)
    names = [r[0] for r in body]
    if len(sentences) != len(body) or len(body) < 3 or len(set(names)) < len(names) or len(head) < 3:
        return []
    out = []
    def add(claim: str, need: list, label: str, kind: str = "cells_grid"):
        keep = [i for i in range(len(body)) if i in need or kind != "cells_open" and draw(f"{seed}{claim[:9]}{i}", len(body)) < 3]
        out.append(row(f"[{title}] " + " ".join(sentences[i] for i in keep), claim, label, kind))
    i, c = draw(seed + "i", len(body)), 1 + draw(seed + "c", len(head) - 1)
    column, cell = [r[c] for r in body], body[i][c]
    others = sorted({v for v in column if v and v != cell and v not in cell and cell not in v})
    if cell and others and head[c]:
        wrong = pick(others, seed + "w")
        add(f"The {head[c]} of {names[i]} is {cell}.", [i], "entailment")
        add(f"The {head[c]} of {names[i]} is {wrong}.", [i, column.index(wrong)], "contradiction")
        add(f"The {head[c]} of {names[i]} is {cell}.", [j for j in range(len(body)) if j != i][:3], "neutral", "cells_open")
    numeric = [c for c in range(1, len(head)) if head[c] and all(number(r[c]) is not None for r in body) and len({r[c] for r in body}) > 2]
    c = pick(numeric, seed + "numeric")
    if c:
        j = next((j for j in range(len(body)) if body[j][c] != body[i][c]), None)
        more, less = ("higher", "lower") if number(body[i][c]) > number(body[j][c]) else ("lower", "higher")
        add(f"{names[i]} has a {more} {head[c]} than {names[j]}.", [i, j], "entailment")
        add(f"{names[i]} has a {less} {head[c]} than {names[j]}.", [i, j], "contradiction")
        order = sorted(range(len(body)), key=lambda r: number(body[r][c]))
        if len(body) <= 7 and number(body[order[-1]][c]) > number(body[order[-2]][c]):
            add(f"{names[order[-1]]} has the highest {head[c]}.", list(range(len(body))), "entailment")
            add(f"{names[order[draw(seed, len(order) - 1)]]} has the highest {head[c]}.", list(range(len(body))), "contradiction")
    return out


def grids() -> list:
    """TabFact's tables on the trained side of the split; their own statements are in tables.py."""
    folder, out = DATA / "tabfact", []
    examples, pages = record(folder / "val_examples.json.gz"), record(folder / "val_table_to_page.json")
    with tarfile.open(folder / "val_tables.tar.gz") as tar:
        for m in sorted(tar.getmembers(), key=lambda m: m.name):
            name = m.name.split("/")[-1]
            if m.isfile() and name in examples and trained(name):
                text = tar.extractfile(m).read().decode("utf-8")
                grid = list(csv.reader(io.StringIO(text), delimiter="#", quoting=csv.QUOTE_NONE))
                caption = examples[name][2]
                out += of_grid(pages[name][0] if name in pages else caption, caption, grid, name)
    return out


def made() -> list:
    return infoboxes() + grids()
