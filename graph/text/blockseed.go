package text

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"
)

// blockQuery is a search over the blocks, by MaxScore (Turtle and Flood 1995, section 4.2) with the bounds of one window
// at a time (block-max, Ding and Suel 2011, "Faster top-k document retrieval using block-max indexes", section 3). Windows
// are taken in the order of the most that a page in them can reach, so that the threshold is high from early on and most
// windows are never looked at. What pages may reach is summed in whole numbers that are never too low; only pages
// that may come in are scored, from the same numbers in the same order as everywhere else.
type blockQuery struct {
	b      *blocks
	scorer scorer
	lists  []queryList
	here   []*queryList // lists with postings in the window at hand, weakest first
	unit   float64      // a page's score is at most its sum in q.sums times this
	need   uint32       // the least sum that may reach the threshold
	top    *topPages
	*workspace
}

// queryList is the list of one term in a search.
type queryList struct {
	blockList
	idf    float64
	weight uint32   // idf in whole numbers, rounded up
	ends   []uint32 // postings up to the end of each window, after a 0
	bounds []uint32 // the most that the list adds to a page of each window
	bound  uint32   // of the window at hand
	lo, hi int      // postings of the window at hand
}

// workspace is memory that searches use again.
type workspace struct {
	sums    [windowSize]uint32
	room    [2 * windowSize]uint16
	pages   []uint16 // of the window at hand, that may still come in, in room
	best    []uint64
	numbers []uint32
	bytes   []byte
}

var workspaces = sync.Pool{New: func() any { return new(workspace) }}

// weightUnit is what the weights of a query's terms sum up to, before they are rounded up; the highest sum of a page
// fits into 32 bits as long as there are fewer than manyTerms.
const (
	weightUnit = 1 << 15
	manyTerms  = 1 << 14
)

// blockSeeds is Seeds over the blocks; terms are sorted and each is there once.
func (ix *Index) blockSeeds(ctx context.Context, terms []string, k int) ([]Hit, error) {
	q := &blockQuery{b: ix.blocks, scorer: ix.scorer(), top: &topPages{k: k, pages: &ix.pages}, workspace: workspaces.Get().(*workspace)}
	defer workspaces.Put(q.workspace)
	if err := q.open(terms); err != nil {
		return nil, err
	}
	if err := q.run(ctx); err != nil {
		return nil, err
	}
	return q.top.hits(&ix.pages), nil
}

// open finds the lists and their bounds in each window.
func (q *blockQuery) open(terms []string) error {
	q.numbers, q.bytes = q.numbers[:0], q.bytes[:0]
	q.lists = make([]queryList, 0, len(terms))
	total := 0.0
	for _, t := range terms {
		l, err := q.b.list(t)
		if err != nil {
			return err
		}
		if l.n > 0 {
			q.lists = append(q.lists, queryList{blockList: l, idf: idf(q.b.pages, uint64(l.n))})
			total += q.lists[len(q.lists)-1].idf
		}
	}
	q.unit = total / weightUnit * q.scorer.k / impactUnit
	q.numbers = slices.Grow(q.numbers, len(q.lists)*(2*q.b.windows+1))
	for i := range q.lists {
		l := &q.lists[i]
		l.weight = uint32(math.Ceil(l.idf / total * weightUnit * slack))
		l.ends, l.bounds = q.take(q.b.windows+1), q.take(q.b.windows)
		if l.windows == nil {
			if err := q.unpack(l); err != nil {
				return err
			}
			continue
		}
		l.spread()
	}
	return nil
}

// take cuts n zeros off the workspace, which has room for them.
func (q *blockQuery) take(n int) []uint32 {
	at := len(q.numbers)
	q.numbers = q.numbers[:at+n]
	out := q.numbers[at : at+n : at+n]
	clear(out)
	return out
}

// spread notes the ends and bounds of a long list's windows.
func (l *queryList) spread() {
	end, next := uint32(0), 0
	for i := range len(l.windows) / 8 {
		w, n, impact := l.window(i)
		for ; next <= w; next++ {
			l.ends[next] = end
		}
		end += uint32(n)
		l.bounds[w] = impact * l.weight
	}
	for ; next < len(l.ends); next++ {
		l.ends[next] = end
	}
}

// unpack lays a short list out as long ones are.
func (q *blockQuery) unpack(l *queryList) error {
	q.bytes = slices.Grow(q.bytes, 3*l.n+12*l.n)
	b := q.bytes[len(q.bytes) : len(q.bytes)+15*l.n]
	q.bytes = q.bytes[:len(q.bytes)+15*l.n]
	l.low, l.codes, l.overs = b[:2*l.n], b[2*l.n:3*l.n], b[3*l.n:3*l.n]
	i, ok := 0, true
	ok = l.each(func(doc uint32, code byte, all, title uint32) {
		if ok = ok && int(doc) < q.b.pages; !ok {
			return
		}
		binary.LittleEndian.PutUint16(l.low[2*i:], uint16(doc&windowMask))
		if l.codes[i] = code; code == overflow {
			for _, n := range []uint32{uint32(i), all, title} {
				l.overs = binary.LittleEndian.AppendUint32(l.overs, n)
			}
		}
		w := doc >> windowBits
		l.ends[w+1]++
		l.bounds[w] = max(l.bounds[w], l.weight*uint32(q.b.impacts[int(code)<<8|int(q.b.norms[doc])]))
		i++
	}) && ok
	if !ok {
		return fmt.Errorf("list of a term: %w", ErrCorrupt)
	}
	for w := range l.bounds {
		l.ends[w+1] += l.ends[w]
	}
	return nil
}

