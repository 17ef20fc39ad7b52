"""python -m unittest recipe_test"""

import json
import tempfile
import unittest
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

import chains
import feverous
import found
import hops
import pairs
import questions
import tables
from places import DATA, NLI, held_to_rank, lines, record, row, trained


class Tables(unittest.TestCase):
    def test_rows_read_as_verify_writes_them(self):
        got = tables.table_rows("Marrow", "Bridges of the Marrow", [["bridge", "opened"], ["Marrow Bridge", "1931"]])
        self.assertEqual(got, ["Bridges of the Marrow: Marrow Bridge: bridge is Marrow Bridge, opened is 1931."])

    def test_a_caption_that_is_the_title_is_not_said_again(self):
        self.assertEqual(tables.table_rows("Cups", "cups", [["cup", "year"], ["Ost", ""]]), ["Ost: cup is Ost."])

    def test_rows_are_chosen_by_the_claim_and_keep_their_order(self):
        rows = ["Ann: age is 31.", "Bob: age is 44.", "Cid: age is 50."]
        self.assertEqual(tables.chosen(rows, "Cid is older than Ann", 9), ["Ann: age is 31.", "Cid: age is 50."])

    def test_infobox(self):
        self.assertEqual(tables.infobox_rows({"title": ["Varn"], "Length": ["212 km"], "Mouth": ["Ost", "Kell"]}),
                         ["Length is 212 km.", "Mouth is Ost, Kell."])


class Negatives(unittest.TestCase):
    def test_a_number_is_swapped_for_one_of_the_evidence(self):
        got = feverous.swapped("It opened in 1931.", "It was planned in 1914 and opened in 1931.", "seed")
        self.assertEqual(got, ["It opened in 1914."])

    def test_nothing_to_swap(self):
        self.assertEqual(feverous.swapped("It is long.", "It is a long river.", "seed"), [])

    def test_insufficient_evidence_is_never_the_gold_sentence(self):
        make = lambda title, text: feverous.Claim({"claim": text, "label": "supports", "evidence": f"{title}\t{text}"})
        some = [make("Varn", "The Varn is a river."), make("Ost", "The Ost is a river.")]
        self.assertEqual([r["premise"] for r in feverous.insufficient(some, 1)], ["[Ost] The Ost is a river.", "[Varn] The Varn is a river."])


class Found(unittest.TestCase):
    def test_reading_order_is_verifys(self):
        answer = {"predicted_evidence": ["Ost_sentence_1", "Varn_sentence_2", "Varn_sentence_0"], "chain": {"pages": ["Varn", "Kell", "Ost"]}}
        got = found.read(answer, {"Varn": ["A.", "B.", "C."], "Ost": ["D.", "E."]})
        self.assertEqual(feverous.titled(got), "[Varn] A. C. [Ost] E.")


class Questions(unittest.TestCase):
    def test_statements(self):
        for question, answer, want in [
            ("Where was the place of death of Ida Ost's father?", "Kell", "The place of death of Ida Ost's father was Kell."),
            ("When was the director of film Varn born?", "1931", "The director of film Varn was born on 1931."),
            ("Which film came out first, Varn or Ost?", "Ost", "Of Ost and Varn, Ost came out first."),
            ("How so?", "Kell", ""),
        ]:
            self.assertEqual(questions.claim(question, answer), want)


class Split(unittest.TestCase):
    def test_four_of_five_keys_are_trained(self):
        self.assertAlmostEqual(sum(trained(f"page {i}") for i in range(5000)) / 5000, .8, delta=.02)


