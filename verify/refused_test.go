package verify_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// picky is a model without a budget that refuses long claims.
type picky struct{ inner reader }

func (p *picky) Predict(ctx context.Context, pairs []verify.Pair) ([]label.Probabilities, error) {
	for i, q := range pairs {
		if len(q.Hypothesis) > 100 {
			return nil, &verify.PairError{Index: i, Err: verify.ErrLongClaim}
		}
	}
	return p.inner.Predict(ctx, pairs)
}

// A pair that the model refuses is an error of its question; the others get their own answers.
func TestRefusedPairIsOfOneQuestion(t *testing.T) {
	bridge, holm := page("Varde Bridge", "It was not opened in 1931."), page("Ida Holm", "Ida Holm drew it.")
	long := strings.Repeat("The bridge is long. ", 20)
	ask := func(claim string, p *graph.Page) verify.Question {
		return verify.Question{Claim: claim, Chains: []hop.Chain{chain([]*graph.Page{p}, cite(p, sentence(0)))}}
	}
	v := &verify.Verifier{Model: &picky{}, Pages: verify.NewMemory(bridge, holm), Plain: true}
	got, err := v.VerifyAll(t.Context(), []verify.Question{ask(long, holm), ask("It was opened.", bridge), ask(long, bridge), ask("She drew it.", holm)})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []label.Label{0, label.Refuted, 0, label.Supported} {
		var bad *verify.PairError
		if refused := i%2 == 0; refused != errors.As(got[i].Err, &bad) || refused != errors.Is(got[i].Err, verify.ErrLongClaim) {
			t.Errorf("question %d: got error %v", i, got[i].Err)
		} else if !refused && got[i].Verdict.Label != want {
			t.Errorf("question %d: got %v, want %v", i, got[i].Verdict.Label, want)
		}
	}
}
