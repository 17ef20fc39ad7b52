package loader

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// parseHTML parses a page, whole or only its content: headings, sentences, lists and tables with captions, header cells
// and spans. A nested table is a table of its own; its words are not the outer cell's. Lists within cells are
// text. Scripts, styles, reference marks, edit links, the table of contents, navigation and footers are left out. Link
// returns the title of the page that an href leads to.
//
// If the title is empty, it is taken from the content's first heading of level 1, else from the page's, else from its
// <title>.
func parseHTML(title string, data []byte, link func(href string) string) (*graph.Page, error) {
	root, err := html.Parse(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", errHTML, err)
	}
	if title == "" {
		title = titleOf(root)
	}
	p, err := titled(title)
	if err != nil {
		return nil, err
	}
	main, mediaWiki := mainContent(root)
	w := &htmlWalk{builder: builder{p}, cur: &inline{}, target: link, frame: !mediaWiki}
	w.children(main)
	w.flush()
	return p, nil
}

// htmlText returns the text of a page in UTF-8. Its encoding is that of a byte order mark, else the one that its <meta>
// names, else UTF-8. A page whose bytes are UTF-8 is in UTF-8, whatever it names: many pages name another encoding.
func htmlText(data []byte) ([]byte, error) {
	e, name, marked := charset.DetermineEncoding(data, "")
	if !marked { // beside a letter in UTF-8, another encoding is one that the page names
		head := bytes.ToValidUTF8(data[:min(len(data), 1020)], nil)
		e, name, _ = charset.DetermineEncoding(append(head, "é."...), "")
	}
	switch valid := utf8.Valid(data); {
	case valid && name != "iso-2022-jp": // which has no bytes above 127
		return data, nil
	case name == "utf-8" || name == "replacement":
		return nil, fmt.Errorf("%w; or name its encoding in <meta charset>", errUTF8)
	}
	text, err := e.NewDecoder().Bytes(data)
	if err != nil || bytes.ContainsRune(text, utf8.RuneError) {
		return nil, fmt.Errorf("not in %s, the encoding that it names: %w", name, errUTF8)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// titleOf returns the title in a page.
func titleOf(root *html.Node) string {
	main, mediaWiki := mainContent(root)
	if mediaWiki { // its title stands before the content
		main = root
	}
	for _, n := range []*html.Node{find(main, isOf(atom.H1)), find(root, isOf(atom.H1)), find(root, isOf(atom.Title))} {
		if n == nil {
			continue
		}
		in := &inline{}
		for d := range n.Descendants() {
			if d.Type == html.TextNode {
				in.text(d.Data)
			}
		}
		return strings.TrimSuffix(string(in.b), " - Wikipedia")
	}
	return ""
}

// find returns the first element within n that fits, or nil.
func find(n *html.Node, fits func(*html.Node) bool) *html.Node {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && fits(d) {
			return d
		}
	}
	return nil
}

func isOf(a atom.Atom) func(*html.Node) bool {
	return func(n *html.Node) bool { return n.DataAtom == a }
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func hasClass(n *html.Node, part string) bool { return strings.Contains(attribute(n, "class"), part) }

// htmlWalk walks a page in document order. html.Parse bounds its depth.
type htmlWalk struct {
	builder
	target func(href string) string
	frame  bool    // the page may have parts that are not content
	cur    *inline // the current text
	within bool    // cur is the text of a cell, item, caption or heading, in which blocks start no paragraph
	list   *htmlList
}

// htmlList is the current list, with nested ones.
type htmlList struct {
	items []graph.Item
	level int
}

func (w *htmlWalk) children(n *html.Node) {
	for c := range n.ChildNodes() {
		w.node(c)
	}
}

func (w *htmlWalk) node(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		w.cur.text(n.Data)
		return
	case n.Type != html.ElementNode, w.frame && isBeside(n),
		isApparatus(n) && n.DataAtom != atom.Table && find(n, isOf(atom.Table)) == nil:
		return
	}
	switch n.DataAtom {
	case atom.A:
		begin := len(w.cur.b)
		at := w.cur
		w.children(n)
		if !hasClass(n, "extiw") { // another wiki's page
			at.link(begin, w.target(attribute(n, "href")))
		}
	case atom.Table:
		w.table(n)
	case atom.Ul, atom.Ol, atom.Dl:
		w.lists(n)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.heading(n)
	case atom.Br:
		w.cur.text("\n")
	case atom.P, atom.Div, atom.Blockquote, atom.Center, atom.Pre, atom.Section, atom.Article, atom.Figure,
		atom.Figcaption, atom.Hr, atom.Li, atom.Dd, atom.Dt, atom.Form, atom.Header, atom.Footer, atom.Nav, atom.Main,
		atom.Aside, atom.Address, atom.Fieldset:
		w.flush()
		w.children(n)
		w.flush()
	default:
		w.children(n)
	}
}

// isApparatus reports whether an element does not belong to the content.
func isApparatus(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Link, atom.Meta, atom.Head:
		return true
	case atom.Sup:
		return hasClass(n, "reference") || strings.HasPrefix(attribute(n, "id"), "fnref") // of Markdown's footnotes
	case atom.A:
		return hasClass(n, "footnote-backref")
	case atom.Span:
		return hasClass(n, "editsection")
	}
	id := attribute(n, "id")
	return id == "toc" || strings.Contains(strings.ReplaceAll(attribute(n, "style"), " ", ""), "display:none")
}

// flush ends a paragraph; within an element it adds a space.
func (w *htmlWalk) flush() {
	if w.within {
		w.cur.text(" ")
		return
	}
	w.prose(w.cur)
	w.cur = &inline{}
}

