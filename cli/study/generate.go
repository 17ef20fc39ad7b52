package study

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Corpus is the part of graph.Reader that Generator needs.
type Corpus interface {
	hop.Graph
	All(ctx context.Context) iter.Seq2[*graph.Page, error]
}

// Generator makes retrieval queries with known reasoning graphs. It grows them as HoVer's claims were grown (Jiang et al. 2020, section
// 2.1.2), but from sentences instead of by crowd workers:
//
//   - Method 1. A page whose title the query names is hidden: a page that links to it is added to the graph, and the sentence
//     with the link is added to the query, with the anchor masked. The new page must have no link to or from any other page of
//     the graph, which is HoVer's rule that its title is mentioned in none of the pages.
//   - Method 2. A link from a page of the graph to a page outside is masked, and another page that links to the same target is
//     added.
//
// A path grows by Method 1 at either end: both ends are named, and the pages between are hidden. A star gets two leaves by Method 1, which
// hide its centre, and further leaves by Method 2. Of two pages, one is named and one hidden; with three pages, a path and a star
// are the same.
//
//	path4   Ida Holm: she crossed [this] on foot. [this]: joined Skagen to [it]. [it]: ... Nils Bro: he was born by [it].
//	gold    Ida Holm -> Varde Bridge -> Varde <- Nils Bro
//
// Words words of each sentence around the mask are kept, so that queries are as long as HoVer's claims. The same store and seed give the
// same queries, whatever else is generated.
//
// With Named, paths and stars differ in nothing but their shape: queries of any shape name this number of pages, every page joins by a
// link to an earlier one, and each page has one sentence.
type Generator struct {
	Store Corpus
	Seed  uint64
	Words int // words kept of each sentence; 0 means DefaultWords
	Named int // pages that a query names; 0 means those that its shape leaves

	pool *pool
}

// DefaultWords makes queries nearly as long as HoVer's claims, which have 19, 24 and 32 words for 2, 3 and 4 pages (section 3).
const DefaultWords = 8

// MostPages is the largest number of pages of a generated query.
const MostPages = 6

// ErrShape: not a shape and size that can be generated.
var ErrShape = errors.New("want a path of 2 to 6 pages or a star of 4 to 6")

// Query is a generated query with its gold.
type Query struct {
	ID      string
	Text    string
	Shape   string
	Pages   []string // titles, a path's from one end to the other, a star's from its centre
	Named   []string // pages whose titles are in the text; the others are hidden
	Edges   []Edge   // in the order of Pages; From is the page with the link
	Facts   []Fact   // the sentences of which it was made, in the order of Pages
	Family  string   // queries grown from one page share it
	Methods []int    // by which each page after the first two was appended
}

// Fact is a sentence of a page.
type Fact struct {
	Title    string
	Sentence int
}

// Queries yields n queries whose shape is "path" or "star", with the given number of pages; no two have the same pages. The sequence is
// shorter if the store has fewer. An error is its last element.
func (g *Generator) Queries(ctx context.Context, shape string, pages, n int) iter.Seq2[*Query, error] {
	return func(yield func(*Query, error) bool) {
		if pages < max(2, g.Named) || pages > MostPages || shape != "path" && (shape != "star" || pages < 4) {
			yield(nil, fmt.Errorf("%s of %d pages: %w", shape, pages, ErrShape))
			return
		}
		if g.pool == nil {
			p, err := newPool(ctx, g.Store)
			if err != nil {
				yield(nil, fmt.Errorf("generate: %w", err))
				return
			}
			g.pool = p
		}
		run := &run{pool: g.pool, words: g.words(), shape: shape, size: pages, named: g.Named, seen: map[string]bool{},
			prefix: fmt.Sprintf("generated-%s-%d", shape, pages), random: g.random(shape, pages)}
		if g.Named > 0 {
			run.prefix += fmt.Sprintf("-named%d", g.Named)
		}
		for made, dry := 0, 0; made < n && dry < patience; dry++ {
			d, err := run.try(ctx)
			if err != nil {
				yield(nil, fmt.Errorf("generate: %w", err))
				return
			}
			if d == nil {
				continue
			}
			made++
			dry = 0
			if !yield(run.query(d, made), nil) {
				return
			}
		}
	}
}

