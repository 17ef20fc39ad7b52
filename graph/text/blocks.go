package text

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"sync/atomic"

	"github.com/blevesearch/vellum"

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
	fst     *vellum.FST
	lists   []byte
	norms   []byte // class of each page, filled up to whole windows
	files   []*mapped.File
	impacts *impactTable
	windows int
	docs    int                                // passages
	lately  [1 << 10]atomic.Pointer[knownList] // see list
}

// openBlocks opens the blocks in folder.
func openBlocks(folder string, s scorer) (*blocks, error) {
	n := s.passages.n
	b := &blocks{windows: (n + windowSize - 1) / windowSize, docs: n}
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
		file, err := openFile(folder, f.name)
		if err != nil {
			return err
		}
		b.files, *f.to = append(b.files, file), file.Bytes
	}
	if len(b.norms) != normClasses*8+b.windows*windowSize {
		return fmt.Errorf("%s: %w: %d bytes for %d passages", normsFile, ErrCorrupt, len(b.norms), b.docs)
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
	for _, f := range b.files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}
