package text

import (
	"cmp"
	"context"
	"math"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// blockQuery is a search over the blocks by MaxScore (Turtle and Flood 1995, section 4.2) with upper bounds for each
// window (block-max, Ding and Suel 2011, "Faster top-k document retrieval using block-max indexes", section 3). Windows
// with the highest bounds come first, to raise the threshold early; the others follow in order. Bounds are sums of
// integers, rounded up; only documents whose bound reaches the threshold are scored, with the same sums in the same
// order as everywhere else.
type blockQuery struct {
	b      *blocks
	scorer scorer
	lists  []queryList
	here   []*queryList // lists with postings in the current window, weakest first
	unit   float64      // a document's score is at most its sum in q.sums times unit
	need   uint32       // the least sum with which a document may reach the threshold
	top    topPages
	*workspace
}

// queryList is the list of one term in a search.
type queryList struct {
	blockList
	idf    float64
	weight uint32   // idf as an integer, rounded up
	bounds []uint32 // for each window, the upper bound of what the list adds to a sum
	bound  uint32   // of the current window
	lo, hi int      // postings of the current window
}

// workspace is memory that searches share.
type workspace struct {
	sums  [windowSize]uint32
	pages []uint16 // documents of the current window that may reach the threshold
	best  []uint64 // the same with their sums in the bits above
}

var workspaces = sync.Pool{New: func() any { return new(workspace) }}

// weightUnit is the sum of the weights of a query's terms before rounding. The highest sum of a document fits into 32
// bits if there are fewer than manyTerms terms.
const (
	weightUnit = 1 << 15
	manyTerms  = 1 << 14
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
	terms = terms[:min(len(terms), manyTerms-1)]
	q := &blockQuery{b: ix.blocks, scorer: ix.scorer(), top: topPages{ix: ix, k: k}, workspace: workspaces.Get().(*workspace)}
	defer workspaces.Put(q.workspace)
	if err := q.open(terms); err != nil {
		return nil, err
	}
	if err := q.run(ctx); err != nil {
		return nil, err
	}
	return q.top.hits(), nil
}

// open sets the lists with their bounds in each window.
func (q *blockQuery) open(terms []string) error {
	q.lists = make([]queryList, 0, len(terms))
	total := 0.0
	for _, t := range terms {
		l, err := q.b.list(t)
		if err != nil {
			return err
		}
		if l.n > 0 {
			q.lists = append(q.lists, queryList{blockList: *l, idf: idf(q.b.docs, uint64(l.n))})
			total += q.lists[len(q.lists)-1].idf
		}
	}
	q.unit = total / weightUnit * q.scorer.k / impactUnit
	for i := range q.lists {
		l := &q.lists[i]
		l.weight = uint32(math.Ceil(l.idf / total * weightUnit * slack))
		l.bounds = make([]uint32, q.b.windows)
		for i := range len(l.windows) / 8 {
			w, _, impact := l.window(i)
			l.bounds[w] = impact * l.weight
		}
	}
	return nil
}

// run searches the windows, those with the highest bounds first.
func (q *blockQuery) run(ctx context.Context) error {
	reach, order := make([]uint32, q.b.windows), make([]int, q.b.windows)
	for w := range order {
		order[w] = w
		for i := range q.lists {
			reach[w] += q.lists[i].bounds[w]
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(reach[b], reach[a]), cmp.Compare(a, b)) })
	for _, w := range order {
		if reach[w] == 0 || reach[w] < q.need {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		q.window(w)
	}
	return ctx.Err()
}

// window searches a window. A document must be in one of its strong lists to reach the threshold; the weak ones, which
// don't reach it together, are read only for the documents that still may.
func (q *blockQuery) window(w int) {
	q.enter(w)
	first, below := 0, uint32(0) // the lists before first together are below the threshold
	for first < len(q.here) && below+q.here[first].bound < q.need {
		below += q.here[first].bound
		first++
	}
	norms := (*[windowSize]byte)(q.b.norms.Bytes(8*normClasses+w<<windowBits, windowSize))
	clear(q.sums[:])
	q.pages = q.pages[:0]
	n := 0
	for _, l := range q.here[first:] {
		q.add(l, norms)
		n += l.hi - l.lo
	}
	least := max(q.need, below+1) - below
	i := first - 1
	for ; i >= 0 && sweeps(q.here[i], n) && 2*least <= q.here[first].bound; i-- {
		below -= q.here[i].bound // a check would keep nearly all documents
		least = max(q.need, below+1) - below
		q.add(q.here[i], norms)
	}
	q.keep(least)
	for ; i >= 0 && len(q.pages) > 0; i-- {
		below -= q.here[i].bound
		q.refine(q.here[i], norms, max(q.need, below+1)-below)
	}
	q.best = q.best[:0]
	for _, at := range q.pages {
		q.best = append(q.best, uint64(q.sums[at])<<windowBits|uint64(at))
	}
	// The threshold rises early by the best one of each part, then by the best ones of the few that are left.
	for part := range slices.Chunk(q.best, len(q.best)/q.top.k+1) {
		q.offer(w, slices.Max(part))
	}
	q.best = slices.DeleteFunc(q.best, func(v uint64) bool { return uint32(v>>windowBits) < q.need })
	slices.Sort(q.best)
	for _, v := range slices.Backward(q.best) {
		q.offer(w, v)
	}
}

// offer scores a document of best, if it may reach the threshold.
func (q *blockQuery) offer(w int, v uint64) {
	if uint32(v>>windowBits) >= q.need {
		q.score(uint32(w)<<windowBits, uint16(v&windowMask))
	}
}

// enter sets here to the lists with postings in a window, weakest first.
func (q *blockQuery) enter(w int) {
	q.here = q.here[:0]
	for i := range q.lists {
		l := &q.lists[i]
		if l.bound = l.bounds[w]; l.bound > 0 {
			l.lo, l.hi = int(l.ends[w]), int(l.ends[w+1])
			q.here = append(q.here, l)
		}
	}
	slices.SortFunc(q.here, func(a, b *queryList) int { return cmp.Compare(a.bound, b.bound) })
}

// add adds a list's postings in the window to the sums, and their documents to pages.
func (q *blockQuery) add(l *queryList, norms *[windowSize]byte) {
	sums, pages, weight, impacts := &q.sums, q.pages, l.weight, q.b.impacts
	b := l.postings[2*l.lo : 2*l.hi]
	for i := 1; i < len(b); i += 2 {
		v := uint16(b[i-1]) | uint16(b[i])<<8
		at := v & windowMask
		if sums[at] == 0 {
			pages = append(pages, at)
		}
		sums[at] += weight * uint32(impacts.of(byte(v>>windowBits), norms[at]))
	}
	q.pages = pages
}

// sweeps reports whether reading a whole list is faster than searching n documents in it.
func sweeps(l *queryList, n int) bool { return 16*n > l.hi-l.lo }

// refine adds a list's postings to the sums of the current pages, and keeps those with at least this sum.
func (q *blockQuery) refine(l *queryList, norms *[windowSize]byte, least uint32) {
	if sweeps(l, len(q.pages)) {
		q.add(l, norms)
	} else {
		for _, at := range q.pages {
			if i := l.find(l.lo, l.hi, at); i >= 0 {
				q.sums[at] += l.weight * uint32(q.b.impacts.of(byte(l.posting(i)>>windowBits), norms[at]))
			}
		}
	}
	q.keep(least)
}

// keep drops the pages with less than this sum.
func (q *blockQuery) keep(least uint32) {
	kept, pages := 0, q.pages
	for _, at := range pages { // without a branch
		pages[kept] = at
		if q.sums[at&windowMask] >= least {
			kept++
		}
	}
	q.pages = pages[:kept]
}

// score computes the score of a document, and raises the threshold if the document is among the best.
func (q *blockQuery) score(base uint32, at uint16) {
	doc := base + uint32(at)
	if int(doc) >= q.b.docs {
		return
	}
	norm, sum := q.scorer.norm(doc), 0.0
	for i := range q.lists { // in the order of terms
		l := &q.lists[i]
		if l.bound == 0 {
			continue
		}
		if p := l.find(l.lo, l.hi, at); p >= 0 {
			all, title := l.counts(p)
			sum += float64(l.idf * q.scorer.saturate(all, title, norm)) // rounded before it is added: see score.go
		}
	}
	if q.top.add(doc, sum) {
		q.need = uint32(max(1, math.Floor(q.top.threshold/q.unit/slack)))
	}
}

// topPages keeps the k pages with the best passages so far, each with its best one, best first.
type topPages struct {
	ix        *Index
	k         int
	best      []scored
	threshold float64 // the score that a passage needs for its page to be added
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
	page := t.ix.passages.page(doc)
	s := scored{page, t.ix.pages.rank(page), score}
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
		out[i] = graph.Hit{Page: t.ix.pages.id(s.page), Score: s.score}
	}
	return out
}
