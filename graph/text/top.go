package text

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// topPages keeps the k pages with the best passages so far, each with its best one, in a heap with the worst on top.
type topPages struct {
	k         int
	pages     *pages
	passages  *passageTable
	heap      []scored
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
	if len(t.heap) == t.k && score < t.threshold {
		return false
	}
	page := t.passages.page(doc)
	s := scored{page, t.pages.rank(page), score}
	at := slices.IndexFunc(t.heap, func(o scored) bool { return o.page == page })
	switch {
	case at >= 0 && t.heap[at].score >= score:
		return false
	case at >= 0:
		t.heap[at] = s
		heap.Fix(t, at)
	case len(t.heap) < t.k:
		heap.Push(t, s)
	case s.compare(t.heap[0]) < 0:
		t.heap[0] = s
		heap.Fix(t, 0)
	}
	if len(t.heap) < t.k {
		return false
	}
	t.threshold = t.heap[0].score
	return true
}

// hits returns the pages, best first.
func (t *topPages) hits(p *pages) []graph.Hit {
	slices.SortFunc(t.heap, scored.compare)
	out := make([]graph.Hit, len(t.heap))
	for i, s := range t.heap {
		out[i] = graph.Hit{Page: p.id(s.page), Score: s.score}
	}
	return out
}

func (t *topPages) Len() int           { return len(t.heap) }
func (t *topPages) Less(i, j int) bool { return t.heap[i].compare(t.heap[j]) > 0 }
func (t *topPages) Swap(i, j int)      { t.heap[i], t.heap[j] = t.heap[j], t.heap[i] }
func (t *topPages) Push(x any)         { t.heap = append(t.heap, x.(scored)) }
func (t *topPages) Pop() any {
	x := t.heap[len(t.heap)-1]
	t.heap = t.heap[:len(t.heap)-1]
	return x
}
