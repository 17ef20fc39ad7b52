package loader

import (
	"bytes"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/bridgehop/bridgehop/graph"
)

// parseHTML parses a page, whole or only its content: headings, sentences, lists and tables with captions, header cells and spans. A nested
// table is a table of its own; its words are not those of the outer cell. Lists within cells are text. Scripts, styles, reference marks,
// edit links, the table of contents, navigation and footers are left out. Link returns the title of the page that an href leads to.
//
// If the title is empty, it is taken from the content's first heading of level 1, else from the page's, else from its <title>.
func parseHTML(title string, data []byte, link func(href string) string) (*graph.Page, error) {
	root, err := html.Parse(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", errHTML, err)
	}
	if title == "" {
		title = titleOf(root)
	}
	p, err := titled(&title)
	if err != nil {
		return nil, err
	}
	main, mediaWiki := content(root)
	w := &htmlWalk{builder: builder{p}, cur: &inline{}, target: link, frame: !mediaWiki}
	w.children(main)
	w.flush()
	return p, nil
}

// titleOf returns the title in a page.
func titleOf(root *html.Node) string {
	isH1 := func(n *html.Node) bool { return n.DataAtom == atom.H1 }
	main, mediaWiki := content(root)
	if mediaWiki { // its title stands before the content
		main = root
	}
	isTitle := func(n *html.Node) bool { return n.DataAtom == atom.Title }
	for _, n := range []*html.Node{find(main, isH1), find(root, isH1), find(root, isTitle)} {
		if n != nil {
			in := &inline{}
			words(n, in)
			return strings.TrimSuffix(in.String(), " - Wikipedia")
		}
	}
	return ""
}

func words(n *html.Node, in *inline) {
	if n.Type == html.TextNode {
		in.text(n.Data)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		words(c, in)
	}
}

func find(n *html.Node, is func(*html.Node) bool) *html.Node {
	if n.Type == html.ElementNode && is(n) {
		return n
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if f := find(c, is); f != nil {
			return f
		}
	}
	return nil
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
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.node(c)
	}
}

func (w *htmlWalk) node(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		w.cur.text(n.Data)
		return
	case n.Type != html.ElementNode, w.frame && isBeside(n), isApparatus(n) && find(n, isTable) == nil:
		return
	}
	switch n.DataAtom {
	case atom.A:
		begin := w.cur.len()
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
	case atom.P, atom.Div, atom.Blockquote, atom.Center, atom.Pre, atom.Section, atom.Article, atom.Figure, atom.Figcaption, atom.Hr,
		atom.Li, atom.Dd, atom.Dt, atom.Form, atom.Header, atom.Footer, atom.Nav, atom.Main, atom.Aside, atom.Address, atom.Fieldset:
		w.flush()
		w.children(n)
		w.flush()
	default:
		w.children(n)
	}
}

func isTable(n *html.Node) bool { return n.DataAtom == atom.Table }

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
		w.cur.text(in.String() + " ")
		return
	}
	w.section(int(n.Data[1]-'0'), in.String())
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
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type != html.ElementNode:
		case c.DataAtom == atom.Li, c.DataAtom == atom.Dd, c.DataAtom == atom.Dt:
			w.item(c)
		case c.DataAtom == atom.Ul, c.DataAtom == atom.Ol, c.DataAtom == atom.Dl:
			w.lists(c)
		default:
			w.item(c) // invalid HTML; its text is kept as an item
		}
	}
}

// item reads an item. Items of a list within it follow it.
func (w *htmlWalk) item(n *html.Node) {
	i := len(w.list.items)
	w.list.items = append(w.list.items, graph.Item{Level: w.list.level})
	in := &inline{}
	if isTable(n) {
		w.table(n) // the item stays empty
	} else {
		in = w.element(n)
	}
	it := &w.list.items[i]
	it.Text, it.Links = in.whole()
}

// hrefTarget returns the title in an href of MediaWiki: /wiki/Title, the same with a host of Wikipedia, ./Title, or
// /w/index.php?title=Title for missing pages. It is empty for other hrefs.
func hrefTarget(href string) string {
	if rest, ok := strings.CutPrefix(href, "./"); ok {
		return rest
	}
	path := href
	if _, rest, ok := strings.Cut(href, "//"); ok {
		host, tail, _ := strings.Cut(rest, "/")
		if !strings.HasSuffix(host, ".wikipedia.org") {
			return ""
		}
		path = "/" + tail
	}
	if rest, ok := strings.CutPrefix(path, "/wiki/"); ok {
		rest, _, _ = strings.Cut(rest, "?")
		return rest
	}
	if _, query, ok := strings.Cut(path, "/w/index.php?"); ok && strings.Contains(query, "redlink=1") {
		if v, err := url.ParseQuery(query); err == nil {
			return v.Get("title")
		}
	}
	return ""
}

// table reads a table. Tables within its cells follow it.
func (w *htmlWalk) table(n *html.Node) {
	w.flush()
	i := w.builder.table(hasClass(n, "infobox"))
	var rows [][]graph.Cell
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Caption:
			text, links := w.element(c).whole()
			t := &w.page.Tables[i]
			if t.Caption == "" {
				t.Caption, t.CaptionLinks = text, links
			}
		case atom.Thead, atom.Tbody, atom.Tfoot:
			for r := c.FirstChild; r != nil; r = r.NextSibling {
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
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Td || c.DataAtom == atom.Th {
			rowSpan, columnSpan := span(attribute(c, "rowspan"), maxRowSpan), span(attribute(c, "colspan"), maxColumnSpan)
			cells = append(cells, w.element(c).cell(row, len(cells), rowSpan, columnSpan, c.DataAtom == atom.Th))
		}
	}
	return cells
}

// maxRowSpan and maxColumnSpan are the bounds of HTML.
const maxRowSpan, maxColumnSpan = 65534, 1000

// span parses the value of rowspan or colspan.
func span(s string, most int) int {
	s = strings.TrimSpace(s)
	digits := s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
	n, err := strconv.Atoi(digits)
	if err != nil && digits != "" {
		return most // too long for a number
	}
	return min(max(n, 1), most)
}
