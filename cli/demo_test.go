package cli_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/cli"
)

// What demo shows is right for the right reason: the label, and a best chain with all gold pages of one evidence set.
func TestDemoIsRight(t *testing.T) {
	shown := cli.DemoClaims()
	if len(shown) == 0 || len(shown) > 8 {
		t.Fatalf("demo shows %d claims, want 1 to 8", len(shown))
	}
	out, _ := run(t, 0, "demo", "--json", "--quiet")
	seen := 0
	for line := range strings.Lines(out) {
		var p struct {
			ID             json.Number
			Claim, Label   string
			PredictedLabel string `json:"predicted_label"`
			Evidence       []struct{ Content []string }
			Chain          *struct{ Pages []string }
		}
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		if shown[p.ID.String()] == "" {
			continue
		}
		seen++
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
}

// pagesOf reports whether every address is of one of the pages.
func pagesOf(addresses, pages []string) bool {
	return !slices.ContainsFunc(addresses, func(a string) bool {
		return !slices.ContainsFunc(pages, func(p string) bool { return strings.HasPrefix(norm.NFC.String(a), norm.NFC.String(p)+"_") })
	})
}