// patience is the number of failed attempts in a row after which the store has no more queries of a shape.
const patience = 20_000

func (g *Generator) words() int { return cmp.Or(g.Words, DefaultWords) }

// random returns a source of its own for each shape and size, so that the number of queries of one changes nothing of another.
func (g *Generator) random(shape string, pages int) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(shape + strconv.Itoa(pages))) // a hash can't fail
	return rand.New(rand.NewPCG(g.Seed, h.Sum64()))
}

// query returns the Query of a finished draft.
func (r *run) query(d *draft, n int) *Query {
	q := &Query{ID: fmt.Sprintf("%s-%06d", r.prefix, n), Text: d.text, Family: d.pages[0].title}
	at := map[string]int{}
	for place, i := range d.order() {
		title := d.pages[i].title
		at[title] = place
		q.Pages = append(q.Pages, title)
		if !d.pages[i].hidden {
			q.Named = append(q.Named, title)
		}
		for _, p := range d.parts {
			if p.page == i {
				q.Facts = append(q.Facts, Fact{title, p.sentence.n})
			}
		}
	}
	var joins [][2]int
	for i, p := range d.pages[1:] {
		joins = append(joins, [2]int{p.parent, i + 1})
		e := Edge{From: p.title, To: d.pages[p.parent].title, Kind: OutLink, Via: p.via}
		if p.method == 2 {
			e.Kind = SharedTarget
			if at[e.From] > at[e.To] {
				e.From, e.To = e.To, e.From
			}
		}
		q.Edges = append(q.Edges, e)
		if i > 0 {
			q.Methods = append(q.Methods, p.method)
		}
	}
	slices.SortFunc(q.Edges, func(a, b Edge) int { return cmp.Or(at[a.From]-at[b.From], at[a.To]-at[b.To]) })
	q.Shape = hop.ShapeOf(len(d.pages), joins)
	return q
}

// GeneratedKind is the kind of generated queries in claims files (claims.Claim.Kind).
const GeneratedKind = "generated"

// queryLine is a generated query in a claims file: HoVer's fields by the names of a plain one.
type queryLine struct {
	ID        string      `json:"id"`
	Claim     string      `json:"claim"`
	Kind      string      `json:"kind"`
	Hops      int         `json:"num_hops"`
	Shape     string      `json:"shape"`
	Family    string      `json:"family"`
	Facts     [][2]any    `json:"supporting_facts"`
	Edges     [][2]string `json:"edges"`
	Named     []string    `json:"named"`
	Generated madeLine    `json:"generated"`
}

// madeLine describes how a query was made.
type madeLine struct {
	Seed    uint64 `json:"seed"`
	Words   int    `json:"words"`
	Methods []int  `json:"methods"`
}

