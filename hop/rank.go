package hop

import (
	"cmp"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// rank orders pages by the probability that they belong to the right chain: the sum, over the chains that contain the page, of each chain's
// share of exp(score / Temperature). A small part of a flatter distribution is added to order the pages that the best chains lack. Pages
// in no chain follow, in the order of the search by words.
func (f *frontier) rank() []Ranked {
	share := make([]float64, len(f.nodes))
	total, best := 0.0, math.Inf(-1)
	for _, s := range f.scored {
		best = max(best, s.score)
	}
	for _, s := range f.scored {
		behind := (s.score - best) / f.w.Temperature
		w := math.Exp(behind) + flatShare*math.Exp(behind/flatter)
		total += w
		for _, n := range s.node[:s.n] {
			share[n] += w
		}
	}
	var order []int
	for i, s := range share {
		if s > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := f.nodes[a].head, f.nodes[b].head
		return cmp.Or(cmp.Compare(share[b], share[a]), cmp.Compare(x.Title, y.Title), cmp.Compare(x.Ordinal, y.Ordinal))
	})
	var out []Ranked
	for _, i := range order[:min(len(order), f.p.retrieve())] {
		out = append(out, Ranked{Page: f.nodes[i].id, Score: share[i] / total})
	}
	words := make([]graph.PageID, len(f.words))
	for i, h := range f.words {
		words[i] = h.Page
	}
	out = lengthen(out, words, f.p.retrieve())
	return lengthen(out, f.p.Text.First(f.p.retrieve()), f.p.retrieve())
}

// lengthen appends pages that a ranked list lacks, until it has k.
func lengthen(ranked []Ranked, pages []graph.PageID, k int) []Ranked {
	for _, id := range pages {
		if len(ranked) < k && !contains(ranked, id) {
			ranked = append(ranked, Ranked{Page: id, Score: float64(-len(ranked))})
		}
	}
	return ranked
}

func contains(ranked []Ranked, id graph.PageID) bool {
	return slices.ContainsFunc(ranked, func(r Ranked) bool { return r.Page == id })
}
