package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
)

func pageCommand() *urfave.Command {
	o := &pageOptions{}
	return console.Command("page", &urfave.Command{
		Flags:  o.store.Flags(&urfave.IntFlag{Name: "links", Value: 10, Usage: "for people, show `N` links in each direction; JSON has all", Destination: &o.links}),
		Action: console.Action(o.run),
	})
}

// pageOptions are the flags of page.
type pageOptions struct {
	store console.Store
	links int
}

func (o *pageOptions) run(ctx context.Context, c *console.Console) error {
	title, err := c.OneArg("title")
	if err == nil {
		err = console.AtLeast("links", o.links, 0)
	}
	if err != nil {
		return err
	}
	return o.store.Read(ctx, func(s graph.Store) error {
		found, err := bridgehop.FindPages(ctx, s, title)
		if err != nil {
			return titleError(err)
		}
		pages, err := s.Pages(ctx, found[0])
		if err != nil {
			return fmt.Errorf("read %q: %w", title, err)
		}
		for _, p := range pages {
			r, err := newPageRecord(ctx, s, p)
			if err == nil {
				err = c.Print(r, func(out *console.Text) { r.print(out, p, o.links) })
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// pageRecord is a page in page --json.
type pageRecord struct {
	ID        string           `json:"id"`
	Title     string           `json:"title"`
	Passage   string           `json:"passage"`
	Sections  []sectionRecord  `json:"sections"`
	Sentences []sentenceRecord `json:"sentences"`
	Tables    []tableRecord    `json:"tables"`
	Lists     []listRecord     `json:"lists"`
	LinksOut  []pageLink       `json:"links_out"`
	LinksIn   []pageLink       `json:"links_in"`
}

type sectionRecord struct {
	ID    string `json:"id"`
	Level int    `json:"level"`
	Text  string `json:"text"`
}

type sentenceRecord struct {
	ID    string       `json:"id"`
	Text  string       `json:"text"`
	Links []textAnchor `json:"links"`
}

type tableRecord struct {
	ID      string       `json:"id"`
	Caption string       `json:"caption"`
	Cells   []cellRecord `json:"cells"`
}

type cellRecord struct {
	ID         string        `json:"id"`
	Row        int           `json:"row"`
	Column     int           `json:"column"`
	RowSpan    int           `json:"row_span"`
	ColumnSpan int           `json:"column_span"`
	Header     bool          `json:"header"`
	Headers    headersRecord `json:"headers"`
	Text       string        `json:"text"`
	Links      []textAnchor  `json:"links"`
}

// headersRecord is the texts of the headers a cell stands under, outermost first.
type headersRecord struct {
	Row    []string `json:"row"`
	Column []string `json:"column"`
}

type listRecord struct {
	ID    string       `json:"id"`
	Items []itemRecord `json:"items"`
}

type itemRecord struct {
	ID    string       `json:"id"`
	Level int          `json:"level"`
	Text  string       `json:"text"`
	Links []textAnchor `json:"links"`
}

// textAnchor is a link as it stands in a text; its target need not be a page of the store.
type textAnchor struct {
	Anchor   string `json:"anchor"`
	Target   string `json:"target"`
	Inferred bool   `json:"inferred,omitempty"`
}

// pageLink is all links to, or from, one page under the same words.
type pageLink struct {
	Title  string `json:"title"`
	Anchor string `json:"anchor"`
	Count  int    `json:"count"`
}

func newPageRecord(ctx context.Context, s graph.Reader, p *graph.Page) (*pageRecord, error) {
	r := &pageRecord{ID: p.ID().String(), Title: p.Title, Passage: p.Passage(),
		Sections: []sectionRecord{}, Sentences: []sentenceRecord{}, Tables: []tableRecord{}, Lists: []listRecord{}}
	id := func(e graph.Element) string { return graph.Address{Title: p.Title, Element: e}.String() }
	for _, sec := range p.Sections {
		r.Sections = append(r.Sections, sectionRecord{ID: id(graph.Element{Kind: graph.KindSection, A: sec.N}), Level: sec.Level, Text: sec.Text})
	}
	for _, sen := range p.Sentences {
		r.Sentences = append(r.Sentences, sentenceRecord{ID: id(graph.Element{Kind: graph.KindSentence, A: sen.N}), Text: sen.Text, Links: anchors(sen.Links)})
	}
	for i := range p.Tables {
		r.Tables = append(r.Tables, newTableRecord(&p.Tables[i], id))
	}
	for i := range p.Lists {
		r.Lists = append(r.Lists, newListRecord(&p.Lists[i], id))
	}
	var err error
	if r.LinksOut, err = pageLinks(ctx, s, p.ID(), graph.Out); err != nil {
		return nil, err
	}
	r.LinksIn, err = pageLinks(ctx, s, p.ID(), graph.In)
	return r, err
}

func newTableRecord(t *graph.Table, id func(graph.Element) string) tableRecord {
	r := tableRecord{ID: id(graph.Element{Kind: graph.KindTable, A: t.N}), Caption: t.Caption, Cells: []cellRecord{}}
	grid := t.Grid()
	for i := range t.Rows {
		for j := range t.Rows[i] {
			cell := &t.Rows[i][j]
			r.Cells = append(r.Cells, cellRecord{ID: id(cell.Element(t.N)), Row: cell.Row, Column: cell.Column,
				RowSpan: cell.RowSpan, ColumnSpan: cell.ColumnSpan, Header: cell.Header, Headers: newHeadersRecord(grid, cell),
				Text: cell.Text, Links: anchors(cell.Links)})
		}
	}
	return r
}

func newHeadersRecord(g *graph.Grid, cell *graph.Cell) headersRecord {
	row, column := g.Headers(cell)
	return headersRecord{Row: cellTexts(row), Column: cellTexts(column)}
}

func cellTexts(cells []*graph.Cell) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = c.Text
	}
	return out
}

func newListRecord(l *graph.List, id func(graph.Element) string) listRecord {
	r := listRecord{ID: id(graph.Element{Kind: graph.KindList, A: l.N}), Items: []itemRecord{}}
	for _, it := range l.Items {
		r.Items = append(r.Items, itemRecord{ID: id(graph.Element{Kind: graph.KindItem, A: l.N, B: it.N}), Level: it.Level, Text: it.Text, Links: anchors(it.Links)})
	}
	return r
}

func anchors(links []graph.Hyperlink) []textAnchor {
	out := make([]textAnchor, len(links))
	for i, l := range links {
		out[i] = textAnchor{Anchor: l.Anchor, Target: l.Target, Inferred: l.Inferred}
	}
	return out
}

// pageLinks groups a page's links by the other page and the anchor, most frequent first.
func pageLinks(ctx context.Context, s graph.Reader, id graph.PageID, dir graph.Direction) ([]pageLink, error) {
	links, err := s.Neighbors(ctx, []graph.PageID{id}, dir, 0)
	if err != nil {
		return nil, fmt.Errorf("read links: %w", err)
	}
	other := func(l graph.Link) graph.PageID {
		if dir == graph.Out {
			return l.To
		}
		return l.From
	}
	ids := make([]graph.PageID, len(links))
	for i, l := range links {
		ids[i] = other(l)
	}
	heads, err := s.Heads(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read titles: %w", err)
	}
	type end struct {
		pageLink
		page graph.PageID
	}
	ends, counts, out := map[end]int{}, map[pageLink]int{}, []pageLink{}
	for i, l := range links {
		e := end{pageLink{Title: heads[i].Title, Anchor: l.Anchor}, ids[i]}
		if ends[e]++; dir == graph.In { // from another page of that title, it is another link
			counts[e.pageLink]++
		} else if ends[e] > counts[e.pageLink] { // it leads to all pages of that title
			counts[e.pageLink] = ends[e]
		}
	}
	for l, n := range counts {
		l.Count = n
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b pageLink) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Title, b.Title), cmp.Compare(a.Anchor, b.Anchor))
	})
	return out, nil
}

