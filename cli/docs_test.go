package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph/neo4j/server"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// Reference is the command line as Markdown: docs/cli.md, made from the commands themselves.
func Reference() string {
	app := newApp()
	var b strings.Builder
	fmt.Fprintf(&b, "# The command line\n\nMade from the code by `go test ./cli -run TestReference -update`; edit the commands, not this page.\n\n")
	fmt.Fprintf(&b, "`%s`: %s\n\n| command | what it does |\n|---|---|\n", app.Name, app.Usage)
	for _, c := range app.Commands {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s |\n", inTable(strings.TrimSpace(c.Name+" "+c.ArgsUsage)), c.Name, c.Usage)
		for _, sub := range c.Subcommands {
			fmt.Fprintf(&b, "| [`%s %s`](#%s-%s) | %s |\n", c.Name, sub.Name, c.Name, sub.Name, sub.Usage)
		}
	}
	fmt.Fprintf(&b, "\nFlags may come before or after arguments; everything after `--` is an argument. Results go to standard output. Progress,\nwarnings and errors go to standard error, prefixed `bridgehop:`.\n\n## Exit codes\n\n```\n%s```\n", console.ExitCodes)
	fmt.Fprintf(&b, "\n## Output\n\n%s\n### Progress\n\nWith `--json`, a long operation writes one such line a second to standard error:\n\n", outputNotes)
	_, groups := jsonForms()
	writeFields(&b, groups["progress"])
	writeClaimFiles(&b)
	for _, c := range app.Commands {
		writeCommand(&b, c.Name, c)
		for _, sub := range c.Subcommands {
			writeCommand(&b, c.Name+" "+sub.Name, sub)
		}
	}
	return b.String()
}

// The lists in help.txt are those of the code.
func TestHelpLists(t *testing.T) {
	for list, command := range map[string]string{strings.Join(loader.Formats(), ", "): "load",
		strings.Join(score.Tasks(), ", "): "eval", strings.Join(score.Breakdowns(), ", "): "eval",
		strings.Join(score.SubmissionTasks(), ", "): "eval", foreignForm: "verify", singleRun + ")": "hop",
		"else " + server.Version + ")": "neo4j up", record.Walk + " follows links; " + record.TFIDF: "verify"} {
		var out bytes.Buffer
		Run(t.Context(), append([]string{"help"}, strings.Fields(command)...), nil, &out, &out)
		if !strings.Contains(out.String(), list) {
			t.Errorf("help %s doesn't have %s", command, list)
		}
	}
}

func writeCommand(b *strings.Builder, name string, c *urfave.Command) {
	about, shown, _ := strings.Cut(c.Description, "\n\nExamples:\n")
	fmt.Fprintf(b, "\n## %s\n\n%s. %s\n\n", name, capital(c.Usage), strings.ReplaceAll(about, "\n", " "))
	fmt.Fprintf(b, "```\n")
	for line := range strings.SplitSeq(shown, "\n") {
		fmt.Fprintf(b, "%s\n", strings.TrimSpace(line))
	}
	fmt.Fprintf(b, "```\n")
	if len(c.VisibleFlags()) > 0 {
		fmt.Fprintf(b, "\n| flag | meaning |\n|---|---|\n")
	}
	for _, f := range c.VisibleFlags() {
		fmt.Fprintf(b, "| %s | %s |\n", flagNames(f), flagUsage(f))
	}
	writeForms(b, name)
	if name == "eval" {
		writeScoreNames(b)
	}
}

func flagNames(f urfave.Flag) string {
	var names []string
	for _, n := range f.Names() {
		if len(n) == 1 {
			names = append(names, "`-"+n+"`")
		} else {
			names = append(names, "`--"+n+"`")
		}
	}
	return strings.Join(names, ", ")
}

// flagUsage is the flag's help, with its default.
func flagUsage(f urfave.Flag) string {
	d, ok := f.(urfave.DocGenerationFlag)
	if !ok {
		return ""
	}
	usage := inTable(d.GetUsage())
	if v := strings.Trim(d.GetDefaultText(), `"`); d.TakesValue() && v != "" && v != "0" {
		usage += " (default: " + v + ")"
	}
	return usage
}

