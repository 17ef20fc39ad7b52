package neo4j

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/bridgehop/bridgehop/graph"
)

// row has the values of a node or relationship in the order of its columns. A list takes fewer bytes on the network than a map, which
// repeats its keys.
type row = []any

// columns are the names of the columns of rows, with their types in CSV files: "id address n:long text".
type columns string

// properties returns the columns from a place on, as a query sets them from a row r.
func (c columns) properties(from int) string {
	var out []string
	for i, f := range strings.Fields(string(c)) {
		if i >= from {
			name, _, _ := strings.Cut(f, ":")
			out = append(out, fmt.Sprintf("%s: r[%d]", name, i))
		}
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// elementKinds are the nodes of elements, in the order in which they are created, and their parents: a page, a table or a list, whose id is
// the first column of their rows.
var elementKinds = []struct {
	label, in string
	columns   columns
}{
	{"Section", "Page", "in id n:long level:long text"},
	{"Sentence", "Page", "in id address n:long text"},
	{"Table", "Page", "in id address n:long infobox:boolean caption"},
	{"Cell", "Table", "in id address row:long column:long rowSpan:long columnSpan:long isHeader:boolean headers:string[] text"},
	{"List", "Page", "in id n:long"},
	{"Item", "List", "in id address n:long level:long text"},
}

// has returns the type of the relationships that lead to the elements of a label.
func has(label string) string { return "HAS_" + strings.ToUpper(label) }

// The columns of relationships. Most LINKS_TO have one link, with its anchor and element; several links are stored as lists.
const (
	linkColumns    columns = "from to count:long anchor element inferred:boolean anchors:string[] elements:string[] inferredEach:boolean[]"
	mentionColumns columns = "from to anchor place:long inferred:boolean"
)

// nodeID returns an element's id: that of its page, and its place.
func nodeID(page string, e graph.Element) string { return page + "_" + e.String() }

// elementRows are the elements of pages, by label.
type elementRows map[string][]any

// add appends the elements of a page.
func (r elementRows) add(p *graph.Page) {
	page, seen := p.ID().String(), map[string]int{}
	id := func(e graph.Element) string { // a faulty page has several elements of one address
		id := nodeID(page, e)
		if seen[id]++; seen[id] > 1 {
			return id + "#" + strconv.Itoa(seen[id])
		}
		return id
	}
	address := func(e graph.Element) string { return escape(graph.Address{Title: p.Title, Element: e}.String()) }
	add := func(label string, values ...any) { r[label] = append(r[label], values) }
	for _, s := range p.Sections {
		add("Section", page, id(graph.Element{Kind: graph.KindSection, A: s.N}), s.N, s.Level, escape(s.Text))
	}
	for _, s := range p.Sentences {
		e := graph.Element{Kind: graph.KindSentence, A: s.N}
		add("Sentence", page, id(e), address(e), s.N, escape(s.Text))
	}
	for i := range p.Tables {
		t := &p.Tables[i]
		table := id(graph.Element{Kind: graph.KindTable, A: t.N})
		add("Table", page, table, address(graph.Element{Kind: graph.KindCaption, A: t.N}), t.N, t.Infobox, escape(t.Caption))
		grid := t.Grid()
		for _, cells := range t.Rows {
			for j := range cells {
				c := &cells[j]
				e := c.Element(t.N)
				add("Cell", table, id(e), address(e), c.Row, c.Column, c.RowSpan, c.ColumnSpan, c.Header, headers(grid, c), escape(c.Text))
			}
		}
	}
	for _, l := range p.Lists {
		list := id(graph.Element{Kind: graph.KindList, A: l.N})
		add("List", page, list, l.N)
		for _, it := range l.Items {
			e := graph.Element{Kind: graph.KindItem, A: l.N, B: it.N}
			add("Item", list, id(e), address(e), it.N, it.Level, escape(it.Text))
		}
	}
}

// headers returns the texts of a cell's headers; null if it has none.
func headers(grid *graph.Grid, c *graph.Cell) any {
	rows, columns := grid.Headers(c)
	if len(rows)+len(columns) == 0 {
		return nil
	}
	var words []string
	for _, h := range slices.Concat(rows, columns) {
		words = append(words, escape(h.Text))
	}
	return words
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

// occurrence is a hyperlink in an element, and the pages its title finds.
type occurrence struct {
	element graph.Element
	place   int // among the links of its element
	link    graph.Hyperlink
	to      []graph.PageID
}

// occurrences returns the hyperlinks of a page in reading order.
func occurrences(p *graph.Page) []occurrence {
	var out []occurrence
	for _, t := range p.Elements() {
		for i, l := range t.Links {
			out = append(out, occurrence{element: t.Element, place: i, link: l})
		}
	}
	return out
}

// pageLinks are the relationships that lead away from a page and its elements, and their counts.
type pageLinks struct {
	page                 string
	links                []pageLink
	mentions             []mention
	resolved, unresolved int // hyperlinks
	out                  int // number of links; a hyperlink to a title of several pages is several links
}

// pageLink is a LINKS_TO: all occurrences of links between two pages, in the order of graph.Reader.Neighbors.
type pageLink struct {
	to   graph.PageID
	each []*occurrence
}

// mention is a MENTIONS, which leads from an element's node to a page or, by its title, to a Missing.
type mention struct {
	from, to string // labels
	row      row
}

// linksOfPage sorts the occurrences on a page.
func linksOfPage(page graph.PageID, all []occurrence) pageLinks {
	out, n := pageLinks{page: page.String()}, map[graph.PageID]int{}
	for i := range all {
		o := &all[i]
		label, e := place(o.element)
		mention := func(to, id string) mention {
			return mention{label, to, row{nodeID(out.page, e), id, escape(o.link.Anchor), o.place, o.link.Inferred}}
		}
		if len(o.to) == 0 {
			out.unresolved++
			out.mentions = append(out.mentions, mention("Missing", key(graph.FoldTitle(o.link.Target))))
			continue
		}
		out.resolved++
		out.out += len(o.to)
		for _, to := range o.to {
			out.mentions = append(out.mentions, mention("Page", to.String()))
			if _, known := n[to]; !known {
				n[to] = len(out.links)
				out.links = append(out.links, pageLink{to: to})
			}
			l := &out.links[n[to]]
			l.each = append(l.each, o)
		}
	}
	slices.SortFunc(out.links, func(a, b pageLink) int { return cmp.Compare(a.to, b.to) })
	for i := range out.links {
		slices.SortStableFunc(out.links[i].each, func(a, b *occurrence) int { return a.element.Compare(b.element) })
	}
	return out
}

func (l *pageLink) row(from string) row {
	first := l.each[0]
	out := row{from, l.to.String(), len(l.each), escape(first.link.Anchor), first.element.String(), first.link.Inferred, nil, nil, nil}
	if len(l.each) > 1 {
		var anchors, elements []string
		var inferred []bool
		for _, o := range l.each {
			anchors, elements, inferred = append(anchors, escape(o.link.Anchor)), append(elements, o.element.String()),
				append(inferred, o.link.Inferred)
		}
		out[6], out[7], out[8] = anchors, elements, inferred
	}
	return out
}

// recordVersion is the first character of every page record. The rest is msgpack of the graph.Page with structs as arrays, compressed by
// zstd, in base64, which needs no escapes in CSV files.
const recordVersion = "1"

// coder returns the compressor and decompressor, which are made on first use.
var coder = sync.OnceValues(func() (*zstd.Encoder, *zstd.Decoder) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(runtime.GOMAXPROCS(0)),
		zstd.WithZeroFrames(true))
	if err != nil {
		return nil, nil // only wrong options fail
	}
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(1<<30))
	if err != nil {
		return e, nil
	}
	return e, d
})

