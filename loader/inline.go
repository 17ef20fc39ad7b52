package loader

import "github.com/bridgehop/bridgehop/graph"

// inline collects running text and the links in it.
type inline struct {
	b     []byte
	links []inlineLink
}

// inlineLink is a link whose anchor is a run of bytes of the text.
type inlineLink struct {
	begin, end int
	target     string
}

func (in *inline) text(s string) { in.b = append(in.b, s...) }

// link adds a link whose anchor is the text from begin on, if its target can be a page of the wiki.
func (in *inline) link(begin int, target string) {
	if title := pageTarget(target); title != "" {
		in.links = append(in.links, inlineLink{begin, len(in.b), title})
	}
}

// whole returns the text of an element, in NFC with white space folded, and its links.
func (in *inline) whole() (string, []graph.Hyperlink) {
	text := string(in.b)
	return graph.FoldSpace(text), hyperlinks(text, in.links)
}

// sentences splits the text and appends the sentences. A link goes to the sentence in which it begins; a link after the
// last word goes to the last sentence.
func (in *inline) sentences(to []graph.Sentence) []graph.Sentence {
	text, links := string(in.b), in.links
	first := len(to)
	for begin, end := range sentenceSpans(text) {
		words := graph.FoldSpace(text[begin:end])
		n := 0
		for n < len(links) && links[n].begin < end {
			n++
		}
		if words == "" {
			continue
		}
		to = append(to, graph.Sentence{N: len(to), Text: words, Links: hyperlinks(text, links[:n])})
		links = links[n:]
	}
	if len(to) > first && len(links) > 0 {
		last := &to[len(to)-1]
		last.Links = append(last.Links, hyperlinks(text, links)...)
	}
	return to
}

func hyperlinks(text string, links []inlineLink) []graph.Hyperlink {
	if len(links) == 0 {
		return nil
	}
	out := make([]graph.Hyperlink, len(links))
	for i, l := range links {
		out[i] = graph.Hyperlink{Anchor: graph.FoldSpace(text[l.begin:l.end]), Target: l.target}
	}
	return out
}

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

// section adds a heading that has words.
func (b builder) section(level int, text string) {
	if text == "" {
		return
	}
	n := len(b.page.Sections)
	b.page.Sections = append(b.page.Sections, graph.Section{N: n, Level: sectionLevel(level), Text: text})
	b.order(graph.KindSection, n)
}

// sectionLevel limits the level of a heading to 1 to 6, as in HTML and wikitext.
func sectionLevel(n int) int { return min(max(n, 1), 6) }

// itemLevel limits the level of an item to 0 to 20.
func itemLevel(n int) int { return min(max(n, 0), 20) }

// list adds a list of the items with words.
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

// table adds an empty table and returns its number, which is its index in Page.Tables. Other tables may be added before
// it is filled.
func (b builder) table(infobox bool) int {
	n := len(b.page.Tables)
	b.page.Tables = append(b.page.Tables, graph.Table{N: n, Infobox: infobox})
	b.order(graph.KindTable, n)
	return n
}

// cell returns the cell at this place in the raw order.
func (in *inline) cell(row, column, rowSpan, columnSpan int, header bool) graph.Cell {
	c := graph.Cell{Row: row, Column: column, RowSpan: max(1, rowSpan), ColumnSpan: max(1, columnSpan), Header: header}
	c.Text, c.Links = in.whole()
	return c
}
