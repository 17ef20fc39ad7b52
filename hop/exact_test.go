package hop_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// TestBeamIsExact: with a beam wide enough, the planner's best chain is the best of all trees over all sets of
// pages, found by trying them all with a scorer of its own.
func TestBeamIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	words := strings.Fields("amber birch cedar delta ember fjord glade heath inlet jetty")
	worth := map[string]float64{"coverage": 10, "out": 2.5, "in": 1.5, "apart": -1, "two": -1, "three": -2.5, "four": -4.5}
	for round := range 60 {
		w := randomWorld(r, words)
		claim := strings.Join([]string{words[r.IntN(10)], words[r.IntN(10)], words[r.IntN(10)], words[r.IntN(10)], words[r.IntN(10)]}, " ")
		p := hop.Planner{Graph: w, Text: linksOnly{w}, Beam: 1 << 20, Weights: weights(worth)}
		got, err := p.Plan(context.Background(), claim)
		if err != nil {
			t.Fatal(err)
		}
		best := exhaustive(w, claim, worth)
		if len(got.Chains) == 0 {
			if best > 0 {
				t.Fatalf("round %d: no chain, exhaustive search has one of %.4f", round, best)
			}
			continue
		}
		if d := got.Chains[0].Score - best; d > 1e-9 || d < -1e-9 {
			t.Errorf("round %d: best chain %s has %.4f, exhaustive search %.4f", round, titles(w, got.Chains[0]), got.Chains[0].Score, best)
		}
		narrow := hop.Planner{Graph: w, Text: linksOnly{w}, Beam: 2, Weights: weights(worth)}
		if got, err := narrow.Plan(context.Background(), claim); err != nil || got.Chains[0].Score > best+1e-9 {
			t.Errorf("round %d: a narrow beam scored above the best there is (%v)", round, err)
		}
	}
}

// linksOnly finds pages by words only for the claim itself, so that all others are found by links.
type linksOnly struct{ *world }

func (l linksOnly) Seeds(ctx context.Context, terms []string, k int) ([]graph.Hit, error) {
	if k < 32 {
		return nil, nil
	}
	return l.world.Seeds(ctx, terms, k)
}

func weights(worth map[string]float64) *hop.Weights {
	w := &hop.Weights{Temperature: 1}
	for i, name := range hop.FeatureNames() {
		w.Feature[i] = worth[name]
	}
	return w
}

func randomWorld(r *rand.Rand, words []string) *world {
	var pages []*graph.Page
	for i := range 7 {
		title := string(rune('P'+i)) + "age"
		s := words[r.IntN(len(words))] + " " + words[r.IntN(len(words))]
		if r.IntN(3) > 0 {
			s += " [[" + string(rune('P'+r.IntN(7))) + "age]]"
		}
		pages = append(pages, page(title, s))
	}
	return newWorld(pages...)
}

// exhaustive tries every way to grow every chain of one to four pages, from every page that has a word of the
// claim, and returns the best score.
func exhaustive(w *world, claim string, worth map[string]float64) float64 {
	var terms []string
	for _, t := range w.Analyze(claim) {
		if !slices.Contains(terms, t.Text) {
			terms = append(terms, t.Text)
		}
	}
	idf, _ := w.IDF(terms)
	total := 0.0
	for _, v := range idf {
		total += v
	}
	covered := func(ids []graph.PageID) float64 {
		sum := 0.0
		for i, t := range terms {
			if slices.ContainsFunc(ids, func(id graph.PageID) bool { return slices.Contains(w.terms[id], t) }) {
				sum += idf[i]
			}
		}
		return sum / total
	}
	linked := func(a, b graph.PageID) bool {
		links, _ := w.Neighbors(context.Background(), []graph.PageID{a}, graph.Out, 0)
		return slices.ContainsFunc(links, func(l graph.Link) bool { return l.To == b })
	}
	var seeds []graph.PageID
	for _, p := range w.pages {
		if covered([]graph.PageID{p.ID()}) > 0 {
			seeds = append(seeds, p.ID())
		}
	}
	size := []float64{0, 0, worth["two"], worth["three"], worth["four"]}
	best := 0.0
	var grow func(ids []graph.PageID, edges float64)
	grow = func(ids []graph.PageID, edges float64) {
		best = max(best, worth["coverage"]*covered(ids)+edges+size[len(ids)])
		if len(ids) == 4 {
			return
		}
		for _, p := range w.pages {
			n := p.ID()
			if slices.Contains(ids, n) {
				continue
			}
			way, ok := 0.0, slices.Contains(seeds, n)
			if ok {
				way = worth["apart"]
			}
			for _, m := range ids {
				if linked(m, n) && (!ok || worth["out"] > way) {
					way, ok = worth["out"], true
				}
				if linked(n, m) && (!ok || worth["in"] > way) {
					way, ok = worth["in"], true
				}
			}
			if ok {
				grow(append(slices.Clone(ids), n), edges+way)
			}
		}
	}
	for _, s := range seeds {
		grow([]graph.PageID{s}, 0)
	}
	return best
}
