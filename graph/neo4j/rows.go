package neo4j

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// row is what becomes a node or a relationship, by the places of its columns: UNWIND takes lists sooner than maps, whose
// keys would go over the network with each.
type row = []any

// kind is a kind of rows: what their columns are called.
type kind []string

func columnsOf(names string) kind { return strings.Fields(names) }

var columnName = regexp.MustCompile(`\br\.(\w+)`)

// query is a query in which r.name stands for that column of r.
func (k kind) query(text string) string {
	return columnName.ReplaceAllStringFunc(text, func(s string) string { return "r[" + strconv.Itoa(slices.Index(k, s[2:])) + "]" })
}

// The rows of elements; in is what has them: the server's number of the page, or the id of a table or list.
var (
	sections  = columnsOf("in id n level text")
	sentences = columnsOf("in id address n text")
	tables    = columnsOf("in id address n infobox caption")
	cells     = columnsOf("in id address row column rowSpan columnSpan isHeader headers text")
	lists     = columnsOf("in id n")
	items     = columnsOf("in id address n level text")
)

// elementRows are the elements of pages, by kind.
type elementRows struct {
	sections, sentences, tables, cells, lists, items []any
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

// pageColumns are what an exported page's node shows besides its degrees.
var pageColumns = columnsOf("id title fullTitle ordinal name disambiguation passage load record")

func pageRow(p *graph.Page, passage, load, record string) row {
	title, full := titles(p.Title)
	return row{p.ID().String(), title, full, p.Ordinal, key(graph.FoldTitle(p.Title)), p.Disambiguation, passage, load, record}
}

// add appends the elements of a page; in stands for the page in their rows.
func (r *elementRows) add(p *graph.Page, in any) {
	page, n := p.ID().String(), numberer{}
	address := func(e graph.Element) string { return escape(graph.Address{Title: p.Title, Element: e}.String()) }
	for i := range p.Sections {
		s := &p.Sections[i]
		e := graph.Element{Kind: graph.KindSection, A: s.N}
		r.sections = append(r.sections, row{in, n.id(page, e), s.N, s.Level, escape(s.Text)})
	}
	for i := range p.Sentences {
		s := &p.Sentences[i]
		e := graph.Element{Kind: graph.KindSentence, A: s.N}
		r.sentences = append(r.sentences, row{in, n.id(page, e), address(e), s.N, escape(s.Text)})
	}
	for i := range p.Tables {
		r.table(&p.Tables[i], page, in, n, address)
	}
	for i := range p.Lists {
		l := &p.Lists[i]
		id := n.id(page, graph.Element{Kind: graph.KindList, A: l.N})
		r.lists = append(r.lists, row{in, id, l.N})
		for j := range l.Items {
			it := &l.Items[j]
			e := graph.Element{Kind: graph.KindItem, A: l.N, B: it.N}
			r.items = append(r.items, row{id, n.id(page, e), address(e), it.N, it.Level, escape(it.Text)})
		}
	}
}

func (r *elementRows) table(t *graph.Table, page string, in any, n numberer, address func(graph.Element) string) {
	caption := graph.Element{Kind: graph.KindCaption, A: t.N}
	id := n.id(page, graph.Element{Kind: graph.KindTable, A: t.N})
	r.tables = append(r.tables, row{in, id, address(caption), t.N, t.Infobox, escape(t.Caption)})
	grid := t.Grid()
	for i := range t.Rows {
		for j := range t.Rows[i] {
			c := &t.Rows[i][j]
			e := c.Element(t.N)
			rows, columns := grid.Headers(c)
			var headers []string // null in the graph where there is none, as in a CSV file
			for _, h := range slices.Concat(rows, columns) {
				headers = append(headers, escape(h.Text))
			}
			r.cells = append(r.cells, row{id, n.id(page, e), address(e), c.Row, c.Column, c.RowSpan, c.ColumnSpan, c.Header, orNull(headers), escape(c.Text)})
		}
	}
}

// orNull is the list, or null for an empty one.
func orNull(list []string) any {
	if len(list) == 0 {
		return nil
	}
	return list
}
