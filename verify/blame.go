package verify

import (
	"context"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Blame is what the pages and the cited elements of a chain did for the verdict that rests on it. All values are
// probabilities of Label, the verdict on the whole evidence: by the verifier as it runs, readings, coverage and all.
type Blame struct {
	Label Label
	Value float64 // with all evidence that was read
	None  float64 // by the claim's own wording, nothing being read beside it (HoVer, Table 6: claim-only)

	// Pages are the chain's pages in its order, with exact Shapley values: their shares sum to Value - None. Nil when
	// evidence was read from more than six pages.
	Pages []PageBlame
	// Evidence is what was read, in the verdict's order.
	Evidence []ElementBlame
	// Smallest is the smallest set of evidence by which the verdict stays, of equal ones the surest. It is empty only
	// for NOT ENOUGH INFO, which needs none.
	Smallest []hop.Evidence
	// Whole says that Smallest was found by trying every smaller set; else elements were dropped one after the other.
	Whole bool
	// Flip are the nearest pages whose loss changes the verdict: as few as possible, then those whose loss changes Value
	// least. Nil when no loss does, or Pages is nil.
	Flip []graph.PageID
	// Shortcut marks a supported claim one of whose bridge pages has no share (NoShare): the verdict doesn't go
	// through the page that joins the others.
	Shortcut bool
}

// PageBlame is one page's part in a verdict.
type PageBlame struct {
	Page   graph.PageID
	Share  float64 // its Shapley value, below 0 for a page that speaks against the verdict
	Bridge bool    // it joins others: it has two neighbours or, of two pages, isn't the one that the claim names
	Without
}

// ElementBlame is one cited element's part in a verdict.
type ElementBlame struct {
	hop.Evidence
	Without
}

// Without is the counterfactual: the verdict when something is taken out of the evidence and the rest stays.
type Without struct {
	Label   Label   // the verdict then
	Value   float64 // what is left of the probability of Blame.Label
	Changed bool    // Label isn't Blame.Label
}

// Blame finds what the pages and elements behind a verdict did for it. The verdict is one of Verify on these chains; it
// must rest on one of them (Verdict.Chain). The players of the game are the pages that evidence was read from; a set
// of them is worth the probability of the verdict by their evidence alone, and the empty set what the claim's wording
// gives it. At most 16 sets are read for four pages, in one Predict with the counterfactuals, and the claim alone in a
// second; where these don't show the smallest set of evidence, larger ones follow. Errors are those of VerifyAll.
func (v *Verifier) Blame(ctx context.Context, claim string, chains []hop.Chain, verdict Verdict, scheme Scheme) (*Blame, error) {
	if verdict.Chain < 0 || verdict.Chain >= len(chains) {
		return nil, fmt.Errorf("blame: %w", ErrNoChain)
	}
	g := newGame(v, claim, &chains[verdict.Chain], verdict.Premise.Evidence, scheme)
	if err := g.open(ctx); err != nil {
		return nil, fmt.Errorf("blame: %w", err)
	}
	b := &Blame{Label: g.label, Value: g.value(g.all), None: g.none}
	for i, e := range g.evidence {
		b.Evidence = append(b.Evidence, ElementBlame{e, g.without(1 << i)})
	}
	if g.shared() {
		b.Pages, b.Flip = g.pages(), g.flip()
		b.Shortcut = b.Label == Supported && slices.ContainsFunc(b.Pages, func(p PageBlame) bool { return p.Bridge && p.Share <= NoShare })
	}
	keep, whole, err := g.smallest(ctx)
	if err != nil {
		return nil, fmt.Errorf("blame: %w", err)
	}
	b.Smallest, b.Whole = g.in(keep), whole
	return b, nil
}

// pages are the chain's pages, then others that evidence came from, with their shares. A page without evidence changes
// no set it joins, so its share is 0.
func (g *game) pages() []PageBlame {
	shares := shapley(len(g.players), func(set uint) float64 {
		if set == 0 {
			return g.none
		}
		return g.value(g.of(set))
	})
	joins := bridges(g.chain)
	var out []PageBlame
	for i, id := range g.chain.Pages() {
		out = append(out, PageBlame{Page: id, Bridge: joins[i], Without: g.without(0)})
	}
	for i, id := range g.players {
		at := slices.IndexFunc(out, func(p PageBlame) bool { return p.Page == id })
		if at < 0 {
			at = len(out)
			out = append(out, PageBlame{Page: id})
		}
		out[at].Share, out[at].Without = shares[i], g.without(g.cited[i])
	}
	return out
}

// flip looks for the nearest set of pages whose loss changes the verdict.
func (g *game) flip() []graph.PageID {
	best, fewest := uint(0), 0
	for lost := uint(1); lost < 1<<len(g.players); lost++ {
		n := count(uint64(lost))
		if !g.without(g.of(lost)).Changed || best != 0 && n > fewest {
			continue
		}
		if best == 0 || n < fewest || g.without(g.of(lost)).Value > g.without(g.of(best)).Value {
			best, fewest = lost, n
		}
	}
	var out []graph.PageID
	for i, id := range g.players {
		if best&(1<<i) != 0 {
			out = append(out, id)
		}
	}
	return out
}

// smallest finds the smallest set of evidence that keeps the verdict: by size where the sets of a size are few enough to
// try, else by dropping, one after the other, the element that is missed least.
func (g *game) smallest(ctx context.Context) (keep uint64, whole bool, err error) {
	if g.labelOf(0) == g.label {
		return 0, true, nil
	}
	tried := 0
	for size := 1; size < len(g.evidence); size++ {
		sets := combinations(len(g.evidence), size, mostSets-tried)
		if sets == nil {
			keep, err = g.drop(ctx)
			return keep, false, err
		}
		if err := g.play(ctx, sets...); err != nil {
			return 0, false, err
		}
		tried += len(sets)
		if best, ok := g.surest(sets); ok {
			return best, true, nil
		}
	}
	return g.all, true, nil
}

// drop takes elements away for as long as the verdict stays.
func (g *game) drop(ctx context.Context) (uint64, error) {
	for keep := g.all; ; {
		var sets []uint64
		for i := range g.evidence {
			if one := uint64(1) << i; keep&one != 0 && keep != one {
				sets = append(sets, keep&^one)
			}
		}
		if err := g.play(ctx, sets...); err != nil {
			return 0, err
		}
		best, ok := g.surest(sets)
		if !ok {
			return keep, nil
		}
		keep = best
	}
}

// surest is the set that keeps the verdict with the greatest probability, the first of equal ones.
func (g *game) surest(sets []uint64) (best uint64, ok bool) {
	for _, s := range sets {
		if g.labelOf(s) == g.label && (!ok || g.value(s) > g.value(best)) {
			best, ok = s, true
		}
	}
	return best, ok
}
