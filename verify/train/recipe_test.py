"""python -m unittest recipe_test"""

import unittest

import bridges
import chains
import fever
import feverous
import finish
import found
import mix
import pairs
import places
import questions
import rows
import tables
import twins
import written
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


class Made(unittest.TestCase):
    EVIDENCE = "[Varn] The Varn is 212 km long. The Ostel is 187 km long. Ida Kell swam it, and Bo Marrow rowed it."

    def test_a_number_is_swapped_for_one_of_the_evidence(self):
        self.assertEqual(mix.swapped("The Varn is 212 km long.", self.EVIDENCE, "seed"), "The Varn is 187 km long.")

    def test_what_twins_are_made_of_is_never_swapped(self):
        self.assertEqual(mix.swapped("It opened in 1931.", "It was planned in 1914. It opened in 1931.", "seed"), "")
        self.assertEqual(mix.swapped("It opened May 1931.", "It was planned April 1914. It opened May 1931.", "seed"), "")

    def test_names_of_one_sentence_are_not_swapped(self):
        self.assertEqual(mix.swapped("The river pleased Ida Kell.", "Ida Kell and Bo Marrow were pleased.", "seed"), "")

    def test_what_decides_is_taken_out_of_the_evidence(self):
        self.assertEqual(mix.lessened("The Varn was crossed by Ida Kell.", "[Varn] The river was first crossed by Ida Kell in May.", "seed"),
                         "[Varn] The river was first crossed in May.")
        self.assertEqual(mix.lessened("It is wide.", "[Varn] The Varn is wide.", "seed"), "")

    def test_insufficient_evidence_is_never_the_gold_sentence(self):
        make = lambda title, text: feverous.Claim({"claim": text, "label": "supports", "evidence": f"{title}\t{text}"})
        some = [make("Varn", "The Varn is a river."), make("Ost", "The Ost is a river.")]
        got = [r["premise"] for r in feverous.insufficient(some) if r["source"] == "feverous_near"]
        self.assertEqual(got, ["[Ost] The Ost is a river.", "[Varn] The Varn is a river."])


class Bridges(unittest.TestCase):
    PAGES = {"Varn": ["The Varn is a river in the north of Kell.", "It joins Ostmere in 1931."],
             "Ostmere": ["Ostmere is a deep lake in the south of Marrow.", "It was drained in 1950."],
             "Elmsee": ["Elmsee is a salt lake in the west of Tarn.", "It froze in 1963."]}

    def test_a_page_is_described_by_its_first_sentence(self):
        self.assertEqual(bridges.described("Ostmere", self.PAGES["Ostmere"][0]), "a deep lake in the south of Marrow")
        self.assertEqual(bridges.described("Kell", "The Varn is a river in the north."), "")  # it is of another page

    def test_a_claim_describes_what_its_sentence_names(self):
        said = "The Varn flows into Ostmere."
        made = bridges.Bridges(self.PAGES).made("Varn", [said], said, "entailment", "bridge")
        self.assertEqual(made[0]["hypothesis"], "The Varn flows into a deep lake in the south of Marrow.")
        by = {r["label"]: r for r in made}
        self.assertTrue("[Varn]" in by["entailment"]["premise"] and "[Ostmere]" in by["entailment"]["premise"])
        told = "[Varn] The Varn flows" in by["neutral"]["premise"] and "south of Marrow" in by["neutral"]["premise"]
        self.assertFalse(told)
        self.assertEqual(by["contradiction"]["hypothesis"], "The Varn flows into a salt lake in the west of Tarn.")

    def test_a_claim_that_names_no_page_makes_none(self):
        self.assertEqual(bridges.Bridges(self.PAGES).made("Varn", ["The Varn is long."], "The Varn is long.", "entailment", "bridge"), [])

    def test_lives_are_compared(self):
        pages = {"Ida Kell": ["Ida Kell (1901 – 1960) was a rower and poet from Ost."],
                 "Bo Marrow": ["Bo Marrow (4 May 1921 – 1999) was a Danish painter of ships."]}
        made = bridges.compared(pages)
        for r in made:
            first = "Ida" if r["hypothesis"].startswith(("Ida", "A rower")) else "Bo"
            late = "after" in r["hypothesis"]
            if r["label"] == "entailment":
                self.assertEqual(late, first == "Bo", r["hypothesis"])
        self.assertEqual({r["label"] for r in made}, {"entailment", "contradiction", "neutral"})


