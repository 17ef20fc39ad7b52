package bridgehop_test

import (
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// Pages that no link joins give low certainty, unless the claim names each of them word for word.
func TestCertaintyOfUnlinkedPages(t *testing.T) {
	pages := []*graph.Page{{Title: "Ada Holm"}, {Title: "Lake Orme (Orrin)"}}
	for _, test := range []struct {
		claim string
		edge  hop.EdgeKind
		want  string
	}{
		{"Ada Holm swam in Orme.", hop.EdgeOut, "high"},
		{"Ada Holm swam in Orme.", hop.EdgeComparison, "high"},
		{"Ada Holm swam in Orme.", hop.EdgeClaim, "low"},
		{"Ada Holm swam in Orme.", hop.EdgeShared, "low"},
		{"Ada Holm swam in Lake Orme.", hop.EdgeClaim, "high"},
	} {
		chain := &bridgehop.Chain{Pages: pages}
		var evidence []hop.Evidence
		for i, p := range pages {
			chain.Steps = append(chain.Steps, hop.Step{Page: p.ID(), Parent: i - 1})
			evidence = append(evidence, hop.Evidence{Ref: graph.Ref{Page: p.ID()}})
		}
		chain.Steps[1].Edge = test.edge
		a := bridgehop.Answer{Claim: test.claim, Labels: label.FEVER, Probabilities: label.Probabilities{Supported: .9, Refuted: .1}, Chain: chain}
		a.Verdict.Premise = verify.Premise{Text: "It is so.", Evidence: evidence}
		if got := a.Certainty(); got != test.want {
			t.Errorf("%s, edge %d: %s, want %s", test.claim, test.edge, got, test.want)
		}
	}
}

// A word that a computed value answers isn't open, nor is a part of a number.
func TestOpenWords(t *testing.T) {
	e := open(t, bridgehop.Options{})
	a, err := e.Verify(t.Context(), "Skarn Point Light is 1,404 metres high.")
	if err != nil {
		t.Fatal(err)
	}
	if a.Chain == nil {
		t.Fatal("no chain")
	}
	if slices.Contains(a.Chain.Open, "404") || slices.Contains(a.Chain.Open, "high") && len(a.Verdict.Values) > 0 {
		t.Errorf("open: %q; values: %v", a.Chain.Open, a.Verdict.Values)
	}
}
