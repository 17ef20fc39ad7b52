package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"sync"

	"github.com/bridgehop/bridgehop/hop"
)

// What is learned of a network: chosen on a fifth of the written claims, by their twins' groups, learned from the others.
const (
	networks   = 3    // whose mean is taken
	units      = 16   // hidden units of each
	epochs     = 8    // over all lists
	batchLists = 64   // lists of a step
	netRate    = 0.01 // of Adam; it rises over 50 steps, and falls to nothing over the last three fifths
	leastUnit  = 1e-4 // standard deviation of a feature that is learned from
)

// network is a linear score and rectified units beside it (hop.Reranking), over features of mean 0 and standard deviation 1. Its
// parameters stand in one slice: the linear weights, then of each unit what it adds, its bias and its weights.
type network struct {
	features int
	params   []float64
}

func (n *network) unit(p []float64, u int) (out, bias *float64, w []float64) {
	at := n.features + u*(n.features+2)
	return &p[at], &p[at+1], p[at+2 : at+2+n.features]
}

func (n *network) count() int { return (len(n.params) - n.features) / (n.features + 2) }

func newNetwork(features int, r *rand.Rand) *network {
	n := &network{features, make([]float64, features+units*(features+2))}
	bound := 1 / math.Sqrt(float64(features))
	for u := range units {
		out, bias, w := n.unit(n.params, u)
		*out, *bias = 0.1*r.NormFloat64(), bound*(2*r.Float64()-1)
		for i := range w {
			w[i] = bound * (2*r.Float64() - 1)
		}
	}
	return n
}

// score returns the score of a candidate, and what each unit sees; a unit gives that if it is above 0.
func (n *network) score(f []float32, sees []float64) float64 {
	sum := weigh(f, n.params)
	for u := range sees {
		out, bias, w := n.unit(n.params, u)
		if sees[u] = *bias + weigh(f, w); sees[u] > 0 {
			sum += *out * sees[u]
		}
	}
	return sum
}

// of returns the score of a candidate.
func (n *network) of(f []float32) float64 { return n.score(f, make([]float64, n.count())) }

// gradient adds the gradient of the list's loss to grad, see list.gradient.
func (n *network) gradient(l *list, weight float64, grad []float64) {
	count := n.count()
	scores, sees, top := make([]float64, len(l.features)), make([]float64, len(l.features)*count), math.Inf(-1)
	of := func(i int) []float64 { return sees[i*count : (i+1)*count] }
	for i, f := range l.features {
		scores[i] = n.score(f, of(i))
		top = max(top, scores[i])
	}
	sum, target := 0.0, 1e-300
	for i := range scores {
		scores[i] = math.Exp(scores[i] - top)
		sum += scores[i]
		target += l.worth[i] * scores[i]
	}
	for i, f := range l.features {
		d := weight * (scores[i]/sum - l.worth[i]*scores[i]/target)
		if math.Abs(d) < 1e-6 {
			continue
		}
		add := func(to []float64, by float64) {
			for j, v := range f {
				to[j] += by * float64(v)
			}
		}
		add(grad[:n.features], d)
		for u, see := range of(i) {
			if see <= 0 {
				continue
			}
			out, _, _ := n.unit(n.params, u)
			dOut, dBias, dW := n.unit(grad, u)
			*dOut += d * see
			*dBias += d * *out
			add(dW, d**out)
		}
	}
}

// learn moves the network down the gradient of the lists' loss, some lists at a time, by Adam.
func (n *network) learn(all []*list, r *rand.Rand) {
	grad, mean, square := make([]float64, len(n.params)), make([]float64, len(n.params)), make([]float64, len(n.params))
	steps, step := float64(epochs*((len(all)+batchLists-1)/batchLists)), 0.0
	for range epochs {
		order := r.Perm(len(all))
		for at := 0; at < len(order); at += batchLists {
			some := order[at:min(at+batchLists, len(order))]
			clear(grad)
			for _, i := range some { // the weights of all lists sum to 1
				n.gradient(all[i], all[i].weight*float64(len(all))/float64(len(some)), grad)
			}
			step++
			rate := netRate * min(1, step/50, (steps-step)/(0.6*steps))
			for i, g := range grad {
				mean[i] = 0.9*mean[i] + 0.1*g
				square[i] = 0.999*square[i] + 0.001*g*g
				n.params[i] -= rate * mean[i] / (1 - math.Pow(0.9, step)) / (math.Sqrt(square[i]/(1-math.Pow(0.999, step))) + 1e-8)
			}
		}
	}
}

// learnNetwork returns the mean of networks that are learned from different beginnings, as one network over features as they are.
func learnNetwork(all []*list) *network {
	d := len(all[0].features[0])
	mean, unit := moments(all, d)
	scaled := make([]*list, len(all))
	for i, l := range all {
		scaled[i] = &list{worth: l.worth, weight: l.weight}
		for _, f := range l.features {
			x := make([]float32, d)
			for j, v := range f {
				x[j] = float32((float64(v) - mean[j]) * unit[j])
			}
			scaled[i].features = append(scaled[i].features, x)
		}
	}
	some := make([]*network, networks)
	var wg sync.WaitGroup
	for k := range some {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(7, uint64(k)))
			some[k] = newNetwork(d, r)
			some[k].learn(scaled, r)
		})
	}
	wg.Wait()
	one := &network{d, make([]float64, d)}
	for _, n := range some {
		for j := range d {
			one.params[j] += n.params[j] * unit[j] / networks
		}
		for u := range units {
			out, bias, w := n.unit(n.params, u)
			for j := range w {
				w[j] *= unit[j]
				*bias -= w[j] * mean[j]
			}
			one.params = append(append(one.params, *out/networks, *bias), w...)
		}
	}
	return one
}

// moments returns the mean of each feature, and 1 over its standard deviation; 0 where the feature hardly differs from chain to chain.
func moments(all []*list, d int) (mean, unit []float64) {
	mean, unit, count := make([]float64, d), make([]float64, d), 0.0
	for _, l := range all {
		for _, f := range l.features {
			for j, v := range f {
				mean[j] += float64(v)
				unit[j] += float64(v) * float64(v)
			}
			count++
		}
	}
	for j := range mean {
		mean[j] /= count
		deviation := math.Sqrt(max(unit[j]/count-mean[j]*mean[j], 0))
		if unit[j] = 0; deviation >= leastUnit {
			unit[j] = 1 / deviation
		}
	}
	return mean, unit
}

// save writes the network as hop/reranking.txt.
func (n *network) save(file string) error {
	names, whole, _ := hop.Names()
	lines := []string{"# out, bias, " + strings.Join(append(names[:len(names):len(names)], whole...), ", ")}
	line := func(of ...float64) {
		numbers := make([]string, len(of))
		for i, v := range of {
			numbers[i] = fmt.Sprintf("%.4g", v)
		}
		lines = append(lines, strings.Join(numbers, " "))
	}
	line(append([]float64{0, 0}, n.params[:n.features]...)...)
	for u := range n.count() {
		out, bias, of := n.unit(n.params, u)
		line(append([]float64{*out, *bias}, of...)...)
	}
	return os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}
