package verify_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// A claim that sets a limit is decided by calculation, true and false: a pair counts if both of its claims are, by a model that knows nothing.
func TestLimits(t *testing.T) {
	text, err := os.ReadFile("testdata/limits.txt")
	if err != nil {
		t.Fatal(err)
	}
	var pairs, right [2]int
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), " | ")
		if len(f) != 4 {
			continue
		}
		kind := min((pairs[0]+pairs[1])/30, 1)
		pairs[kind]++
		if judged(t, f[0], f[1], f[2], label.Supported) && judged(t, f[0], f[1], f[3], label.Refuted) {
			right[kind]++
		}
	}
	t.Logf("numbers: both right for %d of %d; dates: %d of %d", right[0], pairs[0], right[1], pairs[1])
	if right[0]+right[1] < 54 {
		t.Errorf("both right for %d of %d pairs, want 54", right[0]+right[1], pairs[0]+pairs[1])
	}
}

// judged reports whether a claim gets a label by calculation from one sentence, or one row of an infobox, of a page.
func judged(t *testing.T, title, said, claim string, want label.Label) bool {
	page := &graph.Page{Title: title, Sentences: []graph.Sentence{{Text: title + " is known to all."}, {N: 1, Text: said}}}
	cited := graph.Element{Kind: graph.KindSentence, A: 1}
	if header, cell, ok := strings.Cut(said, " = "); ok {
		page.Sentences = page.Sentences[:1]
		page.Tables = []graph.Table{{Infobox: true, Rows: [][]graph.Cell{cells(1, header, cell)}}}
		cited = graph.Element{Kind: graph.KindCell, A: 0, B: 1, C: 1}
	}
	chain := hop.Chain{Parts: hop.Parts{Coverage: .9}, Steps: []hop.Step{{Page: page.ID(), Parent: -1, Named: title}},
		Evidence: []hop.Evidence{{Ref: graph.Ref{Page: page.ID(), Element: cited}, Score: .5}}}
	v := &verify.Verifier{Model: undecided{}, Pages: verify.Memory{}.With(page)}
	got, err := v.Verify(context.Background(), claim, []hop.Chain{chain})
	if err != nil {
		t.Fatal(err)
	}
	if got.Label == want && slices.ContainsFunc(got.Values, func(c verify.Calculation) bool { return c.Used }) {
		return true
	}
	t.Logf("%s [%s]: %s, want %s", claim, said, label.FEVER.Name(got.Label), label.FEVER.Name(want))
	for _, c := range got.Values {
		t.Logf("    %s, used %v", c.String(), c.Used)
	}
	return false
}
