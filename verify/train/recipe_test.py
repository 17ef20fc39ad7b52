"""python -m unittest recipe_test"""

import json
import tempfile
import unittest
from pathlib import Path

import feverous
import found
import hops
import questions
import tables
from places import trained


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


class Chains(unittest.TestCase):
    def test_only_a_chain_that_lacks_a_gold_page_is_neutral(self):
        gold, more, less = "[Varn] A river. [Ost] A town.", "[Varn] A river. [Ost] A town. [Kell] A hill.", "[Varn] A river. [Kell] A hill."
        claim = next(c for c in map("Which town is on the Varn? {}".format, range(9)) if not hops.held(c))
        lists = [{"claim": claim, "source": s, "premises": [more, gold, less], "scores": [3, 2, 1], "gold": 1} for s in ("hotpotqa", "hotpotqa_given", "feverous")]
        with tempfile.TemporaryDirectory() as d:
            (Path(d) / "lists.jsonl").write_text("".join(json.dumps(r) + "\n" for r in lists))
            got = hops.pairs(Path(d) / "lists.jsonl")
        self.assertEqual([(r["premise"], r["label"]) for r in got], [(gold, "relevant"), (less, "neutral")])


if __name__ == "__main__":
    unittest.main()
