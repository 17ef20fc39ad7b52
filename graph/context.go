package graph

import "slices"

// Context returns what an element needs to be understood, in reading order: the page's title, the titles of
// the sections that enclose it, and for a cell its row headers, then its column headers (Grid.Headers). It
// is what FEVEROUS lists as context of evidence, and is never evidence itself. It is nil when the page has
// no such element.
func (p *Page) Context(e Element) []Address {
	if !p.has(e) {
		return nil
	}
	at := func(e Element) Address { return Address{Title: p.Title, Element: e} }
	out := []Address{at(Element{})}
	for _, s := range p.Enclosing(e) {
		out = append(out, at(Element{Kind: KindSection, A: s.N}))
	}
	c := p.Cell(e)
	if c == nil {
		return out
	}
	row, column := p.Table(e.A).Grid().Headers(c)
	for _, h := range slices.Concat(row, column) {
		out = append(out, at(h.Element(e.A)))
	}
	return out
}

func (p *Page) has(e Element) bool {
	switch e.Kind {
	case KindTable:
		return p.Table(e.A) != nil
	case KindList:
		return p.List(e.A) != nil
	}
	_, ok := p.Text(e)
	return ok
}

// Enclosing returns the sections that enclose an element, outermost first: going back from the element (or
// the table or list it is in), each section of a higher level than those found. A section doesn't enclose
// itself.
func (p *Page) Enclosing(e Element) []*Section {
	order := p.ReadingOrder()
	i := slices.Index(order, container(e))
	if i < 0 {
		return nil
	}
	var out []*Section
	level := int(^uint(0) >> 1)
	if s := p.section(e.A); e.Kind == KindSection && s != nil {
		level = s.Level
	}
	for i--; i >= 0; i-- {
		if order[i].Kind != KindSection {
			continue
		}
		if s := p.section(order[i].A); s.Level < level {
			out, level = append(out, s), s.Level
		}
	}
	slices.Reverse(out)
	return out
}

// container returns the element of the reading order that holds e.
func container(e Element) Element {
	switch e.Kind {
	case KindCaption, KindCell, KindHeaderCell:
		return Element{Kind: KindTable, A: e.A}
	case KindItem:
		return Element{Kind: KindList, A: e.A}
	}
	return e
}
