package graph

// Text finds an element that has words: a sentence, a caption, a cell, an item, a section's heading, or the
// page's title. A cell is found under KindCell and KindHeaderCell alike, since data sets disagree on which
// cells are headers. Whole tables and lists have no text. Of several elements with one address, the first.
func (p *Page) Text(e Element) (Text, bool) {
	t := Text{Element: e}
	switch e.Kind {
	case KindPage:
		t.Text = p.Title
	case KindSection:
		s := p.section(e.A)
		if s == nil {
			return Text{}, false
		}
		t.Text = s.Text
	case KindSentence:
		s := p.sentence(e.A)
		if s == nil {
			return Text{}, false
		}
		t.Text, t.Links = s.Text, s.Links
	case KindCaption:
		tab := p.Table(e.A)
		if tab == nil || tab.Caption == "" {
			return Text{}, false
		}
		t.Text, t.Links = tab.Caption, tab.CaptionLinks
	case KindCell, KindHeaderCell:
		c := p.Cell(e)
		if c == nil {
			return Text{}, false
		}
		t.Element, t.Text, t.Links = c.Element(e.A), c.Text, c.Links
	case KindItem:
		it := p.item(e)
		if it == nil {
			return Text{}, false
		}
		t.Text, t.Links = it.Text, it.Links
	default:
		return Text{}, false
	}
	return t, true
}

// Cell finds the cell at an address, be it a header or not; nil when there is none.
func (p *Page) Cell(e Element) *Cell {
	t := p.Table(e.A)
	if t == nil || !e.Kind.IsCell() {
		return nil
	}
	if e.B >= 0 && e.B < len(t.Rows) { // most corpora number rows as they lie
		if c := cellIn(t.Rows[e.B], e); c != nil {
			return c
		}
	}
	for _, row := range t.Rows {
		if c := cellIn(row, e); c != nil {
			return c
		}
	}
	return nil
}

func cellIn(row []Cell, e Element) *Cell {
	for i := range row {
		if row[i].Row == e.B && row[i].Column == e.C {
			return &row[i]
		}
	}
	return nil
}

func (p *Page) item(e Element) *Item {
	if l := p.List(e.A); l != nil {
		return numbered(l.Items, e.B, func(it *Item) int { return it.N })
	}
	return nil
}