// packPage returns the page's uncompressed record. Equal pages have equal records.
func packPage(p *graph.Page) ([]byte, error) {
	var b bytes.Buffer
	e := msgpack.NewEncoder(&b)
	e.UseArrayEncodedStructs(true)
	e.UseCompactInts(true)
	if err := e.Encode(p.Clone()); err != nil {
		return nil, fmt.Errorf("encode page: %w", err)
	}
	return b.Bytes(), nil
}

// encodePage returns the page's record as it is stored.
func encodePage(p *graph.Page) (string, error) {
	b, err := packPage(p)
	if err != nil {
		return "", err
	}
	e, _ := coder()
	return recordVersion + base64.RawStdEncoding.EncodeToString(e.EncodeAll(b, nil)), nil
}

// decodePage reads what encodePage wrote; anything else is an error.
func decodePage(s string) (*graph.Page, error) {
	if len(s) == 0 || s[:1] != recordVersion {
		return nil, fmt.Errorf("page record: %w", graph.ErrFormat)
	}
	z, err := base64.RawStdEncoding.DecodeString(s[1:])
	if err != nil {
		return nil, fmt.Errorf("page record: %w", err)
	}
	_, d := coder()
	b, err := d.DecodeAll(z, nil)
	if err != nil {
		return nil, fmt.Errorf("page record: %w", err)
	}
	var p graph.Page
	if err := msgpack.Unmarshal(b, &p); err != nil {
		return nil, fmt.Errorf("page record: %w", err)
	}
	return &p, nil
}