class Fever(unittest.TestCase):
    def test_a_title_is_the_name_that_evidence_or_claim_begins_with(self):
        for premise, claim, want in [
            ("He swam the Varn.", "Ida Kell was a swimmer.", "Ida Kell"),
            ("Ida Maria Kell (born 1931) is a swimmer.", "Ida Kell was a swimmer.", "Ida Kell"),
            ("The Varn is a river.", "Ida Kell was a swimmer.", "The Varn"),
            ("In May it froze.", "There is ice.", ""),
        ]:
            for label in ("entailment", "neutral", "contradiction"):
                self.assertEqual(fever.title(row(premise, claim, label, "")), want)

    def test_another_page_has_its_own_title(self):
        r = row("Ida Kell is a swimmer. Bo Marrow was a rower of J. Ost. He won.", "Ida Kell swims.", "entailment", "")
        self.assertEqual(fever.titled(r), "[Ida Kell] Ida Kell is a swimmer. [Bo Marrow] Bo Marrow was a rower of J. Ost. He won.")


class Draws(unittest.TestCase):
    def test_rows_of_a_group_are_in_one_batch(self):
        some = [("mnli", f"g{i // 2}") for i in range(40)] + [("snli", "") for i in range(40)]
        groups = rows.drawn(some, 100, 1)
        batches = rows.batches(groups, [5 + i % 7 for i in range(80)], 60, 8, 1)
        self.assertEqual(sorted(i for b in batches for i in b), sorted(i for g in groups for i in g))
        for batch in batches:
            self.assertTrue(all(i >= 40 or i ^ 1 in batch for i in batch))

    def test_no_row_is_drawn_too_often(self):
        drawn = [i for g in rows.drawn([("scitab", "")] + [("mnli", "")] * 999, 1000, 1) for i in g]
        self.assertEqual(drawn.count(0), 5)


class Found(unittest.TestCase):
    ARTICLES = {"Varn": ["The Varn flows into Ost."], "Ost": ["Ost lies in Kell.", "Boats cross Ost daily."]}

    def chain(self, *cited: tuple) -> dict:
        evidence = [{"page": p, "id": f"{p}_sentence_{i}", "text": self.ARTICLES[p][i]} for p, i in cited]
        return {"pages": list(dict.fromkeys(p for p, _ in cited)), "evidence": evidence}

    def test_a_chain_decides_our_claim_if_it_cites_a_gold_sentence_of_each_page(self):
        claim = {"id": "c", "claim": "The Varn flows into a lake in Kell.", "label": "SUPPORTS", "pages": ["Varn", "Ost"],
                 "sentences": [["Varn", 0], ["Ost", 0]]}
        whole, other, short = self.chain(("Varn", 0), ("Ost", 0)), self.chain(("Varn", 0), ("Ost", 1)), self.chain(("Varn", 0))
        got = [(r["premise"], r["label"]) for r in found.ours(claim, [other, short, whole], self.ARTICLES)]
        self.assertEqual(got, [("[Varn] The Varn flows into Ost. [Ost] Ost lies in Kell.", "entailment"), ("[Varn] The Varn flows into Ost.", "neutral")])
        labels = [r["label"] for r in found.ours(claim | {"label": "REFUTES"}, [short, whole], self.ARTICLES)]
        self.assertEqual(labels, ["contradiction", "not_supported"])

    def test_a_claim_of_fever_has_its_label_behind_its_page_alone(self):
        r = row("The Varn flows into Ost.", "The Varn flows into Ost.", "entailment", "fever") | {"page": "Varn"}
        chains = [self.chain(("Varn", 0)), self.chain(("Ost", 1))]
        self.assertEqual([r["label"] for r in found.theirs(r, chains, "g")], ["entailment", "unlabelled"])

    def test_no_temperature_is_fitted_on_pairs_without_a_label(self):
        claims = [c for c in (f"Claim {i}." for i in range(200)) if places.held(c)]
        pairs = [row("x", c, label, "unlabelled") for c in claims for label in ("unlabelled", "neutral")]
        self.assertEqual({r["label"] for r in finish.sample(pairs, 99)}, {"neutral"})


