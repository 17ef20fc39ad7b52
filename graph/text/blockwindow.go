package text

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

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
	q.touch()
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

// touch reads a byte of each line of the processor's cache that the window's postings begin with, so that memory brings
// those of all lists side by side: going through the lists would wait for one after the other.
func (q *blockQuery) touch() {
	for _, l := range q.here {
		b := l.postings[2*l.lo : 2*l.hi]
		for i := 0; i < min(len(b), touched); i += cacheLine {
			q.met += b[i]
		}
	}
}

// A list's postings of a window are touched up to this many bytes; further on the processor sees that they follow.
const (
	cacheLine = 64
	touched   = 16 * cacheLine
)

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
		for b := l.postings[2*l.lo : 2*l.hi]; len(b) >= 2; b = b[2:] {
			v := binary.LittleEndian.Uint16(b)
			at := v & windowMask
			sum := q.sums[at]
			q.room[n&(len(q.room)-1)] = at
			n += int((uint64(sum) - 1) >> 63) // 1 for a sum of 0: the page is new
			q.sums[at] = sum + l.weight*uint32(impacts.of(byte(v>>windowBits), norms[at]))
		}
	}
	q.keep(n, least)
}

// add adds what a list says of the window's pages to their sums.
func (q *blockQuery) add(l *queryList, norms *[windowSize]byte) {
	weight, impacts := l.weight, q.b.impacts
	for b := l.postings[2*l.lo : 2*l.hi]; len(b) >= 2; b = b[2:] {
		v := binary.LittleEndian.Uint16(b)
		at := v & windowMask
		q.sums[at] += weight * uint32(impacts.of(byte(v>>windowBits), norms[at]))
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
			q.sums[at] += l.weight * uint32(q.b.impacts.of(byte(l.posting(i)>>windowBits), norms[at&windowMask]))
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
