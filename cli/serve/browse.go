package serve

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/cli/internal/console"
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
		List  *list
	}{base: s.base("browse", title), Name: title}
	var err error
	if title == "" {
		from, _ := strconv.Atoi(r.FormValue("from")) // 0 for none
		if page.List, err = s.list(r.Context(), r.FormValue("letter"), from); err != nil {
			page.Problem = s.problem(err)
		}
	} else {
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

// listed is of how many pages the titles are listed: of all in most stores, and of the first ones in large ones.
const listed = 100_000

// titlesShown is how many titles stand on one page of the list.
const titlesShown = 200

// titles returns the titles of the store in the order of the alphabet. They are read once.
func (s *Server) titles(ctx context.Context) ([]string, error) {
	if kept := s.listed.Load(); kept != nil {
		return *kept, nil
	}
	return through(ctx, s.hops, func() (out []string, err error) {
		index, ok := s.Engine.Planner().Text.(interface{ First(int) []graph.PageID })
		if !ok {
			return nil, nil
		}
		heads, err := s.Engine.Store().Heads(ctx, index.First(listed))
		if err != nil {
			return nil, err
		}
		for _, h := range heads {
			out = append(out, h.Title)
		}
		slices.SortFunc(out, func(a, b string) int {
			return cmp.Or(strings.Compare(console.PlainLetters(a), console.PlainLetters(b)), strings.Compare(a, b))
		})
		out = slices.Compact(out)
		s.listed.Store(&out)
		return out, nil
	})
}

// letter returns the letter under which a title stands: # for what begins with none.
func letter(title string) string {
	if r, _ := utf8.DecodeRuneInString(console.PlainLetters(title)); unicode.IsLetter(r) {
		return string(unicode.ToUpper(r))
	}
	return "#"
}

// list is the list of titles under a letter.
type list struct {
	Letters []string
	Letter  string
	Titles  []string
	More    string // where the list goes on
}

func (s *Server) list(ctx context.Context, of string, from int) (*list, error) {
	all, err := s.titles(ctx)
	if err != nil {
		return nil, err
	}
	l := &list{Letter: of}
	for _, t := range all {
		x := letter(t)
		if !slices.Contains(l.Letters, x) {
			l.Letters = append(l.Letters, x)
		}
		if x == of {
			l.Titles = append(l.Titles, t)
		}
	}
	slices.Sort(l.Letters)
	if next := from + titlesShown; next < len(l.Titles) {
		l.More = "/browse?" + url.Values{"letter": {of}, "from": {strconv.Itoa(next)}}.Encode()
	}
	l.Titles = l.Titles[min(max(from, 0), len(l.Titles)):]
	l.Titles = l.Titles[:min(titlesShown, len(l.Titles))]
	return l, nil
}

// random opens a page of chance.
func (s *Server) random(w http.ResponseWriter, r *http.Request) {
	all, err := s.titles(r.Context())
	if err != nil || len(all) == 0 {
		http.Redirect(w, r, "/browse", http.StatusSeeOther)
		return
	}
	http.Redirect(w, r, pageURL(all[rand.IntN(len(all))]), http.StatusSeeOther)
}
