package text

import (
	"cmp"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// topPages keeps the k pages with the best passages so far, each with its best one, best first.
type topPages struct {
	k         int
	pages     *pages
	passages  *passageTable
	best      []scored
	threshold float64 // the score that a passage needs for its page to be added
}

func (ix *Index) newTop(k int) *topPages {
	return &topPages{k: k, pages: &ix.pages, passages: &ix.passages}
}

type scored struct {
	page  uint32
	rank  uint32
	score float64
}

// compare orders the better first.
func (a scored) compare(b scored) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.rank, b.rank))
}

// add adds a passage if it is good enough, and reports whether the threshold may have risen.
func (t *topPages) add(doc uint32, score float64) bool {
	if len(t.best) == t.k && score < t.threshold {
		return false
	}
	page := t.passages.page(doc)
	s := scored{page, t.pages.rank(page), score}
	if at := slices.IndexFunc(t.best, func(o scored) bool { return o.page == page }); at >= 0 {
		if t.best[at].score >= score {
			return false
		}
		t.best = slices.Delete(t.best, at, at+1)
	}
	at, _ := slices.BinarySearchFunc(t.best, s, scored.compare)
	t.best = slices.Insert(t.best, at, s)
	t.best = t.best[:min(len(t.best), t.k)]
	if len(t.best) < t.k {
		return false
	}
	t.threshold = t.best[t.k-1].score
	return true
}

// hits returns the pages, best first.
func (t *topPages) hits() []graph.Hit {
	out := make([]graph.Hit, len(t.best))
	for i, s := range t.best {
		out[i] = graph.Hit{Page: t.pages.id(s.page), Score: s.score}
	}
	return out
}
