package text

import (
	"fmt"
	"math"
	"sync/atomic"

	"github.com/blevesearch/vellum"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/mapped"
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
	terms   *vellum.FST
	lists   *mapped.File
	norms   *mapped.File // the norms of classes, then the class of each passage, filled up to whole windows
	impacts *impactTable
	windows int
	docs    int                                // passages
	lately  [1 << 10]atomic.Pointer[knownList] // see list
}

// openBlocks makes blocks of the opened files.
func openBlocks(terms, lists, norms *mapped.File, s scorer) (*blocks, error) {
	n := s.passages.n
	fst, err := vellum.Load(terms.Bytes(0, terms.Len())) // it is small, and is compared with its checksums whole
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

// class is that of a passage's norm.
func (b *blocks) class(doc uint32) byte { return b.norms.Bytes(8*normClasses+int(doc), 1)[0] }