// element returns the text of a cell, item, caption or heading.
func (w *htmlWalk) element(n *html.Node) *inline {
	cur, within, list := w.cur, w.within, w.list
	in := &inline{}
	w.cur, w.within = in, true
	if n.DataAtom == atom.Td || n.DataAtom == atom.Th || n.DataAtom == atom.Caption {
		w.list = nil
	}
	w.children(n)
	w.cur, w.within, w.list = cur, within, list
	return in
}

func (w *htmlWalk) heading(n *html.Node) {
	w.flush()
	in := w.element(n)
	if w.within {
		w.cur.text(string(in.b) + " ")
		return
	}
	text, _ := in.whole()
	w.section(int(n.Data[1]-'0'), text)
}

// lists reads a list, which may be within an item of another; within a cell it is text.
func (w *htmlWalk) lists(n *html.Node) {
	switch {
	case w.list != nil:
		w.list.level++
		w.items(n)
		w.list.level--
	case w.within:
		w.flush()
		w.children(n)
	default:
		w.flush()
		w.list = &htmlList{}
		w.items(n)
		items := w.list.items
		w.list = nil
		w.builder.list(items)
	}
}

func (w *htmlWalk) items(n *html.Node) {
	for c := range n.ChildNodes() {
		switch {
		case c.Type != html.ElementNode:
		case c.DataAtom == atom.Ul, c.DataAtom == atom.Ol, c.DataAtom == atom.Dl:
			w.lists(c)
		default:
			w.item(c) // of invalid HTML, too
		}
	}
}

// item reads an item. Items of a list within it follow it.
func (w *htmlWalk) item(n *html.Node) {
	i := len(w.list.items)
	w.list.items = append(w.list.items, graph.Item{Level: w.list.level})
	in := &inline{}
	if n.DataAtom == atom.Table {
		w.table(n) // the item stays empty
	} else {
		in = w.element(n)
	}
	it := &w.list.items[i]
	it.Text, it.Links = in.whole()
}

// table reads a table. Tables within its cells follow it.
func (w *htmlWalk) table(n *html.Node) {
	w.flush()
	i := w.builder.table(hasClass(n, "infobox"))
	var rows [][]graph.Cell
	for c := range n.ChildNodes() {
		switch c.DataAtom {
		case atom.Caption:
			text, links := w.element(c).whole()
			t := &w.page.Tables[i]
			if t.Caption == "" {
				t.Caption, t.CaptionLinks = text, links
			}
		case atom.Thead, atom.Tbody, atom.Tfoot:
			for r := range c.ChildNodes() {
				if r.DataAtom == atom.Tr {
					rows = append(rows, w.row(r, len(rows)))
				}
			}
		}
	}
	w.page.Tables[i].Rows = rows
}

func (w *htmlWalk) row(n *html.Node, row int) []graph.Cell {
	cells := []graph.Cell{}
	for c := range n.ChildNodes() {
		if c.DataAtom == atom.Td || c.DataAtom == atom.Th {
			rowSpan := span(attribute(c, "rowspan"), maxRowSpan)
			columnSpan := span(attribute(c, "colspan"), maxColumnSpan)
			cells = append(cells, w.element(c).cell(row, len(cells), rowSpan, columnSpan, c.DataAtom == atom.Th))
		}
	}
	return cells
}

// maxRowSpan and maxColumnSpan are the bounds of HTML.
const maxRowSpan, maxColumnSpan = 65534, 1000

// span parses the value of rowspan or colspan.
func span(s string, most int) int {
	n, _ := strconv.Atoi(strings.TrimSpace(s)) // the largest number for one that is too long, 0 for none
	return min(max(n, 1), most)
}

// mainContent returns the element with the page's main content, and whether it was made by MediaWiki.
func mainContent(root *html.Node) (n *html.Node, mediaWiki bool) {
	for _, id := range []string{"mw-content-text", "bodyContent"} {
		if n := find(root, func(n *html.Node) bool { return attribute(n, "id") == id }); n != nil {
			return n, true
		}
	}
	isMain := func(n *html.Node) bool { return n.DataAtom == atom.Main || attribute(n, "role") == "main" }
	for _, is := range []func(*html.Node) bool{isMain, isOf(atom.Article)} {
		if n := find(root, is); n != nil && n.FirstChild != nil && (n.DataAtom != atom.Article || !hasSibling(n)) {
			return n, false
		}
	}
	if n := find(root, isOf(atom.Body)); n != nil {
		return n, false
	}
	return root, false // of a page of frames
}

// hasSibling reports whether an article is one of several, as in a list of them.
func hasSibling(n *html.Node) bool {
	for s := n.NextSibling; s != nil; s = s.NextSibling {
		if s.DataAtom == n.DataAtom {
			return true
		}
	}
	return false
}

// besideWords are the roles, ids and classes of the parts of a page beside its content.
var besideWords = english.Set(`nav navbar navigation menu footer site-footer site-header sidebar breadcrumb breadcrumbs
	cookie-banner pagination skip-link toc contentinfo banner`)

// isBeside reports whether an element is a part of a site's frame: navigation, footer, sidebar.
func isBeside(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Nav, atom.Footer, atom.Aside:
		return true
	case atom.Div, atom.Ul, atom.Ol, atom.Section, atom.Header, atom.P, atom.A:
		words := attribute(n, "role") + " " + attribute(n, "id") + " " + attribute(n, "class")
		beside := func(word string) bool { return besideWords[word] }
		return slices.ContainsFunc(strings.Fields(strings.ToLower(words)), beside)
	}
	return false
}
