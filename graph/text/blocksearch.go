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
	order  []*queryList // all lists, those of little weight first
	here   []*queryList // lists with postings in the current window, weakest first
	unit   float64      // a document's score is at most its sum in q.sums times unit
	need   uint32       // the least sum with which a document may reach the threshold
	reach  []uint32     // for each window, the upper bound of the sums; 0 for a window that was searched
	top    *topPages
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
	sums    [windowSize]uint32
	room    [2 * windowSize]uint16
	pages   []uint16 // documents of the current window that may reach the threshold; a part of room
	best    []uint64
	numbers []uint32
	sink    byte // sum of the touched bytes, so that the compiler keeps touch
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
	q := &blockQuery{b: ix.blocks, scorer: ix.scorer(), top: ix.newTop(k), workspace: workspaces.Get().(*workspace)}
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
	q.numbers = q.numbers[:0]
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
	q.numbers = slices.Grow(q.numbers, (len(q.lists)+1)*q.b.windows)
	for i := range q.lists {
		l := &q.lists[i]
		l.weight = uint32(math.Ceil(l.idf / total * weightUnit * slack))
		l.bounds = q.take(q.b.windows)
		for i := range len(l.windows) / 8 {
			w, _, impact := l.window(i)
			l.bounds[w] = impact * l.weight
		}
	}
	for i := range q.lists {
		q.order = append(q.order, &q.lists[i])
	}
	slices.SortFunc(q.order, func(a, b *queryList) int { return cmp.Compare(a.weight, b.weight) })
	return nil
}

// take returns n zeros of the workspace, which has the capacity for them.
func (q *blockQuery) take(n int) []uint32 {
	at := len(q.numbers)
	q.numbers = q.numbers[:at+n]
	out := q.numbers[at : at+n : at+n]
	clear(out)
	return out
}

// leading is the number of windows with the highest bounds that are searched first.
const leading = 16

// run searches the windows: first those with the highest bounds, then the others in the order of memory, so that the
// processor can prefetch the next window of each list.
func (q *blockQuery) run(ctx context.Context) error {
	q.lead()
	for w := range q.reach {
		if err := ctx.Err(); err != nil {
			return err
		}
		q.window(w)
	}
	return ctx.Err()
}

// lead adds up the bounds of each window, and searches the windows with the highest sums.
func (q *blockQuery) lead() {
	q.reach = q.take(q.b.windows)
	for i := range q.lists {
		for w, bound := range q.lists[i].bounds {
			q.reach[w] += bound
		}
	}
	first := make([]uint64, 0, leading+1) // the highest sums, in the upper bits, with their windows
	for w, sum := range q.reach {
		if len(first) == leading && uint64(sum) <= first[leading-1]>>32 {
			continue
		}
		v := uint64(sum)<<32 | uint64(math.MaxUint32-w)
		at, _ := slices.BinarySearchFunc(first, v, func(a, b uint64) int { return cmp.Compare(b, a) })
		first = slices.Insert(first, at, v)
		first = first[:min(len(first), leading)]
	}
	for _, v := range first {
		q.window(int(math.MaxUint32 - uint32(v)))
	}
}

// window searches a window, unless its bound is below the threshold or it was searched before.
func (q *blockQuery) window(w int) {
	if q.reach[w] == 0 || q.reach[w] < q.need {
		return
	}
	q.reach[w] = 0
	q.enter(w)
	first, below := 0, uint32(0) // the lists before first together are below the threshold
	for first < len(q.here) && below+q.here[first].bound < q.need {
		below += q.here[first].bound
		first++
	}
	q.touch(q.here[max(0, first-1):])
	norms := (*[windowSize]byte)(q.b.norms.Bytes(8*normClasses+w<<windowBits, windowSize))
	least := max(q.need, below+1) - below
	few, n := q.strong(q.here[first:], norms)
	i := first - 1
	for ; i >= 0 && q.sweeps(q.here[i], n) && 2*least <= q.here[first].bound; i-- {
		below -= q.here[i].bound // a check would keep nearly all documents
		least = max(q.need, below+1) - below
		q.add(q.here[i], norms)
	}
	if few {
		q.keep(n, least)
	} else {
		q.collect(least)
	}
	for ; i >= 0 && len(q.pages) > 0; i-- {
		below -= q.here[i].bound
		q.refine(q.here[i], norms, max(q.need, below+1)-below)
	}
	q.offer(uint32(w) << windowBits)
}

// enter sets here to the lists with postings in a window, weakest first.
func (q *blockQuery) enter(w int) {
	q.here = q.here[:0]
	for _, l := range q.order {
		if l.bound = l.bounds[w]; l.bound == 0 {
			continue
		}
		l.lo, l.hi = int(l.ends[w]), int(l.ends[w+1])
		q.here = append(q.here, l)
		for i := len(q.here) - 1; i > 0 && q.here[i-1].bound > l.bound; i-- { // few are out of order
			q.here[i], q.here[i-1] = q.here[i-1], l
		}
	}
}

// touch reads a byte of each of the first cache lines of the lists' postings in the window, so that they are loaded in
// parallel. Processing the lists one by one would wait for each.
func (q *blockQuery) touch(lists []*queryList) {
	for _, l := range lists {
		b := l.postings[2*l.lo : 2*l.hi]
		for i := 0; i < min(len(b), touched); i += cacheLine {
			q.sink += b[i]
		}
	}
}

