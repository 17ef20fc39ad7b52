package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/hop"
)

// search adds to every example the chains that the planner weighs with these weights.
func search(ctx context.Context, all []*example, weights *hop.Weights) error {
	planners := map[*gold.Wiki]*hop.Planner{}
	for _, e := range all {
		p := planners[e.wiki]
		if p == nil {
			p = &hop.Planner{Graph: e.wiki.Store, Text: e.wiki.Index, Weights: weights}
			planners[e.wiki] = p
		}
		traces, err := p.Trace(ctx, e.claim)
		if errors.Is(err, hop.ErrEmptyClaim) {
			continue
		}
		if err != nil {
			return err
		}
		for _, t := range traces {
			slices.Sort(t.Pages)
			if key := fmt.Sprint(t.Pages); !e.known[key] {
				e.known[key] = true
				e.traces = append(e.traces, t)
			}
		}
	}
	return nil
}

// learn moves the weights down the gradient of the loss; it returns the mean loss and how many examples have
// their gold chain among the candidates. Only those can teach.
func learn(all []*example, w *hop.Weights, decay float64, balance func([]list)) (float64, int) {
	var lists []list
	for _, e := range all {
		if l, ok := newList(e); ok {
			lists = append(lists, l)
		}
	}
	before := w.Feature
	balance(lists)
	loss := descend(lists, w.Feature[:], 600, evidence, func(i int) float64 { return decay * (w.Feature[i] - before[i]) })
	return loss, len(lists)
}

// descend moves w down the gradient of the lists' loss, pull added to it; the weights in positive stay at 0 or above.
func descend(lists []list, w []float64, steps int, positive map[int]bool, pull func(i int) float64) float64 {
	adam := newAdam(len(w))
	loss := 0.0
	for step := range steps {
		grad := make([]float64, len(w))
		loss = 0
		for _, l := range lists {
			loss += l.gradient(w, grad)
		}
		for i := range grad {
			grad[i] += pull(i)
		}
		adam.step(w, grad, 0.1*min(1, 60/float64(step+1)))
		for i := range positive {
			w[i] = max(w[i], 0)
		}
	}
	return loss
}

// list is the candidates of one claim; gold is the one to come first.
type list struct {
	features [][]float64
	gold     int
	size     int    // pages of the gold chain
	kind     string // of the example
	wiki     *gold.Wiki
	weight   float64 // all weights sum to 1
}

// balance makes claims of rarer sizes weigh more, by the root of how rare they are: the train files have few of
// three and four pages.
func balance(lists []list) {
	count := map[int]float64{}
	for _, l := range lists {
		count[l.size]++
	}
	sum := 0.0
	for i := range lists {
		lists[i].weight = 1 / math.Sqrt(count[lists[i].size])
		sum += lists[i].weight
	}
	for i := range lists {
		lists[i].weight /= sum
	}
}

// group is what balanceKinds gives one weight: the examples of one kind over one store, those of one page or those of several.
type group struct {
	wiki    *gold.Wiki
	kind    string
	several bool
}

// kindWeights are what groups weigh. People's claims count most; those made of several pages are all there is of three and four.
var kindWeights = map[string][2]float64{"claim": {3, 2}, "made": {0.5, 1.5}, "told": {0.5, 0.5}}

const (
	longPages = 2   // what a store of whole pages counts, against one of introductions
	fewClaims = 100 // a group of fewer examples weighs less
)

// balanceKinds is balance for claims, whose files differ in size and in kind.
func balanceKinds(lists []list) {
	groups, sizes := map[group]float64{}, map[int]float64{}
	of := func(l *list) group { return group{l.wiki, l.kind, l.size > 1} }
	for i := range lists {
		groups[of(&lists[i])]++
		sizes[lists[i].size]++
	}
	within := map[group]float64{}
	for i := range lists {
		lists[i].weight = 1 / math.Sqrt(sizes[lists[i].size])
		within[of(&lists[i])] += lists[i].weight
	}
	sum := 0.0
	for i := range lists {
		l := &lists[i]
		g := of(l)
		w := kindWeights[g.kind][0]
		if g.several {
			w = kindWeights[g.kind][1]
		}
		if l.wiki.Long() {
			w *= longPages
		}
		l.weight *= w * min(1, groups[g]/fewClaims) / within[g]
		sum += l.weight
	}
	for i := range lists {
		lists[i].weight /= sum
	}
}

func newList(e *example) (list, bool) {
	l := list{gold: -1, size: len(e.gold), kind: e.kind, wiki: e.wiki}
	for i, t := range e.traces {
		l.features = append(l.features, t.Features)
		if slices.Equal(t.Pages, e.gold) {
			l.gold = i
		}
	}
	return l, l.gold >= 0
}

// first is the candidate with the highest score, the earlier of equal ones; -1 where there is none.
func (l list) first(w []float64) int {
	best, at := math.Inf(-1), -1
	for i, f := range l.features {
		if sum := weigh(f, w); sum > best {
			best, at = sum, i
		}
	}
	return at
}

// weigh is the weighted sum of a candidate's features.
func weigh(f, w []float64) (sum float64) {
	for j, v := range f {
		sum += v * w[j]
	}
	return sum
}

// gradient adds the gradient of -weight * log softmax(gold) to grad and returns the loss.
func (l list) gradient(w, grad []float64) float64 {
	scores, top := make([]float64, len(l.features)), math.Inf(-1)
	for i, f := range l.features {
		scores[i] = weigh(f, w)
		top = max(top, scores[i])
	}
	sum := 0.0
	for i := range scores {
		scores[i] = math.Exp(scores[i] - top)
		sum += scores[i]
	}
	for i, f := range l.features {
		d := scores[i] / sum
		if i == l.gold {
			d--
		}
		if math.Abs(d) < 1e-6 {
			continue
		}
		for j, v := range f {
			grad[j] += l.weight * d * v
		}
	}
	return -l.weight * math.Log(scores[l.gold]/sum)
}

// evidence marks the features that can only speak for a chain: on few examples a weight below zero would be
// learned for one that another feature stands in for.
var evidence = func() map[int]bool {
	out := map[int]bool{}
	features, _, _ := hop.Names()
	for i, name := range features {
		switch name {
		case "coverage", "name", "out", "in", "context", "shared", "named", "soft", "weakest", "room", "mention", "title":
			out[i] = true
		}
	}
	return out
}()

// adam is Kingma and Ba's optimizer (2015, algorithm 1).
type adam struct {
	mean, square []float64
	n            int
}

func newAdam(n int) *adam { return &adam{mean: make([]float64, n), square: make([]float64, n)} }

func (a *adam) step(w, grad []float64, rate float64) {
	a.n++
	for i, g := range grad {
		a.mean[i] = 0.9*a.mean[i] + 0.1*g
		a.square[i] = 0.999*a.square[i] + 0.001*g*g
		m := a.mean[i] / (1 - math.Pow(0.9, float64(a.n)))
		v := a.square[i] / (1 - math.Pow(0.999, float64(a.n)))
		w[i] -= rate * m / (math.Sqrt(v) + 1e-8)
	}
}
