package cli

import (
	"fmt"
	"strings"
)

// scoreForms are the records of eval. A report is figures, notes and sections under their own names, and these are told in
// tables of their own: see scoreNames.
func scoreForms() []jsonForm {
	return []jsonForm{
		{"eval", "`eval --json`", "A report. Its own figures are the official ones; `bridgehop` is our reading of the same files.", "", fieldsOf(`
task | string | as --task, but verdict for labels
official_error? | string | what the official code would raise; its figures are missing then
FIGURE? | number | a figure, by its name: see the figures below
intervals? | object | of the figures beside it
intervals.FIGURE | object | of this one
intervals.FIGURE.n | integer | claims, pages or labels the figure is over
intervals.FIGURE.low | number | of its 95 % interval (bootstrap)
intervals.FIGURE.high | number | equal to low where there is no interval
NOTE? | any | a count or a list beside the figures: see the notes below
SECTION? | object | figures, intervals, notes and sections again, of a part: see the sections below`)},
		{"eval", "`eval --compare --json`", "", "", fieldsOf(`
pred | object | the report of --pred
compare | object | the report of --compare
comparison | object | compare minus pred, claim by claim, by our reading
comparison.task | string | as in the reports
comparison.differences | list of objects | one a figure
comparison.differences[].name | string | of the figure
comparison.differences[].n | integer | claims
comparison.differences[].a | number | of --pred
comparison.differences[].b | number | of --compare
comparison.differences[].difference | number | b - a
comparison.differences[].low | number | of its 95 % interval (paired bootstrap)
comparison.differences[].high | number | of the same
comparison.differences[].p | number | of a randomisation test`)},
		{"eval", "`eval --submission --json`, before the report", "A file without labels gives no report.", "", fieldsOf(`
submission | string | the file that was written
claims | integer | of the gold file
missing | integer | of these, without a prediction or without its label
unknown | integer | predictions of no claim, which are left out
left_out | integer | cited elements that the form has no place for
blind | boolean | whether the gold file has no labels, so that nothing is scored`)},
	}
}

// scoreName is a name in a report: of a figure, a note or a section.
type scoreName struct {
	names string // several that go together are joined by ", "
	where string // the tasks or sections that have it
	about string
}

// scoreNames are the tables of figures, notes and sections.
type scoreNames struct{ figures, notes, sections []scoreName }

func namesOf(table string) []scoreName {
	var out []scoreName
	for _, f := range fieldsOf(table) {
		out = append(out, scoreName{f.path, f.kind, f.about})
	}
	return out
}

func reportNames() scoreNames {
	return scoreNames{
		figures: namesOf(`
fever_score | fever | share of claims with the right label and a whole gold set among the first 5 sentences; NOT ENOUGH INFO needs the label alone
feverous_score | feverous | share of claims with the right label and a whole gold set among the first 5 sentences and 25 cells
label_accuracy | fever, feverous, hover | share of claims with the right label
evidence_precision, evidence_recall, evidence_f1 | fever, feverous | of the predicted evidence, as the official code has it
macro_f1 | fever, feverous, hover, labels; baselines | mean of F1 over the labels of the gold
calibration_error | bridgehop | expected calibration error, where predictions have probabilities
accuracy | labels; baselines | share of claims with the right label, REFUTES and NOT ENOUGH INFO being one where the gold has NOT_SUPPORTED
auc | baselines | chance that a supported claim scores above another
em, f1, prec, recall | hotpotqa | of the answers
sp_em, sp_f1, sp_prec, sp_recall | hotpotqa | of the supporting facts
joint_em, joint_f1, joint_prec, joint_recall | hotpotqa | of both
hover_score | hover | share of claims with the right label and a gold sentence of every gold page, by the site's limits (2 sentences of each of the first hops + 1 pages)
hover_score_paper | bridgehop | the same without the limits
every_page_covered | hover | the same without the label
hit5, hit8, hit10 | official_doc | per cent of claims with all gold pages among the first 5, 8, 10
exact | official_doc, official_sent | per cent of claims with exactly the gold pages, sentences
acc | official_verif | per cent of claims with the right label
page_em, page_precision, page_recall, page_f1 | hover, retrieval | of the pages of the evidence or of the best chain
sentence_em, sentence_precision, sentence_recall, sentence_f1 | hover, retrieval | of the evidence
r@2, r@5, r@10, r@20 | retrieval | share of a claim's gold pages among the first ranks
all_gold@2, all_gold@5, all_gold@10, all_gold@20 | retrieval | share of claims with all gold pages among them
hits@2, hits@5, hits@10, hits@20 | retrieval | share of all gold pages among them
mrr | retrieval | mean reciprocal rank of the first gold page
map | retrieval | mean average precision
mean_rank | retrieval | of gold pages
group_consistency | contrast_groups | share of groups all of whose claims have the right label
no_prediction, seed_missed, bridge_missed, page_ranked_out, sentence_missed, cell_missed, verdict_wrong, right | errors | share of claims lost at this stage, and of those that were not`),
		notes: namesOf(`
claims, predictions | all | how many there are
claims_scored, total | official figures | claims that the official code counts
missing, missing_ids | all | claims without a prediction, which count as wrong: how many, and the first of them
duplicate, duplicate_ids | all | predictions after the first of their claim
unknown, unknown_ids | all | predictions of no claim
unreadable, gold_unreadable, gold_repeated, problems | all | records that can't be read or have an earlier id, and where the first of them stand
without_gold | all | claims whose gold has nothing to score by
foreign_labels, label_problems | bridgehop | predicted labels that are none of the task's
confusion | bridgehop, labels | claims by gold label and, within, by predicted one
paired_by | bridgehop | where predictions have no ids
by | retrieval | what ranks are compared by: title or passage
pages_of | official_doc | supporting_facts, where pages are those of the facts
error | official_doc, official_sent, official_verif | what the official code would raise
groups | contrast_groups | of claims over the same pages with two labels
sampled_of, folds | baselines | where not all claims were taken; how they were parted
judged | errors | whether labels were looked at
worst | errors | the first --errors claims that were lost: a list of {id, stage, claim, gold}`),
		sections: namesOf(`
bridgehop | all but retrieval and labels | our reading: paired by id, titles folded, a missing prediction is a wrong one
official_doc, official_sent, official_verif | hover | the official metrics of the baseline's three stages
official_by_hops | hover | the same by hops, as doc, sent and verif
doc, sent, verif | official_by_hops | the official metrics of the stage
own_hover_score | hover | the HoVer score, for which there is no official code, by hops
hops, shape, kind, type, label, challenge, level, family | all | --by: in each a section of figures for every value
contrast_groups | all with labels | claims over the same gold pages that have different labels
baselines | all with labels | what needs no reasoning
majority, word_overlap, claim_only | baselines | the most frequent label; overlap of claim and gold evidence, where the file has its text; naive Bayes over the claim
errors | --errors | where claims were lost`),
	}
}

// writeScoreNames writes them as Markdown.
func writeScoreNames(b *strings.Builder) {
	n := reportNames()
	for _, part := range []struct {
		what  string
		names []scoreName
	}{{"figure", n.figures}, {"note", n.notes}, {"section", n.sections}} {
		fmt.Fprintf(b, "\n| %s | in | meaning |\n|---|---|---|\n", part.what)
		for _, s := range part.names {
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", strings.ReplaceAll(s.names, ", ", "`, `"), s.where, inTable(s.about))
		}
	}
}
