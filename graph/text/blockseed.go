package text

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// blockQuery is a search over the blocks by MaxScore (Turtle and Flood 1995, section 4.2) with upper bounds for each window
// (block-max, Ding and Suel 2011, "Faster top-k document retrieval using block-max indexes", section 3). Windows with the highest
// bounds come first, to raise the threshold early; the others follow in order. Bounds are sums of integers, rounded up; only
// documents whose bound reaches the threshold are scored, with the same sums in the same order as everywhere else.
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
	bytes   []byte
	sink    byte // sum of the touched bytes, so that the compiler keeps touch
}

var workspaces = sync.Pool{New: func() any { return new(workspace) }}

// weightUnit is the sum of the weights of a query's terms before rounding. The highest sum of a document fits into 32 bits if there are
// fewer than manyTerms terms.
const (
	weightUnit = 1 << 15
	manyTerms  = 1 << 14
)

// blockSeeds implements Seeds; terms are sorted and distinct.
func (ix *Index) blockSeeds(ctx context.Context, terms []string, k int) ([]graph.Hit, error) {
	q := &blockQuery{b: ix.blocks, scorer: ix.scorer(), top: ix.newTop(k), workspace: workspaces.Get().(*workspace)}
	defer workspaces.Put(q.workspace)
	if err := q.open(terms); err != nil {
		return nil, err
	}
	if err := q.run(ctx); err != nil {
		return nil, err
	}
	return q.top.hits(&ix.pages), nil
}

// open sets the lists with their bounds in each window.
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
			q.lists = append(q.lists, queryList{blockList: *l, idf: idf(q.b.docs, uint64(l.n))})
			total += q.lists[len(q.lists)-1].idf
		}
	}
	q.unit = total / weightUnit * q.scorer.k / impactUnit
	q.numbers = slices.Grow(q.numbers, len(q.lists)*(2*q.b.windows+1)+q.b.windows)
	for i := range q.lists {
		l := &q.lists[i]
		l.weight = uint32(math.Ceil(l.idf / total * weightUnit * slack))
		l.bounds = q.take(q.b.windows)
		if l.windows == nil {
			l.ends = q.take(q.b.windows + 1)
			if err := q.unpack(l); err != nil {
				return err
			}
			continue
		}
		l.spread()
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

// spread sets the bounds of a long list's windows.
func (l *queryList) spread() {
	for i := range len(l.windows) / 8 {
		w, _, impact := l.window(i)
		l.bounds[w] = impact * l.weight
	}
}

// unpack converts a short list to the layout of a long one.
func (q *blockQuery) unpack(l *queryList) error {
	used, size := len(q.bytes), (2+12)*l.n
	q.bytes = slices.Grow(q.bytes, size)[:used+size]
	b := q.bytes[used:]
	l.postings, l.overs = b[:2*l.n], b[2*l.n:2*l.n]
	i, ok := 0, true
	ok = l.each(func(doc uint32, code byte, all, title uint32) {
		if ok = ok && int(doc) < q.b.docs; !ok {
			return
		}
		binary.LittleEndian.PutUint16(l.postings[2*i:], packed(doc, code))
		if code == overflow {
			for _, n := range []uint32{uint32(i), all, title} {
				l.overs = binary.LittleEndian.AppendUint32(l.overs, n)
			}
		}
		w := doc >> windowBits
		l.ends[w+1]++
		l.bounds[w] = max(l.bounds[w], l.weight*uint32(q.b.impacts.of(code, q.b.class(doc))))
		i++
	}) && ok
	if !ok {
		return fmt.Errorf("list of a term: %w", graph.ErrDamaged)
	}
	for w := range l.bounds {
		l.ends[w+1] += l.ends[w]
	}
	return nil
}

// leading is the number of windows with the highest bounds that are searched first.
const leading = 16

// run searches the windows: first those with the highest bounds, then the others in the order of memory, so that the processor can prefetch
// the next window of each list.
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
