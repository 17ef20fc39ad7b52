package hop

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// rerank scores the best chains of a question again and sorts all. The others keep their distance to the best.
func (f *frontier) rerank(ctx context.Context, all []state) error {
	if f.w.Again == [allFeatures]float64{} || len(all) == 0 {
		return nil
	}
	before, after := all[0].score, math.Inf(-1)
	n := f.candidates(all)
	whole, err := f.wholeFeaturesOf(ctx, all[:n])
	if err != nil {
		return err
	}
	for i := range whole {
		sum := 0.0
		for k, v := range whole[i] {
			sum += float64(f.w.Again[k] * v)
		}
		all[i].whole, all[i].score = &whole[i], sum
	}
	if f.w.forest != nil && f.q.unit >= longClaim*largeWiki {
		ranked := forestFeaturesOf(whole)
		for i, score := range f.w.forest().scores(ranked) {
			all[i].ranked = ranked[i]
			all[i].score += score
		}
	}
	for i := range n {
		after = max(after, all[i].score)
	}
	for i := range all[n:] {
		all[n+i].shift = after - before
		all[n+i].score += after - before
	}
	for i := range f.scored {
		f.scored[i].score += after - before
	}
	for i := range all[:n] {
		f.scored[all[i].scored].score = all[i].score
	}
	sortStates(all)
	return nil
}

// candidates puts the chains that are reranked first and returns their number: of a question the best ones, of a
// claim the best ones of each number of pages, since the search compares chains of different sizes least surely.
func (f *frontier) candidates(all []state) int {
	if f.q.asks {
		return min(len(all), rerankedChains)
	}
	var of [5]int
	n, rest := 0, make([]state, 0, len(all))
	for _, s := range all {
		if of[s.n] < rerankedOfSize {
			of[s.n]++
			all[n] = s
			n++
		} else {
			rest = append(rest, s)
		}
	}
	copy(all[n:], rest)
	return n
}

// parts returns the parts of a chain's score, whether it was reranked or not.
func (f *frontier) parts(s *state) (p Parts) {
	values, weights := s.feat[:], f.w.Feature[:]
	if s.whole != nil {
		values, weights = s.whole[:], f.w.Again[:]
	}
	for i, v := range values {
		*p.of(feature(i)) += float64(weights[i] * v)
	}
	if s.ranked != nil {
		f.w.forest().explain(s.ranked, func(k int, adds float64) {
			if k < 0 {
				p.Size += adds
			} else {
				*p.of(feature(k % int(allFeatures))) += adds
			}
		})
	}
	p.Size += s.shift
	return p
}

// rank orders pages by the probability that they belong to the right chain: the sum, over the chains that contain the
// page, of each chain's share of exp(score / Temperature). A small part of a flatter distribution is added to order
// the pages that the best chains lack. Pages in no chain follow, in the order of the search by words.
func (f *frontier) rank() []Ranked {
	share := make([]float64, len(f.nodes))
	total, most := 0.0, math.Inf(-1)
	for _, s := range f.scored {
		most = max(most, s.score)
	}
	for _, s := range f.scored {
		behind := (s.score - most) / f.w.Temperature
		w := math.Exp(behind) + flatShare*math.Exp(behind/flatter)
		total += w
		for _, n := range s.node[:s.n] {
			share[n] += w
		}
	}
	out := best(share, func(i int) graph.Head {
		head := f.nodes[i].head
		head.ID = f.nodes[i].id // also of a page that the store lacks
		return head
	})
	for i := range out {
		out[i].Score /= total
	}
	words := make([]graph.PageID, len(f.words))
	for i, h := range f.words {
		words[i] = h.Page
	}
	out = lengthen(out, words, ranked)
	return lengthen(out, f.p.Text.First(ranked), ranked)
}

// best returns the pages with the highest scores above 0, best first, ties by title; head returns the page of a score.
func best(scores []float64, head func(int) graph.Head) (out []Ranked) {
	var order []int
	for i, s := range scores {
		if s > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := head(a), head(b)
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(x.Title, y.Title), cmp.Compare(x.Ordinal, y.Ordinal))
	})
	for _, i := range order[:min(len(order), ranked)] {
		out = append(out, Ranked{Page: head(i).ID, Score: scores[i]})
	}
	return out
}

