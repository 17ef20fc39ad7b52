package text

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/blevesearch/vellum"

	"github.com/bridgehop/bridgehop/graph/internal/extsort"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// writeBlocks writes sorted postings as the blocks of an index, and adds their terms to often.
func writeBlocks(ctx context.Context, folder string, s scorer, postings *extsort.Sorter, often *frequent) error {
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
			classes := norms.Bytes(8*normClasses, norms.Len()-8*normClasses)
			w := &blockWriter{to: to, fst: b, pages: s.pages, classes: classes, impacts: impacts, often: often}
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

// blockWriter writes the blocks of one term after the other.
type blockWriter struct {
	to      *bufio.Writer
	fst     *vellum.Builder
	pages   *pages
	classes []byte
	impacts *impactTable
	often   *frequent
	offset  uint64

	term     []byte
	postings []uint64 // of the term: document<<8 | code
	overs    []over
	list     blockList // see encodeLong
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
		p := posting(binary.LittleEndian.Uint64(b))
		doc := w.pages.number(p)
		w.postings = append(w.postings, uint64(doc)<<8|uint64(p.code()))
		if b = b[8:]; p.code() == overflow {
			w.overs = append(w.overs, over{doc, counts{binary.LittleEndian.Uint32(b),
				binary.LittleEndian.Uint32(b[4:])}})
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
	w.often.add(w.term, len(w.postings))
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
	l, overs := &w.list, w.overs
	l.windows, l.postings, l.overs = l.windows[:0], l.postings[:0], l.overs[:0]
	for i := range w.postings {
		doc, code := w.posting(i)
		over := counts{}
		if code == overflow {
			over, overs = overs[0].counts, overs[1:]
		}
		l.push(doc, code, w.impacts.of(code, w.classes[doc]), over)
	}
	w.out = binary.LittleEndian.AppendUint32(w.out, uint32(len(l.windows)/8))
	w.out = binary.LittleEndian.AppendUint32(w.out, uint32(len(l.overs)/12))
	w.out = append(append(append(w.out, l.windows...), l.postings...), l.overs...)
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
