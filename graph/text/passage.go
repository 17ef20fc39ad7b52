package text

import (
	"github.com/bridgehop/bridgehop/graph"
)

// A page is searched by its passages: neighbouring sentences, rows of a table with its column headers, or items of a
// list with the sentence before it, each with the headings above. A page of an introduction's length is one passage. So
// a long page doesn't match a claim whose words are scattered over it. See docs/adr/0012.
const (
	wholePage   = 1600    // a page of up to so many bytes is one passage
	fullPassage = 400     // a passage ends after the element with which it has so many bytes
	leastLast   = 130     // a last passage with fewer bytes is merged with the one before
	mostPassage = 1 << 15 // largest number of passages of a page, about
)

// passage is a run of a page's elements.
type passage struct {
	from, to int      // range of the page's elements
	context  []string // other texts that are indexed with it: headings, column headers, the sentence before a list
}

// passages splits a page into one or more passages; elements are its Elements.
func passages(p *graph.Page, elements []graph.Text) []passage {
	size := 0
	for i := range elements {
		size += len(elements[i].Text)
	}
	if size <= wholePage {
		whole := passage{to: len(elements)}
		for i := range p.Sections {
			whole.context = append(whole.context, p.Sections[i].Text)
		}
		return []passage{whole}
	}
	c := cutter{page: p, elements: elements, full: max(fullPassage, size/mostPassage)}
	for _, e := range p.ReadingOrder() {
		c.part(e)
	}
	c.end()
	return c.merged()
}

// cutter splits a page.
type cutter struct {
	page     *graph.Page
	elements []graph.Text
	full     int // bytes of a full passage
	out      []passage
	headings []*graph.Section // those above the next element
	next     int              // index of the next element
	open     passage          // the current passage
	size     int              // bytes of open
	last     int              // bytes of the last passage in out
}

// part adds a part of the page: a heading, a sentence, a table or a list.
func (c *cutter) part(e graph.Element) {
	switch e.Kind {
	case graph.KindSection:
		c.heading(e.A)
	case graph.KindSentence:
		c.add(nil)
	case graph.KindTable:
		c.table(c.page.Table(e.A))
	case graph.KindList:
		lead := ""
		if c.next > 0 && c.elements[c.next-1].Element.Kind == graph.KindSentence {
			lead = c.elements[c.next-1].Text
		}
		for range c.page.List(e.A).Items {
			c.add([]string{lead})
		}
	}
}

// heading ends the open passage, unless it is short, and replaces the headings of the same or a deeper level.
func (c *cutter) heading(n int) {
	for i := range c.page.Sections {
		s := &c.page.Sections[i]
		if s.N != n {
			continue
		}
		if c.size >= leastLast {
			c.end()
		}
		for len(c.headings) > 0 && c.headings[len(c.headings)-1].Level >= s.Level {
			c.headings = c.headings[:len(c.headings)-1]
		}
		c.headings = append(c.headings, s)
		if c.size > 0 {
			c.open.context = append(c.open.context, s.Text)
		}
		return
	}
}

// table adds a table's caption and cells. Each of its passages has the caption and the rows of column headers as
// context.
func (c *cutter) table(t *graph.Table) {
	if c.size > 0 {
		c.end()
	}
	var context []string
	if t.Caption != "" {
		context = append(context, t.Caption)
		c.add(nil)
	}
	for r, row := range t.Rows {
		if len(row) == 0 {
			continue
		}
		heads := true
		for i := range row {
			heads = heads && row[i].Header
		}
		if heads && r < 3 && !t.Infobox {
			for i := range row {
				context = append(context, row[i].Text)
			}
		}
		size := 0
		for i := range row {
			size += len(row[i].Text)
		}
		c.run(len(row), size, context)
	}
	if c.size > 0 {
		c.end()
	}
}

// add adds one element.
func (c *cutter) add(context []string) { c.run(1, len(c.elements[c.next].Text), context) }

// run adds n elements of size bytes together. If they begin a passage, it gets the context.
func (c *cutter) run(n, size int, context []string) {
	if c.open.from == c.open.to {
		c.open = passage{from: c.next, to: c.next, context: c.open.context}
		for _, s := range c.headings {
			c.open.context = append(c.open.context, s.Text)
		}
		if c.next > 0 {
			c.open.context = append(c.open.context, context...)
		}
	}
	c.next += n
	c.open.to = c.next
	if c.size += size; c.size >= c.full {
		c.end()
	}
}

// end ends the open passage.
func (c *cutter) end() {
	if c.open.from < c.open.to {
		c.out = append(c.out, c.open)
		c.last = c.size
	}
	c.open, c.size = passage{}, 0
}

// merged returns the passages. A short last one is merged with the one before.
func (c *cutter) merged() []passage {
	n := len(c.out)
	if n > 1 && c.last < leastLast {
		c.out[n-2].to = c.out[n-1].to
		c.out[n-2].context = append(c.out[n-2].context, c.out[n-1].context...)
		c.out = c.out[:n-1]
	}
	if len(c.out) == 0 {
		return []passage{{to: len(c.elements)}}
	}
	return c.out
}
