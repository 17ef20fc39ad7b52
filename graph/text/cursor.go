package text

import (
	"context"
	"fmt"
	"math"

	index "github.com/blevesearch/bleve_index_api"
)

// none is the document number after the last one.
const none = math.MaxUint32

// cursor walks the postings of a term in a field. It stands before the first one until next or advance.
type cursor struct {
	r    index.TermFieldReader // nil when there are no postings
	doc  uint32
	freq uint32
	buf  index.TermFieldDoc
	to   index.IndexInternalID
}

// cursor opens the postings of a term.
func (ix *Index) cursor(term, field string, freq bool) (*cursor, error) {
	c := &cursor{doc: none}
	if ix.reader == nil {
		return c, nil
	}
	r, err := ix.reader.TermFieldReader(context.Background(), []byte(term), field, freq, false, false)
	if err != nil {
		return nil, fmt.Errorf("read postings of %q: %w", term, err)
	}
	c.r = r
	return c, nil
}

func (c *cursor) count() uint64 {
	if c.r == nil {
		return 0
	}
	return c.r.Count()
}

// next goes to the next posting; doc is none after the last.
func (c *cursor) next() error {
	if c.r == nil {
		return nil
	}
	d, err := c.r.Next(&c.buf)
	return c.set(d, err)
}

// advance goes to the first posting at doc or after it; c must stand before doc or not have begun.
func (c *cursor) advance(doc uint32) error {
	if c.r == nil {
		return nil
	}
	c.to = index.NewIndexInternalID(c.to, uint64(doc))
	d, err := c.r.Advance(c.to, &c.buf)
	return c.set(d, err)
}

func (c *cursor) set(d *index.TermFieldDoc, err error) error {
	if err != nil {
		return fmt.Errorf("read postings: %w", err)
	}
	if d == nil {
		c.doc, c.freq = none, 0
		return nil
	}
	c.doc, c.freq = uint32(d.ID.Value()), uint32(d.Freq)
	return nil
}

func (c *cursor) close() error {
	if c.r == nil {
		return nil
	}
	r := c.r
	c.r = nil
	return r.Close()
}

// termCursor walks the pages of a term: the postings of the whole page, and beside them those of the title.
type termCursor struct {
	all, title *cursor
}

func (ix *Index) termCursor(term string) (termCursor, error) {
	all, err := ix.cursor(term, fieldAll, true)
	if err != nil {
		return termCursor{}, err
	}
	title, err := ix.cursor(term, fieldTitle, true)
	if err != nil {
		all.close()
		return termCursor{}, err
	}
	return termCursor{all, title}, title.next()
}

// titleFreq is how often the term stands in the title of the page that all stands at.
func (t *termCursor) titleFreq() (uint32, error) {
	if t.title.doc < t.all.doc {
		if err := t.title.advance(t.all.doc); err != nil {
			return 0, err
		}
	}
	if t.title.doc == t.all.doc {
		return t.title.freq, nil
	}
	return 0, nil
}

func (t *termCursor) close() error {
	err := t.all.close()
	if terr := t.title.close(); err == nil {
		err = terr
	}
	return err
}
