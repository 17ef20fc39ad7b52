package text

import (
	"fmt"
	"math"
	"sync/atomic"

	"github.com/blevesearch/vellum"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// The files of the blocks, which have the postings (docs/adr/0005).
const (
	blocksFile = "blocks.bin" // the lists
	termsFile  = "blocks.fst" // the offset of each term's list
	normsFile  = "norms.bin"  // the class of each passage's norm
)

// Documents are passages. They are divided into windows of windowSize documents; a term has a block of postings for each window.
const (
	windowBits = 12
	windowSize = 1 << windowBits
	windowMask = windowSize - 1
)

// shortList is the least number of postings for which a term gets blocks. Fewer are stored as a plain list, which is smaller than blocks of
// one or two postings.
const shortList = 256

// A posting's code, of 4 bits, has the number of occurrences of the term in the passage and the title: up to untitled and none in the
// title; or a few and one in the title; or overflow, for counts in the list's overs. No code is 0.
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

// blocks is the opened files.
//
// A list begins with its length as a varint. A short list has for each posting the distance from the document before and the code as a
// varint, distance<<4 | code; an overflow is followed by both counts as varints. A long list is
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
	docs    int                                // passages
	recent  [1 << 10]atomic.Pointer[knownList] // see list
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
