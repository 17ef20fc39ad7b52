package pebble

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// resolved is a link of a page with one of the pages it leads to.
type resolved struct {
	other  graph.PageID
	el     graph.Element
	place  int  // among the links of the page
	titled bool // the anchor is the other page's title
	link   *graph.Hyperlink
}

// resolver finds the pages that hyperlinks lead to.
type resolver struct {
	known *known
	find  *finder
}

// lead appends the pages that a hyperlink leads to.
func (r *resolver) lead(out []resolved, l resolved) ([]resolved, error) {
	target := l.link.Target
	normal := graph.FoldTitle(target)
	id, folded, found := r.known.page(normal)
	if !found {
		return out, nil
	}
	if id != 0 {
		l.other, l.titled = id, folded && target == normal && l.link.Anchor == target
		return append(out, l), nil
	}
	ids, err := r.find.findFolded(normal, target)
	if err != nil {
		return nil, fmt.Errorf("look up %q: %w", target, err)
	}
	for _, l.other = range ids {
		out = append(out, l)
	}
	return out, nil
}

// order sorts the links of one page as they are kept: by page, element and place.
func order(links []resolved) {
	slices.SortFunc(links, func(a, b resolved) int {
		if a.other != b.other {
			return cmp.Compare(a.other, b.other)
		}
		return cmp.Or(cmp.Compare(a.el.Kind, b.el.Kind), cmp.Compare(a.el.A, b.el.A), cmp.Compare(a.el.B, b.el.B),
			cmp.Compare(a.el.C, b.el.C), cmp.Compare(a.place, b.place))
	})
}

// links resolves the hyperlinks of a page, and notes those that leave it, packed, and where they arrive.
func (g *gathering) links(id graph.PageID, p *graph.Page) error {
	g.leaving = g.leaving[:0]
	place := 0
	for _, t := range p.Elements() {
		for i := range t.Links {
			before := len(g.leaving)
			var err error
			if g.leaving, err = g.resolver.lead(g.leaving, resolved{el: t.Element, place: place, link: &t.Links[i]}); err != nil {
				return err
			}
			if place++; len(g.leaving) == before {
				g.stats.LinksUnresolved++
				continue
			}
			g.stats.Links++
			for k := range g.leaving[before:] {
				g.in.b = appendArriving(g.in.b, &g.leaving[before+k], id)
				g.in.end()
			}
		}
	}
	order(g.leaving)
	g.pack(id)
	return nil
}

// pack makes the chunks of the links that leave a page.
func (g *gathering) pack(id graph.PageID) {
	if len(g.leaving) == 0 {
		return
	}
	c := &g.chunks
	c.begin()
	for i := range g.leaving {
		if c.full() {
			g.chunk(id, c, true)
		}
		l := &g.leaving[i]
		g.anchor = append(g.anchor[:0], l.link.Anchor...)
		c.add(l.other, l.el, l.link.Inferred, g.anchor)
	}
	g.chunk(id, c, false)
}

// chunk notes a chunk as the sorter takes it: page, number, record.
func (g *gathering) chunk(id graph.PageID, c *chunker, more bool) {
	g.out.b = binary.BigEndian.AppendUint32(orderedID(g.out.b, id), c.chunk)
	g.out.b = c.take(g.out.b, more)
	g.out.end()
}
