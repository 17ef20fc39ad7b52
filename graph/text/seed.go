package text

import (
	"cmp"
	"context"
	"slices"
)

// Seeds returns the k pages that score highest, best first, by BM25F over title and body; a term that is
// repeated counts once. Pages without any of the terms are no seeds. Ties go to the lower title, then to the
// lower ordinal. The result is exactly that of scoring every page.
func (ix *Index) Seeds(ctx context.Context, terms []string, k int) ([]Hit, error) {
	if k <= 0 || ix.meta.Pages == 0 {
		return nil, ctx.Err()
	}
	terms = slices.Compact(slices.Sorted(slices.Values(terms)))
	if ix.useBlocks() && len(terms) < manyTerms {
		return ix.blockSeeds(ctx, terms, k)
	}
	return ix.cursorSeeds(ctx, terms, k)
}

// useBlocks tells whether the blocks can be used: their bounds are those of the settings they were made with.
func (ix *Index) useBlocks() bool { return ix.Settings == ix.meta.Settings }

// cursorSeeds is Seeds over unpacked lists: for settings that the blocks were not made for, and to test blockSeeds
// against; terms are sorted and each is there once.
func (ix *Index) cursorSeeds(ctx context.Context, terms []string, k int) ([]Hit, error) {
	q, err := ix.newQuery(terms, k)
	if err != nil {
		return nil, err
	}
	if err := q.run(ctx); err != nil {
		return nil, err
	}
	return q.top.hits(&ix.pages), nil
}

// query is a search in progress. Its lists are ordered by the most they can add to a score, lowest first, so
// that lists[:first] together can't lift a page above the threshold: only pages of the others are looked at.
type query struct {
	scorer scorer
	lists  []*list
	parts  []float64 // what each list added to the page at hand, by list.place
	bounds []float64 // bounds[i] is the most that lists[:i] can add
	first  int       // the first essential list
	top    *topPages
}

type list struct {
	*cursor
	idf, bound float64
	place      int // in the order scores are summed in
}

// slack covers what rounding can add to a sum of bounds.
const slack = 1 + 1e-9

func (ix *Index) newQuery(terms []string, k int) (*query, error) {
	q := &query{scorer: ix.scorer(), top: ix.newTop(k)}
	for _, t := range terms {
		c, err := ix.cursor(t)
		if err != nil {
			return nil, err
		}
		if c.n == 0 {
			continue
		}
		l := &list{cursor: c, idf: idf(ix.meta.Passages, uint64(c.n)), place: len(q.lists)}
		l.bound = l.idf * (ix.Settings.K1 + 1) * slack // the highest saturated frequency there is
		q.lists = append(q.lists, l)
	}
	q.parts = make([]float64, len(q.lists))
	slices.SortStableFunc(q.lists, func(a, b *list) int { return cmp.Compare(a.bound, b.bound) })
	q.bounds = make([]float64, len(q.lists)+1)
	for i, l := range q.lists {
		q.bounds[i+1] = (q.bounds[i] + l.bound) * slack
	}
	return q, nil
}

// run is MaxScore (Turtle and Flood 1995, section 4.2).
func (q *query) run(ctx context.Context) error {
	for _, l := range q.lists {
		l.next()
	}
	for n := 0; ; n++ {
		if n&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		doc := uint32(none)
		for _, l := range q.lists[q.first:] {
			doc = min(doc, l.doc)
		}
		if doc == none {
			return nil
		}
		q.score(doc)
	}
}

// score adds up what the lists say of a page, the strongest first, and gives up as soon as the page can't
// reach the threshold. Essential lists that stand at the page go on to their next one.
func (q *query) score(doc uint32) {
	clear(q.parts)
	norm, sum := q.scorer.norm(doc), 0.0
	for _, l := range q.lists[q.first:] {
		if l.doc != doc {
			continue
		}
		part := l.part(&q.scorer, norm)
		q.parts[l.place] = part
		sum += part
		l.next()
	}
	for i := q.first - 1; i >= 0; i-- {
		if (sum+q.bounds[i+1])*slack < q.top.threshold {
			return
		}
		l := q.lists[i]
		if l.doc < doc {
			l.advance(doc)
		}
		if l.doc == doc {
			part := l.part(&q.scorer, norm)
			q.parts[l.place] = part
			sum += part
		}
	}
	if q.top.add(doc, total(q.parts)) {
		for q.first < len(q.lists) && q.bounds[q.first+1] < q.top.threshold {
			q.first++
		}
	}
}

func (l *list) part(s *scorer, norm float64) float64 { return l.idf * s.saturate(l.all, l.title, norm) }

// total sums in the order of terms, whatever order the parts were found in.
func total(parts []float64) (sum float64) {
	for _, p := range parts {
		sum += p
	}
	return sum
}
