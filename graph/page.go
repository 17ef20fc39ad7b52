package graph

import (
	"fmt"
	"slices"
)

// Page is one page of the wiki, with everything that can be evidence.
// Its key is (Title, Ordinal): two pages of one title differ in their ordinals.
type Page struct {
	Title   string // as the corpus spells it, in Unicode normal form C, spaces for underscores
	Ordinal int    // 0 for the first page of a title, then 1, 2, … (MuSiQue has several passages of one title)

	Sections  []Section
	Sentences []Sentence
	Tables    []Table
	Lists     []List

	// Order is the reading order of the page: sections, sentences, tables and lists as they follow one another.
	// An element that Order leaves out is read after all elements of Order.
	Order []Element

	// Disambiguation is true for a page that only lists the pages of one name.
	Disambiguation bool
}

// ID returns the page's identity, which depends only on its key.
func (p *Page) ID() PageID { return NewPageID(p.Title, p.Ordinal) }

// Section is a heading; it encloses what follows it until the next heading of its level or above.
type Section struct {
	N     int // number in the page: Title_section_N
	Level int // 1 is the page itself, 2 a main section
	Text  string
}

// Sentence is one sentence of running text, links replaced by their anchors.
type Sentence struct {
	N     int // number in the page: Title_sentence_N
	Text  string
	Links []Hyperlink
}

// CaptionMark begins a sentence that is the caption of a picture or a table.
const CaptionMark = "CAPTION: "

// Table is a table or an infobox with its raw rows.
type Table struct {
	N       int // number in the page: Title_cell_N_row_column
	Infobox bool
	Caption string
	// CaptionLinks are the hyperlinks of the caption.
	CaptionLinks []Hyperlink
	Rows         [][]Cell // in raw order; rows may differ in length
}

// Cell is one cell of a table. Row and Column are the numbers of its id in the corpus, which count raw
// order and not places in the grid (FEVEROUS); see Table.Grid for places.
type Cell struct {
	Row, Column         int
	RowSpan, ColumnSpan int // at least 1
	Header              bool
	Text                string
	Links               []Hyperlink
}

// List is a bulleted or numbered list.
type List struct {
	N     int // number in the page: Title_item_N_i
	Items []Item
}

// Item is one entry of a list.
type Item struct {
	N     int // number in the list
	Level int // 0 is the outermost
	Text  string
	Links []Hyperlink
}

// Hyperlink is an occurrence of a link in an element: the words that a reader sees, and the title that they lead to
// (NFC, spaces for underscores, fragment dropped; not necessarily a page of the store).
type Hyperlink struct {
	Anchor string `json:"anchor"`
	Target string `json:"target"`
	// Inferred is true for a link that no author made: the page mentions the target's title (--infer-links).
	Inferred bool `json:"inferred,omitempty"`
}

// ArticleElements is the lowest number of elements of a page that counts as a whole article and not as an introduction.
const ArticleElements = 40

// Elements yields the addressable elements of the page that can be evidence (sentences, table captions,
// cells and items) in reading order, with their text and links.
func (p *Page) Elements() []Text {
	order := p.ReadingOrder()
	size := len(order)
	for i := range p.Tables {
		for _, row := range p.Tables[i].Rows {
			size += len(row)
		}
	}
	for i := range p.Lists {
		size += len(p.Lists[i].Items)
	}
	out := make([]Text, 0, size)
	for _, e := range order {
		switch e.Kind {
		case KindSentence:
			s := p.sentence(e.A)
			out = append(out, Text{Element: e, Text: s.Text, Links: s.Links})
		case KindTable:
			out = p.Table(e.A).appendTexts(out)
		case KindList:
			l := p.List(e.A)
			for i := range l.Items {
				it := &l.Items[i]
				out = append(out, Text{Element: Element{Kind: KindItem, A: l.N, B: it.N}, Text: it.Text,
					Links: it.Links})
			}
		}
	}
	return out
}

// Text is an element with its words and hyperlinks.
type Text struct {
	Element Element
	Text    string
	Links   []Hyperlink
}

func (t *Table) appendTexts(out []Text) []Text {
	if t.Caption != "" {
		out = append(out, Text{Element: Element{Kind: KindCaption, A: t.N}, Text: t.Caption, Links: t.CaptionLinks})
	}
	for r := range t.Rows {
		for c := range t.Rows[r] {
			cell := &t.Rows[r][c]
			out = append(out, Text{Element: cell.Element(t.N), Text: cell.Text, Links: cell.Links})
		}
	}
	return out
}

// Element returns the address of the cell within its page.
func (c *Cell) Element(table int) Element {
	kind := KindCell
	if c.Header {
		kind = KindHeaderCell
	}
	return Element{Kind: kind, A: table, B: c.Row, C: c.Column}
}

// ReadingOrder returns Order, followed by the elements that Order leaves out: sections, sentences, tables, lists.
// Each element of the page occurs once, and no other address occurs.
func (p *Page) ReadingOrder() []Element {
	all := p.inventory()
	if p.inOrder(all) {
		return append(all[:0], p.Order...)
	}
	left := make(map[Element]bool, len(all))
	for _, e := range all {
		left[e] = true
	}
	out := make([]Element, 0, len(all))
	for _, order := range [...][]Element{p.Order, all} {
		for _, e := range order {
			if left[e] {
				out = append(out, e)
				delete(left, e)
			}
		}
	}
	return out
}

