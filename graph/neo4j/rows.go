package neo4j

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// columns are the names of the columns of rows, with their types in CSV files: "id address n:long text".
type columns string

// properties returns the columns from a place on, as a query sets them from a row.
func (c columns) properties(row string, from int) string {
	var out []string
	for i, f := range strings.Fields(string(c)) {
		if i >= from {
			name, _, _ := strings.Cut(f, ":")
			out = append(out, fmt.Sprintf("%s: %s[%d]", name, row, i))
		}
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// kind is a kind of rows: nodes of a label, or relationships of a type between nodes of two labels.
type kind struct{ name, from, to string }

// rowsOf are rows by their kinds.
type rowsOf map[kind][]any

func (r rowsOf) add(k kind, values ...any) { r[k] = append(r[k], values) }

// rows returns all rows of a page or a redirect.
func (p *prepared) rows() rowsOf {
	rows := rowsOf{}
	rows.addNode(p)
	rows.addParts(p)
	rows.addAway(p)
	return rows
}

// addNode adds the row of a page's or a redirect's own node.
func (r rowsOf) addNode(p *prepared) {
	if p.page == nil {
		title, full := titles(p.id)
		r.add(redirectKind, title, full, escape(p.to), key(graph.FoldTitle(p.id)), bytewise(p.id))
		return
	}
	title, full := titles(p.page.Title)
	var ordinal any
	if p.page.Ordinal > 0 {
		ordinal = p.page.Ordinal
	}
	r.add(pageKind, p.id, title, full, ordinal, key(graph.FoldTitle(p.page.Title)), p.page.Disambiguation, p.resolved,
		p.unresolved, p.head.Out, p.head.In)
}

// addAway adds the rows of what leads away from a page or a redirect.
func (r rowsOf) addAway(p *prepared) {
	for k, rows := range p.away {
		r[k] = append(r[k], rows...)
	}
}

// kinds returns the kinds that there are rows of, in a fixed order.
func (r rowsOf) kinds() []kind {
	return slices.SortedFunc(maps.Keys(r), func(a, b kind) int {
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.from, b.from), strings.Compare(a.to, b.to))
	})
}

// nodes are the nodes of a store in the order in which they are created. The parts of a page are in it, or in a table
// or a list: the id of that is the first column of their rows. A record has the page as it was put, and is for the
// store alone.
var nodes = []nodeKind{
	{"Page", "", "id title fullTitle ordinal:long name disambiguation:boolean links:long linksUnresolved:long " +
		"linksOut:long linksIn:long"},
	{"Record", "Page", "in id record load passage content head links"},
	{"Section", "Page", "in id n:long level:long text"},
	{"Sentence", "Page", "in id address fullAddress n:long text"},
	{"Table", "Page", "in id address fullAddress n:long infobox:boolean caption"},
	{"Cell", "Table", "in id address fullAddress row:long column:long rowSpan:long columnSpan:long isHeader:boolean " +
		"headers:string[] text"},
	{"List", "Page", "in id n:long"},
	{"Item", "List", "in id address fullAddress n:long level:long text"},
	{"Redirect", "", "title fullTitle to name order"},
	{"Missing", "", "title"},
}

type nodeKind struct {
	label, in string
	columns   columns
}

// The kinds of rows that are added by name.
var (
	pageKind     = kind{name: "Page"}
	redirectKind = kind{name: "Redirect"}
	linksTo      = kind{"LINKS_TO", "Page", "Page"}
	redirectsTo  = kind{"REDIRECTS_TO", "Redirect", "Page"}
)

// has returns the type of the relationships that lead to the parts of a label.
func has(label string) string { return "HAS_" + strings.ToUpper(label) }

// columns returns the columns of relationships. Most LINKS_TO have one link, with its anchor and element; several links
// are stored as lists.
func (k kind) columns() columns {
	switch k.name {
	case "LINKS_TO":
		return "from to count:long anchor element inferred:boolean anchors:string[] elements:string[] " +
			"inferredEach:boolean[]"
	case "MENTIONS":
		return "from to anchor place:long inferred:boolean"
	}
	return "from to"
}

// keyOf returns the property by which nodes of a label are found.
func keyOf(label string) string {
	if label == "Redirect" || label == "Missing" {
		return "title"
	}
	return "id"
}

// write is a query that runs for each row r.
type write struct {
	query string
	rows  []any
}

