package cli

import (
	"strings"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/check"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// JSONForm is a kind of record, as docs/cli.md tells it.
type JSONForm struct {
	Command, Where string
	Fields         []JSONField
}

// JSONField is a field of it.
type JSONField struct {
	Path, Kind string
	May        bool
}

// JSONForms are all kinds of records.
func JSONForms() []JSONForm {
	forms, groups := jsonForms()
	forms = append(forms, jsonForm{where: "progress", fields: groups["progress"]})
	out := make([]JSONForm, len(forms))
	for i, f := range forms {
		out[i] = JSONForm{Command: f.command, Where: f.where}
		for _, field := range f.fields {
			out[i].Fields = append(out[i].Fields, JSONField{field.path, field.kind, field.may})
		}
	}
	return out
}

// Samples are records that take a server, a day or all data sets to be printed: of these the types are held against the forms.
func Samples() map[string][]any {
	node := graph.Node{Labels: []string{"Page"}}
	return map[string][]any{
		"`neo4j up --json`":                                   {serverRecord{}},
		"`neo4j drop --json`":                                 {dropRecord{}},
		"`neo4j runs --json`, one a run":                      {runRecord{File: "f", Model: "m", Planner: "p", Settings: map[string]string{"beam": "0"}}},
		"`neo4j drop --run --json`":                           {droppedRunRecord{}},
		"`export --to jsonl --run`, one a claim in run.jsonl": {sampleRunClaim()},
		"`export --run --json`":                               {runFileRecord{}},
		"`verify --record --from --json`":                     {recordedFrom{}},
		"`info --json`":                                       {infoRecord{}},
		"`check --json`":                                      {checkRecord{Findings: []check.Finding{{}}}},
		"`cypher --json`, one a row":                          {record.Row(graph.Record{Columns: []string{"p", "n"}, Values: []any{node, int64(3)}})},
		"progress":                                            {console.ProgressRecord{Total: 1, Left: 1}, console.ProgressRecord{}},
	}
}

// ClaimFile is a form of claims files, with a record.
type ClaimFile struct {
	Format  claims.Format
	Example string
}

// ClaimFiles are the forms that docs/cli.md tells.
func ClaimFiles() []ClaimFile {
	var out []ClaimFile
	for _, f := range claimFiles() {
		out = append(out, ClaimFile{f.format, f.example})
	}
	return out
}

// ReportNames are the figures, notes and sections of reports that docs/cli.md tells.
func ReportNames() (figures, notes, sections []string) {
	names := func(list []scoreName) (out []string) {
		for _, n := range list {
			out = append(out, strings.Split(n.names, ", ")...)
		}
		return out
	}
	n := reportNames()
	return names(n.figures), names(n.notes), names(n.sections)
}

// DemoClaims are the claims that demo shows, by id.
func DemoClaims() map[string]string { return demoClaims }

// sampleRunClaim returns a claim of a run that has all fields.
func sampleRunClaim() *runClaim {
	right := true
	chain := runChain{Chain: record.Chain{Score: new(float64), Pages: []string{"a"}, PageIDs: []string{"1"},
		Links: []record.Link{{Reversed: true, Element: "sentence_0"}}}, Evidence: []runEvidence{{}}}
	return &runClaim{ID: claims.ID{Raw: `"1"`}, Label: "l", PredictedLabel: "l", Correct: &right, Certainty: "low", Reason: "r", PredictedEvidence: []any{[]any{"a", 0}},
		Probabilities: map[string]float64{"SUPPORTS": 1}, Chain: &chain, Chains: []runChain{chain}, Gold: []runChain{chain}, Retrieved: []record.Ranked{{}}}
}
