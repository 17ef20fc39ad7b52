package text

import (
	"math"
	"slices"
)

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

// touch reads a byte of each of the first cache lines of the lists' postings in the window, so that they are loaded in parallel. Processing
// the lists one by one would wait for each.
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

// sparse is the number of postings of the strong lists in a window up to which documents are listed while adding, which is faster than
// scanning all sums of the window.
const sparse = windowSize / 4

// strong adds the lists of which a document must be in at least one to reach the threshold. If they have few postings, it also lists the
// documents in room and returns their number.
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

// gather does the same as add, and appends new documents, those with a sum of 0, to the n in room. It has no branches that depend on
// postings.
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
	if len(q.top.heap) < q.top.k {
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
