package text

import (
	"github.com/bridgehop/bridgehop/graph"
)

// A page is searched by its passages: neighbouring sentences, rows of a table with its column headers, items of a list with the
// sentence that leads them, each with the headings they stand under. A page of an introduction's length is one passage. A word
// counts where it stands, so that a long page doesn't match a claim whose words are scattered over it. See docs/adr/0012.
const (
	wholePage   = 1600 // bytes up to which a page is one passage
	fullPassage = 400  // bytes from which a passage ends with its element
	leastLast   = 130  // a last passage with fewer bytes joins the one before
	mostPassage = 1 << 15
)

// passage is a run of a page's elements.
type passage struct {
	from, to int      // of the elements
	context  []string // texts outside that count with it: headings, column headers, a list's lead
}

// passages cuts a page into passages; elements are its Elements. There is at least one.
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

// cutter cuts one page.
type cutter struct {
	page     *graph.Page
	elements []graph.Text
	full     int // bytes of a full passage
	out      []passage
	headings []*graph.Section // those that enclose what comes next
	next     int              // element
	open     passage          // from where nothing has ended
	size     int              // bytes of open
	last     int              // bytes of the last one that ended
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

// heading ends the open passage, unless it is short, and puts a heading in the place of those it ends.
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

// table adds a table's caption and cells; each passage of it has the caption and the rows of column headers.
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

// run adds n elements of so many bytes; a passage that begins with them has the context, too.
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

// merged are the passages, the last one joined to the one before where it is short.
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
