package study

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
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

// Generator makes retrieval queries with known reasoning graphs. It grows them by Method 1 of HoVer (Jiang et al. 2020,
// section 2.1.2), but from sentences instead of by crowd workers. A page whose title the query names is hidden: a page
// that links to it is added to the graph, and the sentence with the link is added to the query, with the anchor masked.
// The new page must have no link to or from any other page of the graph, which is HoVer's rule that its title is
// mentioned in none of the pages.
//
// A path grows at either end: both ends are named, and the pages between are hidden. A star grows at its centre, which
// alone is hidden. Of two pages, one is named and one hidden.
//
//	path4   Ida Holm: she crossed [this] on foot. [this]: joined Skagen to [it]. [it]: ... Nils Bro: born by [it].
//	gold    Ida Holm -> Varde Bridge -> Varde <- Nils Bro
//
// The same store and seed give the same queries, whatever else is generated. With Named, queries of any shape name this
// number of pages, so that paths and stars differ in nothing but their shape.
type Generator struct {
	Store Corpus
	Seed  uint64
	Named int // pages that a query names; 0 means those that its shape leaves

	bases []graph.PageID // all pages with a usable sentence, by id, once they are read
}

// keptWords of each sentence, around the mask, make queries nearly as long as HoVer's claims of 2 to 4 pages, which have
// 19, 24 and 32 words (section 3).
const keptWords = 8

// MostPages is the largest number of pages of a generated query.
const MostPages = 6

// GeneratedKind is the kind of generated queries in claims files (claims.Claim.Kind).
const GeneratedKind = "generated"

// Query is a generated query with its gold, a line of a claims file.
type Query struct {
	ID        string      `json:"id"`
	Text      string      `json:"claim"`
	Kind      string      `json:"kind"` // GeneratedKind
	Hops      int         `json:"num_hops"`
	Shape     string      `json:"shape"`
	Family    string      `json:"family"`           // queries grown from one page share it
	Facts     [][2]any    `json:"supporting_facts"` // title and number of each page's sentence, in the order of Pages
	Edges     [][2]string `json:"edges"`            // titles, in the order of Pages, of the page with the link first
	Named     []string    `json:"named"`            // pages whose titles are in the text; the others are hidden
	Generated struct {
		Seed uint64 `json:"seed"`
	} `json:"generated"`
	Pages []string `json:"-"` // titles, a path's from one end to the other, a star's from its centre
}

// Queries yields n queries whose shape is "path", of 2 to MostPages pages, or "star", of 4 and more; no two have the same
// pages. The sequence is shorter if the store has fewer. An error is its last element.
func (g *Generator) Queries(ctx context.Context, shape string, pages, n int) iter.Seq2[*Query, error] {
	return func(yield func(*Query, error) bool) {
		if err := g.begin(ctx); err != nil {
			yield(nil, fmt.Errorf("generate: %w", err))
			return
		}
		// A source of its own for each shape and size: the number of queries of one changes nothing of another.
		h := fnv.New64a()
		_, _ = h.Write([]byte(shape + strconv.Itoa(pages))) // a hash can't fail
		r := &run{Generator: g, shape: shape, size: pages, seen: map[string]bool{},
			random: rand.New(rand.NewPCG(g.Seed, h.Sum64()))}
		prefix := fmt.Sprintf("generated-%s-%d", shape, pages)
		if g.Named > 0 {
			prefix += fmt.Sprintf("-named%d", g.Named)
		}
		for made, dry := 0, 0; made < n && dry < patience; dry++ {
			q, err := r.try(ctx)
			if err != nil {
				yield(nil, fmt.Errorf("generate: %w", err))
				return
			}
			if q == nil {
				continue
			}
			made, dry = made+1, 0
			q.ID, q.Generated.Seed = fmt.Sprintf("%s-%06d", prefix, made), g.Seed
			if !yield(q, nil) {
				return
			}
		}
	}
}

// begin reads the store, once.
func (g *Generator) begin(ctx context.Context) error {
	if g.bases != nil {
		return nil
	}
	for page, err := range g.Store.All(ctx) {
		if err != nil {
			return fmt.Errorf("read the store: %w", err)
		}
		if newLeaf(page) != nil {
			g.bases = append(g.bases, page.ID())
		}
	}
	return ctx.Err()
}

// patience is the number of failed attempts in a row after which the store has no more queries of a shape.
const patience = 20_000

