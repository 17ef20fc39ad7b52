package serve

import (
	"context"
	"fmt"
	"html/template"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
)

// pageView is a page of the wiki.
type pageView struct {
	Blocks  []block
	Out, In []record.PageLink
}

// block is a heading, a paragraph, a table or a list.
type block struct {
	Heading   string
	Sentences []rich
	Caption   string
	Rows      [][]rich
	Items     []rich
}

// rich is an element with its hyperlinks.
type rich struct {
	ID          string
	Lit, Header bool
	Span        template.HTMLAttr
	Parts       []textPart
}

type textPart struct{ Text, Target string }

func (s *Server) browse(w http.ResponseWriter, r *http.Request) {
	title := strings.TrimSpace(r.FormValue("title"))
	page := struct {
		base
		Name  string
		Pages []pageView
	}{base: s.base("browse", title), Name: title}
	if title != "" {
		var err error
		page.Command = s.command("page", title)
		page.Pages, err = through(r.Context(), s.hops, func() ([]pageView, error) {
			return s.views(r.Context(), title, strings.Split(r.FormValue("lit"), ","))
		})
		if err != nil {
			page.Problem = s.problem(err)
		}
	}
	s.render(w, "browse", page)
}

func (s *Server) views(ctx context.Context, title string, lit []string) ([]pageView, error) {
	pages, err := s.Engine.Page(ctx, title)
	if err != nil {
		return nil, err
	}
	var out []pageView
	for _, p := range pages {
		r, err := record.NewPage(ctx, s.Engine.Store(), p)
		if err != nil {
			return nil, err
		}
		out = append(out, pageView{blocks(p, lit), r.LinksOut, r.LinksIn})
	}
	return out, nil
}

// blocks returns a page's elements in reading order, sentences that follow one another as one paragraph.
func blocks(p *graph.Page, lit []string) []block {
	var out []block
	for _, e := range p.ReadingOrder() {
		t, _ := p.Text(e)
		switch e.Kind {
		case graph.KindSection:
			out = append(out, block{Heading: t.Text})
		case graph.KindSentence:
			if n := len(out); n == 0 || out[n-1].Sentences == nil || len(out[n-1].Sentences) >= paragraph {
				out = append(out, block{})
			}
			b := &out[len(out)-1]
			b.Sentences = append(b.Sentences, newRich(e, t.Text, t.Links, lit))
		case graph.KindTable:
			out = append(out, tableBlock(p.Table(e.A), lit))
		case graph.KindList:
			l := p.List(e.A)
			b := block{}
			for _, it := range l.Items {
				b.Items = append(b.Items, newRich(graph.Element{Kind: graph.KindItem, A: l.N, B: it.N}, it.Text,
					it.Links, lit))
			}
			out = append(out, b)
		}
	}
	return out
}

// paragraph is after how many sentences a new paragraph begins: stores don't keep where the page's own begin.
const paragraph = 5

func tableBlock(t *graph.Table, lit []string) block {
	b := block{Caption: t.Caption}
	for _, row := range t.Rows {
		var cells []rich
		for i := range row {
			c := &row[i]
			cell := newRich(c.Element(t.N), c.Text, c.Links, lit)
			cell.Header, cell.Span = c.Header, spans(c)
			cells = append(cells, cell)
		}
		b.Rows = append(b.Rows, cells)
	}
	return b
}

// spans returns a cell's attributes, numbers alone.
func spans(c *graph.Cell) template.HTMLAttr {
	out := ""
	if c.ColumnSpan > 1 {
		out += fmt.Sprintf(" colspan=%d", min(c.ColumnSpan, 1000))
	}
	if c.RowSpan > 1 {
		out += fmt.Sprintf(" rowspan=%d", min(c.RowSpan, 65534))
	}
	return template.HTMLAttr(out)
}

// newRich finds each hyperlink's anchor in the text, in their order.
func newRich(e graph.Element, text string, links []graph.Hyperlink, lit []string) rich {
	r := rich{ID: e.String(), Lit: slices.Contains(lit, e.String())}
	for _, l := range links {
		at := strings.Index(text, l.Anchor)
		if at < 0 || l.Anchor == "" {
			continue
		}
		r.Parts = append(r.Parts, textPart{Text: text[:at]}, textPart{l.Anchor, l.Target})
		text = text[at+len(l.Anchor):]
	}
	r.Parts = append(r.Parts, textPart{Text: text})
	return r
}

// random opens a page of chance, in a large store one of the first.
func (s *Server) random(w http.ResponseWriter, r *http.Request) {
	at := "/browse"
	if index, ok := s.Engine.Planner().Text.(interface{ First(int) []graph.PageID }); ok {
		if ids := index.First(100_000); len(ids) > 0 {
			i := rand.IntN(len(ids))
			heads, err := s.Engine.Store().Heads(r.Context(), ids[i:i+1])
			if err == nil {
				at = pageURL(heads[0].Title)
			}
		}
	}
	http.Redirect(w, r, at, http.StatusSeeOther)
}
