package text

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/blevesearch/vellum"

	"github.com/bridgehop/bridgehop/graph/internal/extsort"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// writeBlocks writes sorted postings as the blocks of an index.
func writeBlocks(ctx context.Context, folder string, s scorer, postings *extsort.Sorter) error {
	impacts, err := writeNorms(folder, s)
	if err != nil {
		return fmt.Errorf("write blocks: %w", err)
	}
	norms, err := mapped.Open(filepath.Join(folder, normsFile))
	if err != nil {
		return fmt.Errorf("write blocks: %w", err)
	}
	defer func() { _ = norms.Close() }() // was only read
	err = writeFile(filepath.Join(folder, termsFile), func(fst *bufio.Writer) error {
		return writeFile(filepath.Join(folder, blocksFile), func(to *bufio.Writer) error {
			b, err := vellum.New(fst, nil)
			if err != nil {
				return err
			}
			w := &blockWriter{to: to, fst: b, pages: s.pages, classes: norms.Bytes(8*normClasses, norms.Len()-8*normClasses),
				impacts: impacts}
			if err := w.all(ctx, postings); err != nil {
				return err
			}
			return b.Close()
		})
	})
	if err != nil {
		return fmt.Errorf("write blocks: %w", err)
	}
	return nil
}

// writeNorms writes the class of each passage's norm, and returns the impacts of codes by class.
func writeNorms(folder string, s scorer) (impacts *impactTable, err error) {
	n := s.passages.n
	table := newClassTable(normRange(s, n))
	err = writeFile(filepath.Join(folder, normsFile), func(to *bufio.Writer) error {
		for _, norm := range table {
			if _, err := to.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(norm))); err != nil {
				return err
			}
		}
		for doc := range (n + windowSize - 1) / windowSize * windowSize {
			class := byte(0)
			if doc < n {
				class = table.class(s.norm(uint32(doc)))
			}
			if err := to.WriteByte(class); err != nil {
				return err
			}
		}
		return nil
	})
	return table.impacts(s), err
}

// blockWriter writes the blocks of one term after the other.
type blockWriter struct {
	to      *bufio.Writer
	fst     *vellum.Builder
	pages   *pages
	classes []byte
	impacts *impactTable
	offset  uint64

	term     []byte
	postings []uint64 // of the term: document<<8 | code
	overs    []over
	out      []byte
}

// over is a posting whose counts don't fit into its code.
type over struct {
	doc uint32
	counts
}

// all writes the blocks of all terms and their offsets. A record has postings of a term, see inverter.
func (w *blockWriter) all(ctx context.Context, postings *extsort.Sorter) error {
	for rec, err := range postings.All() {
		if err != nil {
			return err
		}
		term, rest, _ := bytes.Cut(rec, []byte{0})
		if !bytes.Equal(term, w.term) {
			if err := w.write(); err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			w.term = append(w.term[:0], term...)
		}
		w.add(rest)
	}
	return w.write()
}

func (w *blockWriter) add(b []byte) {
	for len(b) > 0 {
		at, code := place(binary.LittleEndian.Uint64(b)), b[8]
		doc := w.pages.number(at)
		w.postings = append(w.postings, uint64(doc)<<8|uint64(code))
		if b = b[9:]; code == overflow {
			w.overs = append(w.overs, over{doc, counts{binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])}})
			b = b[8:]
		}
	}
}

// write writes the list of the current term.
func (w *blockWriter) write() error {
	if len(w.postings) == 0 {
		return nil
	}
	if !slices.IsSorted(w.postings) {
		slices.Sort(w.postings)
		slices.SortFunc(w.overs, func(a, b over) int { return cmp.Compare(a.doc, b.doc) })
	}
	w.out = binary.AppendUvarint(w.out[:0], uint64(len(w.postings)))
	if len(w.postings) < shortList {
		w.encodeShort()
	} else {
		w.encodeLong()
	}
	if err := w.fst.Insert(w.term, w.offset); err != nil {
		return err
	}
	w.offset += uint64(len(w.out))
	w.postings, w.overs = w.postings[:0], w.overs[:0]
	_, err := w.to.Write(w.out)
	return err
}

// posting returns the document and code of posting i.
func (w *blockWriter) posting(i int) (doc uint32, code byte) {
	return uint32(w.postings[i] >> 8), byte(w.postings[i])
}

// encodeLong appends the current postings in the format of long lists, see blocks.
func (w *blockWriter) encodeLong() {
	at := len(w.out)
	w.out = binary.LittleEndian.AppendUint32(w.out, 0)
	w.out = binary.LittleEndian.AppendUint32(w.out, uint32(len(w.overs)))
	windows := uint32(0)
	for lo := 0; lo < len(w.postings); windows++ {
		lo = w.encodeWindow(lo)
	}
	binary.LittleEndian.PutUint32(w.out[at:], windows)
	for i := range w.postings {
		w.out = binary.LittleEndian.AppendUint16(w.out, packed(w.posting(i)))
	}
	overs := w.overs
	for i := 0; len(overs) > 0; i++ {
		if _, code := w.posting(i); code != overflow {
			continue
		}
		for _, n := range [...]uint32{uint32(i), overs[0].all, overs[0].title} {
			w.out = binary.LittleEndian.AppendUint32(w.out, n)
		}
		overs = overs[1:]
	}
}

// encodeWindow appends the header of the window that begins at posting lo, and returns the first posting of the next window.
func (w *blockWriter) encodeWindow(lo int) int {
	first, _ := w.posting(lo)
	most, hi := uint16(0), lo
	for ; hi < len(w.postings); hi++ {
		doc, code := w.posting(hi)
		if doc>>windowBits != first>>windowBits {
			break
		}
		most = max(most, w.impacts.of(code, w.classes[doc]))
	}
	w.out = binary.LittleEndian.AppendUint32(w.out, first>>windowBits)
	w.out = binary.LittleEndian.AppendUint16(w.out, uint16(hi-lo-1))
	w.out = binary.LittleEndian.AppendUint16(w.out, most)
	return hi
}

func (w *blockWriter) encodeShort() {
	last, overs := uint32(0), w.overs
	for i := range w.postings {
		doc, code := w.posting(i)
		w.out = binary.AppendUvarint(w.out, uint64(doc-last)<<4|uint64(code))
		if last = doc; code == overflow {
			w.out = binary.AppendUvarint(binary.AppendUvarint(w.out, uint64(overs[0].all)), uint64(overs[0].title))
			overs = overs[1:]
		}
	}
}
