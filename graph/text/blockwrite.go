package text

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"

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
	classes := norms.Bytes(8*normClasses, norms.Len()-8*normClasses)
	w := &blockWriter{pages: s.pages, classes: classes, impacts: impacts, often: often}
	err = writeAutomaton(ctx, folder, termsFile, blocksFile, postings, w.add, w.list)
	if err != nil {
		return fmt.Errorf("write blocks: %w", err)
	}
	return nil
}

// blockWriter makes the lists of one term after the other.
type blockWriter struct {
	pages   *pages
	classes []byte
	impacts *impactTable
	often   *frequent

	postings []uint64 // of the term: document<<8 | code
	overs    []over
	long     blockList // see encodeLong
	out      []byte
}

// over is a posting whose counts don't fit into its code.
type over struct {
	doc uint32
	counts
}

// add adds the postings of a record, see inverter.
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

// list returns the list of a term, of what was added since the one before.
func (w *blockWriter) list(term []byte) []byte {
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
	w.often.add(term, len(w.postings))
	w.postings, w.overs = w.postings[:0], w.overs[:0]
	return w.out
}

// posting returns the document and code of posting i.
func (w *blockWriter) posting(i int) (doc uint32, code byte) {
	return uint32(w.postings[i] >> 8), byte(w.postings[i])
}

// encodeLong appends the current postings in the format of long lists, see blocks.
func (w *blockWriter) encodeLong() {
	l, overs := &w.long, w.overs
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
