package pebble

import (
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// pageVersion is the first byte of every encoded page.
const pageVersion = 1

// encodePage appends the page's record to b. Equal pages have equal records.
func encodePage(b []byte, p *graph.Page) []byte {
	e := &encoder{b: b}
	e.byte(pageVersion)
	e.str(p.Title)
	e.int(p.Ordinal)
	e.flag(p.Disambiguation)
	e.len(len(p.Sections))
	for i := range p.Sections {
		s := &p.Sections[i]
		e.int(s.N)
		e.int(s.Level)
		e.str(s.Text)
	}
	e.len(len(p.Sentences))
	for i := range p.Sentences {
		s := &p.Sentences[i]
		e.int(s.N)
		e.str(s.Text)
		e.links(s.Links)
	}
	e.len(len(p.Tables))
	for i := range p.Tables {
		e.table(&p.Tables[i])
	}
	e.len(len(p.Lists))
	for i := range p.Lists {
		e.wikiList(&p.Lists[i])
	}
	e.len(len(p.Order))
	for _, el := range p.Order {
		e.element(el)
	}
	return e.b
}

// Flags of a hyperlink.
const (
	hyperlinkInferred = 1 << 0
	hyperlinkPlain    = 1 << 1 // the anchor equals the target and is stored once
)

func hyperlinkFlags(l *graph.Hyperlink) (flags byte) {
	if l.Inferred {
		flags |= hyperlinkInferred
	}
	if l.Anchor == l.Target {
		flags |= hyperlinkPlain
	}
	return flags
}

func (e *encoder) links(links []graph.Hyperlink) {
	e.len(len(links))
	for i := range links {
		l := &links[i]
		flags := hyperlinkFlags(l)
		e.byte(flags)
		e.str(l.Anchor)
		if flags&hyperlinkPlain == 0 {
			e.str(l.Target)
		}
	}
}

func (e *encoder) table(t *graph.Table) {
	e.int(t.N)
	e.flag(t.Infobox)
	e.str(t.Caption)
	e.links(t.CaptionLinks)
	e.len(len(t.Rows))
	for _, row := range t.Rows {
		e.len(len(row))
		for i := range row {
			c := &row[i]
			e.int(c.Row)
			e.int(c.Column)
			e.int(c.RowSpan)
			e.int(c.ColumnSpan)
			e.flag(c.Header)
			e.str(c.Text)
			e.links(c.Links)
		}
	}
}

func (e *encoder) wikiList(l *graph.List) {
	e.int(l.N)
	e.len(len(l.Items))
	for i := range l.Items {
		it := &l.Items[i]
		e.int(it.N)
		e.int(it.Level)
		e.str(it.Text)
		e.links(it.Links)
	}
}

// decodePage decodes a page's record, whose memory the page shares.
func decodePage(b string) (*graph.Page, error) {
	d := &decoder{s: b}
	if v := d.byte(); v != pageVersion {
		return nil, fmt.Errorf("page: %w", errRecord)
	}
	p := &graph.Page{Title: d.str(), Ordinal: d.int(), Disambiguation: d.flag()}
	p.Sections = readList(d, func(s *graph.Section) { s.N, s.Level, s.Text = d.int(), d.int(), d.str() })
	p.Sentences = readList(d, func(s *graph.Sentence) { s.N, s.Text, s.Links = d.int(), d.str(), d.links() })
	p.Tables = readList(d, d.table)
	p.Lists = readList(d, func(l *graph.List) {
		l.N = d.int()
		l.Items = readList(d, func(it *graph.Item) { it.N, it.Level, it.Text, it.Links = d.int(), d.int(), d.str(), d.links() })
	})
	p.Order = readList(d, func(e *graph.Element) { *e = d.element() })
	if err := d.end(); err != nil {
		return nil, fmt.Errorf("page %q: %w", p.Title, err)
	}
	return p, nil
}

func (d *decoder) links() []graph.Hyperlink {
	return readList(d, func(l *graph.Hyperlink) {
		flags := d.byte()
		l.Inferred, l.Anchor = flags&hyperlinkInferred != 0, d.str()
		if l.Target = l.Anchor; flags&hyperlinkPlain == 0 {
			l.Target = d.str()
		}
	})
}

func (d *decoder) table(t *graph.Table) {
	t.N, t.Infobox, t.Caption, t.CaptionLinks = d.int(), d.flag(), d.str(), d.links()
	t.Rows = readList(d, func(row *[]graph.Cell) {
		*row = readList(d, func(c *graph.Cell) {
			c.Row, c.Column, c.RowSpan, c.ColumnSpan = d.int(), d.int(), d.int(), d.int()
			c.Header, c.Text, c.Links = d.flag(), d.str(), d.links()
		})
	})
}
