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
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
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
type Generator struct {
	Store Corpus
	Seed  uint64
	Words int // words kept of each sentence; 0 means DefaultWords

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
	Graph   *Graph
	Facts   []Fact // the sentences of which it was made, in the order of Graph.Pages
	Family  string // queries grown from one page share it
	Methods []int  // by which each page after the first two was appended
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
		if pages < 2 || pages > MostPages || shape != "path" && (shape != "star" || pages < 4) {
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
		run := &run{pool: g.pool, random: g.random(shape, pages), words: g.words(), shape: shape, size: pages, seen: map[string]bool{}}
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

// patience is how many attempts in a row may come to nothing before the store is taken to be exhausted.
const patience = 20_000

func (g *Generator) words() int { return cmp.Or(g.Words, DefaultWords) }

// random is a source of its own for each shape and size, so that more of one changes nothing of another.
func (g *Generator) random(shape string, pages int) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(shape + strconv.Itoa(pages))) // a hash can't fail
	return rand.New(rand.NewPCG(g.Seed, h.Sum64()))
}

// query returns the Query of a finished draft.
func (r *run) query(d *draft, n int) *Query {
	g := &Graph{Claim: d.text, Family: d.pages[0].title, Method: 1, Edges: []Edge{}}
	q := &Query{Text: d.text, Graph: g, Family: g.Family}
	for _, i := range d.order() {
		g.Pages = append(g.Pages, d.pages[i].title)
		if !d.pages[i].hidden {
			g.Named = append(g.Named, d.pages[i].title)
		}
		for _, p := range d.parts {
			if p.page == i {
				q.Facts = append(q.Facts, Fact{d.pages[i].title, p.sentence.n})
			}
		}
	}
	for i, p := range d.pages {
		g.Grown = append(g.Grown, p.title)
		if i > 0 {
			g.Edges = append(g.Edges, d.edge(i))
		}
		if i > 1 {
			q.Methods = append(q.Methods, d.pages[i].method)
			g.Method = max(g.Method, d.pages[i].method)
		}
	}
	at := map[string]int{}
	for i, p := range g.Pages {
		at[p] = i
	}
	for i := range g.Edges {
		if e := &g.Edges[i]; e.Kind == OutLink && at[e.From] > at[e.To] {
			e.Kind = InLink
		} else if e.Kind == SharedTarget && at[e.From] > at[e.To] {
			e.From, e.To = e.To, e.From
		}
	}
	g.order(at)
	g.Shapes = []ShapeGuess{{Shape: d.shape(), Order: d.growth(), Confidence: 1}}
	q.ID = fmt.Sprintf("generated-%s-%d-%06d", r.shape, r.size, n)
	g.ID = claims.TextID(q.ID)
	return q
}

// edge is the one by which page i joined.
func (d *draft) edge(i int) Edge {
	e := Edge{From: d.pages[i].title, To: d.pages[d.pages[i].parent].title, Kind: OutLink, Source: Generated, Confidence: 1, InTree: true, Via: d.pages[i].via, Hidden: true}
	switch {
	case d.pages[i].method == 2:
		e.Kind = SharedTarget
	case d.pages[i].parent == 0 && !d.pages[0].hidden:
		e.Hidden = false
	}
	return e
}

// shape returns the shape of the draft's graph.
func (d *draft) shape() string {
	var joins [][2]int
	for i := 1; i < len(d.pages); i++ {
		joins = append(joins, [2]int{d.pages[i].parent, i})
	}
	return hop.ShapeOf(len(d.pages), joins)
}

// growth returns 4a, 4b or 4c (HoVer, Table 1).
func (d *draft) growth() string {
	switch {
	case len(d.pages) != 4:
		return ""
	case d.pages[3].method == 2:
		return "4c"
	case d.pages[3].parent == 2:
		return "4b"
	}
	return "4a"
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
	line := queryLine{ID: q.ID, Claim: q.Text, Kind: GeneratedKind, Hops: len(q.Graph.Pages), Shape: q.Graph.Shape(), Family: q.Family,
		Named: q.Graph.Named, Generated: madeLine{g.Seed, g.words(), append([]int{}, q.Methods...)}}
	for _, f := range q.Facts {
		line.Facts = append(line.Facts, [2]any{f.Title, f.Sentence})
	}
	for _, e := range q.Graph.Edges {
		line.Edges = append(line.Edges, [2]string{e.From, e.To})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(line); err != nil {
		return fmt.Errorf("write query %s: %w", q.ID, err)
	}
	return nil
}
