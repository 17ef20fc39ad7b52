package pebble

import (
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// pageVersion is the first byte of every encoded page.
const pageVersion = 1

// encodePage appends the page's record to b. Equal pages have equal records.
func encodePage(b []byte, p *graph.Page) []byte {
	c := &coder{b: append(b, pageVersion)}
	c.page(p)
	return c.b
}

// decodePage decodes a page's record, whose memory the page shares.
func decodePage(b string) (*graph.Page, error) {
	if b == "" || b[0] != pageVersion {
		return nil, fmt.Errorf("page: %w", errRecord)
	}
	p, c := &graph.Page{}, &coder{reading: true, s: b[1:]}
	c.page(p)
	if err := c.end(); err != nil {
		return nil, fmt.Errorf("page %q: %w", p.Title, err)
	}
	return p, nil
}

func (c *coder) page(p *graph.Page) {
	c.str(&p.Title)
	c.int(&p.Ordinal)
	c.flag(&p.Disambiguation)
	list(c, &p.Sections, func(s *graph.Section) {
		c.int(&s.N)
		c.int(&s.Level)
		c.str(&s.Text)
	})
	list(c, &p.Sentences, func(s *graph.Sentence) {
		c.int(&s.N)
		c.linked(&s.Text, &s.Links)
	})
	list(c, &p.Tables, func(t *graph.Table) {
		c.int(&t.N)
		c.flag(&t.Infobox)
		c.linked(&t.Caption, &t.CaptionLinks)
		list(c, &t.Rows, func(row *[]graph.Cell) { list(c, row, c.cell) })
	})
	list(c, &p.Lists, func(l *graph.List) {
		c.int(&l.N)
		list(c, &l.Items, func(it *graph.Item) {
			c.int(&it.N)
			c.int(&it.Level)
			c.linked(&it.Text, &it.Links)
		})
	})
	list(c, &p.Order, c.element)
}

func (c *coder) cell(v *graph.Cell) {
	for _, n := range [...]*int{&v.Row, &v.Column, &v.RowSpan, &v.ColumnSpan} {
		c.int(n)
	}
	c.flag(&v.Header)
	c.linked(&v.Text, &v.Links)
}

// Flags of a hyperlink.
const (
	hyperlinkInferred = 1 << 0
	hyperlinkPlain    = 1 << 1 // the anchor equals the target and is stored once
)

// linked codes a text and its hyperlinks.
func (c *coder) linked(text *string, links *[]graph.Hyperlink) {
	c.str(text)
	list(c, links, func(l *graph.Hyperlink) {
		flags := byte(0)
		if l.Inferred {
			flags |= hyperlinkInferred
		}
		if l.Anchor == l.Target {
			flags |= hyperlinkPlain
		}
		c.byte(&flags)
		c.str(&l.Anchor)
		if flags&hyperlinkPlain == 0 {
			c.str(&l.Target)
		}
		if c.reading {
			l.Inferred = flags&hyperlinkInferred != 0
			if flags&hyperlinkPlain != 0 {
				l.Target = l.Anchor
			}
		}
	})
}