// inTable escapes what would end a cell.
func inTable(s string) string { return strings.ReplaceAll(s, "|", "\\|") }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// writeForms writes a command's forms as Markdown.
func writeForms(b *strings.Builder, command string) {
	forms, _ := jsonForms()
	for _, f := range forms {
		if f.command != command {
			continue
		}
		fmt.Fprintf(b, "\nOutput of %s:", f.where)
		if f.note != "" {
			fmt.Fprintf(b, " %s", f.note)
		}
		if f.same != "" {
			fmt.Fprintf(b, " the fields under [%s](#%s).\n", f.same, strings.ReplaceAll(f.same, " ", "-"))
			continue
		}
		b.WriteString("\n\n")
		writeFields(b, f.fields)
	}
}

func writeFields(b *strings.Builder, fields []jsonField) {
	b.WriteString("| field | type | meaning |\n|---|---|---|\n")
	for _, f := range fields {
		kind := f.kind
		if f.may {
			kind += ", may be missing"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", inTable(f.path), inTable(kind), inTable(f.about))
	}
}

// outputNotes stand before the commands in docs/cli.md: what all JSON outputs have in common.
const outputNotes = "With `--json` a command prints JSON records to standard output, one a line. The section of each command lists the fields of\n" +
	"its records: `chains[].shape` is the field `shape` of every member of the list `chains`, and a name in CAPITALS stands for any\n" +
	"name. Names of fields never change; later versions may add fields. Titles are as the store has them (NFC, without underscores),\n" +
	"and ids of elements are in FEVEROUS's notation: `Page_sentence_3`, `Page_cell_0_1_2` (table, row, column),\n" +
	"`Page_header_cell_0_0_1`, `Page_table_caption_0`, `Page_item_1_4` (list, item), `Page_section_2`, `Page_title`.\n"

// claimFile is a form of claims files, as docs/cli.md tells it. A test reads the example.
type claimFile struct {
	format  claims.Format
	of      string // the data set
	fields  string // what is read; the first ones tell the format
	example string // a record
}

// claimFiles are the forms that --claims and --gold read, all but Auto.
func claimFiles() []claimFile {
	return []claimFile{
		{"plain", "your own claims", "`id`, and `claim`, `text` or `question`; `label`, `supporting_facts` [[title, sentence number]], `num_hops`, `shape`, `kind`, `family`, `edges` [[title, title]]",
			`{"id": 1, "claim": "The engineer who designed Skarn Point Light was born in Saint-Évrard.", "label": "SUPPORTS", "supporting_facts": [["Skarn Point Light", 2], ["Étienne Carvel", 1]]}`},
		{"lines", "your own claims, one a line of text", "the line; its number is the id",
			`The engineer who designed Skarn Point Light was born in Saint-Évrard.`},
		{claims.Hover, "HoVer", "`uid`, `claim`; `supporting_facts` [[title, sentence number]], `label` SUPPORTED or NOT_SUPPORTED, `num_hops`, `hpqa_id`",
			`{"uid": "a1", "claim": "…", "supporting_facts": [["Skarn Point Light", 2]], "label": "SUPPORTED", "num_hops": 2, "hpqa_id": "h1"}`},
		{claims.Fever, "FEVER", "`id`, `claim`, `verifiable` or `evidence` [[[annotation, evidence, page, sentence]]]; `label` SUPPORTS, REFUTES or NOT ENOUGH INFO",
			`{"id": 1, "verifiable": "VERIFIABLE", "label": "SUPPORTS", "claim": "…", "evidence": [[[1, 1, "Skarn_Point_Light", 2]]]}`},
		{claims.Feverous, "FEVEROUS", "`id`, `claim`, `challenge` or `annotator_operations` or `evidence` [{content [ids], context {id: [ids]}}]; `label` as FEVER; a header record is skipped",
			`{"id": 1, "claim": "…", "label": "SUPPORTS", "evidence": [{"content": ["Skarn Point Light_sentence_2"], "context": {}}], "challenge": "Multi-hop Reasoning"}`},
		{"programfc", "FEVEROUS's claims with evidence text (ProgramFC)", "`id`, `claim`, `evidence` (lines of page TAB sentence, with links as [[target|anchor]]); `label`, `challenge`",
			`{"id": 1, "claim": "…", "label": "supports", "evidence": "Skarn Point Light\tIt was designed by [[Étienne_Carvel|Carvel]].", "challenge": "Other"}`},
		{"hotpotqa", "HotpotQA", "`_id`, `question`; `supporting_facts` [[title, sentence number]], `context` [[title, [sentences]]], `answer`, `type`, `level`",
			`{"_id": "q1", "question": "…?", "answer": "…", "type": "bridge", "level": "hard", "supporting_facts": [["Skarn Point Light", 2]], "context": [["Skarn Point Light", ["…"]]]}`},
		{"2wikimultihopqa", "2WikiMultihopQA", "as HotpotQA, with `evidences` [[subject, relation, object]]",
			`{"_id": "q1", "question": "…?", "answer": "…", "type": "compositional", "supporting_facts": [["Skarn Point Light", 2]], "context": [], "evidences": [["Skarn Point Light", "designer", "Étienne Carvel"]]}`},
		{"musique", "MuSiQue", "`id` (its first letters give the number of hops), `question`, `paragraphs` [{idx, title, paragraph_text, is_supporting}]; `question_decomposition`, `answer`",
			`{"id": "2hop__1_2", "question": "…?", "answer": "…", "paragraphs": [{"idx": 0, "title": "Skarn Point Light", "paragraph_text": "…", "is_supporting": true}]}`},
		{"multihop", "bridgehop's multi-hop claims", "`id`, `claim` or `question`, `pages` [titles]; `evidence` [[title, text of a sentence]], `label` as FEVER, `hops`, `shape`",
			`{"id": "B1", "claim": "…", "label": "SUPPORTS", "hops": 2, "shape": "chain", "pages": ["Skarn Point Light", "Étienne Carvel"], "evidence": [["Skarn Point Light", "…"]]}`},
	}
}

// writeClaimFiles writes them as Markdown.
func writeClaimFiles(b *strings.Builder) {
	fmt.Fprintf(b, "\n## Claims files\n\n`--claims`, and `--gold` of eval, read the claims or questions of each data set below. The form is recognised by the fields of the\n"+
		"records, not by the name of the file. A file is JSON lines, one JSON list (also of strings), a table with a column `claim` (separated by commas, semicolons or tabs), or one claim a\n"+
		"line, and may be compressed (.gz, .bz2, .xz or .zst). A record that can't be read is reported with its file and line, and the other records are answered. "+
		"Every field except\nthe claim itself may be missing. The id of a record without one is its number in the file. Labels may have the spelling of any label set.\n\n| form | data set | fields |\n|---|---|---|\n")
	for _, f := range claimFiles() {
		fmt.Fprintf(b, "| %s | %s | %s |\n", f.format, f.of, inTable(f.fields))
	}
	b.WriteString("\nAn example of each form, in the same order:\n\n```\n")
	for _, f := range claimFiles() {
		fmt.Fprintf(b, "%s\n", f.example)
	}
	b.WriteString("```\n\n`verify --pairs` reads JSON lines {id, premise, hypothesis}, and `model tokens` JSON lines {text} or {premise, hypothesis, truncation}.\n")
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
	for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
		part := strings.SplitN(line, " | ", 3)
		out = append(out, scoreName{part[0], part[1], part[2]})
	}
	return out
}