// run goes through the windows, the most promising first.
func (q *blockQuery) run(ctx context.Context) error {
	order := make([]uint64, 0, q.b.windows)
	for w := range q.b.windows {
		sum := uint64(0)
		for i := range q.lists {
			sum += uint64(q.lists[i].bounds[w])
		}
		if sum > 0 {
			order = append(order, sum<<32|uint64(math.MaxUint32-w))
		}
	}
	slices.Sort(order)
	for i := len(order) - 1; i >= 0; i-- {
		if uint32(order[i]>>32) < q.need {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		q.window(int(math.MaxUint32 - uint32(order[i])))
	}
	return ctx.Err()
}

// window looks at the pages of one window.
func (q *blockQuery) window(w int) {
	q.here = q.here[:0]
	for i := range q.lists {
		l := &q.lists[i]
		if l.bound = l.bounds[w]; l.bound > 0 {
			l.lo, l.hi = int(l.ends[w]), int(l.ends[w+1])
			q.here = append(q.here, l)
		}
	}
	slices.SortFunc(q.here, func(a, b *queryList) int { return cmp.Compare(a.bound, b.bound) })
	first, below := 0, uint32(0)
	for first < len(q.here) && below+q.here[first].bound < q.need {
		below += q.here[first].bound
		first++
	}
	norms := (*[windowSize]byte)(q.b.norms[w<<windowBits:])
	q.strong(q.here[first:], norms, max(q.need, below+1)-below)
	for i := first - 1; i >= 0 && len(q.pages) > 0; i-- {
		below -= q.here[i].bound
		q.refine(q.here[i], norms, max(q.need, below+1)-below)
	}
	base := uint32(w) << windowBits
	if len(q.top.heap) < q.top.k {
		q.fill(base)
	}
	for _, low := range q.pages {
		if q.sums[low] >= q.need && q.sums[low] > 0 {
			q.score(base, low)
			q.sums[low] = 0 // lest a page that is listed twice comes in twice
		}
	}
}

// sparse is how many postings of the strong lists in a window are few: then pages are listed as they are met, instead of
// looking through the sums of all.
const sparse = windowSize / 4

// strong sums up what the lists say that a page must be on to come in, and lists the pages that have at least this sum.
func (q *blockQuery) strong(lists []*queryList, norms *[windowSize]byte, least uint32) {
	clear(q.sums[:])
	postings := 0
	for _, l := range lists {
		postings += l.hi - l.lo
	}
	if postings <= sparse {
		q.gather(lists, norms, least)
		return
	}
	for _, l := range lists {
		q.add(l, norms)
	}
	q.collect(least)
}

// gather does what add and collect do, for few postings. It takes no branches that depend on them.
func (q *blockQuery) gather(lists []*queryList, norms *[windowSize]byte, least uint32) {
	n, impacts := 0, q.b.impacts
	for _, l := range lists {
		codes, low, weight := l.codes[l.lo:l.hi], l.low[2*l.lo:2*l.hi], l.weight
		low = low[:2*len(codes)]
		for i, c := range codes {
			at := binary.LittleEndian.Uint16(low[2*i:]) & windowMask
			sum := q.sums[at]
			q.room[n&(len(q.room)-1)] = at
			n += int((uint64(sum) - 1) >> 63) // 1 for a sum of 0: the page is new
			q.sums[at] = sum + weight*uint32(impacts[uint16(c)<<8|uint16(norms[at])])
		}
	}
	q.keep(n, least)
}

// add adds what a list says of the window's pages to their sums.
func (q *blockQuery) add(l *queryList, norms *[windowSize]byte) {
	codes, low, weight := l.codes[l.lo:l.hi], l.low[2*l.lo:2*l.hi], l.weight
	low = low[:2*len(codes)]
	impacts := q.b.impacts
	for i, c := range codes {
		at := binary.LittleEndian.Uint16(low[2*i:]) & windowMask
		q.sums[at] += weight * uint32(impacts[uint16(c)<<8|uint16(norms[at])])
	}
}

// collect lists the window's pages that have at least this sum.
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

// refine adds what a list says of the pages at hand, and keeps those that have at least this sum.
func (q *blockQuery) refine(l *queryList, norms *[windowSize]byte, least uint32) {
	if 16*len(q.pages) > l.hi-l.lo { // going through the list is faster than to look for the pages
		q.add(l, norms)
		q.keep(len(q.pages), least)
		return
	}
	for _, at := range q.pages {
		if i := l.find(l.lo, l.hi, at); i >= 0 {
			q.sums[at] += l.weight * uint32(q.b.impacts[uint16(l.codes[i])<<8|uint16(norms[at&windowMask])])
		}
	}
	q.keep(len(q.pages), least)
}

// keep leaves of the first n pages in room those that have at least this sum.
func (q *blockQuery) keep(n int, least uint32) {
	kept := 0
	for _, at := range q.room[:n] {
		q.room[kept&(len(q.room)-1)] = at
		kept += int((uint64(least) - 1 - uint64(q.sums[at&windowMask])) >> 63) // 1 for a sum of least or more
	}
	q.pages = q.room[:kept]
}

// fill scores the pages with the highest sums, so that there is a threshold before the others are looked at.
func (q *blockQuery) fill(base uint32) {
	room := min(q.top.k-len(q.top.heap), len(q.pages))
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

// score scores a page in full, and raises the threshold when it comes in.
func (q *blockQuery) score(base uint32, at uint16) {
	doc := base + uint32(at)
	if int(doc) >= q.b.pages {
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
			sum += l.idf * q.scorer.saturate(all, title, norm)
		}
	}
	if q.top.add(doc, sum) {
		q.need = uint32(max(1, math.Floor(q.top.threshold/q.unit/slack)))
	}
}
