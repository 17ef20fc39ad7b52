package verify

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/label"
)

// Blame is the contribution of the pages and the cited elements of a chain to the verdict based on it. All values are
// probabilities of Label, the verdict on the whole evidence, computed as the verifier computes its verdicts.
type Blame struct {
	Label label.Label
	Value float64 // with all evidence that was read
	None  float64 // with the claim's own words only, without evidence (HoVer, Table 6: claim-only)

	// Pages are the chain's pages, in order, with exact Shapley values: their shares sum to Value - None. Pages is nil if
	// more than six pages have some of the evidence.
	Pages []PageBlame
	// Evidence is what was read, in the verdict's order.
	Evidence []ElementBlame
	// Smallest is the smallest set of evidence that keeps the verdict; of several, the one with the highest probability. It is empty
	// only for NOT ENOUGH INFO, which needs no evidence.
	Smallest []hop.Evidence
	// Whole says that every set smaller than Smallest was tried. Otherwise elements were dropped one after the other.
	Whole bool
	// Flip is the smallest set of pages whose removal changes the verdict; of several, the one whose removal changes Value
	// least. It is nil if there is none, or if Pages is nil.
	Flip []graph.PageID
	// Shortcut is true for a supported claim if one of its bridge pages has no share (NoShare): the verdict doesn't depend
	// on the page that joins the others.
	Shortcut bool
}

// PageBlame is the contribution of one page to a verdict.
type PageBlame struct {
	Page   graph.PageID
	Share  float64 // its Shapley value; below 0 if the page is evidence against the verdict
	Bridge bool    // it joins other pages: it has two neighbours or, in a chain of two pages, the claim doesn't name it
	Without
}

// ElementBlame is the contribution of one cited element to a verdict.
type ElementBlame struct {
	hop.Evidence
	Without
}

// Without is a counterfactual: the verdict after a part of the evidence is removed.
type Without struct {
	Label   label.Label // the verdict without the part
	Value   float64     // the probability of Blame.Label without the part
	Changed bool        // Label isn't Blame.Label
}

// Blame computes what the pages and elements behind a verdict contributed to it. The verdict must be one of Verify on these chains,
// and must be based on one of them (Verdict.Chain). The players of the game are the pages that have some of the evidence. The worth of a
// set of pages is the probability of the verdict with only their evidence; the worth of the empty set is the probability with only the
// claim. For four pages at most 16 sets are read, in one Predict with the counterfactuals, and the claim alone in a
// second Predict. If these don't show the smallest set of evidence, larger sets follow. Errors are those of VerifyAll.
func (v *Verifier) Blame(ctx context.Context, claim string, chains []hop.Chain, verdict Verdict, scheme label.Scheme) (*Blame, error) {
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
		b.Shortcut = b.Label == label.Supported && slices.ContainsFunc(b.Pages,
			func(p PageBlame) bool { return p.Bridge && p.Share <= noShare })
	}
	keep, whole, err := g.smallest(ctx)
	if err != nil {
		return nil, fmt.Errorf("blame: %w", err)
	}
	b.Smallest, b.Whole = g.in(keep), whole
	return b, nil
}

// pages returns the chain's pages, then other pages that have some of the evidence, with their shares. The share of a page without
// evidence is 0.
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

// flip finds the smallest set of pages whose removal changes the verdict.
func (g *game) flip() []graph.PageID {
	best, fewest := uint(0), 0
	for lost := uint(1); lost < 1<<len(g.players); lost++ {
		n := bits.OnesCount(lost)
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

// smallest finds the smallest set of evidence that keeps the verdict. It tries sets by size, while there are few enough of a size, and
// otherwise drops one element after the other, each time the one whose removal changes least.
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

// drop removes elements as long as the verdict stays.
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

// surest returns the set that keeps the verdict with the highest probability, the first of equal ones.
func (g *game) surest(sets []uint64) (best uint64, ok bool) {
	for _, s := range sets {
		if g.labelOf(s) == g.label && (!ok || g.value(s) > g.value(best)) {
			best, ok = s, true
		}
	}
	return best, ok
}
