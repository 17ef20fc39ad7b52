package text

import (
	"encoding/binary"
	"fmt"
	"math"
	"sort"

	"github.com/blevesearch/vellum"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// The files of the blocks, which hold the postings (docs/adr/0005).
const (
	blocksFile = "blocks.bin" // the lists
	termsFile  = "blocks.fst" // the offset of each term's list
	normsFile  = "norms.bin"  // the class of each passage's norm
)

// Documents are passages. A term has a block of postings for each window of windowSize documents.
const (
	windowBits = 12
	windowSize = 1 << windowBits
	windowMask = windowSize - 1
)

// shortList is the least number of postings for which a term gets blocks. Fewer are stored as a plain list, which is
// smaller than blocks of one or two postings.
const shortList = 256

// A posting's code, of 4 bits, has the number of occurrences of the term in the passage and the title: up to untitled
// and none in the title; or a few and one in the title; or overflow, for counts in the list's overs. No code is 0.
const (
	overflow = 15
	untitled = 8
)

func codeOf(all, title uint32) byte {
	switch {
	case title == 0 && all <= untitled:
		return byte(all)
	case title == 1 && all < overflow-untitled:
		return byte(untitled + all)
	}
	return overflow
}

// codeCounts returns the two counts of a code other than overflow.
func codeCounts(code byte) (all, title uint32) {
	if code <= untitled {
		return uint32(code), 0
	}
	return uint32(code) - untitled, 1
}

// packed returns a posting of a window: the document's place in the window, and the code in the bits above.
func packed(doc uint32, code byte) uint16 { return uint16(doc&windowMask) | uint16(code)<<windowBits }

// blocks holds the opened files.
//
// A list begins with its length as a varint. A short list has for each posting the distance from the document before
// and the code as a varint, distance<<4 | code; an overflow is followed by both counts as varints. A long list is
//
//	windows  4 bytes: number of windows with postings
//	overs    4 bytes: number of overflows
//	window   4 bytes, count-1 2 bytes, highest impact 2 bytes; for each window
//	posting  2 bytes: the document's place in its window | code<<12; for each posting
//	over     4 bytes posting, 4 bytes all, 4 bytes title; for each overflow
type blocks struct {
	terms   *vellum.FST
	lists   *mapped.File
	norms   *mapped.File // the norms of classes, then the class of each passage, padded to whole windows
	impacts *impactTable
	windows int
	docs    int // passages
}

// openBlocks returns the blocks in the opened files.
func openBlocks(terms, lists, norms *mapped.File, s scorer) (*blocks, error) {
	n := s.passages.n
	fst, err := vellum.Load(terms.Bytes(0, terms.Len())) // verifies all checksums; the file is small
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", termsFile, graph.ErrDamaged, err)
	}
	b := &blocks{terms: fst, lists: lists, norms: norms, windows: (n + windowSize - 1) / windowSize, docs: n}
	if norms.Len() != normClasses*8+b.windows*windowSize {
		return nil, fmt.Errorf("%s: %w: %d bytes for %d passages", normsFile, graph.ErrDamaged, norms.Len(), n)
	}
	var classes classTable
	for i := range classes {
		classes[i] = math.Float64frombits(norms.Uint64(8 * i))
	}
	b.impacts = classes.impacts(s)
	return b, nil
}

// class returns the class of a passage's norm.
func (b *blocks) class(doc uint32) byte { return b.norms.Bytes(8*normClasses+int(doc), 1)[0] }

// blockList holds the list of one term, a short one as if it were long.
type blockList struct {
	n        int      // postings
	windows  []byte   // 8 bytes each, see blocks
	ends     []uint32 // postings up to the end of each window, after a 0
	postings []byte   // 2 bytes each
	overs    []byte
}

// list returns the list of a term; it is empty if there is none.
func (b *blocks) list(term string) (*blockList, error) {
	n, at, err := b.find(term)
	if err != nil {
		return nil, err
	}
	l := &blockList{n: n}
	if n < shortList && !l.unpack(b, at) || n >= shortList && !l.take(b.lists, at) || !l.index(b.windows) {
		return nil, fmt.Errorf("list of %q: %w", term, graph.ErrDamaged)
	}
	return l, nil
}