// inOrder says that Order has all elements of the page, which all lists, and each kind's as they lie and in rising
// numbers, as most pages have them.
func (p *Page) inOrder(all []Element) bool {
	var begin, next, end [4]int // in all, of each kind
	for k, n := range [...]int{len(p.Sections), len(p.Sentences), len(p.Tables), len(p.Lists)} {
		if k > 0 {
			begin[k] = end[k-1]
		}
		next[k], end[k] = begin[k], begin[k]+n
	}
	for _, e := range p.Order {
		k := slices.Index(inventoryKinds[:], e.Kind)
		if k < 0 || next[k] == end[k] || all[next[k]] != e || next[k] > begin[k] && all[next[k]-1].A >= e.A {
			return false
		}
		next[k]++
	}
	return len(p.Order) == len(all)
}

// inventoryKinds are the kinds of elements in the order of the inventory.
var inventoryKinds = [...]Kind{KindSection, KindSentence, KindTable, KindList}

// inventory returns the addresses of the page's parts as they lie.
func (p *Page) inventory() []Element {
	all := make([]Element, 0, len(p.Sections)+len(p.Sentences)+len(p.Tables)+len(p.Lists))
	for i := range p.Sections {
		all = append(all, Element{Kind: KindSection, A: p.Sections[i].N})
	}
	for i := range p.Sentences {
		all = append(all, Element{Kind: KindSentence, A: p.Sentences[i].N})
	}
	for i := range p.Tables {
		all = append(all, Element{Kind: KindTable, A: p.Tables[i].N})
	}
	for i := range p.Lists {
		all = append(all, Element{Kind: KindList, A: p.Lists[i].N})
	}
	return all
}

// numbered finds the part of a page with a number, which most pages have at that place; nil when there is none of it.
func numbered[T any](parts []T, n int, number func(*T) int) *T {
	if n >= 0 && n < len(parts) && number(&parts[n]) == n {
		return &parts[n]
	}
	for i := range parts {
		if number(&parts[i]) == n {
			return &parts[i]
		}
	}
	return nil
}

func (p *Page) section(n int) *Section {
	return numbered(p.Sections, n, func(s *Section) int { return s.N })
}

func (p *Page) sentence(n int) *Sentence {
	return numbered(p.Sentences, n, func(s *Sentence) int { return s.N })
}

// Table returns the table with a number, or nil.
func (p *Page) Table(n int) *Table { return numbered(p.Tables, n, func(t *Table) int { return t.N }) }

// List returns the list with a number, or nil.
func (p *Page) List(n int) *List { return numbered(p.Lists, n, func(l *List) int { return l.N }) }

// Clone copies a page down to its links; empty lists become nil, so that pages that are alike have clones that are
// equal.
func (p *Page) Clone() *Page {
	out := *p
	out.Sections, out.Order = cloned(p.Sections), cloned(p.Order)
	out.Sentences, out.Tables, out.Lists = cloned(p.Sentences), cloned(p.Tables), cloned(p.Lists)
	for i := range out.Tables {
		out.Tables[i].Rows = cloned(out.Tables[i].Rows)
		for r := range out.Tables[i].Rows {
			out.Tables[i].Rows[r] = cloned(out.Tables[i].Rows[r])
		}
	}
	for i := range out.Lists {
		out.Lists[i].Items = cloned(out.Lists[i].Items)
	}
	out.eachLinks(func(_ Element, links *[]Hyperlink) { *links = cloned(*links) })
	return &out
}

// cloned copies a list; of an empty one it is nil.
func cloned[T any](list []T) []T { return append([]T(nil), list...) }

// SetInferred replaces the page's inferred links: each is added behind the other links of its element, in
// the order given, and those that were there before go. It fails with ErrNoElement, and leaves the page as
// it is, when the page has no such element.
func (p *Page) SetInferred(links []InferredLink) error {
	places := map[Element][]*[]Hyperlink{} // a faulty page has several elements of one address
	p.eachLinks(func(e Element, links *[]Hyperlink) { places[e] = append(places[e], links) })
	for _, l := range links {
		if len(places[l.Element]) == 0 {
			return fmt.Errorf("page %q has no %v: %w", p.Title, l.Element, ErrNoElement)
		}
	}
	for _, same := range places {
		for _, at := range same {
			*at = authored(*at)
		}
	}
	for _, l := range links {
		at := places[l.Element][0]
		*at = append(*at, Hyperlink{Anchor: l.Anchor, Target: l.Target, Inferred: true})
	}
	return nil
}

// authored copies the links that are not inferred.
func authored(links []Hyperlink) []Hyperlink {
	var out []Hyperlink
	for _, l := range links {
		if !l.Inferred {
			out = append(out, l)
		}
	}
	return out
}

// eachLinks yields where the links of each element are kept.
func (p *Page) eachLinks(yield func(Element, *[]Hyperlink)) {
	for i := range p.Sentences {
		s := &p.Sentences[i]
		yield(Element{Kind: KindSentence, A: s.N}, &s.Links)
	}
	for i := range p.Tables {
		t := &p.Tables[i]
		yield(Element{Kind: KindCaption, A: t.N}, &t.CaptionLinks)
		for r := range t.Rows {
			for c := range t.Rows[r] {
				cell := &t.Rows[r][c]
				yield(cell.Element(t.N), &cell.Links)
			}
		}
	}
	for i := range p.Lists {
		l := &p.Lists[i]
		for j := range l.Items {
			yield(Element{Kind: KindItem, A: l.N, B: l.Items[j].N}, &l.Items[j].Links)
		}
	}
}