// Write writes a query as a line of a plain claims file.
func (g *Generator) Write(w io.Writer, q *Query) error {
	line := queryLine{ID: q.ID, Claim: q.Text, Kind: GeneratedKind, Hops: len(q.Pages), Shape: q.Shape, Family: q.Family,
		Named: q.Named, Generated: madeLine{g.Seed, g.words(), append([]int{}, q.Methods...)}}
	for _, f := range q.Facts {
		line.Facts = append(line.Facts, [2]any{f.Title, f.Sentence})
	}
	for _, e := range q.Edges {
		line.Edges = append(line.Edges, [2]string{e.From, e.To})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(line); err != nil {
		return fmt.Errorf("write query %s: %w", q.ID, err)
	}
	return nil
}

// blanks replace masked names, each with another one. They are stop words, which no search uses.
var blanks = [...]string{"[it]", "[this]", "[that]", "[these]", "[those]", "[they]", "[them]"}

// anchorMark replaces a link's anchor while other names are masked.
const anchorMark = "\ue000"

// name is a run of words that must not be in a query, and its blank.
type name struct {
	text  string
	blank string
	exact bool // masked as it is written only, and only in sentences of or about its page
	page  int  // -1 for the target of Method 2
}

// write writes the query's text. It returns false if the text would contain a hidden title, or few other words.
func (d *draft) write(words int) bool {
	names, blank := d.names()
	var out []string
	for _, i := range d.order() {
		for _, p := range d.parts {
			if p.page != i {
				continue
			}
			said, ok := d.partText(p, names, blank, words)
			if !ok {
				return false
			}
			out = append(out, said)
		}
	}
	d.text = strings.Join(out, " ")
	return !d.leaks()
}

// names lists what is masked, longest first, and the blank of each page (empty for a named one), then of each thing.
func (d *draft) names() (names []name, blank []string) {
	next := 0
	add := func(page int, b string, list ...string) {
		for _, text := range list {
			if utf8.RuneCountInString(text) > 1 {
				names = append(names, name{text: text, blank: b, page: page})
			}
		}
	}
	blank = make([]string, len(d.pages)+len(d.things))
	for _, i := range d.order() {
		if !d.pages[i].hidden {
			continue
		}
		b := blanks[next]
		blank[i], next = b, next+1
		add(i, b, spellings(d.pages[i].title)...)
		for _, p := range d.parts {
			if p.to == i {
				add(i, b, p.anchor)
			}
		}
		for _, w := range strings.Fields(graph.BareTitle(d.pages[i].title)) {
			if w = strings.Trim(w, ".,"); utf8.RuneCountInString(w) > 3 && unicode.IsUpper([]rune(w)[0]) {
				names = append(names, name{w, b, true, i})
			}
		}
	}
	for t, thing := range d.things {
		b := blanks[next]
		blank[len(d.pages)+t], next = b, next+1
		add(-1, b, append(spellings(thing.title), thing.anchors...)...)
	}
	slices.SortStableFunc(names, func(a, b name) int { return cmp.Compare(len(b.text), len(a.text)) })
	return names, blank
}

// spellings returns a title, the title without its parenthesis, and that without a leading article.
func spellings(title string) []string {
	bare := graph.BareTitle(title)
	out := []string{title, bare}
	if rest, ok := strings.CutPrefix(bare, "The "); ok {
		out = append(out, rest)
	}
	return out
}

// partText returns the text of a part: its subject, then the words around its link, with hidden names masked.
func (d *draft) partText(p part, names []name, blank []string, words int) (string, bool) {
	text, anchor := p.sentence.text, ""
	if p.anchor != "" {
		i, j, ok := findName(text, p.anchor)
		if !ok {
			return "", false
		}
		text = text[:i] + anchorMark + text[j:]
		switch {
		case p.thing >= 0:
			anchor = blank[len(d.pages)+p.thing]
		case blank[p.to] != "":
			anchor = blank[p.to]
		default:
			anchor = p.anchor
		}
	}
	for _, n := range names {
		if !n.exact || n.page == p.page || n.page == p.to {
			text = mask(text, n)
		}
	}
	text = window(text, words)
	if content(text) < min(leastContent, (words+1)/2) {
		return "", false
	}
	text = strings.Replace(text, anchorMark, anchor, 1)
	switch subject := blank[p.page]; {
	case subject == "" && !Names(text, d.pages[p.page].title):
		text = d.pages[p.page].title + ": " + text
	case subject != "" && !strings.Contains(text, subject):
		text = subject + ": " + text
	}
	return text + ".", true
}

// leastContent is the least number of words of a part besides masks; half of the words if fewer are kept.
const leastContent = 4

func content(text string) int {
	n := 0
	for _, w := range words(text) {
		if !small[w] && !slices.Contains(blanks[:], "["+w+"]") {
			n++
		}
	}
	return n
}

// window keeps n words of a text: around the anchor, else from the start.
func window(text string, n int) string {
	all := strings.Fields(text)
	at := slices.IndexFunc(all, func(w string) bool { return strings.Contains(w, anchorMark) })
	from := max(0, min(at-n/2, len(all)-n))
	if len(all) <= n+2 {
		from, n = 0, len(all)
	}
	kept := all[from:min(len(all), from+n)]
	return strings.Trim(strings.Join(kept, " "), " .,;:!?\"'")
}

// leaks reports whether the query has a title that it should hide, if only within other words, or lacks one that it should name.
func (d *draft) leaks() bool {
	text := strings.ToLower(d.text)
	for i, p := range d.pages {
		if d.pages[i].hidden && (strings.Contains(text, strings.ToLower(graph.BareTitle(p.title))) || Names(d.text, p.title)) ||
			!d.pages[i].hidden && !Names(d.text, p.title) {
			return true
		}
	}
	return slices.ContainsFunc(d.things, func(t thing) bool { return Names(d.text, t.title) })
}
