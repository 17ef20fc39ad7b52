package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/cli"
)

// What demo shows is right for the right reason: the label, and a best chain with all gold pages of one evidence set.
func TestDemoIsRight(t *testing.T) {
	shown := cli.DemoClaims()
	if len(shown) < 5 || len(shown) > 8 {
		t.Fatalf("demo shows %d claims, want 5 to 8", len(shown))
	}
	text, _ := run(t, 0, "demo", "--quiet")
	if lines := strings.Count(text, "\n"); lines > 80 {
		t.Errorf("%d lines, want at most 80", lines)
	}
	seen, refuted := 0, 0
	for line := range strings.Lines(demoAnswers(t, shown)) {
		var p struct {
			ID             json.RawMessage
			Claim, Label   string
			PredictedLabel string `json:"predicted_label"`
			Evidence       []struct{ Content []string }
			Chain          *struct{ Pages []string }
		}
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		if shown[string(p.ID)] == "" {
			continue
		}
		seen++
		if p.Label == "REFUTES" {
			refuted++
		}
		if p.PredictedLabel != p.Label {
			t.Errorf("%s: %s, want %s: %s", p.ID, p.PredictedLabel, p.Label, p.Claim)
		}
		if p.Label == "NOT ENOUGH INFO" { // the pages that would have to say it, and don't, are not all there is to find
			continue
		}
		if p.Chain == nil || !slices.ContainsFunc(p.Evidence, func(set struct{ Content []string }) bool { return pagesOf(set.Content, p.Chain.Pages) }) {
			t.Errorf("%s: no set of gold pages in the chain %v: %s", p.ID, p.Chain, p.Claim)
		}
	}
	if seen != len(shown) {
		t.Errorf("the wiki has %d of the %d claims that demo shows", seen, len(shown))
	}
	if refuted < 2 {
		t.Errorf("%d of the claims are false, want two", refuted)
	}
}

// demoAnswers are the lines of verify --out for the claims of demo.
func demoAnswers(t *testing.T, shown map[string]string) string {
	t.Helper()
	wiki, dir := filepath.Join(repoRoot(t), "testdata", "wiki"), t.TempDir()
	store, some, out := filepath.Join(dir, "w"), filepath.Join(dir, "some.jsonl"), filepath.Join(dir, "out.jsonl")
	run(t, 0, "load", "--quiet", "--store", store, "--redirects", filepath.Join(wiki, "redirects.tsv"), filepath.Join(wiki, "pages.jsonl"))
	all, err := os.ReadFile(filepath.Join(wiki, "claims.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	for line := range strings.Lines(string(all)) {
		var c struct{ ID json.RawMessage }
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		if shown[string(c.ID)] != "" || kept.Len() == 0 { // the header
			kept.WriteString(line)
		}
	}
	if err := os.WriteFile(some, []byte(kept.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, 0, "verify", "--quiet", "--store", store, "--claims", some, "--out", out)
	answers, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(answers)
}

// pagesOf reports whether every address is of one of the pages.
func pagesOf(addresses, pages []string) bool {
	return !slices.ContainsFunc(addresses, func(a string) bool {
		return !slices.ContainsFunc(pages, func(p string) bool { return strings.HasPrefix(norm.NFC.String(a), norm.NFC.String(p)+"_") })
	})
}
