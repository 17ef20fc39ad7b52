package verify

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/label"
)

// game is a verdict as a cooperative game: sets of evidence, as bits over evidence, and the verdicts on them.
type game struct {
	v        *Verifier
	claim    string
	chain    *hop.Chain
	scheme   label.Scheme
	evidence []hop.Evidence // what was read, at most mostEvidence elements
	players  []graph.PageID // the pages it is of, in the order of the chain
	cited    []uint64       // the evidence of each player
	all      uint64
	label    label.Label
	none     float64
	seen     map[uint64]Verdict
}

func newGame(v *Verifier, claim string, chain *hop.Chain, evidence []hop.Evidence, scheme label.Scheme) *game {
	bare := *v
	bare.cited = true
	g := &game{v: &bare, claim: claim, chain: chain, scheme: scheme, evidence: evidence, seen: map[uint64]Verdict{}}
	g.all = 1<<len(evidence) - 1
	scored := false
	for _, e := range evidence {
		scored = scored || e.Score > 0
	}
	if scored {
		g.evidence = make([]hop.Evidence, len(evidence))
		for i, e := range evidence {
			g.evidence[i] = e
			g.evidence[i].Score = max(e.Score, leastScore)
		}
	}
	g.seat()
	return g
}

// seat finds the players: the pages of the chain that evidence was read from, then other such pages.
func (g *game) seat() {
	at := map[graph.PageID]uint64{}
	for i, e := range g.evidence {
		at[e.Page] |= 1 << i
	}
	sit := func(id graph.PageID) {
		if at[id] != 0 {
			g.players, g.cited = append(g.players, id), append(g.cited, at[id])
			at[id] = 0
		}
	}
	for _, id := range g.chain.Pages() {
		sit(id)
	}
	for _, e := range g.evidence {
		sit(e.Page)
	}
}

// shared reports whether the pages are few enough for their Shapley values to be computed.
func (g *game) shared() bool { return len(g.players) <= mostBlamed }

// of returns the evidence of a set of players.
func (g *game) of(set uint) uint64 {
	out := uint64(0)
	for i, c := range g.cited {
		if set&(1<<i) != 0 {
			out |= c
		}
	}
	return out
}

// in returns the elements of a set.
func (g *game) in(set uint64) []hop.Evidence {
	var out []hop.Evidence
	for i, e := range g.evidence {
		if set&(1<<i) != 0 {
			out = append(out, e)
		}
	}
	return out
}

// open judges all that is surely needed, in one call: the evidence of every set of pages, all evidence but one element,
// and each element alone.
func (g *game) open(ctx context.Context) error {
	sets := []uint64{g.all, 0}
	if g.shared() {
		for set := uint(1); set < 1<<len(g.players); set++ {
			sets = append(sets, g.of(set))
		}
	}
	for i := range g.evidence {
		sets = append(sets, g.all&^(1<<i), 1<<i)
	}
	if err := g.play(ctx, sets...); err != nil {
		return err
	}
	g.label = g.scheme.Decide(g.seen[g.all].Probabilities)
	return g.alone(ctx)
}

// play judges the sets that were not judged yet.
func (g *game) play(ctx context.Context, sets ...uint64) error {
	var fresh []uint64
	var questions []Question
	for _, s := range sets {
		if _, ok := g.seen[s]; ok {
			continue
		}
		g.seen[s] = Verdict{}
		chain := *g.chain
		chain.Evidence = g.in(s)
		fresh, questions = append(fresh, s), append(questions, Question{Claim: g.claim, Chains: []hop.Chain{chain}})
	}
	if len(fresh) == 0 {
		return ctx.Err()
	}
	answers, err := g.v.VerifyAll(ctx, questions)
	if err != nil {
		return err
	}
	for i, a := range answers {
		if a.Err != nil {
			return a.Err
		}
		g.seen[fresh[i]] = a.Verdict
	}
	return nil
}

// alone computes the verdict on the claim by itself, weighed as if nothing of it were covered.
func (g *game) alone(ctx context.Context) error {
	p, err := g.v.Model.Predict(ctx, []Pair{{Hypothesis: words(g.claim)}})
	if err != nil {
		return fmt.Errorf("judge the claim without evidence: %w", err)
	}
	r := &reading{premises: []Premise{{}}, walked: planned(g.chain) && !g.v.Plain}
	if len(g.evidence) > 0 && g.evidence[0].Score > 0 {
		r.premises[0].Evidence = []hop.Evidence{{Score: leastScore}}
	}
	g.none = g.scheme.Probability(g.label, g.v.aggregate(r, p).Probabilities)
	return nil
}

func (g *game) labelOf(set uint64) label.Label { return g.scheme.Decide(g.seen[set].Probabilities) }

func (g *game) value(set uint64) float64 {
	return g.scheme.Probability(g.label, g.seen[set].Probabilities)
}

// without returns the verdict that is left after a loss.
func (g *game) without(lost uint64) Without {
	left := g.all &^ lost
	l := g.labelOf(left)
	return Without{Label: l, Value: g.value(left), Changed: l != g.label}
}

// shapley shares what n players are worth together among them (Shapley 1953): to each the mean, over all orders in which
// they may come, of what the set before is worth more with it. worth is asked once for each of the 2^n sets, as
// bits. The shares sum to worth(all) - worth(0).
func shapley(n int, worth func(set uint) float64) []float64 {
	value := make([]float64, 1<<n)
	for s := range value {
		value[s] = worth(uint(s))
	}
	weight := make([]float64, n) // of the sets of a size that a player may join: s! (n-s-1)! / n!
	for s := range weight {
		weight[s] = 1 / float64(n)
		for i := 1; i <= s; i++ {
			weight[s] *= float64(i) / float64(n-i)
		}
	}
	shares := make([]float64, n)
	for s := range value {
		for i := range shares {
			if s&(1<<i) == 0 {
				shares[i] += weight[bits.OnesCount(uint(s))] * (value[s|1<<i] - value[s])
			}
		}
	}
	return shares
}

// bridges reports for each page of a chain whether it joins others: it has two neighbours or more, or, of two pages, it is the one that the
// claim doesn't name while it names the other, as HotpotQA's bridge entities are (Yang et al. 2018, section 2). Pages that nothing joins
// are no bridges.
func bridges(c *hop.Chain) []bool {
	out := make([]bool, len(c.Steps))
	degree := make([]int, len(c.Steps))
	for i, s := range c.Steps {
		if s.Parent >= 0 {
			degree[i]++
			degree[s.Parent]++
		}
	}
	for i, d := range degree {
		out[i] = d > 1
	}
	if s := c.Steps; len(s) == 2 && degree[0] == 1 {
		named := func(s hop.Step) bool { return s.Named != "" && !s.Described }
		out[0] = !named(s[0]) && named(s[1])
		out[1] = !named(s[1]) && named(s[0])
	}
	return out
}

// combinations returns the sets of k of n elements, in ascending order; nil if there are more than most.
func combinations(n, k, most int) []uint64 {
	total := 1
	for i := 1; i <= k; i++ {
		if total = total * (n - k + i) / i; total > most {
			return nil
		}
	}
	var out []uint64
	s := uint64(1)<<k - 1
	for range total {
		out = append(out, s)
		low := s & -s
		next := s + low
		s = (s^next)>>2/low | next // the next larger number of as many bits (Gosper's hack)
	}
	return out
}