// print shows the page for people, in reading order.
func (r *pageRecord) print(out *console.Text, p *graph.Page, links int) {
	out.Printf("%s  (%s)\n", r.Title, r.ID)
	for _, e := range p.ReadingOrder() {
		switch e.Kind {
		case graph.KindSection:
			i := slices.IndexFunc(p.Sections, func(s graph.Section) bool { return s.N == e.A })
			out.Printf("\n%s %s\n", strings.Repeat("#", min(max(1, p.Sections[i].Level), 6)), p.Sections[i].Text)
		case graph.KindSentence:
			i := slices.IndexFunc(p.Sentences, func(s graph.Sentence) bool { return s.N == e.A })
			out.Printf("  [%s] %s\n", e, p.Sentences[i].Text)
		case graph.KindTable:
			i := slices.IndexFunc(p.Tables, func(t graph.Table) bool { return t.N == e.A })
			printTable(out, &p.Tables[i])
		case graph.KindList:
			i := slices.IndexFunc(p.Lists, func(l graph.List) bool { return l.N == e.A })
			for _, it := range p.Lists[i].Items {
				out.Printf("  [%s] %s- %s\n", graph.Element{Kind: graph.KindItem, A: e.A, B: it.N}, strings.Repeat("  ", min(max(0, it.Level), 20)), it.Text)
			}
		}
	}
	printLinks(out, "links to", r.LinksOut, links)
	printLinks(out, "linked from", r.LinksIn, links)
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

func printLinks(out *console.Text, what string, links []pageLink, n int) {
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