// writes returns what creates the rows: nodes first. LINKS_TO creates a page that comes later, by its id alone, and
// MENTIONS creates a Missing. Sentences come in reading order, so their NEXT are created with them.
func (r rowsOf) writes() (out []write) {
	for _, n := range nodes {
		rows := r[kind{name: n.label}]
		if n.in == "" {
			out = append(out, write{fmt.Sprintf("MERGE (n:%s {%s: r[0]}) SET n:%s, n += %s", mark+n.label,
				keyOf(n.label), n.label, n.columns.properties("r", 1)), rows})
			continue
		}
		create := fmt.Sprintf("UNWIND r[1] AS x CREATE (a)-[:%s]->(n:%s %s)", has(n.label), both(n.label),
			n.columns.properties("x", 1))
		if n.label == "Sentence" {
			create = "CALL (a, r) { " + create + " RETURN collect(n) AS made } UNWIND range(1, size(made) - 1) AS i " +
				"WITH made[i-1] AS b, made[i] AS c CREATE (b)-[:NEXT]->(c)"
		}
		out = append(out, write{fmt.Sprintf("MATCH (a:%s {id: r[0]}) %s", mark+n.in, create), grouped(rows)})
	}
	for _, k := range r.kinds() {
		if k.from == "" {
			continue
		}
		find := fmt.Sprintf("(b:%s {%s: x[1]})", mark+k.to, keyOf(k.to))
		switch {
		case k == linksTo:
			find = "MERGE " + find
		case k.to == "Missing":
			find = "MERGE " + find + " ON CREATE SET b:Missing"
		default:
			find = "MATCH " + find
		}
		out = append(out, write{fmt.Sprintf("MATCH (a:%s {%s: r[0]}) UNWIND r[1] AS x %s CREATE (a)-[:%s %s]->(b)",
			mark+k.from, keyOf(k.from), find, k.name, k.columns().properties("x", 2)), grouped(r[k])})
	}
	return out
}

// grouped puts rows that follow one another and begin alike together, behind what they begin with, so that this is
// found once.
func grouped(rows []any) (out []any) {
	first := 0
	for i := range rows {
		if i+1 == len(rows) || rows[i+1].(row)[0] != rows[i].(row)[0] {
			out = append(out, row{rows[i].(row)[0], rows[first : i+1]})
			first = i + 1
		}
	}
	return out
}

// nodeID returns an element's id: that of its page, and its place.
func nodeID(page string, e graph.Element) string { return page + "_" + e.String() }

// addParts adds the rows of the nodes and relationships within a page. A redirect has none.
func (r rowsOf) addParts(p *prepared) {
	if p.page == nil {
		return
	}
	r.add(kind{name: "Record"}, p.id, p.id, recordOf(p.packed), escape(p.load), p.page.Passage(), p.content, p.state,
		p.leaving)
	e := &elements{rows: r, page: p.page, id: p.id, seen: map[string]int{}}
	e.nodes()
	e.held()
}

// elements makes the rows of a page's elements.
type elements struct {
	rows rowsOf
	page *graph.Page
	id   string
	seen map[string]int
}

// node returns an element's id. A faulty page has several elements of one address.
func (m *elements) node(e graph.Element) string {
	id := nodeID(m.id, e)
	if m.seen[id]++; m.seen[id] > 1 {
		return id + "#" + strconv.Itoa(m.seen[id])
	}
	return id
}

// add adds the row of an element with an address.
func (m *elements) add(label, in, id string, e graph.Element, more ...any) {
	address, full := titles(graph.Address{Title: m.page.Title, Element: e}.String())
	m.rows.add(kind{name: label}, append(row{in, id, address, full}, more...)...)
}

func (m *elements) nodes() {
	for _, s := range m.page.Sections {
		id := m.node(graph.Element{Kind: graph.KindSection, A: s.N})
		m.rows.add(kind{name: "Section"}, m.id, id, s.N, s.Level, escape(s.Text))
	}
	for _, s := range m.sentences() {
		e := graph.Element{Kind: graph.KindSentence, A: s.N}
		m.add("Sentence", m.id, m.node(e), e, s.N, escape(s.Text))
	}
	for i := range m.page.Tables {
		m.table(&m.page.Tables[i])
	}
	for _, l := range m.page.Lists {
		list := m.node(graph.Element{Kind: graph.KindList, A: l.N})
		m.rows.add(kind{name: "List"}, m.id, list, l.N)
		for _, it := range l.Items {
			e := graph.Element{Kind: graph.KindItem, A: l.N, B: it.N}
			m.add("Item", list, m.node(e), e, it.N, it.Level, escape(it.Text))
		}
	}
}

