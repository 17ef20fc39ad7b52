package text

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/mapped"
)

// blockList is the list of one term.
type blockList struct {
	n        int      // postings
	windows  []byte   // 8 bytes each, see blocks; nil for a short list
	ends     []uint32 // postings up to the end of each window, after a 0; nil for a short list
	postings []byte   // 2 bytes each
	overs    []byte
	short    []byte // what is left to decode of a short list
}

// knownList is a term and its list.
type knownList struct {
	term string
	blockList
}

// list finds the list of a term; one of no postings where there is none. Those of terms asked for lately are kept, about 4 MB of
// them for four million pages: a claim asks for its terms' ten times over.
func (b *blocks) list(term string) (*blockList, error) {
	slot := &b.lately[hashWord(term)%uint32(len(b.lately))]
	if k := slot.Load(); k != nil && k.term == term {
		return &k.blockList, nil
	}
	n, at, err := b.find(term)
	if err != nil {
		return nil, err
	}
	k := &knownList{term: strings.Clone(term)} // not to hold on to the text it is of
	if k.n = n; n < shortList {
		k.short = b.lists.Bytes(at, min(shortBytes, b.lists.Len()-at))
	} else if !k.take(b.lists, at, b.windows) {
		return nil, fmt.Errorf("list of %q: %w", term, graph.ErrDamaged)
	}
	slot.Store(k)
	return &k.blockList, nil
}

// shortBytes is more than a short list takes: each posting at most 6 bytes, and 10 for an overflow.
const shortBytes = 16 * shortList

// count is how many postings a term has.
func (b *blocks) count(term string) (int, error) {
	if k := b.lately[hashWord(term)%uint32(len(b.lately))].Load(); k != nil && k.term == term {
		return k.n, nil
	}
	n, _, err := b.find(term)
	return n, err
}

// find looks a term up: how many postings it has, and where they begin.
func (b *blocks) find(term string) (n, at int, err error) {
	v, ok, err := b.terms.Get([]byte(term))
	if !ok || err != nil {
		return 0, 0, err
	}
	if v < uint64(b.lists.Len()) {
		at = int(v)
		many, size := binary.Uvarint(b.lists.Bytes(at, min(binary.MaxVarintLen64, b.lists.Len()-at)))
		if size > 0 && many <= uint64(b.docs) {
			return int(many), at + size, nil
		}
	}
	return 0, 0, fmt.Errorf("list of %q: %w", term, graph.ErrDamaged)
}

// take lays a long list out over its bytes.
func (l *blockList) take(lists *mapped.File, at, windows int) bool {
	b := lists.Bytes(at, 8)
	if b == nil {
		return false
	}
	w, o := int(binary.LittleEndian.Uint32(b)), int(binary.LittleEndian.Uint32(b[4:]))
	if b = lists.Bytes(at+8, 8*w+2*l.n+12*o); w > windows || o > l.n || b == nil {
		return false
	}
	l.windows, b = b[:8*w], b[8*w:]
	l.postings, l.overs = b[:2*l.n], b[2*l.n:2*l.n+12*o]
	l.ends = make([]uint32, 1, windows+1)
	sum := 0
	for i := range w {
		window, count, _ := l.window(i)
		if window < len(l.ends)-1 || window >= windows {
			return false
		}
		l.fill(window+1, sum)
		sum += count
		l.ends = append(l.ends, uint32(sum))
	}
	l.fill(windows+1, sum)
	return sum == l.n
}

// fill notes that windows without postings end where the one before does, up to n ends.
func (l *blockList) fill(n, end int) {
	for len(l.ends) < n {
		l.ends = append(l.ends, uint32(end))
	}
}

// window is the i-th window of a long list: its number, how many postings it has, and the highest impact of them.
func (l *blockList) window(i int) (window, count int, impact uint32) {
	e := l.windows[8*i : 8*i+8]
	return int(binary.LittleEndian.Uint32(e)), int(binary.LittleEndian.Uint16(e[4:])) + 1, uint32(binary.LittleEndian.Uint16(e[6:]))
}

// counts are the two numbers of the posting at place i.
func (l *blockList) counts(i int) (all, title uint32) {
	if c := byte(l.posting(i) >> windowBits); c != overflow {
		return codeCounts(c)
	}
	lo, hi := 0, len(l.overs)/12
	for lo < hi {
		mid := (lo + hi) / 2
		if int(binary.LittleEndian.Uint32(l.overs[12*mid:])) < i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if 12*lo >= len(l.overs) {
		return 0, 0
	}
	return binary.LittleEndian.Uint32(l.overs[12*lo+4:]), binary.LittleEndian.Uint32(l.overs[12*lo+8:])
}

// find is the place of the document with these low bits among the postings of its window, which are those from lo to hi; -1
// where it has none. Documents are numbered by hashes, so that postings lie evenly: it begins where the posting would
// lie then, most often in the right line of the processor's cache.
func (l *blockList) find(lo, hi int, low uint16) int {
	if lo >= hi {
		return -1
	}
	i := near(lo, hi, low)
	at := l.at(i)
	for step := 1; at < low; step++ {
		if step == steps {
			return l.search(i, hi, low)
		}
		if i++; i == hi {
			return -1
		}
		at = l.at(i)
	}
	for step := 1; at > low; step++ {
		if step == steps {
			return l.search(lo, i, low)
		}
		if i--; i < lo {
			return -1
		}
		at = l.at(i)
	}
	if at != low {
		return -1
	}
	return i
}

// near is where the posting would lie if postings were even.
func near(lo, hi int, low uint16) int { return lo + (hi-lo)*int(low&windowMask)>>windowBits }

// steps is how many postings find looks at in turn before it searches by halves.
const steps = 24

// posting is the one at place i, see packed.
func (l *blockList) posting(i int) uint16 { return binary.LittleEndian.Uint16(l.postings[2*i:]) }

// at is the place in its window of the document of posting i.
func (l *blockList) at(i int) uint16 { return l.posting(i) & windowMask }

// search is find by halving.
func (l *blockList) search(lo, hi int, low uint16) int {
	if i := l.lower(lo, hi, low); i < hi && l.at(i) == low {
		return i
	}
	return -1
}

// each decodes a short list; it stops where the bytes make no sense.
func (l *blockList) each(yield func(doc uint32, code byte, all, title uint32)) bool {
	r, doc := entryReader{b: l.short}, uint64(0)
	for range l.n {
		v := r.number()
		doc += v >> 4
		code := byte(v & 0xf)
		all, title := codeCounts(code)
		if code == overflow {
			all, title = uint32(r.number()), uint32(r.number())
		}
		if r.bad || doc >= none {
			return false
		}
		yield(uint32(doc), code, all, title)
	}
	return true
}
