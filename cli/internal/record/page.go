package record

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/search"
)

// Page is a page in page --json.
type Page struct {
	ID        string      `json:"id"`
	Title     string      `json:"title"`
	Passage   string      `json:"passage"`
	Sections  []pageText  `json:"sections"`
	Sentences []pageText  `json:"sentences"`
	Tables    []pageTable `json:"tables"`
	Lists     []pageList  `json:"lists"`
	LinksOut  []PageLink  `json:"links_out"`
	LinksIn   []PageLink  `json:"links_in"`
}

// pageText is a heading, a sentence or an item of a list.
type pageText struct {
	ID    string `json:"id"`
	Level *int   `json:"level,omitempty"` // nil for a sentence
	Text  string `json:"text"`
	Links links  `json:"links,omitzero"` // nil for a heading
}

type pageTable struct {
	ID      string     `json:"id"`
	Caption string     `json:"caption"`
	Cells   []pageCell `json:"cells"`
}

type pageCell struct {
	ID         string      `json:"id"`
	Row        int         `json:"row"`
	Column     int         `json:"column"`
	RowSpan    int         `json:"row_span"`
	ColumnSpan int         `json:"column_span"`
	Header     bool        `json:"header"`
	Headers    pageHeaders `json:"headers"`
	Text       string      `json:"text"`
	Links      links       `json:"links"`
}

// pageHeaders is the texts of the headers a cell stands under, outermost first.
type pageHeaders struct {
	Row    []string `json:"row"`
	Column []string `json:"column"`
}

type pageList struct {
	ID    string     `json:"id"`
	Items []pageText `json:"items"`
}

// links are links as they stand in a text, never null; their targets need not be pages of the store.
type links []graph.Hyperlink

// PageLink is all links to, or from, one page under the same words.
type PageLink struct {
	Title  string `json:"title"`
	Anchor string `json:"anchor"`
	Count  int    `json:"count"`
}

// NewPage returns the record of a page of a store.
func NewPage(ctx context.Context, s graph.Reader, p *graph.Page) (*Page, error) {
	r := &Page{ID: p.ID().String(), Title: p.Title, Passage: p.Passage(),
		Sections: []pageText{}, Sentences: []pageText{}, Tables: []pageTable{}, Lists: []pageList{}}
	id := func(e graph.Element) string { return graph.Address{Title: p.Title, Element: e}.String() }
	for _, sec := range p.Sections {
		r.Sections = append(r.Sections, pageText{ID: id(graph.Element{Kind: graph.KindSection, A: sec.N}),
			Level: &sec.Level, Text: sec.Text})
	}
	for _, sen := range p.Sentences {
		r.Sentences = append(r.Sentences, pageText{ID: id(graph.Element{Kind: graph.KindSentence, A: sen.N}),
			Text: sen.Text, Links: append(links{}, sen.Links...)})
	}
	for i := range p.Tables {
		r.Tables = append(r.Tables, newPageTable(&p.Tables[i], id))
	}
	for _, l := range p.Lists {
		list := pageList{ID: id(graph.Element{Kind: graph.KindList, A: l.N}), Items: []pageText{}}
		for _, it := range l.Items {
			list.Items = append(list.Items, pageText{id(graph.Element{Kind: graph.KindItem, A: l.N, B: it.N}),
				&it.Level, it.Text, append(links{}, it.Links...)})
		}
		r.Lists = append(r.Lists, list)
	}
	var err error
	if r.LinksOut, err = PageLinks(ctx, s, p.ID(), graph.Out); err != nil {
		return nil, err
	}
	r.LinksIn, err = PageLinks(ctx, s, p.ID(), graph.In)
	return r, err
}

func newPageTable(t *graph.Table, id func(graph.Element) string) pageTable {
	r := pageTable{ID: id(graph.Element{Kind: graph.KindTable, A: t.N}), Caption: t.Caption, Cells: []pageCell{}}
	grid := t.Grid()
	for i := range t.Rows {
		for j := range t.Rows[i] {
			cell := &t.Rows[i][j]
			row, column := grid.Headers(cell)
			r.Cells = append(r.Cells, pageCell{ID: id(cell.Element(t.N)), Row: cell.Row, Column: cell.Column,
				RowSpan: cell.RowSpan, ColumnSpan: cell.ColumnSpan, Header: cell.Header,
				Headers: pageHeaders{cellTexts(row), cellTexts(column)}, Text: cell.Text,
				Links: append(links{}, cell.Links...)})
		}
	}
	return r
}

func cellTexts(cells []*graph.Cell) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = c.Text
	}
	return out
}