// touched is the number of bytes of a list that touch reads in a window. The processor prefetches the following ones.
const (
	cacheLine = 64
	touched   = 16 * cacheLine
)

// sparse is the number of postings of the strong lists in a window up to which documents are listed while adding, which
// is faster than scanning all sums of the window.
const sparse = windowSize / 4

// strong adds the lists of which a document must be in at least one to reach the threshold. If they have few postings,
// it also lists the documents in room and returns their number.
func (q *blockQuery) strong(lists []*queryList, norms *[windowSize]byte) (few bool, n int) {
	clear(q.sums[:])
	for _, l := range lists {
		n += l.hi - l.lo
	}
	if n > sparse {
		for _, l := range lists {
			q.add(l, norms)
		}
		return false, n
	}
	n = 0
	for _, l := range lists {
		n = q.gather(l, norms, n)
	}
	return true, n
}

// gather does the same as add, and appends new documents, those with a sum of 0, to the n in room. It has no branches
// that depend on postings.
func (q *blockQuery) gather(l *queryList, norms *[windowSize]byte, n int) int {
	weight, impacts, at := l.weight, q.b.impacts, q.workspace
	b := l.postings[2*l.lo : 2*l.hi]
	for i := 1; i < len(b); i += 2 {
		v := uint16(b[i-1]) | uint16(b[i])<<8
		page := v & windowMask
		sum := at.sums[page]
		at.room[n&(len(at.room)-1)] = page
		n += int((uint64(sum) - 1) >> 63)
		at.sums[page] = sum + weight*uint32(impacts.of(byte(v>>windowBits), norms[page]))
	}
	return n
}

// raise adds a posting to the sum of its document.
func raise(sums *[windowSize]uint32, v uint16, weight uint32, impacts *impactTable, norms *[windowSize]byte) {
	at := v & windowMask
	sums[at] += weight * uint32(impacts.of(byte(v>>windowBits), norms[at]))
}

// add adds a list's postings in the window to the sums.
func (q *blockQuery) add(l *queryList, norms *[windowSize]byte) {
	weight, impacts, sums := l.weight, q.b.impacts, &q.sums
	b := l.postings[2*l.lo : 2*l.hi]
	for i := 1; i < len(b); i += 2 {
		raise(sums, uint16(b[i-1])|uint16(b[i])<<8, weight, impacts, norms)
	}
}

// collect sets pages to the window's documents with at least this sum.
func (q *blockQuery) collect(least uint32) {
	n := 0
	for at, sum := range &q.sums {
		if sum >= least {
			q.room[n&(len(q.room)-1)] = uint16(at)
			n++
		}
	}
	q.pages = q.room[:n]
}

// sweeps reports whether reading a whole list is faster than searching n documents in it.
func (q *blockQuery) sweeps(l *queryList, n int) bool { return 16*n > l.hi-l.lo }

// refine adds a list's postings to the sums of the current pages, and keeps those with at least this sum.
func (q *blockQuery) refine(l *queryList, norms *[windowSize]byte, least uint32) {
	if q.sweeps(l, len(q.pages)) {
		q.add(l, norms)
		q.keep(len(q.pages), least)
		return
	}
	for _, at := range q.pages { // load the cache lines in parallel, see touch
		q.sink += l.postings[2*near(l.lo, l.hi, at)]
	}
	for _, at := range q.pages {
		if i := l.find(l.lo, l.hi, at); i >= 0 {
			raise(&q.sums, l.posting(i), l.weight, q.b.impacts, norms)
		}
	}
	q.keep(len(q.pages), least)
}

// keep sets pages to those of the first n documents in room that have at least this sum.
func (q *blockQuery) keep(n int, least uint32) {
	kept, room, sums := 0, &q.room, &q.sums
	for _, at := range room[:n] {
		room[kept&(len(room)-1)] = at
		kept += int((uint64(least) - 1 - uint64(sums[at&windowMask])) >> 63) // 1 for a sum of least or more
	}
	q.pages = room[:kept]
}

// offer scores the remaining documents.
func (q *blockQuery) offer(base uint32) {
	if len(q.top.best) < q.top.k {
		q.fill(base)
	}
	for _, low := range q.pages {
		if q.sums[low] >= q.need && q.sums[low] > 0 {
			q.score(base, low)
			q.sums[low] = 0 // a page may be listed twice
		}
	}
}

// fill scores the documents with the highest sums, so that there is a threshold before the others are checked.
func (q *blockQuery) fill(base uint32) {
	room := min(q.top.k-len(q.top.best), len(q.pages))
	q.best = q.best[:0]
	for _, at := range q.pages {
		v := uint64(q.sums[at])<<windowBits | uint64(at)
		if len(q.best) == room {
			if v <= q.best[0] {
				continue
			}
			q.best = append(q.best[:0], q.best[1:]...)
		}
		i, _ := slices.BinarySearch(q.best, v)
		q.best = slices.Insert(q.best, i, v)
	}
	for _, v := range q.best {
		at := uint16(v & windowMask)
		q.score(base, at)
		q.sums[at] = 0
	}
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
