package text

import (
	"context"
	"runtime/debug"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// Seeds returns the k pages with the highest scores, best first, by BM25F over title and body. A repeated term counts
// once; of more than 16,383 different terms, the first in byte order are used. Pages with none of the terms are left
// out. Ties are ordered by title, then by ordinal. The result equals that of scoring every page.
func (ix *Index) Seeds(ctx context.Context, terms []string, k int) (hits []graph.Hit, err error) {
	defer ix.end(&err, debug.SetPanicOnFault(true))
	if k <= 0 || ix.meta.Pages == 0 {
		return nil, ctx.Err()
	}
	terms = slices.Compact(slices.Sorted(slices.Values(terms)))
	return ix.blockSeeds(ctx, terms[:min(len(terms), manyTerms-1)], k)
}

// slack is more than the largest relative error of rounding in a sum of bounds.
const slack = 1 + 1e-9