// lengthen appends pages that a ranked list lacks, until it has k.
func lengthen(ranked []Ranked, pages []graph.PageID, k int) []Ranked {
	for _, id := range pages {
		if len(ranked) < k && !slices.ContainsFunc(ranked, func(r Ranked) bool { return r.Page == id }) {
			ranked = append(ranked, Ranked{Page: id, Score: float64(-len(ranked))})
		}
	}
	return ranked
}

// forest is a sum of regression trees over the features of a chain (Friedman 2001, Greedy function approximation,
// algorithm 1). It adds to the linear score of a claim's best chains. A tree says what no weighted sum says: a page
// that adds few words is needed where it joins two others (docs/adr/0025). It was learned on wikis of thousands of
// pages, and counts in such wikis only (largeWiki).
type forest struct {
	branches []branch // tree after tree, each in preorder
	roots    []int32
}

// branch is a node of a tree: a chain whose feature is at most at goes to the next branch, another one to right. mean
// is the mean of the chains that were learned from; it is what a leaf adds to the score.
type branch struct {
	feature uint8 // leaf for a leaf
	at      float32
	mean    float32
	right   int32
}

const leaf = math.MaxUint8

// forestFeatures are the features of a whole chain, and the same less their means over the claim's chains.
const forestFeatures = 2 * int(allFeatures)

//go:embed forest.bin
var forestFile []byte

// claimForest is the forest that bench/learn/trees.py learns.
var claimForest = sync.OnceValue(func() *forest { return readForest(forestFile) })

// readForest reads a forest: of each branch its feature, its mean and, unless it is a leaf, at, the numbers as
// little-endian float32.
func readForest(file []byte) *forest {
	f := &forest{}
	number := func() float32 {
		v := math.Float32frombits(binary.LittleEndian.Uint32(file))
		file = file[4:]
		return v
	}
	var grow func()
	grow = func() {
		i := len(f.branches)
		s := branch{feature: file[0]}
		file = file[1:]
		s.mean = number()
		if s.feature == leaf {
			f.branches = append(f.branches, s)
			return
		}
		s.at = number()
		f.branches = append(f.branches, s)
		grow()
		f.branches[i].right = int32(len(f.branches))
		grow()
	}
	for len(file) > 0 {
		f.roots = append(f.roots, int32(len(f.branches)))
		grow()
	}
	return f
}

// explain calls said with what each feature adds to the score of a chain, which is what the mean changes by at its
// branches (Saabas 2014), and with -1 and the rest.
func (f *forest) explain(x []float32, said func(feature int, adds float64)) {
	for _, i := range f.roots {
		s := &f.branches[i]
		said(-1, float64(s.mean))
		for s.feature != leaf {
			next := i + 1
			if x[s.feature] > s.at {
				next = s.right
			}
			said(int(s.feature), float64(f.branches[next].mean)-float64(s.mean))
			i, s = next, &f.branches[next]
		}
	}
}

// scores returns the scores of chains, tree by tree, so that a tree stays in the processor's cache.
func (f *forest) scores(all [][]float32) []float64 {
	out := make([]float64, len(all))
	for _, root := range f.roots {
		for k, x := range all {
			i := root
			s := &f.branches[i]
			for s.feature != leaf {
				if i++; x[s.feature] > s.at {
					i = s.right
				}
				s = &f.branches[i]
			}
			out[k] += float64(s.mean)
		}
	}
	return out
}

// forestFeaturesOf returns what the forest reads of chains of one claim.
func forestFeaturesOf(chains []wholeFeatures) [][]float32 {
	out := make([][]float32, len(chains))
	var mean wholeFeatures
	for i := range chains {
		out[i] = make([]float32, forestFeatures)
		for k, v := range chains[i] {
			out[i][k] = float32(v)
			mean[k] += v / float64(len(chains))
		}
	}
	for _, x := range out {
		for k, v := range mean {
			x[int(allFeatures)+k] = x[k] - float32(v)
		}
	}
	return out
}
