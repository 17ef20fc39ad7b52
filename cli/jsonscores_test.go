package cli_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
)

// eval prints exactly the figures, notes and sections that docs/cli.md describes, on the shipped wiki.
func TestReportMatchesDocs(t *testing.T) {
	r := &recorder{t: t, dir: t.TempDir(), written: map[string][]string{}}
	told := newTold()
	loadWiki(t, r.at("w"))
	for _, c := range reportRuns(r) {
		got := runJSON(t, append([]string{"eval", "--json", "--quiet", "--resamples", "0"}, c...)...)
		if _, ok := got["task"].(string); !ok {
			t.Errorf("eval %v: no task", c)
		}
		delete(got, "task")
		delete(got, "official_error")
		delete(got, "official_pairing")
		for _, name := range told.strangers(got, true) {
			t.Errorf("eval %v: %s is not told", c, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(told.names)) {
		if !told.names[name] {
			t.Errorf("%s is told, and no report has it", name)
		}
	}
}

// byValues are the sections that hold a section for every value.
var byValues = []string{"official_by_hops", "own_hover_score", "hops", "shape", "kind", "type", "label", "challenge", "level", "family"}

// told are the names that docs/cli.md has, and whether a report had them.
type told struct {
	figures, notes, sections []string
	names                    map[string]bool
}

func newTold() *told {
	s := &told{names: map[string]bool{}}
	s.figures, s.notes, s.sections = cli.ReportNames()
	for _, name := range slices.Concat(s.figures, s.notes, s.sections) {
		s.names[name] = false
	}
	return s
}

// strangers are the names of a section that are not told. Within a section that goes by values, such as hops, each value is a
// section.
func (s *told) strangers(section map[string]any, named bool) (out []string) {
	figures := object(section, "intervals")
	for name, v := range section {
		list := s.notes
		part, isObject := v.(map[string]any)
		switch {
		case name == "intervals":
			for figure, interval := range figures {
				if keys := slices.Sorted(maps.Keys(interval.(map[string]any))); !slices.Equal(keys, []string{"high", "low", "n"}) {
					out = append(out, fmt.Sprint(figure, " ", keys))
				}
			}
			continue
		case figures[name] != nil:
			list = s.figures
		case isObject && name != "confusion":
			list = s.sections
			byValue := slices.Contains(byValues, name)
			for _, inner := range s.strangers(part, !named || !byValue) {
				out = append(out, name+"/"+inner)
			}
			if !named {
				continue
			}
		}
		if s.names[name] = true; !slices.Contains(list, name) {
			out = append(out, name)
			delete(s.names, name)
		}
	}
	return out
}

// reportRuns are runs of eval that print all there is.
func reportRuns(r *recorder) [][]string {
	claims := filepath.Join(repoRoot(r.t), "testdata", "wiki", "claims.jsonl")
	gold := map[string]string{}
	for _, task := range []string{"fever", "feverous", "hover", "hotpotqa"} {
		gold[task] = r.at(task + ".gold")
		wikiClaims(r.t, task, gold[task])
	}
	r.must("hop", "--quiet", "--store", r.at("w"), "--claims", claims, "--out", r.at("hops.jsonl"))
	facts := `[["Skarn Point Light", 0]]`
	fever := r.file("fever.pred", `{"id": 101, "predicted_label": "SUPPORTS", "predicted_evidence": `+facts+`, "probabilities": {"SUPPORTS": 0.9}}`,
		`{"id": 101, "predicted_label": "REFUTES", "predicted_evidence": []}`, `{"id": 9001, "predicted_label": "REFUTES", "predicted_evidence": []}`,
		`{"id": 102, "predicted_label": "MAYBE", "predicted_evidence": []}`, `no JSON`)
	unnamed := r.file("unnamed.pred", `{"predicted_label": "SUPPORTS", "predicted_evidence": []}`)
	hover := r.file("hover.pred", `[{"uid": "u101", "supporting_facts": `+facts+`, "label": "SUPPORTED"}]`)
	none := r.file("none.pred", `[]`)
	answers := r.file("hotpotqa.pred", `{"answer": {"q101": "x"}, "sp": {"q101": `+facts+`}}`)
	text := r.file("text.gold", `{"id": 1, "claim": "The Varn is a river.", "label": "supports", "evidence": "Varn\tThe Varn is a river.", "challenge": "Other"}`,
		`{"id": 2, "claim": "The Varn is a film.", "label": "refutes", "evidence": "Varn\tThe Varn is a river.", "challenge": "Other"}`,
		`{"id": 3, "claim": "The Varn is old.", "label": "NOT ENOUGH INFO", "evidence": "", "challenge": "Other"}`)
	levels := r.file("levels.gold", `[{"_id": "a", "question": "Who?", "answer": "x", "type": "bridge", "level": "hard", "supporting_facts": [["Varn", 0]], "context": []}]`)
	level := r.file("levels.pred", `{"answer": {"a": "x"}, "sp": {"a": [["Varn", 0]]}}`)
	unlabelled := r.file("nei.gold", `{"id": 1, "verifiable": "NOT VERIFIABLE", "label": "NOT ENOUGH INFO", "claim": "c", "evidence": [[[1, 1, null, null]]]}`,
		`{"id": 2, "verifiable": "VERIFIABLE", "label": "REFUTES", "claim": "d", "evidence": [[[1, 1, "Varn", 0]]]}`)
	all := "hops,shape,kind,type,label,challenge,level,family"
	return [][]string{
		{"--task", "fever", "--gold", gold["fever"], "--pred", fever},
		{"--task", "fever", "--gold", unlabelled, "--pred", unnamed},
		{"--task", "feverous", "--gold", claims, "--pred", r.file("feverous.pred", `{"id": 101, "predicted_label": "SUPPORTS", "predicted_evidence": ["Skarn Point Light_sentence_1"]}`), "--by", all},
		{"--task", "feverous", "--gold", claims, "--pred", claimsAsPredictions(r, claims)},
		{"--task", "hover", "--gold", gold["hover"], "--pred", hover},
		{"--task", "hover", "--gold", gold["hover"], "--pred", none},
		{"--task", "hotpotqa", "--gold", gold["hotpotqa"], "--pred", answers},
		{"--task", "hotpotqa", "--gold", levels, "--pred", level, "--by", all},
		{"--task", "labels", "--gold", gold["fever"], "--pred", fever},
		{"--task", "labels", "--gold", text, "--pred", r.file("text.pred", `{"id": 1, "predicted_label": "SUPPORTS"}`)},
		{"--task", "retrieval", "--gold", claims, "--pred", r.at("hops.jsonl"), "--by", all},
	}
}

// claimsAsPredictions gives every claim the same prediction, in a merged file of FEVEROUS's.
func claimsAsPredictions(r *recorder, claims string) string {
	var lines []string
	for _, line := range r.firstClaims(158) {
		if strings.HasPrefix(line, "{") {
			lines = append(lines, strings.TrimSuffix(line, "}")+`, "predicted_label": "SUPPORTS", "predicted_evidence": ["Skarn Point Light_sentence_1"]}`)
		}
	}
	return r.file("merged.pred", lines...)
}
