package loader

import (
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"golang.org/x/text/unicode/norm"
)

// inline is running text that is being put together, with the links in it. It can be used again after reset.
type inline struct {
	b     []byte
	links []inlineLink
}

func (in *inline) reset() *inline {
	in.b, in.links = in.b[:0], in.links[:0]
	return in
}

// inlineLink is a link on a run of bytes of the text.
type inlineLink struct {
	begin, end int
	target     string
}

func (in *inline) text(s string) { in.b = append(in.b, s...) }

// link ends a link that began at begin; one that leads to no page of the wiki is none.
func (in *inline) link(begin int, target string) {
	if title := pageTarget(target); title != "" {
		in.links = append(in.links, inlineLink{begin, len(in.b), title})
	}
}

func (in *inline) len() int { return len(in.b) }

func (in *inline) String() string { return string(in.b) }

// whole is the text of one element: white space folded, NFC.
func (in *inline) whole() (string, []graph.Hyperlink) {
	text := in.String()
	return graph.FoldSpace(text), hyperlinks(text, in.links, graph.FoldSpace)
}

// sentences splits the text and adds the sentences to those there are. A link goes to the sentence it begins in;
// one behind the last word goes to the last sentence.
func (in *inline) sentences(to []graph.Sentence) []graph.Sentence {
	text, links := in.String(), in.links
	fold := folder(text)
	first := len(to)
	for begin, end := range sentenceSpans(text) {
		words := fold(text[begin:end])
		n := 0
		for n < len(links) && links[n].begin < end {
			n++
		}
		if words == "" {
			continue
		}
		to = append(to, graph.Sentence{N: len(to), Text: words, Links: hyperlinks(text, links[:n], fold)})
		links = links[n:]
	}
	if len(to) > first && len(links) > 0 {
		last := &to[len(to)-1]
		last.Links = append(last.Links, hyperlinks(text, links, fold)...)
	}
	return to
}

func hyperlinks(text string, links []inlineLink, fold func(string) string) []graph.Hyperlink {
	if len(links) == 0 {
		return nil
	}
	out := make([]graph.Hyperlink, len(links))
	for i, l := range links {
		out[i] = graph.Hyperlink{Anchor: fold(text[l.begin:l.end]), Target: l.target}
	}
	return out
}

// folder is graph.FoldSpace for parts of a text. In one that is folded and in NFC as a whole, every part is, but for spaces at
// its ends (Unicode's Annex 15, section 1: normal forms are closed under taking parts).
func folder(text string) func(string) string {
	if folded, ascii := graph.IsFolded(text); folded && (ascii || norm.NFC.IsNormalString(text)) {
		return trimSpace
	}
	return graph.FoldSpace
}

func trimSpace(s string) string { return strings.Trim(s, " ") }

// builder builds a page, element by element, in reading order.
type builder struct{ page *graph.Page }

func (b builder) order(k graph.Kind, n int) {
	b.page.Order = append(b.page.Order, graph.Element{Kind: k, A: n})
}

// prose adds running text.
func (b builder) prose(in *inline) {
	first := len(b.page.Sentences)
	b.page.Sentences = in.sentences(b.page.Sentences)
	for n := first; n < len(b.page.Sentences); n++ {
		b.order(graph.KindSentence, n)
	}
}

// section adds a heading; one without words is none.
func (b builder) section(level int, text string) {
	if text = graph.FoldSpace(text); text == "" {
		return
	}
	n := len(b.page.Sections)
	b.page.Sections = append(b.page.Sections, graph.Section{N: n, Level: sectionLevel(level), Text: text})
	b.order(graph.KindSection, n)
}

// sectionLevel is the level of a heading: 1 to 6, as HTML and wikitext have them.
func sectionLevel(n int) int { return min(max(n, 1), 6) }

// itemLevel is the level of an item: 0 to 20, deeper than anybody writes.
func itemLevel(n int) int { return min(max(n, 0), 20) }

// list adds a list of the items that have words.
func (b builder) list(items []graph.Item) {
	l := graph.List{N: len(b.page.Lists)}
	for _, it := range items {
		if it.Text != "" {
			it.N, it.Level = len(l.Items), itemLevel(it.Level)
			l.Items = append(l.Items, it)
		}
	}
	if len(l.Items) > 0 {
		b.page.Lists = append(b.page.Lists, l)
		b.order(graph.KindList, l.N)
	}
}

// table begins a table and returns its number. Its place in Page.Tables is the same; others may follow before
// it is filled.
func (b builder) table(infobox bool) int {
	n := len(b.page.Tables)
	b.page.Tables = append(b.page.Tables, graph.Table{N: n, Infobox: infobox})
	b.order(graph.KindTable, n)
	return n
}

// cell is the cell in this place of the raw order.
func (in *inline) cell(row, column, rowSpan, columnSpan int, header bool) graph.Cell {
	c := graph.Cell{Row: row, Column: column, RowSpan: max(1, rowSpan), ColumnSpan: max(1, columnSpan), Header: header}
	c.Text, c.Links = in.whole()
	return c
}