// query returns the query of a finished draft; nil if its text would contain a hidden title, or few other words.
func (d draft) query() *Query {
	names, blank := d.names()
	q := &Query{Kind: GeneratedKind, Hops: len(d.pages), Family: d.pages[0].title}
	at := map[string]int{}
	var said []string
	for place, i := range d.order {
		p := d.pages[i]
		text, ok := p.said(i, names, blank)
		if !ok {
			return nil
		}
		said = append(said, text)
		at[p.title] = place
		q.Pages = append(q.Pages, p.title)
		q.Facts = append(q.Facts, [2]any{p.title, p.sentence.n})
		if !p.hidden {
			q.Named = append(q.Named, p.title)
		}
	}
	q.Text = strings.Join(said, " ")
	text := strings.ToLower(q.Text)
	var joins [][2]int
	for i, p := range d.pages {
		within := strings.Contains(text, strings.ToLower(graph.BareTitle(p.title)))
		if p.hidden && within || Names(q.Text, p.title) == p.hidden {
			return nil
		}
		if i > 0 {
			joins = append(joins, [2]int{p.parent, i})
			q.Edges = append(q.Edges, [2]string{p.title, d.pages[p.parent].title})
		}
	}
	slices.SortFunc(q.Edges, func(a, b [2]string) int { return cmp.Or(at[a[0]]-at[b[0]], at[a[1]]-at[b[1]]) })
	q.Shape = hop.ShapeOf(len(d.pages), joins)
	return q
}

// masks replace hidden names, each with another one. They are stop words, which no search uses.
var masks = [...]string{"[it]", "[this]", "[that]", "[these]", "[those]", "[they]", "[them]"}

// anchorMark replaces a link's anchor while other names are masked.
const anchorMark = "\ue000"

// name is a run of words that must not be in a query, of a hidden page.
type name struct {
	text  string
	exact bool // masked as it is written only, and only in sentences of or about its page
	page  int
}

// names returns the mask of each page, empty for a named one, and lists what is masked, longest first: a hidden page's
// title, the title without its parenthesis, and that without a leading article; the anchors of the links to it; and the
// longer capitalised words of the title.
func (d draft) names() (names []name, blank []string) {
	blank, next := make([]string, len(d.pages)), 0
	for _, i := range d.order {
		if !d.pages[i].hidden {
			continue
		}
		blank[i], next = masks[next], next+1
		title := d.pages[i].title
		bare := graph.BareTitle(title)
		for _, text := range []string{title, bare, strings.TrimPrefix(bare, "The ")} {
			names = append(names, name{text, false, i})
		}
		for _, p := range d.pages {
			if p.parent == i {
				names = append(names, name{p.anchor, false, i})
			}
		}
		for _, w := range strings.Fields(bare) {
			if w = strings.Trim(w, ".,"); utf8.RuneCountInString(w) > 3 && unicode.IsUpper([]rune(w)[0]) {
				names = append(names, name{w, true, i})
			}
		}
	}
	names = slices.DeleteFunc(names, func(n name) bool { return utf8.RuneCountInString(n.text) < 2 })
	slices.SortStableFunc(names, func(a, b name) int { return cmp.Compare(len(b.text), len(a.text)) })
	return names, blank
}

// said returns what the query says of its page i: its subject, then the words around its link, with hidden names
// masked.
func (p *joined) said(i int, names []name, blank []string) (string, bool) {
	text := p.sentence.text
	if p.anchor != "" {
		from, to, ok := findName(text, p.anchor)
		if !ok {
			return "", false
		}
		text = text[:from] + anchorMark + text[to:]
	}
	for _, n := range names {
		if !n.exact || n.page == i || n.page == p.parent {
			text = mask(text, n, blank[n.page])
		}
	}
	text = window(text)
	if content(text) < leastContent {
		return "", false
	}
	if p.anchor != "" {
		text = strings.Replace(text, anchorMark, cmp.Or(blank[p.parent], p.anchor), 1)
	}
	switch subject := blank[i]; {
	case subject == "" && !Names(text, p.title):
		text = p.title + ": " + text
	case subject != "" && !strings.Contains(text, subject):
		text = subject + ": " + text
	}
	return text + ".", true
}

// mask replaces every occurrence of a name, also as a plural, by its blank.
func mask(text string, n name, blank string) string {
	var out strings.Builder
	for {
		i, j, ok := findName(text, n.text)
		if !ok {
			out.WriteString(text)
			return out.String()
		}
		if n.exact && text[i:i+len(n.text)] != n.text {
			out.WriteString(text[:j])
		} else {
			out.WriteString(text[:i] + blank)
		}
		text = text[j:]
	}
}

// leastContent is the least number of words that the query says of a page besides masks.
const leastContent = 4

func content(text string) int {
	return len(slices.DeleteFunc(words(text), func(w string) bool {
		return small[w] || slices.Contains(masks[:], "["+w+"]")
	}))
}

// window keeps keptWords words of a text: around the anchor, else from the start.
func window(text string) string {
	all, n := strings.Fields(text), keptWords
	at := slices.IndexFunc(all, func(w string) bool { return strings.Contains(w, anchorMark) })
	from := max(0, min(at-n/2, len(all)-n))
	if len(all) <= n+2 {
		from, n = 0, len(all)
	}
	kept := all[from:min(len(all), from+n)]
	return strings.Trim(strings.Join(kept, " "), " .,;:!?\"'")
}
