package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
	"github.com/bridgehop/bridgehop/graph/graphtest"
)

// dataFolder holds the data sets.
func dataFolder(root string) string {
	if dir := os.Getenv("BRIDGEHOP_DATA"); dir != "" {
		return dir
	}
	return filepath.Join(root, "..", "shared", "data")
}

// hasData reports whether the data sets are there; in CI they must be.
func hasData(t *testing.T, root string) bool {
	if testing.Short() { // make test-all
		return false
	}
	_, err := os.Stat(dataFolder(root))
	if err != nil && os.Getenv("CI") == "true" {
		t.Errorf("%s is missing: set BRIDGEHOP_DATA to the folder of the data sets", dataFolder(root))
	}
	return err == nil
}

// runJSON runs a command line that ends with code 0, and reads what it prints.
func runJSON(t *testing.T, args ...string) map[string]any {
	t.Helper()
	var out, errs bytes.Buffer
	if code := cli.Run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("bridgehop %s: exit code %d: %s", strings.Join(args, " "), code, errs.String())
	}
	got := map[string]any{}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// official compares the figures of an official scorer with what eval printed, to 1e-12; where the official code
// raised, its figures must be missing.
func official(t *testing.T, want, got map[string]any) {
	t.Helper()
	if e, ok := want["error"]; ok {
		said, _ := got["official_error"].(string)
		if said == "" {
			said, _ = got["error"].(string)
		}
		if said != e {
			t.Errorf("official error %q, want %q", said, e)
		}
		for _, name := range []string{"fever_score", "feverous_score", "evidence_f1", "em", "hit5", "acc"} {
			if v, ok := got[name]; ok {
				t.Errorf("%s = %v beside the error", name, v)
			}
		}
		return
	}
	for name, w := range want {
		w, ok := w.(float64)
		if g, is := got[name].(float64); ok && (!is || math.Abs(g-w) > 1e-12) {
			t.Errorf("%s = %v, want %v", name, got[name], w)
		}
	}
}

type scorerCase struct {
	File, Gold string
	Files      map[string]string
	Result     map[string]any
	Verdict    map[string]any `json:"use_gold_verdict"`
	Five       map[string]any `json:"max_evidence=5"`
	Sent       map[string]any `json:"official_sent"`
	Verif      map[string]any `json:"official_verif"`
	Own        map[string]any `json:"own_hover_score"`
}

// Every number the official scorers gave for the fixtures is printed by eval itself.
func TestEvalFixtures(t *testing.T) {
	for _, task := range []string{"fever", "feverous", "hotpotqa", "hover"} {
		folder := filepath.Dir(graphtest.Data(t, "../fixtures/scorers/"+task+"/expected.json"))
		raw, err := os.ReadFile(filepath.Join(folder, "expected.json"))
		if err != nil {
			t.Fatal(err)
		}
		var expected struct {
			Gold  string
			Cases map[string]scorerCase
		}
		if err := json.Unmarshal(raw, &expected); err != nil {
			t.Fatal(err)
		}
		for name, c := range expected.Cases {
			t.Run(task+"/"+name, func(t *testing.T) {
				if c.Gold == "" {
					c.Gold = expected.Gold
				}
				c.check(t, task, folder)
			})
		}
	}
}

func (c *scorerCase) check(t *testing.T, task, folder string) {
	at := func(name string) string { return filepath.Join(folder, name) }
	args := []string{"eval", "--json", "--resamples", "0", "--task", task, "--gold"}
	switch task {
	case "hover":
		r := runJSON(t, append(args, at(c.Gold), "--pred", at(c.Files["submission"]))...)
		official(t, c.Sent, object(r, "official_sent"))
		official(t, c.Verif, object(r, "official_verif"))
		for group, want := range c.Own {
			official(t, want.(map[string]any), object(r, "own_hover_score", group))
		}
	case "feverous": // a merged file is its own gold
		official(t, c.Result, runJSON(t, append(args, at(c.File), "--pred", at(c.File))...))
		if c.Verdict != nil {
			official(t, c.Verdict, runJSON(t, append(args, at(c.File), "--pred", at(c.File), "--gold-verdict")...))
		}
	case "fever":
		official(t, c.Five, runJSON(t, append(args, at(c.Gold), "--pred", at(c.File))...))
	default:
		official(t, c.Result, runJSON(t, append(args, at(c.Gold), "--pred", at(c.File))...))
	}
}

func object(m map[string]any, path ...string) map[string]any {
	for _, p := range path {
		m, _ = m[p].(map[string]any)
	}
	return m
}

// The scorer's own published vectors (fever-scorer's tests).
func TestEvalFEVERVectors(t *testing.T) {
	got := runJSON(t, "eval", "--json", "--resamples", "0", "--task", "fever",
		"--gold", graphtest.Data(t, "fever/scorer_tests/actual.jsonl.gz"), "--pred", graphtest.Data(t, "fever/scorer_tests/predictions.jsonl.gz"))
	for name, want := range map[string]float64{"fever_score": 0.3257325733, "label_accuracy": 0.5208520852,
		"evidence_precision": 0.1043804380, "evidence_recall": 0.4422442244, "evidence_f1": 0.1688970478} {
		if v, _ := got[name].(float64); math.Abs(v-want) > 5e-11 {
			t.Errorf("%s = %.12f, want %.10f", name, v, want)
		}
	}
}
