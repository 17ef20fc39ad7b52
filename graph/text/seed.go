package text

import (
	"cmp"
	"context"
	"errors"
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
func (ix *Index) useBlocks() bool { return ix.blocks != nil && ix.Settings == ix.meta.Settings }

// cursorSeeds is Seeds over bleve's posting readers: for settings that the blocks were not made for, and to test blockSeeds
// against; terms are sorted and each is there once.
func (ix *Index) cursorSeeds(ctx context.Context, terms []string, k int) ([]Hit, error) {
	q, err := ix.newQuery(terms, k)
	if err != nil {
		return nil, err
	}
	err = errors.Join(q.run(ctx), q.close())
	if err != nil {
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
	termCursor
	idf, bound float64
	place      int // in the order scores are summed in
}

// slack covers what rounding can add to a sum of bounds.
const slack = 1 + 1e-9

func (ix *Index) newQuery(terms []string, k int) (*query, error) {
	q := &query{scorer: ix.scorer(), top: &topPages{k: k, pages: &ix.pages}}
	for _, t := range terms {
		c, err := ix.termCursor(t)
		if err != nil {
			return nil, errors.Join(err, q.close())
		}
		df := c.all.count()
		if df == 0 {
			if err := c.close(); err != nil {
				return nil, errors.Join(err, q.close())
			}
			continue
		}
		l := &list{termCursor: c, idf: idf(ix.meta.Pages, df), place: len(q.lists)}
		l.bound = l.idf * ix.maxFrequency(t) * slack
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

// maxFrequency is the highest saturated frequency a term can have.
func (ix *Index) maxFrequency(string) float64 { return ix.Settings.K1 + 1 }

func (q *query) close() error {
	var errs []error
	for _, l := range q.lists {
		errs = append(errs, l.close())
	}
	return errors.Join(errs...)
}

// run is MaxScore (Turtle and Flood 1995, section 4.2).
func (q *query) run(ctx context.Context) error {
	for _, l := range q.lists {
		if err := l.all.next(); err != nil {
			return err
		}
	}
	for n := 0; ; n++ {
		if n&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		doc := uint32(none)
		for _, l := range q.lists[q.first:] {
			doc = min(doc, l.all.doc)
		}
		if doc == none {
			return nil
		}
		if err := q.score(doc); err != nil {
			return err
		}
	}
}

// score adds up what the lists say of a page, the strongest first, and gives up as soon as the page can't
// reach the threshold. Essential lists that stand at the page go on to their next one.
func (q *query) score(doc uint32) error {
	clear(q.parts)
	norm, sum := q.scorer.norm(doc), 0.0
	for _, l := range q.lists[q.first:] {
		if l.all.doc != doc {
			continue
		}
		part, err := l.part(&q.scorer, norm)
		if err != nil {
			return err
		}
		q.parts[l.place] = part
		sum += part
		if err := l.all.next(); err != nil {
			return err
		}
	}
	for i := q.first - 1; i >= 0; i-- {
		if (sum+q.bounds[i+1])*slack < q.top.threshold {
			return nil
		}
		l := q.lists[i]
		if l.all.doc < doc {
			if err := l.all.advance(doc); err != nil {
				return err
			}
		}
		if l.all.doc == doc {
			part, err := l.part(&q.scorer, norm)
			if err != nil {
				return err
			}
			q.parts[l.place] = part
			sum += part
		}
	}
	if q.top.add(doc, total(q.parts)) {
		for q.first < len(q.lists) && q.bounds[q.first+1] < q.top.threshold {
			q.first++
		}
	}
	return nil
}

func (l *list) part(s *scorer, norm float64) (float64, error) {
	title, err := l.titleFreq()
	return l.idf * s.saturate(l.all.freq, title, norm), err
}

// total sums in the order of terms, whatever order the parts were found in.
func total(parts []float64) (sum float64) {
	for _, p := range parts {
		sum += p
	}
	return sum
}
