package cli

import (
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/internal/claims"
)

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
		{claims.Plain, "your own claims", "`id`, and `claim`, `text` or `question`; `label`, `supporting_facts` [[title, sentence number]], `num_hops`, `shape`, `kind`, `family`, `edges` [[title, title]]",
			`{"id": 1, "claim": "The engineer who designed Skarn Point Light was born in Saint-Évrard.", "label": "SUPPORTS", "supporting_facts": [["Skarn Point Light", 2], ["Étienne Carvel", 1]]}`},
		{claims.Lines, "your own claims, one a line of text", "the line; its number stands for an id",
			`The engineer who designed Skarn Point Light was born in Saint-Évrard.`},
		{claims.Hover, "HoVer", "`uid`, `claim`; `supporting_facts` [[title, sentence number]], `label` SUPPORTED or NOT_SUPPORTED, `num_hops`, `hpqa_id`",
			`{"uid": "a1", "claim": "…", "supporting_facts": [["Skarn Point Light", 2]], "label": "SUPPORTED", "num_hops": 2, "hpqa_id": "h1"}`},
		{claims.Fever, "FEVER", "`id`, `claim`, `verifiable` or `evidence` [[[annotation, evidence, page, sentence]]]; `label` SUPPORTS, REFUTES or NOT ENOUGH INFO",
			`{"id": 1, "verifiable": "VERIFIABLE", "label": "SUPPORTS", "claim": "…", "evidence": [[[1, 1, "Skarn_Point_Light", 2]]]}`},
		{claims.Feverous, "FEVEROUS", "`id`, `claim`, `challenge` or `annotator_operations` or `evidence` [{content [ids], context {id: [ids]}}]; `label` as FEVER; a header record is passed over",
			`{"id": 1, "claim": "…", "label": "SUPPORTS", "evidence": [{"content": ["Skarn Point Light_sentence_2"], "context": {}}], "challenge": "Multi-hop Reasoning"}`},
		{claims.ProgramFC, "FEVEROUS's claims with evidence text (ProgramFC)", "`id`, `claim`, `evidence`, a text of lines page TAB sentence, with links as [[target|anchor]]; `label`, `challenge`",
			`{"id": 1, "claim": "…", "label": "supports", "evidence": "Skarn Point Light\tIt was designed by [[Étienne_Carvel|Carvel]].", "challenge": "Other"}`},
		{claims.HotpotQA, "HotpotQA", "`_id`, `question`; `supporting_facts` [[title, sentence number]], `context` [[title, [sentences]]], `answer`, `type`, `level`",
			`{"_id": "q1", "question": "…?", "answer": "…", "type": "bridge", "level": "hard", "supporting_facts": [["Skarn Point Light", 2]], "context": [["Skarn Point Light", ["…"]]]}`},
		{claims.TwoWiki, "2WikiMultihopQA", "as HotpotQA, with `evidences` [[subject, relation, object]]",
			`{"_id": "q1", "question": "…?", "answer": "…", "type": "compositional", "supporting_facts": [["Skarn Point Light", 2]], "context": [], "evidences": [["Skarn Point Light", "designer", "Étienne Carvel"]]}`},
		{claims.MuSiQue, "MuSiQue", "`id` (its first letters tell the hops), `question`, `paragraphs` [{idx, title, paragraph_text, is_supporting}]; `question_decomposition`, `answer`",
			`{"id": "2hop__1_2", "question": "…?", "answer": "…", "paragraphs": [{"idx": 0, "title": "Skarn Point Light", "paragraph_text": "…", "is_supporting": true}]}`},
		{claims.Symmetric, "FEVER-Symmetric", "`claim` with `evidence_sentence`, or `evidence`, a sentence; `gold_label` or `label`",
			`{"id": 1, "claim": "…", "evidence_sentence": "…", "gold_label": "SUPPORTS"}`},
		{claims.FM2, "FoolMeTwice", "`id`, `text`, `wikipedia_page`, `gold_evidence` [{text}]; `label`, `category`",
			`{"id": "1", "text": "…", "label": "SUPPORTS", "wikipedia_page": "Skarn Point Light", "gold_evidence": [{"text": "…"}], "category": "places"}`},
		{claims.EXFever, "EX-FEVER", "CSV with a header: `claim`, `label`, `golden entity` and `mention`, Python's lists of titles and of the words of their links",
			"claim,label,golden entity,mention\n\"…\",SUPPORT,\"['Skarn Point Light', 'Étienne Carvel']\",\"['Carvel']\""},
		{claims.First500, "retrieval runs over HotpotQA's first 500 questions", "CSV with a header: `example_id`, `question`, `gold_titles` joined by \" | \"; `question_type`, `level`, `setting` (pooled)",
			"example_id,question,gold_titles,setting\nq1,…?,Skarn Point Light | Étienne Carvel,pooled"},
	}
}

// writeClaimFiles writes them as Markdown.
func writeClaimFiles(b *strings.Builder) {
	fmt.Fprintf(b, "\n## Claims files\n\n`--claims`, and `--gold` of eval, read the claims and questions of every data set, told apart by their fields and not by\n"+
		"names: JSON lines or one JSON list (also of strings), a table with a column `claim` (CSV, semicolons or tabs), or one claim a line, plain, .gz, .bz2, .xz or .zst. A record that can't be read is told with\nfile and line, and the others are answered. "+
		"All fields but the claim itself may be missing; a record without an id has its\nnumber in the file. Labels are read in any of the schemes' spellings.\n\n| form | of | fields |\n|---|---|---|\n")
	for _, f := range claimFiles() {
		fmt.Fprintf(b, "| %s | %s | %s |\n", f.format, f.of, inTable(f.fields))
	}
	b.WriteString("\nOne record of each, with CSV's header before it:\n\n```\n")
	for _, f := range claimFiles() {
		fmt.Fprintf(b, "%s\n", f.example)
	}
	b.WriteString("```\n\n`verify --pairs` reads JSON lines {id, premise, hypothesis}, and `tokenize` JSON lines {text} or {premise, hypothesis, truncation}.\n")
}
