package text

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"github.com/blevesearch/bleve/v2"
	index "github.com/blevesearch/bleve_index_api"
	"github.com/blevesearch/vellum"
)

// writeBlocks makes the blocks of the bleve index in folder, and of its pages.
func writeBlocks(ctx context.Context, folder string, m *manifest) error {
	ix := &Index{Settings: m.Settings, meta: m}
	if err := errors.Join(ix.openPages(folder), ix.openPostings(folder)); err != nil {
		return errors.Join(err, ix.Close())
	}
	w := &blockWriter{ix: ix, scorer: ix.scorer()}
	err := writeFile(filepath.Join(folder, normsFile), w.writeNorms)
	if err == nil {
		err = writeFile(filepath.Join(folder, termsFile), func(fst *bufio.Writer) error {
			return writeFile(filepath.Join(folder, blocksFile), func(lists *bufio.Writer) error {
				return w.write(ctx, fst, lists)
			})
		})
	}
	if err != nil {
		err = fmt.Errorf("write blocks: %w", err)
	}
	return errors.Join(err, ix.Close())
}

// blockWriter turns bleve's posting lists into ours.
type blockWriter struct {
	ix      *Index
	scorer  scorer
	classes []byte
	impacts *[1 << 16]uint16
	docs    []uint32
	codes   []byte
	overs   []over
	out     []byte
}

// over is a posting whose numbers don't fit into its code.
type over struct{ posting, all, title uint32 }

func (w *blockWriter) writeNorms(to *bufio.Writer) error {
	n := w.ix.pages.n
	table := newClassTable(normRange(w.scorer, n))
	w.impacts = table.impacts(w.scorer)
	w.classes = make([]byte, (n+windowSize-1)/windowSize*windowSize)
	for doc := range n {
		w.classes[doc] = table.class(w.scorer.norm(uint32(doc)))
	}
	for _, norm := range table {
		if _, err := to.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(norm))); err != nil {
			return err
		}
	}
	_, err := to.Write(w.classes)
	return err
}

func (w *blockWriter) write(ctx context.Context, fst, lists *bufio.Writer) error {
	b, err := vellum.New(fst, nil)
	if err != nil {
		return err
	}
	offset := uint64(0)
	each := func(term string, titled bool) error {
		if err := errors.Join(ctx.Err(), w.read(term, titled)); err != nil {
			return err
		}
		w.encode()
		if err := b.Insert([]byte(term), offset); err != nil {
			return err
		}
		offset += uint64(len(w.out))
		_, err := lists.Write(w.out)
		return err
	}
	if w.ix.reader != nil {
		if err := w.eachTerm(each); err != nil {
			return err
		}
	}
	return b.Close()
}

// eachTerm yields the terms of the index in order, and whether a title has them.
func (w *blockWriter) eachTerm(yield func(term string, titled bool) error) (err error) {
	all, err := w.ix.reader.FieldDict(fieldAll)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, all.Close()) }()
	titles, err := w.ix.reader.FieldDict(fieldTitle)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, titles.Close()) }()
	title, err := titles.Next()
	if err != nil {
		return err
	}
	for {
		e, err := all.Next()
		if err != nil || e == nil {
			return err
		}
		for title != nil && title.Term < e.Term {
			if title, err = titles.Next(); err != nil {
				return err
			}
		}
		if err := yield(e.Term, title != nil && title.Term == e.Term); err != nil {
			return err
		}
	}
}

// read reads the postings of a term.
func (w *blockWriter) read(term string, titled bool) error {
	w.docs, w.codes, w.overs = w.docs[:0], w.codes[:0], w.overs[:0]
	all, err := w.ix.cursor(term, fieldAll, true)
	if err != nil {
		return err
	}
	c := termCursor{all, &cursor{doc: none}}
	if titled {
		if c.title, err = w.ix.cursor(term, fieldTitle, true); err != nil {
			return errors.Join(err, c.close())
		}
		if err := c.title.next(); err != nil {
			return errors.Join(err, c.close())
		}
	}
	return errors.Join(w.collect(&c), c.close())
}