class Questions(unittest.TestCase):
    def test_statements(self):
        for question, answer, want in [
            ("Where was the place of death of Ida Ost's father?", "Kell", "The place of death of Ida Ost's father was Kell."),
            ("When was the director of film Varn born?", "1931", "The director of film Varn was born on 1931."),
            ("Which film came out first, Varn or Ost?", "Ost", "Of Ost and Varn, Ost came out first."),
            ("How so?", "Kell", ""),
        ]:
            self.assertEqual(questions.claim(question, answer), want)


    def test_a_question_and_its_answer_as_a_statement(self):
        for question, answer, want in [
            ("Jon was the chairman of a company in what city?", "Ost", "Jon was the chairman of a company in Ost."),
            ("Which rower won the cup of Kell?", "Ida", "Ida is the rower that won the cup of Kell."),
            ("Who wrote the film of Ida Kell?", "Bo", "Bo wrote the film of Ida Kell."),
            ("How many years did it take?", "ten", "How many years did it take? ten."),
        ]:
            self.assertEqual(questions.answered(question, answer), want)


class Split(unittest.TestCase):
    def test_shares(self):
        for test, share in ((trained, .8), (places.learning, .5), (places.fever_kept, .025), (places.sufficient_kept, .2)):
            self.assertAlmostEqual(sum(test(f"page {i}") for i in range(5000)) / 5000, share, delta=.02)

    def test_articles_are_split_as_verify_claims_does(self):
        self.assertEqual([places.part(t) for t in ("Mogadishu", "Aruba", "Zürich")], [7, 4, 0])


@unittest.skipUnless(NLI.is_dir() and (DATA / "fm2").is_dir(), "no shared data")
class Pairs(unittest.TestCase):
    def test_a_row_about_a_claim_that_is_measured_is_left_out(self):
        fm2 = feverous.fm2()[0]["text"]
        rows = [{"hypothesis": fm2.replace(" ", "  ").upper()}, {"hypothesis": "The Varn is long.", "near": "hover_dev"}, {"hypothesis": "The Varn is long."}]
        self.assertEqual(pairs.apart(rows), rows[2:])

    def test_a_fifth_of_sufficient_facts_is_kept_out(self):
        rows = pairs.shared("sufficient_facts") + pairs.shared("sufficient_facts_full")
        self.assertGreater(len(rows), 2000)
        self.assertFalse([r for r in rows if places.sufficient_kept(r["hypothesis"])])

    def test_pages_of_fever_are_kept_out_for_all_labels(self):
        some = fever.rows()
        self.assertFalse([r for r in some if places.fever_kept(fever.title(r)) or "near" in r])

    def test_articles_of_reported_claims_are_not_read(self):
        reported = {r["gold"][0][0] for r in lines(DATA / "wikispeedia_claims" / "fm2.jsonl") if not places.learning(r["gold"][0][0])}
        read = fever.articles()
        self.assertGreater(len(read), 1500)
        own = {page for r in lines(DATA / "multihop" / "claims.jsonl") for page in r["pages"]}
        self.assertFalse((reported | own) & set(read))


@unittest.skipUnless((DATA / "hover").is_dir() and (DATA / "fm2").is_dir(), "no shared data")
@unittest.skipUnless((DATA / "wikispeedia").is_dir(), "no shared data")
class Written(unittest.TestCase):
    def test_a_claim_stands_behind_all_of_its_pages_and_behind_fewer(self):
        claims = {r["claim"]: r for r in lines(places.REPO / "bench" / "learn" / "written.jsonl")}
        rows = written.made()
        self.assertGreater(len(rows), 4000)
        for r in rows:
            pages, label = claims[r["hypothesis"]]["pages"], r["label"]
            self.assertFalse(set(pages) & places.reported())
            missing = [p for p in pages if f"[{p}]" not in r["premise"]]
            self.assertLessEqual(len(missing), 1 if label in ("neutral", "not_supported") else 0)


class Twins(unittest.TestCase):
    def test_500_pairs_that_differ_in_one_span(self):
        got = twins.twins()
        self.assertEqual(len(got), 1000)
        for a, b in zip(got[::2], got[1::2]):
            self.assertEqual((a["evidence"], a["claim"], a["twin"]), (b["evidence"], b["twin"], b["claim"]))
            self.assertEqual((a["label"], b["label"]), ("SUPPORTS", "REFUTES"))


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


if __name__ == "__main__":
    unittest.main()
