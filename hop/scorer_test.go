package hop_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// liking is a Scorer that likes chains by the number of their pages.
type liking struct {
	worth map[int]float64
	asked *[]int // how many chains each time
	err   error
}

func (l liking) Score(_ context.Context, _ string, chains []hop.Chain) ([]float64, error) {
	if l.asked != nil {
		*l.asked = append(*l.asked, len(chains))
	}
	out := make([]float64, len(chains))
	for i := range chains {
		if len(chains[i].Evidence) == 0 {
			return nil, errors.New("a chain without evidence")
		}
		out[i] = l.worth[len(chains[i].Steps)]
	}
	return out, l.err
}

const lightClaim = "The engineer who designed Skerry Light kept bees."

func planWith(t *testing.T, p *hop.Planner) *hop.Result {
	t.Helper()
	w := coast()
	p.Graph, p.Text = w, w
	got, err := p.Plan(context.Background(), lightClaim)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestScorerTurnsTheOrder(t *testing.T) {
	w := coast()
	plain := planWith(t, &hop.Planner{})
	if got := titles(w, plain.Chains[0]); got != "Ada Holm|Skerry Light" {
		t.Fatalf("without a scorer %s comes first", got)
	}
	var asked []int
	turned := planWith(t, &hop.Planner{Rescore: 4, Scorer: liking{worth: map[int]float64{3: 50}, asked: &asked}})
	if got := len(turned.Chains[0].Steps); got != 3 {
		t.Errorf("the first chain has %d pages, want the 3 that the scorer likes", got)
	}
	if diff := cmp.Diff(asked, []int{4}); diff != "" {
		t.Errorf("chains asked about (-got +want):\n%s", diff)
	}
	third := turned.Chains[0].Pages()[2]
	if !among(turned.Retrieved[:3], third) {
		t.Errorf("%s of the first chain is not among the first 3 pages retrieved", w.at[third].Title)
	}
	for _, c := range turned.Chains {
		p := c.Parts
		if sum := p.Coverage + p.Words + p.Names + p.Links + p.Size + p.Model; math.Abs(sum-c.Score) > 1e-9 {
			t.Errorf("parts of %s sum to %v, want its score %v", titles(w, c), sum, c.Score)
		}
	}
}

func among(list []hop.Ranked, page graph.PageID) bool {
	for _, r := range list {
		if r.Page == page {
			return true
		}
	}
	return false
}

// What a scorer says of all chains alike changes nothing.
func TestOnlyDifferencesCount(t *testing.T) {
	plain := planWith(t, &hop.Planner{})
	same := planWith(t, &hop.Planner{Scorer: liking{worth: map[int]float64{1: 7, 2: 7, 3: 7, 4: 7}}})
	plain.Took, same.Took = hop.Took{}, hop.Took{}
	if diff := cmp.Diff(same, plain); diff != "" {
		t.Errorf("a scorer without preference (-got +want):\n%s", diff)
	}
}

func TestScorerError(t *testing.T) {
	broken := fmt.Errorf("no model")
	w := coast()
	p := hop.Planner{Graph: w, Text: w, Scorer: liking{err: broken}}
	if _, err := p.Plan(context.Background(), lightClaim); !errors.Is(err, broken) {
		t.Errorf("plan: error %v, want the scorer's", err)
	}
}

// directed counts in which directions links are asked for.
type directed struct {
	*world
	asked map[graph.Direction]int
}

func (d directed) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
	d.asked[dir]++
	return d.world.Neighbors(ctx, from, dir, limit)
}

func TestNoInLinksReadsNone(t *testing.T) {
	w := coast()
	d := directed{w, map[graph.Direction]int{}}
	p := hop.Planner{Graph: d, Text: w, NoInLinks: true}
	if _, err := p.Plan(context.Background(), lightClaim); err != nil {
		t.Fatal(err)
	}
	if d.asked[graph.In] != 0 || d.asked[graph.Out] == 0 {
		t.Errorf("asked %d times for in-links and %d times for out-links, want none and some", d.asked[graph.In], d.asked[graph.Out])
	}
}