func (w *blockWriter) collect(c *termCursor) error {
	for {
		if err := c.all.next(); err != nil {
			return err
		}
		if c.all.doc == none {
			return nil
		}
		title, err := c.titleFreq()
		if err != nil {
			return err
		}
		code, n := byte(overflow), c.all.freq
		if n <= maxAll && title <= maxTitles {
			code = byte(n | title<<6)
		} else {
			w.overs = append(w.overs, over{uint32(len(w.docs)), n, title})
		}
		w.docs, w.codes = append(w.docs, c.all.doc), append(w.codes, code)
	}
}

// encode lays the postings out; see blocks for how.
func (w *blockWriter) encode() {
	w.out = binary.AppendUvarint(w.out[:0], uint64(len(w.docs)))
	if len(w.docs) < shortList {
		w.encodeShort()
		return
	}
	at := len(w.out)
	w.out = binary.LittleEndian.AppendUint32(w.out, 0)
	w.out = binary.LittleEndian.AppendUint32(w.out, uint32(len(w.overs)))
	windows := uint32(0)
	for lo := 0; lo < len(w.docs); windows++ {
		lo = w.encodeWindow(lo)
	}
	binary.LittleEndian.PutUint32(w.out[at:], windows)
	for _, doc := range w.docs {
		w.out = binary.LittleEndian.AppendUint16(w.out, uint16(doc&windowMask))
	}
	w.out = append(w.out, w.codes...)
	for _, o := range w.overs {
		for _, n := range []uint32{o.posting, o.all, o.title} {
			w.out = binary.LittleEndian.AppendUint32(w.out, n)
		}
	}
}

// encodeWindow appends the head of the window that begins at posting lo, and tells where the next one begins.
func (w *blockWriter) encodeWindow(lo int) int {
	window, most, hi := w.docs[lo]>>windowBits, uint16(0), lo
	for ; hi < len(w.docs) && w.docs[hi]>>windowBits == window; hi++ {
		most = max(most, w.impacts[int(w.codes[hi])<<8|int(w.classes[w.docs[hi]])])
	}
	w.out = binary.LittleEndian.AppendUint32(w.out, window)
	w.out = binary.LittleEndian.AppendUint16(w.out, uint16(hi-lo-1))
	w.out = binary.LittleEndian.AppendUint16(w.out, most)
	return hi
}

func (w *blockWriter) encodeShort() {
	last := uint32(0)
	overs := w.overs
	for i, doc := range w.docs {
		w.out = append(binary.AppendUvarint(w.out, uint64(doc-last)), w.codes[i])
		if last = doc; w.codes[i] == overflow {
			w.out = binary.AppendUvarint(binary.AppendUvarint(w.out, uint64(overs[0].all)), uint64(overs[0].title))
			overs = overs[1:]
		}
	}
}

// openPages maps the table of pages.
func (ix *Index) openPages(folder string) error {
	var err error
	if ix.mapped, err = mapFile(filepath.Join(folder, pagesFile)); err != nil {
		return err
	}
	p, err := newPages(ix.mapped, ix.meta.Pages)
	if err != nil {
		return err
	}
	ix.Dictionary = &Dictionary{pages: p}
	return nil
}

// openPostings opens bleve's index; there is none without pages.
func (ix *Index) openPostings(folder string) error {
	if ix.meta.Pages == 0 {
		return nil
	}
	var err error
	ix.bleve, err = bleve.OpenUsing(filepath.Join(folder, bleveFolder), map[string]interface{}{"read_only": true})
	if err != nil {
		return fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	adv, err := ix.bleve.Advanced()
	if err != nil {
		return err
	}
	var reader index.IndexReader
	if reader, err = adv.Reader(); err != nil {
		return err
	}
	ix.reader = reader
	if n, err := ix.reader.DocCount(); err != nil || int(n) != ix.meta.Pages {
		return fmt.Errorf("%w: %d documents, want %d", ErrCorrupt, n, ix.meta.Pages)
	}
	return nil
}
