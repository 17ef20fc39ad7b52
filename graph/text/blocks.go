package text

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	mmap "github.com/blevesearch/mmap-go"
	"github.com/blevesearch/vellum"
)

// The files of the blocks: postings laid out for finding the best pages (docs/adr/0005).
const (
	blocksFile = "blocks.bin" // the lists
	termsFile  = "blocks.fst" // where the list of each term begins
	normsFile  = "norms.bin"  // the class of each page's norm
)

// Pages lie in windows of windowSize documents, and the postings of a term in one block for each window.
const (
	windowBits = 12
	windowSize = 1 << windowBits
	windowMask = windowSize - 1
)

// shortList is how many postings a term needs to get blocks; fewer are kept as they come, which takes less than heads of
// windows that have a posting or two.
const shortList = 256

// A posting's code, of 4 bits, says how often the term stands in the page and its title: up to untitled times, and never in
// the title; or a few times and once in the title; or overflow, and the numbers are among the list's overs. No code is 0.
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

// codeCounts are the two numbers of a code that is no overflow.
func codeCounts(code byte) (all, title uint32) {
	if code <= untitled {
		return uint32(code), 0
	}
	return uint32(code) - untitled, 1
}

// packed is a posting in a window: the document's place there, with the code above it.
func packed(doc uint32, code byte) uint16 { return uint16(doc&windowMask) | uint16(code)<<windowBits }

// blocks are the opened files.
//
// A list is its length as a varint and then, when it is short, of each posting the distance from the document before
// and the code as a varint, distance<<4 | code; after an overflow come both numbers as varints. A long list is
//
//	windows  4 bytes: in how many windows it has postings
//	overs    4 bytes: how many overflows
//	window   4 bytes, count-1 2 bytes, highest impact 2 bytes; of each window
//	posting  2 bytes of each: the document's place in its window | code<<12
//	over     4 bytes posting, 4 bytes all, 4 bytes title; of each overflow
type blocks struct {
	fst     *vellum.FST
	lists   []byte
	norms   []byte // class of each page, filled up to whole windows
	mapped  []mmap.MMap
	impacts *impactTable
	windows int
	pages   int
}

// openBlocks opens the blocks in folder.
func openBlocks(folder string, p pages, s scorer) (*blocks, error) {
	b := &blocks{windows: (p.n + windowSize - 1) / windowSize, pages: p.n}
	if err := b.open(folder, s); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

func (b *blocks) open(folder string, s scorer) (err error) {
	if b.fst, err = vellum.Open(filepath.Join(folder, termsFile)); err != nil {
		return fmt.Errorf("%s: %w: %v", termsFile, ErrCorrupt, err)
	}
	for _, f := range []struct {
		name string
		to   *[]byte
	}{{blocksFile, &b.lists}, {normsFile, &b.norms}} {
		m, err := mapFile(filepath.Join(folder, f.name))
		if err != nil {
			return err
		}
		b.mapped, *f.to = append(b.mapped, m), m
	}
	if len(b.norms) != normClasses*8+b.windows*windowSize {
		return fmt.Errorf("%s: %w: %d bytes for %d pages", normsFile, ErrCorrupt, len(b.norms), b.pages)
	}
	var classes classTable
	for i := range classes {
		classes[i] = math.Float64frombits(binary.LittleEndian.Uint64(b.norms[8*i:]))
	}
	b.norms, b.impacts = b.norms[normClasses*8:], classes.impacts(s)
	return nil
}

func (b *blocks) close() error {
	var errs []error
	if b.fst != nil {
		errs = append(errs, b.fst.Close())
	}
	for _, m := range b.mapped {
		if m != nil {
			errs = append(errs, m.Unmap())
		}
	}
	return errors.Join(errs...)
}

// blockList is the list of one term.
type blockList struct {
	n        int    // postings
	windows  []byte // 8 bytes each, see blocks; nil for a short list
	postings []byte // 2 bytes each
	overs    []byte
	short    []byte // what is left to decode of a short list
}

// list finds the list of a term; one of no postings where there is none.
func (b *blocks) list(term string) (blockList, error) {
	at, ok, err := b.fst.Get([]byte(term))
	if err != nil {
		return blockList{}, fmt.Errorf("look up term: %w", err)
	}
	if !ok {
		return blockList{}, nil
	}
	if at >= uint64(len(b.lists)) {
		return blockList{}, fmt.Errorf("list of %q: %w", term, ErrCorrupt)
	}
	rest := b.lists[at:]
	n, size := binary.Uvarint(rest)
	if size <= 0 || n > uint64(b.pages) {
		return blockList{}, fmt.Errorf("list of %q: %w", term, ErrCorrupt)
	}
	l := blockList{n: int(n)}
	if rest = rest[size:]; l.n < shortList {
		l.short = rest
		return l, nil
	}
	if !l.take(rest, b.windows) {
		return blockList{}, fmt.Errorf("list of %q: %w", term, ErrCorrupt)
	}
	return l, nil
}

// take lays a long list out over its bytes.
func (l *blockList) take(b []byte, windows int) bool {
	if len(b) < 8 {
		return false
	}
	w, o := int(binary.LittleEndian.Uint32(b)), int(binary.LittleEndian.Uint32(b[4:]))
	if b = b[8:]; w > windows || o > l.n || len(b) < 8*w+2*l.n+12*o {
		return false
	}
	l.windows, b = b[:8*w], b[8*w:]
	l.postings, l.overs = b[:2*l.n], b[2*l.n:2*l.n+12*o]
	sum, last := 0, -1
	for i := range w {
		window, count, _ := l.window(i)
		if sum += count; window <= last || window >= windows {
			return false
		}
		last = window
	}
	return sum == l.n
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
	i := lo + (hi-lo)*int(low&windowMask)>>windowBits
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

// steps is how many postings find looks at in turn before it searches by halves.
const steps = 24

// posting is the one at place i, see packed.
func (l *blockList) posting(i int) uint16 { return binary.LittleEndian.Uint16(l.postings[2*i:]) }

// at is the place in its window of the document of posting i.
func (l *blockList) at(i int) uint16 { return l.posting(i) & windowMask }

// search is find by halving.
func (l *blockList) search(lo, hi int, low uint16) int {
	end := hi
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if l.at(mid) < low {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < end && l.at(lo) == low {
		return lo
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
