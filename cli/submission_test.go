package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// What verify and hop answer scores the same when it is read back in the form of the data set's own scorer.
func TestSubmissionReadBack(t *testing.T) {
	if !hasRuntime(t) {
		t.Skip("ONNX Runtime is missing: run bridgehop setup")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	loadWiki(t, at("wiki"))
	loadSentences(t, at("pages.jsonl"), at("sentences"))
	for _, c := range []struct {
		task, answer string
		figures      []string
	}{
		{"feverous", "verify", []string{"feverous_score", "label_accuracy", "evidence_precision", "evidence_recall", "bridgehop/macro_f1", "bridgehop/evidence_f1"}},
		{"fever", "verify", []string{"fever_score", "label_accuracy", "evidence_precision", "evidence_recall", "bridgehop/macro_f1", "bridgehop/evidence_f1"}},
		{"hover", "verify", []string{"hover_score", "official_doc/f1", "official_sent/f1", "official_verif/acc", "bridgehop/hover_score_paper"}},
		{"hotpotqa", "hop", []string{"bridgehop/sp_em", "bridgehop/sp_f1", "bridgehop/sp_prec"}},
	} {
		t.Run(c.task, func(t *testing.T) {
			gold, pred, out := at(c.task+".gold"), at(c.task+".pred"), at(c.task+".out")
			wikiClaims(t, c.task, gold)
			store := map[bool]string{true: at("sentences"), false: at("wiki")}[c.task == "hotpotqa"] // whose form has no place for cells
			run(t, 0, c.answer, "--quiet", "--store", store, "--claims", gold, "--out", pred)
			args := []string{"eval", "--json", "--quiet", "--resamples", "0", "--task", c.task, "--gold", gold, "--pred"}
			stdout, _ := run(t, 0, append(args, pred, "--submission", out)...)
			var want map[string]any
			if err := json.Unmarshal([]byte(lastLine(stdout, "")), &want); err != nil {
				t.Fatal(err)
			}
			got := runJSON(t, append(args, out)...)
			for _, figure := range c.figures {
				if c.task == "hover" || !strings.HasPrefix(figure, "bridgehop/") && want["official_error"] == nil {
					if _, ok := valueAt(want, figure); !ok {
						t.Errorf("no %s of the predictions", figure)
					}
				}
				w, _ := valueAt(want, figure)
				if g, ok := valueAt(got, figure); !ok || g != w {
					t.Errorf("%s: got %v of the submission, want %v", figure, g, w)
				}
			}
			if c.task != "hotpotqa" {
				return
			}
			if v, ok := valueAt(got, "sp_f1"); !ok || v == 0 {
				t.Errorf("the official sp_f1 of the submission is %v, want a figure", v)
			}
		})
	}
}

// loadSentences loads the shipped wiki without tables and lists.
func loadSentences(t *testing.T, name, store string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(repoRoot(t), "testdata", "wiki", "pages.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for line := range bytes.Lines(raw) {
		var page map[string]any
		if err := json.Unmarshal(line, &page); err != nil {
			t.Fatal(err)
		}
		cells := func(name string) bool { return strings.HasPrefix(name, "table_") || strings.HasPrefix(name, "list_") }
		page["order"] = slices.DeleteFunc(page["order"].([]any), func(name any) bool { return cells(name.(string)) })
		maps.DeleteFunc(page, func(name string, _ any) bool { return cells(name) })
		if err := json.NewEncoder(&out).Encode(page); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(name, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, 0, "load", "--quiet", "--store", store, name)
}

// valueAt finds a figure by the names of its sections and its own.
func valueAt(r map[string]any, path string) (float64, bool) {
	steps := strings.Split(path, "/")
	v, ok := object(r, steps[:len(steps)-1]...)[steps[len(steps)-1]].(float64)
	return v, ok
}

// wikiClaims writes some claims of the shipped wiki in the form of a data set.
func wikiClaims(t *testing.T, task, name string) {
	t.Helper()
	all, _, err := claims.ReadAll(filepath.Join(repoRoot(t), "testdata", "wiki", "claims.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, c := range all[:24] {
		lines = append(lines, wikiClaim(t, task, c))
	}
	text := strings.Join(lines, "\n") + "\n"
	if task == "hover" || task == "hotpotqa" {
		text = "[" + strings.Join(lines, ",\n") + "]\n"
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// wikiClaim is a claim with the sentences and cells of its first gold set; where sentences alone count, cells are the first
// sentences of their pages.
func wikiClaim(t *testing.T, task string, c *claims.Claim) string {
	t.Helper()
	facts, lines, ids := [][2]any{}, [][4]any{}, []string{}
	for _, e := range c.Gold[0].Items {
		n := 0
		if strings.HasPrefix(e.Element.String(), "sentence") {
			n = e.Element.A
		}
		facts = append(facts, [2]any{e.Title, n})
		lines = append(lines, [4]any{1, 1, strings.ReplaceAll(e.Page, " ", "_"), n})
		ids = append(ids, e.Page+"_"+e.Element.String())
	}
	record := map[string]any{"claim": c.Text, "label": c.Label}
	switch task {
	case "fever":
		record["id"], record["verifiable"], record["evidence"] = c.ID, "VERIFIABLE", [][][4]any{lines}
	case "feverous":
		record["id"], record["challenge"] = c.ID, c.Challenge
		record["evidence"] = []map[string]any{{"content": ids, "context": map[string][]string{}}}
	case "hover":
		record["uid"], record["supporting_facts"], record["num_hops"] = fmt.Sprint("u", c.ID), facts, c.Hops
		if record["label"] = "NOT_SUPPORTED"; c.Label == "SUPPORTS" {
			record["label"] = "SUPPORTED"
		}
	case "hotpotqa":
		record = map[string]any{"_id": fmt.Sprint("q", c.ID), "question": c.Text, "answer": "x", "type": "bridge", "level": "hard",
			"supporting_facts": facts, "context": []any{}}
	}
	b, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
