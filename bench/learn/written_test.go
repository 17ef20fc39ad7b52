package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// The claims that we wrote to learn from are about no page of a claim that is measured on, and twins are about the same pages.
func TestWrittenClaimsAreApart(t *testing.T) {
	type record struct {
		ID    string   `json:"id"`
		Claim string   `json:"claim"`
		Label string   `json:"label"`
		Hops  int      `json:"hops"`
		Pages []string `json:"pages"`
		Twin  string   `json:"twin_of"`
		// Sentences number, by page, what decides the claim in the plain text (verify/train/written.py).
		Sentences [][2]any `json:"sentences"`
		Deciding  []string `json:"deciding"` // the same by the addresses of a store
	}
	type measuredOn struct {
		Pages []string   `json:"pages"`
		Gold  [][]string `json:"gold"`
	}
	all, err := gold.Records[record]("written.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	measured := map[string]bool{}
	files := []string{"../whole/claims.jsonl", "../whole/multihop.jsonl"}
	if data := os.Getenv("BRIDGEHOP_DATA"); data != "" {
		files = append(files, filepath.Join(data, "multihop", "claims.jsonl"))
		for _, set := range []string{"fever", "fm2", "exfever"} {
			files = append(files, filepath.Join(data, "wikispeedia_claims", set+".jsonl"))
		}
	} else {
		t.Log("BRIDGEHOP_DATA is not set: the claims of multihop and wikispeedia_claims are not compared")
	}
	for _, file := range files {
		others, err := gold.Records[measuredOn](file)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range others {
			if strings.Contains(file, "wikispeedia_claims") && !(claims.Evidence{Page: r.Gold[0][0]}).Reported() {
				continue
			}
			for _, title := range slices.Concat(append(r.Gold, r.Pages)...) {
				measured[title] = true
			}
		}
	}
	byID := map[string]record{}
	for _, r := range all {
		if _, twice := byID[r.ID]; twice {
			t.Errorf("%s stands twice", r.ID)
		}
		byID[r.ID] = r
		if r.Label != "SUPPORTS" && r.Label != "REFUTES" || r.Hops != len(r.Pages) || r.Hops < 1 || r.Hops > maxPages {
			t.Errorf("%s: label %q, %d hops, %d pages", r.ID, r.Label, r.Hops, len(r.Pages))
		}
		for _, title := range r.Pages {
			if measured[title] || (claims.Evidence{Page: title}).Reported() {
				t.Errorf("%s: %s is a page of claims that are measured on", r.ID, title)
			}
		}
		for _, s := range r.Sentences {
			if title, _ := s[0].(string); !slices.Contains(r.Pages, title) {
				t.Errorf("%s: a sentence of %v, which is none of its pages", r.ID, s[0])
			}
		}
		for _, s := range r.Deciding {
			if a, err := graph.ParseAddress(s); err != nil || !slices.Contains(r.Pages, a.Title) || a.Element.Kind != graph.KindSentence {
				t.Errorf("%s: %q is no sentence of its pages: %v", r.ID, s, err)
			}
		}
		if r.Twin != "" && !slices.Equal(byID[r.Twin].Pages, r.Pages) {
			t.Errorf("%s has not the pages of its twin %s: %v, %v", r.ID, r.Twin, r.Pages, byID[r.Twin].Pages)
		}
	}
	if len(all) < 1000 {
		t.Errorf("got %d claims", len(all))
	}
}