// PageLinks groups a page's links by the other page and the anchor, most frequent first.
func PageLinks(ctx context.Context, s graph.Reader, id graph.PageID, dir graph.Direction) ([]PageLink, error) {
	links, err := s.Neighbors(ctx, []graph.PageID{id}, dir, 0)
	if err != nil {
		return nil, fmt.Errorf("read links: %w", err)
	}
	ids := make([]graph.PageID, len(links))
	for i, l := range links {
		if ids[i] = l.To; dir == graph.In {
			ids[i] = l.From
		}
	}
	heads, err := s.Heads(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read titles: %w", err)
	}
	type end struct {
		PageLink
		page graph.PageID
	}
	ends, counts, out := map[end]int{}, map[PageLink]int{}, []PageLink{}
	for i, l := range links {
		e := end{PageLink{Title: heads[i].Title, Anchor: l.Anchor}, ids[i]}
		if ends[e]++; dir == graph.In { // from another page of that title, it is another link
			counts[e.PageLink]++
		} else if ends[e] > counts[e.PageLink] { // it leads to all pages of that title
			counts[e.PageLink] = ends[e]
		}
	}
	for l, n := range counts {
		l.Count = n
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b PageLink) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Title, b.Title), cmp.Compare(a.Anchor, b.Anchor))
	})
	return out, nil
}

// Print shows the page for people, in reading order.
func (r *Page) Print(out *console.Text, p *graph.Page) {
	out.Printf("%s  (%s)\n", r.Title, r.ID)
	for _, e := range p.ReadingOrder() {
		t, _ := p.Text(e)
		switch e.Kind {
		case graph.KindSection:
			out.Printf("\n%s %s\n", strings.Repeat("#", min(max(1, level(p, e)), 6)), t.Text)
		case graph.KindSentence:
			out.Printf("  [%s] %s\n", e, t.Text)
		case graph.KindTable:
			printTable(out, p.Table(e.A))
		case graph.KindList:
			for _, it := range p.List(e.A).Items {
				out.Printf("  [%s] %s- %s\n", graph.Element{Kind: graph.KindItem, A: e.A, B: it.N},
					strings.Repeat("  ", min(max(0, it.Level), 20)), it.Text)
			}
		}
	}
	printLinks(out, "links to", r.LinksOut)
	printLinks(out, "linked from", r.LinksIn)
}

// level returns the level of a section.
func level(p *graph.Page, e graph.Element) int {
	i := slices.IndexFunc(p.Sections, func(s graph.Section) bool { return s.N == e.A })
	return p.Sections[i].Level
}

func printTable(out *console.Text, t *graph.Table) {
	out.Printf("  [table_%d] %s\n", t.N, t.Caption)
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = console.Clip(cell.Text, 40)
			if cell.Header {
				cells[i] = "*" + cells[i] + "*"
			}
		}
		out.Printf("    %s\n", strings.Join(cells, " | "))
	}
}

func printLinks(out *console.Text, what string, links []PageLink) {
	const n = 10
	if len(links) == 0 {
		return
	}
	out.Printf("\n%s:\n", what)
	for _, l := range links[:min(n, len(links))] {
		out.Printf("  %s -[%s]- %d\n", l.Title, l.Anchor, l.Count)
	}
	if len(links) > n {
		out.Printf("  … and %d more\n", len(links)-n)
	}
}

// Found is a page that a search found.
type Found struct {
	Title     string     `json:"title"`
	ID        string     `json:"id" doc:"of the page in the store"`
	Score     float64    `json:"score"`
	Fragments []Fragment `json:"fragments"`
}

// Fragment is a part of an element with words of the query.
type Fragment struct {
	ID      string   `json:"id" doc:"of the element, with its page"`
	Text    string   `json:"text"`
	Matches [][2]int `json:"matches" doc:"where words of the query begin and end in the text, in characters"`
}

// NewFound returns a hit as JSON.
func NewFound(h *search.Hit) Found {
	out := Found{Title: h.Page.Title, ID: h.Page.ID().String(), Score: math.Round(h.Score*1e6) / 1e6,
		Fragments: []Fragment{}}
	for _, f := range h.Fragments {
		r := Fragment{ID: graph.Address{Title: h.Page.Title, Element: f.Element}.String(), Text: f.Text,
			Matches: [][2]int{}}
		for _, m := range f.Matches {
			from := utf8.RuneCountInString(f.Text[:m[0]])
			r.Matches = append(r.Matches, [2]int{from, from + utf8.RuneCountInString(f.Text[m[0]:m[1]])})
		}
		out.Fragments = append(out.Fragments, r)
	}
	return out
}

// Marked returns the text, escaped, with its matches between two marks.
func (f *Fragment) Marked(begin, end string, escape func(string) string) string {
	text, last, out := []rune(f.Text), 0, ""
	for _, m := range f.Matches {
		out += escape(string(text[last:m[0]])) + begin + escape(string(text[m[0]:m[1]])) + end
		last = m[1]
	}
	return out + escape(string(text[last:]))
}