// shortBytes is more than the largest size of a short list: each posting takes at most 6 bytes, and 10 for an overflow.
const shortBytes = 16 * shortList

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
func (l *blockList) take(lists *mapped.File, at int) bool {
	b := lists.Bytes(at, 8)
	if b == nil {
		return false
	}
	w, o := int(binary.LittleEndian.Uint32(b)), int(binary.LittleEndian.Uint32(b[4:]))
	if b = lists.Bytes(at+8, 8*w+2*l.n+12*o); o > l.n || b == nil {
		return false
	}
	l.windows, b = b[:8*w], b[8*w:]
	l.postings, l.overs = b[:2*l.n], b[2*l.n:2*l.n+12*o]
	return true
}

// index sets the ends of the windows. It returns false if the list is damaged.
func (l *blockList) index(windows int) bool {
	l.ends = make([]uint32, 1, windows+1)
	sum := 0
	for i := range len(l.windows) / 8 {
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
	return int(binary.LittleEndian.Uint32(e)), int(binary.LittleEndian.Uint16(e[4:])) + 1,
		uint32(binary.LittleEndian.Uint16(e[6:]))
}

// counts returns the two counts of posting i.
func (l *blockList) counts(i int) (all, title uint32) {
	if c := byte(l.posting(i) >> windowBits); c != overflow {
		return codeCounts(c)
	}
	at := 12 * sort.Search(len(l.overs)/12, func(k int) bool {
		return binary.LittleEndian.Uint32(l.overs[12*k:]) >= uint32(i)
	})
	if at >= len(l.overs) {
		return 0, 0
	}
	return binary.LittleEndian.Uint32(l.overs[at+4:]), binary.LittleEndian.Uint32(l.overs[at+8:])
}

// find returns the index of the posting of a document among postings lo to hi, those of its window; low is the
// document's place in the window. It returns -1 if there is none.
func (l *blockList) find(lo, hi int, low uint16) int {
	if i := l.seek(lo, hi, low); i < hi && l.at(i) == low {
		return i
	}
	return -1
}

// seek returns the index of the first posting from low on among postings lo to hi, which are its window. Documents are
// numbered by hashes of their pages, so it is near the index at which it would be if postings were spread evenly.
func (l *blockList) seek(lo, hi int, low uint16) int {
	i := lo + (hi-lo)*int(low)>>windowBits
	for i < hi && l.at(i) < low {
		i++
	}
	for i > lo && l.at(i-1) >= low {
		i--
	}
	return i
}

// posting returns posting i, see packed.
func (l *blockList) posting(i int) uint16 { return binary.LittleEndian.Uint16(l.postings[2*i:]) }

// at returns the place in its window of the document of posting i.
func (l *blockList) at(i int) uint16 { return l.posting(i) & windowMask }

// unpack reads a short list. It returns false if the bytes are damaged.
func (l *blockList) unpack(b *blocks, at int) bool {
	r, doc := entryReader{b: b.lists.Bytes(at, min(shortBytes, b.lists.Len()-at))}, uint64(0)
	for range l.n {
		v := r.number()
		doc += v >> 4
		code, over := byte(v&0xf), counts{}
		if code == overflow {
			over = counts{uint32(r.number()), uint32(r.number())}
		}
		if r.bad || doc >= uint64(b.docs) {
			return false
		}
		l.push(uint32(doc), code, b.impacts.of(code, b.class(uint32(doc))), over)
	}
	return true
}

// push appends a posting in the form of a long list, see blocks; over has the counts of an overflow.
func (l *blockList) push(doc uint32, code byte, impact uint16, over counts) {
	little := binary.LittleEndian
	if code == overflow {
		for _, n := range [...]uint32{uint32(len(l.postings) / 2), over.all, over.title} {
			l.overs = little.AppendUint32(l.overs, n)
		}
	}
	l.postings = little.AppendUint16(l.postings, packed(doc, code))
	if w := doc >> windowBits; len(l.windows) == 0 || little.Uint32(l.windows[len(l.windows)-8:]) != w {
		l.windows = little.AppendUint16(little.AppendUint16(little.AppendUint32(l.windows, w), 0), impact)
		return
	}
	count, most := l.windows[len(l.windows)-4:], l.windows[len(l.windows)-2:]
	little.PutUint16(count, little.Uint16(count)+1)
	little.PutUint16(most, max(little.Uint16(most), impact))
}
