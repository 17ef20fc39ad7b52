package verify_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// The less of the claim its evidence covers, the less it is supported.
func TestCoverageCounts(t *testing.T) {
	p := page("Page", "It is so.")
	supported := func(coverage float64, plain bool) float64 {
		c := chain([]*graph.Page{p}, cite(p, sentence(0)))
		c.Evidence[0].Score = coverage
		v := &verify.Verifier{Model: &reader{room: 100}, Pages: verify.Memory{}.With(p), Plain: plain}
		got, err := v.Verify(t.Context(), "It is so.", []hop.Chain{c})
		if err != nil {
			t.Fatal(err)
		}
		return got.Probabilities.Supported
	}
	if low, high := supported(.3, false), supported(.95, false); low >= high {
		t.Errorf("coverage .3: %.3f supported, .95: %.3f; want less for less", low, high)
	}
	if low, high := supported(.3, true), supported(.95, true); low != high {
		t.Errorf("plain: %.3f and %.3f; want no difference", low, high)
	}
}

// Cells of a row have the row's score, and it is one share of the claim.
func TestCellsOfARowCoverOnce(t *testing.T) {
	cell := func(row, column int, score float64) hop.Evidence {
		return hop.Evidence{Ref: graph.Ref{Page: 1, Element: graph.Element{Kind: graph.KindCell, B: row, C: column}}, Score: score}
	}
	head := cell(3, 0, .25)
	head.Kind = graph.KindHeaderCell
	other := cell(3, 1, .125)
	other.Page = 2
	got := verify.Covered([]hop.Evidence{head, cell(3, 1, .25), cell(3, 2, .25), cell(4, 1, .125), other,
		{Ref: graph.Ref{Page: 1, Element: graph.Element{Kind: graph.KindSentence, A: 0, B: 3}}, Score: .5}})
	if want := 1.; got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// What is of a page that the claim names is less likely not enough.
func TestFoundEvidence(t *testing.T) {
	p, q := page("Page", "It is so."), page("Other", "It was.")
	judged := func(coverage float64, name string, plain bool) label.Probabilities {
		c := chain([]*graph.Page{p, q}, cite(p, sentence(0)))
		c.Evidence[0].Score, c.Steps[0].Named, c.Steps[1].Named = coverage, name, "other"
		c.Parts.Coverage = 1
		v := &verify.Verifier{Model: &reader{room: 100}, Pages: verify.Memory{}.With(p, q), Plain: plain}
		got, err := v.Verify(t.Context(), "It is so.", []hop.Chain{c})
		if err != nil {
			t.Fatal(err)
		}
		return got.Probabilities
	}
	// The second page, of which nothing is cited, doesn't count.
	if less, more := judged(.5, "page", false).NotEnough, judged(.5, "", false).NotEnough; less >= more {
		t.Errorf("named: %.4f not enough against %.4f, want less", less, more)
	}
	if a, b := judged(.9, "page", true), judged(.2, "", true); a != b {
		t.Errorf("plain: %v and %v, want no difference", a, b)
	}
}

// That no page speaks of the predicate speaks for NOT ENOUGH INFO, and pages that nothing joins support nothing.
func TestSilenceCounts(t *testing.T) {
	p, q := page("Page", "It is so."), page("Other", "It was.")
	judged := func(edge hop.EdgeKind, unsaid bool) label.Probabilities {
		c := chain([]*graph.Page{p, q}, cite(p, sentence(0)), cite(q, sentence(0)))
		c.Parts.Coverage, c.Steps[1].Parent, c.Steps[1].Edge, c.Unsaid = 1, 0, edge, unsaid
		v := &verify.Verifier{Model: &reader{room: 100}, Pages: verify.Memory{}.With(p, q)}
		got, err := v.Verify(t.Context(), "It is so.", []hop.Chain{c})
		if err != nil {
			t.Fatal(err)
		}
		return got.Probabilities
	}
	plain := judged(hop.EdgeOut, false)
	if got := judged(hop.EdgeOut, true); got.NotEnough <= plain.NotEnough {
		t.Errorf("unsaid: %v, said: %v; want more not enough", got, plain)
	}
	if got := judged(hop.EdgeClaim, false); got.Supported > .01 || got.NotEnough <= plain.NotEnough {
		t.Errorf("apart: %v, joined: %v; want no support", got, plain)
	}
}