func (m *elements) table(t *graph.Table) {
	table := m.node(graph.Element{Kind: graph.KindTable, A: t.N})
	m.add("Table", m.id, table, graph.Element{Kind: graph.KindCaption, A: t.N}, t.N, t.Infobox, escape(t.Caption))
	grid, ids := t.Grid(), map[*graph.Cell]string{}
	for _, cells := range t.Rows {
		for j := range cells {
			ids[&cells[j]] = m.node(cells[j].Element(t.N))
		}
	}
	for _, cells := range t.Rows {
		for j := range cells {
			c := &cells[j]
			var words any                                                // null if it has no headers
			if above := slices.Concat(grid.Headers(c)); len(above) > 0 { // of its row, then of its column
				var texts []string
				for i, h := range above {
					texts = append(texts, escape(h.Text))
					if !slices.Contains(above[:i], h) {
						m.rows.add(kind{"HAS_HEADER", "Cell", "Cell"}, ids[c], ids[h])
					}
				}
				words = texts
			}
			m.add("Cell", table, ids[c], c.Element(t.N), c.Row, c.Column, c.RowSpan, c.ColumnSpan, c.Header, words,
				escape(c.Text))
		}
	}
}

// sentences returns the page's sentences in reading order.
func (m *elements) sentences() []graph.Sentence {
	at := map[int]int{}
	for i, e := range m.page.ReadingOrder() {
		if e.Kind == graph.KindSentence {
			at[e.A] = i
		}
	}
	return slices.SortedStableFunc(slices.Values(m.page.Sentences), func(a, b graph.Sentence) int {
		return cmp.Compare(at[a.N], at[b.N])
	})
}

// held adds what a heading holds: the sentences, tables and lists up to the next one.
func (m *elements) held() {
	section := ""
	labels := map[graph.Kind]string{graph.KindSentence: "Sentence", graph.KindTable: "Table", graph.KindList: "List"}
	for _, e := range m.page.ReadingOrder() {
		if id := nodeID(m.id, e); e.Kind == graph.KindSection {
			section = id
		} else if section != "" {
			m.rows.add(kind{"HOLDS", "Section", labels[e.Kind]}, section, id)
		}
	}
}

// place returns the label and the element of the node for an element. A caption has the node of its table.
func place(e graph.Element) (string, graph.Element) {
	switch e.Kind {
	case graph.KindCaption, graph.KindTable:
		e.Kind = graph.KindTable
		return "Table", e
	case graph.KindCell, graph.KindHeaderCell:
		return "Cell", e
	case graph.KindItem:
		return "Item", e
	}
	return "Sentence", e
}

// occurrence is a hyperlink in an element.
type occurrence struct {
	graph.Hyperlink
	element graph.Element
	place   int // among the links of its element
}

// occurrences returns the hyperlinks of a page in reading order.
func occurrences(p *graph.Page) []*occurrence {
	var out []*occurrence
	for _, t := range p.Elements() {
		for i, l := range t.Links {
			out = append(out, &occurrence{l, t.Element, i})
		}
	}
	return out
}

// lead makes the rows of the relationships that lead away from a page and its elements, given its hyperlinks and the
// pages of their targets, and counts these. A LINKS_TO has all links from the page to another one, in the order of
// graph.Reader.Neighbors. A MENTIONS leads from the node of an element to a page or, by its title, to a Missing.
func (p *prepared) lead(all []*occurrence, found [][]graph.PageID) {
	links := map[graph.PageID][]*occurrence{}
	for i, o := range all {
		label, e := place(o.element)
		mention := func(to, id string) {
			p.away.add(kind{"MENTIONS", label, to}, nodeID(p.id, e), id, escape(o.Anchor), o.place, o.Inferred)
		}
		if len(found[i]) == 0 {
			p.unresolved++
			mention("Missing", key(graph.FoldTitle(o.Target)))
			continue
		}
		p.resolved++
		for _, to := range slices.Sorted(slices.Values(found[i])) {
			mention("Page", to.String())
			links[to] = append(links[to], o)
		}
	}
	for _, to := range slices.Sorted(maps.Keys(links)) {
		p.away.add(linksTo, linkRow(p.id, to, links[to])...)
	}
}

// linkRow returns the row of all links from a page to another one.
func linkRow(from string, to graph.PageID, all []*occurrence) row {
	slices.SortStableFunc(all, func(a, b *occurrence) int { return a.element.Compare(b.element) })
	first := all[0]
	out := row{from, to.String(), len(all), escape(first.Anchor), first.element.String(), first.Inferred,
		nil, nil, nil}
	if len(all) > 1 {
		var anchors, elements []string
		var inferred []bool
		for _, o := range all {
			anchors, elements = append(anchors, escape(o.Anchor)), append(elements, o.element.String())
			inferred = append(inferred, o.Inferred)
		}
		out[6], out[7], out[8] = anchors, elements, inferred
	}
	return out
}
