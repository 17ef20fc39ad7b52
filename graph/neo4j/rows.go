package neo4j

import (
	"maps"
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
)

// elementRows are the nodes of pages, by kind, as rows that UNWIND takes.
type elementRows struct {
	pages, sections, sentences, tables, cells, lists, items []any
}

// nodeID is an element's id: that of its page, and its place.
func nodeID(page string, e graph.Element) string { return page + "_" + e.String() }

// numberer keeps ids apart on a faulty page that has several elements of one address.
type numberer map[string]int

func (n numberer) id(page string, e graph.Element) string {
	id := nodeID(page, e)
	n[id]++
	if k := n[id]; k > 1 {
		return id + "#" + strconv.Itoa(k)
	}
	return id
}

// pageRow is what a page's node shows besides the links, which come later.
func pageRow(p *graph.Page, passage, load, record string) params {
	row := params{"id": p.ID().String(), "ordinal": p.Ordinal, "name": key(graph.FoldTitle(p.Title)), "disambiguation": p.Disambiguation,
		"passage": passage, "load": load, "record": record}
	setTitle(row, p.Title)
	return row
}

// add appends the elements of a page.
func (r *elementRows) add(p *graph.Page) {
	page, n := p.ID().String(), numberer{}
	address := func(e graph.Element) string { return escape(graph.Address{Title: p.Title, Element: e}.String()) }
	for i := range p.Sections {
		s := &p.Sections[i]
		e := graph.Element{Kind: graph.KindSection, A: s.N}
		r.sections = append(r.sections, params{"in": page, "id": n.id(page, e), "n": s.N, "level": s.Level, "text": escape(s.Text)})
	}
	for i := range p.Sentences {
		s := &p.Sentences[i]
		e := graph.Element{Kind: graph.KindSentence, A: s.N}
		r.sentences = append(r.sentences, params{"in": page, "id": n.id(page, e), "address": address(e), "n": s.N, "text": escape(s.Text)})
	}
	for i := range p.Tables {
		r.table(&p.Tables[i], page, n, address)
	}
	for i := range p.Lists {
		l := &p.Lists[i]
		id := n.id(page, graph.Element{Kind: graph.KindList, A: l.N})
		r.lists = append(r.lists, params{"in": page, "id": id, "n": l.N})
		for j := range l.Items {
			it := &l.Items[j]
			e := graph.Element{Kind: graph.KindItem, A: l.N, B: it.N}
			r.items = append(r.items, params{"in": id, "id": n.id(page, e), "address": address(e), "n": it.N, "level": it.Level, "text": escape(it.Text)})
		}
	}
}

func (r *elementRows) table(t *graph.Table, page string, n numberer, address func(graph.Element) string) {
	caption := graph.Element{Kind: graph.KindCaption, A: t.N}
	id := n.id(page, graph.Element{Kind: graph.KindTable, A: t.N})
	r.tables = append(r.tables, params{"in": page, "id": id, "address": address(caption), "n": t.N, "infobox": t.Infobox, "caption": escape(t.Caption)})
	grid := t.Grid()
	for i := range t.Rows {
		for j := range t.Rows[i] {
			c := &t.Rows[i][j]
			e := c.Element(t.N)
			row, column := grid.Headers(c)
			var headers []string // null in the graph where there is none, as in a CSV file
			for _, h := range slices.Concat(row, column) {
				headers = append(headers, escape(h.Text))
			}
			r.cells = append(r.cells, params{"in": id, "id": n.id(page, e), "address": address(e), "row": c.Row, "column": c.Column,
				"rowSpan": c.RowSpan, "columnSpan": c.ColumnSpan, "isHeader": c.Header, "headers": orNull(headers), "text": escape(c.Text)})
		}
	}
}

// occurrence is a hyperlink in an element, and the pages its title finds.
type occurrence struct {
	element graph.Element
	place   int // among the links of its element
	link    graph.Hyperlink
	to      []graph.PageID
}

// occurrences are the hyperlinks of a page in reading order.
func occurrences(p *graph.Page, find func(title string) []graph.PageID) []occurrence {
	var out []occurrence
	for _, t := range p.Elements() {
		for i, l := range t.Links {
			out = append(out, occurrence{element: t.Element, place: i, link: l, to: find(l.Target)})
		}
	}
	return out
}

// linkRows are the relationships of pages, as rows.
type linkRows struct {
	pages    []any // counts of each page
	links    []any // LINKS_TO
	missing  []any // titles of Missing nodes
	mentions map[string][]any
	seen     map[string]bool
	targets  map[graph.PageID]bool
}

func newLinkRows() *linkRows {
	return &linkRows{mentions: map[string][]any{}, seen: map[string]bool{}, targets: map[graph.PageID]bool{}}
}

// add appends the links of a page.
func (r *linkRows) add(p *graph.Page, all []occurrence) {
	page := p.ID().String()
	resolved, unresolved := 0, 0
	by := map[graph.PageID][]occurrence{}
	for _, o := range all {
		if len(o.to) == 0 {
			unresolved++
			r.miss(page, o)
			continue
		}
		resolved++
		for _, id := range o.to {
			by[id] = append(by[id], o)
			r.mention(page, o, "Page", id.String())
		}
	}
	out := 0
	ids := slices.Sorted(maps.Keys(by))
	for _, id := range ids {
		same := by[id]
		out += len(same)
		r.targets[id] = true
		r.links = append(r.links, linkRow(page, id, same))
	}
	r.pages = append(r.pages, params{"id": page, "links": resolved, "linksUnresolved": unresolved, "linksOut": out})
}

func (r *linkRows) miss(page string, o occurrence) {
	title := key(graph.FoldTitle(o.link.Target))
	if !r.seen[title] {
		r.seen[title] = true
		r.missing = append(r.missing, params{"title": title})
	}
	r.mention(page, o, "Missing", title)
}

// mention appends a MENTIONS row, filed by the labels at its ends.
func (r *linkRows) mention(page string, o occurrence, label, to string) {
	from, e := place(o.element)
	r.mentions[from+" "+label] = append(r.mentions[from+" "+label],
		params{"from": nodeID(page, e), "to": to, "set": params{"anchor": escape(o.link.Anchor), "place": o.place, "inferred": o.link.Inferred}})
}

// linkRow is a LINKS_TO between two pages: what most have is one link, whose anchor and element are kept as
// they are; several are listed in the order of graph.Reader.Neighbors.
func linkRow(from string, to graph.PageID, same []occurrence) params {
	slices.SortStableFunc(same, func(a, b occurrence) int { return a.element.Compare(b.element) })
	set := params{"count": len(same), "anchor": escape(same[0].link.Anchor), "element": same[0].element.String(), "inferred": same[0].link.Inferred}
	if len(same) > 1 {
		var anchors, elements []string
		var inferred []bool
		for _, o := range same {
			anchors, elements, inferred = append(anchors, escape(o.link.Anchor)), append(elements, o.element.String()), append(inferred, o.link.Inferred)
		}
		set["anchors"], set["elements"], set["inferredEach"] = anchors, elements, inferred
	}
	return params{"from": from, "to": to.String(), "set": set}
}

// orNull is the list, or null for an empty one.
func orNull(list []string) any {
	if len(list) == 0 {
		return nil
	}
	return list
}
