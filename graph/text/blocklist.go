package text

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// blockList is the list of one term.
type blockList struct {
	n        int      // postings
	windows  []byte   // 8 bytes each, see blocks; nil for a short list
	ends     []uint32 // postings up to the end of each window, after a 0; nil for a short list
	postings []byte   // 2 bytes each
	overs    []byte
	short    []byte // the undecoded bytes of a short list
}

// knownList is a term and its list.
type knownList struct {
	term string
	blockList
}

// list returns the list of a term; it is empty if there is none. Recent lists are cached, because a claim needs the same ones several
// times: about 4 MB for four million pages.
func (b *blocks) list(term string) (*blockList, error) {
	slot := &b.recent[hashWord(term)%uint32(len(b.recent))]
	if k := slot.Load(); k != nil && k.term == term {
		return &k.blockList, nil
	}
	n, at, err := b.find(term)
	if err != nil {
		return nil, err
	}
	k := &knownList{term: strings.Clone(term)} // so that the text it is a part of can be freed
	if k.n = n; n < shortList {
		k.short = b.lists.Bytes(at, min(shortBytes, b.lists.Len()-at))
	} else if !k.take(b.lists, at, b.windows) {
		return nil, fmt.Errorf("list of %q: %w", term, graph.ErrDamaged)
	}
	slot.Store(k)
	return &k.blockList, nil
}

// shortBytes is more than the largest size of a short list: each posting takes at most 6 bytes, and 10 for an overflow.
const shortBytes = 16 * shortList

// count returns the number of postings of a term.
func (b *blocks) count(term string) (int, error) {
	if k := b.recent[hashWord(term)%uint32(len(b.recent))].Load(); k != nil && k.term == term {
		return k.n, nil
	}
	n, _, err := b.find(term)
	return n, err
}

// find returns the number of postings of a term and the offset of its list.
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

// take sets the parts of a long list to its bytes. It returns false if they are damaged.
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

// fill appends end until there are n ends: windows without postings end where the window before them ends.
func (l *blockList) fill(n, end int) {
	for len(l.ends) < n {
		l.ends = append(l.ends, uint32(end))
	}
}

// window returns the number of the i-th window of a long list, the number of its postings, and their highest impact.
func (l *blockList) window(i int) (window, count int, impact uint32) {
	e := l.windows[8*i : 8*i+8]
	return int(binary.LittleEndian.Uint32(e)), int(binary.LittleEndian.Uint16(e[4:])) + 1, uint32(binary.LittleEndian.Uint16(e[6:]))
}

// counts returns the two counts of posting i.
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

// find returns the index of the posting of a document among postings lo to hi, those of its window; low is the document's place in the
// window. It returns -1 if there is none.
func (l *blockList) find(lo, hi int, low uint16) int {
	if lo >= hi {
		return -1
	}
	if i := l.seek(lo, hi, low); i < hi && l.at(i) == low {
		return i
	}
	return -1
}

// near returns the index at which the posting would be if postings were spread evenly.
func near(lo, hi int, low uint16) int { return lo + (hi-lo)*int(low&windowMask)>>windowBits }

// steps is the number of postings that seek tries in sequence before it uses binary search.
const steps = 24

// posting returns posting i, see packed.
func (l *blockList) posting(i int) uint16 { return binary.LittleEndian.Uint16(l.postings[2*i:]) }

// at returns the place in its window of the document of posting i.
func (l *blockList) at(i int) uint16 { return l.posting(i) & windowMask }

// each decodes a short list. It returns false if the bytes are damaged.
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
