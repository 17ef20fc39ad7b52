package text

import (
	"context"
	"runtime/debug"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// Seeds returns the k pages that score highest, best first, by BM25F over title and body; a term that is
// repeated counts once, and of more than 16,383 different terms the first are taken. Pages without any of the terms are no seeds. Ties
// go to the lower title, then to the lower ordinal. The result is exactly that of scoring every page.
func (ix *Index) Seeds(ctx context.Context, terms []string, k int) (hits []graph.Hit, err error) {
	defer ix.end(&err, debug.SetPanicOnFault(true))
	if k <= 0 || ix.meta.Pages == 0 {
		return nil, ctx.Err()
	}
	terms = slices.Compact(slices.Sorted(slices.Values(terms)))
	return ix.blockSeeds(ctx, terms[:min(len(terms), manyTerms-1)], k)
}

// slack covers what rounding can add to a sum of bounds.
const slack = 1 + 1e-9
