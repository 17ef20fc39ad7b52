package text

import (
	"fmt"
	"math"
	"slices"
)

// none is the document number after the last one.
const none = math.MaxUint32

// cursor walks the postings of a term, which are unpacked when it is opened: slower than what Seeds does, and as free of
// cleverness as can be. It stands before the first posting until next.
type cursor struct {
	docs, alls, titles []uint32
	doc                uint32 // none after the last
	all, title         uint32 // how often the term stands in the page, and in its title
	n                  int    // postings that come after this
}

// cursor opens the postings of a term.
func (ix *Index) cursor(term string) (*cursor, error) {
	l, err := ix.blocks.list(term)
	if err != nil {
		return nil, err
	}
	c := &cursor{n: l.n}
	if l.windows == nil {
		if !l.each(func(doc uint32, _ byte, all, title uint32) { c.append(doc, all, title) }) {
			return nil, fmt.Errorf("list of %q: %w", term, ErrCorrupt)
		}
		return c, nil
	}
	for i := range len(l.windows) / 8 {
		window, count, _ := l.window(i)
		for range count {
			all, title := l.counts(len(c.docs))
			c.append(uint32(window)<<windowBits|uint32(l.at(len(c.docs))), all, title)
		}
	}
	return c, nil
}

func (c *cursor) append(doc, all, title uint32) {
	c.docs, c.alls, c.titles = append(c.docs, doc), append(c.alls, all), append(c.titles, title)
}

// next goes to the next posting.
func (c *cursor) next() {
	if c.n == 0 {
		c.doc, c.all, c.title = none, 0, 0
		return
	}
	i := len(c.docs) - c.n
	c.doc, c.all, c.title, c.n = c.docs[i], c.alls[i], c.titles[i], c.n-1
}

// advance goes to the first posting at doc or after it.
func (c *cursor) advance(doc uint32) {
	i, _ := slices.BinarySearch(c.docs, doc)
	if at := len(c.docs) - c.n; i >= at {
		c.n = len(c.docs) - i
		c.next()
	}
}
