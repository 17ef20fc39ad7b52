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

// A pair that the model refuses is an error of its claim.
func TestRefusedPair(t *testing.T) {
	bridge := page("Varde Bridge", "It was not opened in 1931.")
	chains := []hop.Chain{chain([]*graph.Page{bridge}, cite(bridge, sentence(0)))}
	v := &verify.Verifier{Model: &picky{}, Pages: verify.Memory{}.With(bridge), Plain: true}
	var bad *verify.PairError
	_, err := v.Verify(t.Context(), strings.Repeat("The bridge is long. ", 20), chains)
	if !errors.As(err, &bad) || !errors.Is(err, verify.ErrLongClaim) {
		t.Errorf("a long claim: got error %v", err)
	}
	if got, err := v.Verify(t.Context(), "It was opened.", chains); err != nil || got.Label != label.Refuted {
		t.Errorf("got %v, %v, want %v", got.Label, err, label.Refuted)
	}
}
