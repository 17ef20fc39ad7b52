package verify_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

// A chain is worth the more, the less the model says neutral; one without evidence is worth nothing.
func TestRelevanceOfChains(t *testing.T) {
	bridge := page("Varde Bridge", "It is made of steel.", "It was perhaps opened then.", "It does not stand.")
	model := &reader{room: 100}
	r := &verify.Relevance{Model: model, Pages: verify.NewMemory(bridge), Weight: 2}
	only := []*graph.Page{bridge}
	chains := []hop.Chain{chain(only, cite(bridge, sentence(0))), chain(only, cite(bridge, sentence(1))), chain(only, cite(bridge, sentence(2))), chain(only)}
	for range 2 {
		got, err := r.Score(context.Background(), "The bridge is of steel.", chains)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(got, []float64{2 * 2.2, 2 * -4.6, 2 * 2.2, 0}, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("scores (-got +want):\n%s", diff)
		}
	}
	if len(model.asked) != 3 {
		t.Errorf("the model read %d pairs, want 3: what was read lately is kept", len(model.asked))
	}
}

// ranker has one score: no neutral.
type ranker struct{ fails error }

func (r ranker) Predict(_ context.Context, pairs []verify.Pair) ([]verify.Probabilities, error) {
	out := make([]verify.Probabilities, len(pairs))
	for i, p := range pairs {
		out[i] = verify.Probabilities{Supported: .25, Refuted: .75}
		if strings.Contains(p.Premise, "steel") {
			out[i] = verify.Probabilities{Supported: .750049, Refuted: .249951} // as another device may have it
		}
	}
	return out, r.fails
}

func TestRelevanceOfARanker(t *testing.T) {
	bridge := page("Varde Bridge", "It is made of steel.", "It was opened in 1931.")
	only := []*graph.Page{bridge}
	chains := []hop.Chain{chain(only, cite(bridge, sentence(1))), chain(only, cite(bridge, sentence(0)))}
	r := &verify.Relevance{Model: ranker{}, Pages: verify.NewMemory(bridge), Weight: 1}
	got, err := r.Score(context.Background(), "The bridge is of steel.", chains)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, []float64{-1.1, 1.1}, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("scores (-got +want):\n%s", diff)
	}
	broken := errors.New("no memory left")
	if _, err := (&verify.Relevance{Model: ranker{broken}, Pages: verify.NewMemory(bridge)}).Score(context.Background(), "c", chains); !errors.Is(err, broken) {
		t.Errorf("error %v, want the model's", err)
	}
}

// Where the claim leaves the model no room for evidence there is nothing to say, and that is no failure.
func TestRelevanceOfALongClaim(t *testing.T) {
	bridge := page("Varde Bridge", "It is made of steel.")
	model := &reader{room: 20}
	r := &verify.Relevance{Model: model, Pages: verify.NewMemory(bridge)}
	got, err := r.Score(context.Background(), strings.Repeat("steel ", 30), []hop.Chain{chain([]*graph.Page{bridge}, cite(bridge, sentence(0)))})
	if err != nil || len(got) != 1 || math.Abs(got[0]) > 0 || len(model.asked) > 0 {
		t.Errorf("got %v, error %v, %d pairs read; want one 0 and nothing read", got, err, len(model.asked))
	}
}