@unittest.skipUnless(NLI.is_dir() and (DATA / "fm2").is_dir(), "no shared data")
class Pairs(unittest.TestCase):
    def test_shared_rows_keep_to_the_split(self):
        self.assertEqual(pairs.leaked(pairs.shared("fm2_dev")), [])
        self.assertGreater(len(pairs.shared("fm2_dev")), 800)

    def test_a_row_about_a_kept_out_claim_is_found(self):
        kept = next(r for r in feverous.fm2(False))["text"]
        rows = [{"hypothesis": kept.replace(" ", "  ") + " "}, {"hypothesis": "The Varn is long."}]
        self.assertEqual(pairs.leaked(rows), rows[:1])

    def test_what_shares_claim_or_evidence_with_fever_symmetric_can_be_left_out(self):
        r = next(r for r in lines(DATA / "fever" / "fever_symmetric_dev.jsonl") if "-LRB-" in r["evidence"])
        evidence = r["evidence"].replace("-LRB-", "(").replace("-RRB-", ")").replace(" ,", ",")
        rows = [row("The Varn is a river.", r["claim"].replace(" .", ".").upper(), "neutral", "fever_nei"),
                row(f"[Varn] The Varn is a river. {evidence} It is long.", "The Varn is long.", "entailment", "joined"),
                row("The Varn is a river.", "The Varn is long.", "neutral", "fever_nei")]
        self.assertEqual(pairs.apart(rows), rows[2:])

    def test_leaving_out_comes_before_rows_are_made_of_rows(self):
        made, whole = [], pairs.lines
        some = lambda path: whole(path)[:60] if path.parent.name == "train" else whole(path)
        none = lambda *_: []
        with ExitStack() as s:
            s.enter_context(mock.patch.object(pairs, "lines", some))
            s.enter_context(mock.patch.object(pairs, "retitled", lambda rows: made.extend(rows) or []))
            for module, name in ((chains, "made"), (chains, "joined"), (pairs.cells, "made"), (tables, "tabfact"), (tables, "infotabs"),
                                 (pairs.surplus, "pages"), (feverous, "claims"), (questions, "made")):
                s.enter_context(mock.patch.object(module, name, none))
            got = pairs.everything({"fm2", "fever_symmetric"})
        self.assertGreater(len(made), 100)
        self.assertEqual(len(pairs.apart(made)), len(made))
        self.assertEqual(len(pairs.apart(got)), len(got))


@unittest.skipUnless((DATA / "2wikimultihopqa").is_dir(), "no shared data")
class HeldToRank(unittest.TestCase):
    def test_no_claim_is_made_of_a_question_held_back(self):
        for file, source in (("2wikimultihopqa/train_subset.json.gz", "2wiki"), ("hotpotqa/hotpot_train_subset.json", "hotpotqa")):
            held = [r for q in record(DATA / file) if held_to_rank(q["question"]) for r in questions.rows(q, source)]
            made = {(r["premise"], r["hypothesis"]) for r in questions.made()}
            self.assertGreater(len(held), 50)
            self.assertEqual([r for r in held if (r["premise"], r["hypothesis"]) in made], [])

    def test_no_chain_is_made_of_a_question_held_back(self):
        train = {q["_id"] for q in record(DATA / "2wikimultihopqa" / "train_subset.json.gz")}
        of = [q for q in chains.records() if q["_id"] in train]
        self.assertEqual([q["_id"] for q in of if held_to_rank(q["question"])], [])
        self.assertEqual(len(of), 402)


class Chains(unittest.TestCase):
    def test_only_a_chain_that_lacks_a_gold_page_is_neutral(self):
        gold, more, less = "[Varn] A river. [Ost] A town.", "[Varn] A river. [Ost] A town. [Kell] A hill.", "[Varn] A river. [Kell] A hill."
        claim = next(c for c in map("Which town is on the Varn? {}".format, range(9)) if not held_to_rank(c))
        lists = [{"claim": claim, "source": s, "premises": [more, gold, less], "scores": [3, 2, 1], "gold": 1} for s in ("hotpotqa", "hotpotqa_given", "feverous")]
        with tempfile.TemporaryDirectory() as d:
            (Path(d) / "lists.jsonl").write_text("".join(json.dumps(r) + "\n" for r in lists))
            got = hops.pairs(Path(d) / "lists.jsonl")
        self.assertEqual([(r["premise"], r["label"]) for r in got], [(gold, "relevant"), (less, "neutral")])


if __name__ == "__main__":
    unittest.main()