func reportNames() scoreNames {
	return scoreNames{
		figures: namesOf(`
fever_score | fever | share of claims with the right label and a whole gold set among the first 5 sentences; for NOT ENOUGH INFO the label alone counts
feverous_score | feverous | share of claims with the right label and a whole gold set among the first 5 sentences and 25 cells
label_accuracy | fever, feverous, hover | share of claims with the right label
evidence_precision, evidence_recall, evidence_f1 | fever, feverous | precision, recall and F1 of the predicted evidence, as the official code computes them
macro_f1 | fever, feverous, hover, labels; baselines | mean of F1 over the labels of the gold
calibration_error | bridgehop | expected calibration error, if predictions have probabilities
accuracy | labels; baselines | share of claims with the right label; if the gold label is NOT_SUPPORTED, both REFUTES and NOT ENOUGH INFO are right
em, f1, prec, recall | hotpotqa, 2wikimultihopqa, musique | exact match, F1, precision and recall of the answers
sp_em, sp_f1, sp_prec, sp_recall | hotpotqa, 2wikimultihopqa | the same for the supporting facts
joint_em, joint_f1, joint_prec, joint_recall | hotpotqa | the same for answer and supporting facts together
hover_score | hover | share of claims with the right label and a gold sentence of every gold page, within the leaderboard's limits (2 sentences of each of the first hops + 1 pages)
hover_score_paper | bridgehop | hover_score without the limits
every_page_covered | hover | hover_score without the label
hit5, hit8, hit10 | official_doc | per cent of claims with all gold pages among the first 5, 8, 10
exact | official_doc, official_sent | per cent of claims with exactly the gold pages or exactly the gold sentences
acc | official_verif | per cent of claims with the right label
page_em, page_precision, page_recall, page_f1 | hover, retrieval | exact match, precision, recall and F1 of the pages of the evidence or of the best chain
sentence_em, sentence_precision, sentence_recall, sentence_f1 | hover, retrieval | the same for the sentences of the evidence
r@2, r@5, r@10, r@20 | retrieval | share of a claim's gold pages among its first 2, 5, 10, 20 pages, averaged over claims
all_gold@2, all_gold@5, all_gold@10, all_gold@20 | retrieval | share of claims with all gold pages among these pages
hits@2, hits@5, hits@10, hits@20 | retrieval | share of the gold pages of all claims among these pages
mrr | retrieval | mean reciprocal rank of the first gold page
map | retrieval | mean average precision
mean_rank | retrieval | mean rank of the gold pages`),
		notes: namesOf(`
claims, predictions | all | number of claims and of predictions
claims_scored, total | official figures | number of claims that the official code counts
missing, missing_ids | all | claims without a prediction, which count as wrong: their number, and the first few ids
duplicate, duplicate_ids | all | predictions for a claim that already has one: their number, and the first few ids
unknown, unknown_ids | all | predictions for ids that the gold file lacks: their number, and the first few ids
unreadable, gold_unreadable, gold_repeated, problems | all | records that can't be read or repeat an id: their number, and the places of the first few
without_gold | all | claims without the gold data that the score needs
foreign_labels, label_problems | bridgehop | predicted labels that the task doesn't have
confusion | bridgehop, labels | number of claims by gold label and, within it, by predicted label
paired_by | bridgehop | how predictions without ids were paired with claims
by | retrieval | unit by which ranks are compared: title or passage
pages_of | official_doc | supporting_facts if the predicted pages are those of the supporting facts
error | official_doc, official_sent, official_verif | the error that the official code would raise`),
		sections: namesOf(`
bridgehop | all but retrieval and labels | our own reading: predictions are paired by id, titles are normalised, and a missing prediction counts as wrong
official_doc, official_sent, official_verif | hover | the official metrics of the baseline's three stages
official_by_hops | hover | the same metrics for each number of hops, in the sections doc, sent and verif
doc, sent, verif | official_by_hops | the official metrics of the stage
own_hover_score | hover | the HoVer score, which has no official code, by number of hops
hops, shape, kind, type, label, challenge, level, family | all | --by: each has a section of figures for every value
baselines | all with labels | a predictor that does no reasoning, if the gold file has the text of the evidence
word_overlap | baselines | word overlap of claim and gold evidence`),
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
