package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/bridgehop/bridgehop/hop"
)

// method is how weights are learned: by so many steps of Adam (Kingma and Ba 2015, algorithm 1).
type method struct {
	steps            int
	rate             float64
	decay            float64  // pull towards the weights before
	positive, unused []string // features whose weights stay at 0 or above, and at 0
}

// The weights of questions are learned on few examples: without the bound, a feature that can only speak for a chain would get a weight
// below zero where another one stands in for it. For claims there are finer features than the ones not used.
var (
	questionMethod = method{steps: 600, rate: 0.1, decay: 0.02,
		positive: strings.Fields("coverage name out in context shared named soft weakest room mention title")}
	claimMethod = method{steps: 300, rate: 0.3, decay: 0.001, unused: strings.Fields("coverage soft deep two three four idle")}
)

// list is the candidates of one claim.
type list struct {
	features [][]float32
	worth    []float64 // of each candidate as the one to come first: 1 of the gold chain, 0 of most others
	gold     int       // the gold chain's candidate; -1 where it is none
	weight   float64   // all weights sum to 1
}

func (l *list) add(gold bool, worth float64, features []float32) {
	if gold {
		l.gold = len(l.features)
	}
	l.features, l.worth = append(l.features, features), append(l.worth, worth)
}

// lists returns the examples' lists that have the gold chain; only those can teach. The lists of one source weigh that source's weight
// together. Among them those of rarer numbers of pages weigh more, by the root of how rare they are: files have few of three and four.
func lists(all []*example, of func(*example) *list) []*list {
	type group struct {
		from  *source
		pages int
	}
	var teach []*example
	count, total := map[group]float64{}, map[*source]float64{}
	for _, e := range all {
		if of(e).gold >= 0 {
			teach = append(teach, e)
			count[group{e.from, len(e.gold)}]++
		}
	}
	root := func(e *example) float64 { return math.Sqrt(count[group{e.from, len(e.gold)}]) }
	for _, e := range teach {
		total[e.from] += 1 / root(e)
	}
	sum := 0.0
	out := make([]*list, len(teach))
	for i, e := range teach {
		out[i] = of(e)
		out[i].weight = e.from.weight / root(e) / total[e.from]
		sum += out[i].weight
	}
	for _, l := range out {
		l.weight /= sum
	}
	return out
}

func found(e *example) *list { return &e.found }
func best(e *example) *list  { return &e.best }

// describe says, by number of gold pages, how many examples have the gold chain in their list and how many the weights put it first of.
func describe(all []*example, of func(*example) *list, w []float64) (out string) {
	var first, have, examples [maxPages + 1]int
	for _, e := range all {
		pages, l := min(len(e.gold), maxPages), of(e)
		examples[pages]++
		if l.gold >= 0 {
			have[pages]++
			if l.first(w) == l.gold {
				first[pages]++
			}
		}
	}
	for pages, n := range examples {
		if n > 0 {
			out += fmt.Sprintf("; %d pages: %d of %d found, %d first", pages, have[pages], n, first[pages])
		}
	}
	return out
}

// learn moves w, whose first weights are those of the features of hop.Names, down the gradient of the lists' loss, and returns that loss.
func (m method) learn(lists []*list, w []float64) (loss float64) {
	names, _ := hop.Names()
	before, mean, square := slices.Clone(w), make([]float64, len(w)), make([]float64, len(w))
	for step := 1; step <= m.steps; step++ {
		var grads [workers][]float64
		var losses [workers]float64
		var wg sync.WaitGroup
		for part := range workers {
			grads[part] = make([]float64, len(w))
			wg.Go(func() {
				for i := part; i < len(lists); i += workers {
					losses[part] += lists[i].gradient(w, grads[part])
				}
			})
		}
		wg.Wait()
		loss = 0
		for _, l := range losses {
			loss += l
		}
		for i := range w {
			g := m.decay * (w[i] - before[i])
			for _, of := range grads {
				g += of[i]
			}
			mean[i] = 0.9*mean[i] + 0.1*g
			square[i] = 0.999*square[i] + 0.001*g*g
			first, second := mean[i]/(1-math.Pow(0.9, float64(step))), square[i]/(1-math.Pow(0.999, float64(step)))
			w[i] -= m.rate * min(1, 60/float64(step)) * first / (math.Sqrt(second) + 1e-8)
		}
		for i, name := range names {
			if slices.Contains(m.unused, name) {
				w[i] = 0
			} else if slices.Contains(m.positive, name) {
				w[i] = max(w[i], 0)
			}
		}
	}
	return loss
}

// first returns the candidate with the highest score, the earlier of equal ones; -1 where there is none.
func (l *list) first(w []float64) int {
	best, at := math.Inf(-1), -1
	for i, f := range l.features {
		if sum := weigh(f, w); sum > best {
			best, at = sum, i
		}
	}
	return at
}

// weigh returns the weighted sum of a candidate's features.
func weigh(f []float32, w []float64) (sum float64) {
	for j, v := range f {
		sum += float64(v) * w[j]
	}
	return sum
}

// gradient adds the gradient of the list's loss to grad and returns the loss: -weight * log of the softmax of what is to come first.
func (l *list) gradient(w, grad []float64) float64 {
	scores, top := make([]float64, len(l.features)), math.Inf(-1)
	for i, f := range l.features {
		scores[i] = weigh(f, w)
		top = max(top, scores[i])
	}
	sum, target := 0.0, 1e-300 // of the target, in case it is too far below the top for a number
	for i := range scores {
		scores[i] = math.Exp(scores[i] - top)
		sum += scores[i]
		target += l.worth[i] * scores[i]
	}
	for i, f := range l.features {
		d := scores[i]/sum - l.worth[i]*scores[i]/target
		if math.Abs(d) < 1e-6 {
			continue
		}
		for j, v := range f {
			grad[j] += l.weight * d * float64(v)
		}
	}
	return -l.weight * math.Log(target/sum)
}
