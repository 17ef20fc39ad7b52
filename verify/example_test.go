package verify_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// overlap stands for a model: it supports a claim all of whose words the premise has. See verify/onnx for a real one.
type overlap struct{}

func (overlap) Predict(_ context.Context, pairs []verify.Pair) ([]label.Probabilities, error) {
	out := make([]label.Probabilities, len(pairs))
	for i, p := range pairs {
		out[i] = label.Probabilities{Supported: 1}
		for _, word := range strings.Fields(strings.Trim(p.Hypothesis, ".")) {
			if !strings.Contains(p.Premise, word) {
				out[i] = label.Probabilities{NotEnough: 1}
			}
		}
	}
	return out, nil
}

func Example() {
	bridge := &graph.Page{Title: "Varde Bridge", Sentences: []graph.Sentence{{N: 0, Text: "Varde Bridge was opened in 1931."}, {N: 1, Text: "Ida Holm designed it."}}}
	holm := &graph.Page{Title: "Ida Holm", Sentences: []graph.Sentence{{N: 0, Text: "Ida Holm was born in Skagen."}}}
	at := func(p *graph.Page, n int) hop.Evidence {
		return hop.Evidence{Ref: graph.Ref{Page: p.ID(), Element: graph.Element{Kind: graph.KindSentence, A: n}}}
	}
	chain := hop.Chain{
		Steps:    []hop.Step{{Page: bridge.ID(), Parent: -1}, {Page: holm.ID(), Parent: 0, Edge: hop.EdgeOut}},
		Evidence: []hop.Evidence{at(holm, 0), at(bridge, 1)},
	}
	v := &verify.Verifier{Model: overlap{}, Pages: verify.Memory{}.With(bridge, holm)}
	verdict, err := v.Verify(context.Background(), "Ida Holm designed Varde Bridge was born in Skagen.", []hop.Chain{chain})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(verdict.Premise.Text)
	fmt.Println(verdict.Label, "in HoVer's words:", label.HoVer.Name(verdict.Label))
	// Output:
	// [Varde Bridge] Ida Holm designed it. [Ida Holm] Ida Holm was born in Skagen.
	// SUPPORTS in HoVer's words: SUPPORTED
}
