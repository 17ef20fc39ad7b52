package neo4j

import (
	"cmp"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// occurrence is a hyperlink in an element, and the pages its title finds.
type occurrence struct {
	element graph.Element
	place   int // among the links of its element
	link    graph.Hyperlink
	to      []target
}

// occurrences are the hyperlinks of a page in reading order.
func occurrences(p *graph.Page, find func(title string) []target) []occurrence {
	var out []occurrence
	for _, t := range p.Elements() {
		for i, l := range t.Links {
			out = append(out, occurrence{element: t.Element, place: i, link: l, to: find(l.Target)})
		}
	}
	return out
}

// pageLinks are the relationships that lead away from a page and its elements, and their counts.
type pageLinks struct {
	page                 target
	links                []pageLink
	mentions             []mention
	resolved, unresolved int // hyperlinks
	out                  int // links, of which a hyperlink is several where its title is several pages'
}

// pageLink is a LINKS_TO: all occurrences of links between two pages, in the order of graph.Reader.Neighbors.
type pageLink struct {
	to   target
	each []*occurrence
}

// mention is a MENTIONS.
type mention struct {
	*occurrence
	label, id string // of the element's node
	to        target
	missing   string // the title of a Missing, when to is no page
}

// linksOfPage sorts the occurrences on a page.
func linksOfPage(page target, all []occurrence) pageLinks {
	out := pageLinks{page: page}
	id, n := page.id.String(), map[graph.PageID]int{}
	for i := range all {
		o := &all[i]
		label, e := place(o.element)
		m := mention{occurrence: o, label: label, id: nodeID(id, e)}
		if len(o.to) == 0 {
			out.unresolved++
			m.missing = key(graph.FoldTitle(o.link.Target))
			out.mentions = append(out.mentions, m)
			continue
		}
		out.resolved++
		for _, m.to = range o.to {
			out.mentions = append(out.mentions, m)
			k, known := n[m.to.id]
			if !known {
				k = len(out.links)
				n[m.to.id] = k
				out.links = append(out.links, pageLink{to: m.to})
			}
			out.links[k].each = append(out.links[k].each, o)
		}
		out.out += len(o.to)
	}
	slices.SortFunc(out.links, func(a, b pageLink) int { return cmp.Compare(a.to.id, b.to.id) })
	for i := range out.links {
		slices.SortStableFunc(out.links[i].each, func(a, b *occurrence) int { return a.element.Compare(b.element) })
	}
	return out
}

// linkColumns are those of a LINKS_TO. What most have is one link, whose anchor and element are kept as they are;
// several are listed.
var linkColumns = columnsOf("from to count anchor element inferred anchors elements inferredEach")

func (l *pageLink) row(from, to any) row {
	first := l.each[0]
	out := row{from, to, len(l.each), escape(first.link.Anchor), first.element.String(), first.link.Inferred, nil, nil, nil}
	if len(l.each) > 1 {
		var anchors, elements []string
		var inferred []bool
		for _, o := range l.each {
			anchors, elements, inferred = append(anchors, escape(o.link.Anchor)), append(elements, o.element.String()), append(inferred, o.link.Inferred)
		}
		out[6], out[7], out[8] = anchors, elements, inferred
	}
	return out
}

// mentionColumns are those of a MENTIONS.
var mentionColumns = columnsOf("from to anchor place inferred")

func (m *mention) row(from, to any) row {
	return row{from, to, escape(m.link.Anchor), m.place, m.link.Inferred}
}
