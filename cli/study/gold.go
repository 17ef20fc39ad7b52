package study

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// Store is the part of graph.Reader that Gold needs.
type Store interface {
	hop.Graph
	Lookup(ctx context.Context, titles []string) ([][]graph.PageID, error)
}

// The confidences of edges by their source. For a pair that several sources join, agree computes 1 - (1-a)(1-b).
const (
	sureAnnotated     = 0.999
	sureDecomposition = 0.97
	sureTriples       = 0.97
	sureChain         = 0.95
	sureQuestion      = 0.95 // the pair a HotpotQA question was made of
	sureHyperlink     = 0.90
	sureComparison    = 0.90 // the data set calls the question a comparison
	sureMention       = 0.70
	sureShortMention  = 0.40 // a title of one word, which may mean another thing
	sureWording       = 0.30 // the claim names both and has a word of comparing
	sureShared        = 0.20 // of a target that at most unknownRarity links lead to; less the more do
)

// Gold makes gold reasoning graphs. The zero value uses what the claims' file says; with a Store also its hyperlinks,
// title mentions and shared targets.
type Gold struct {
	Store Store
}

// Graphs returns the graphs of claims, in order, without claims that have no gold pages. It finds families among all claims, so a
// file should be given whole.
func (b *Gold) Graphs(ctx context.Context, all []*claims.Claim) ([]*Graph, error) {
	grown := newGrowth(all)
	var out []*Graph
	for _, c := range all {
		g, err := b.graph(ctx, c, grown)
		if err != nil {
			return nil, fmt.Errorf("gold graph of claim %s: %w", c.ID, err)
		}
		if g != nil {
			out = append(out, g)
		}
	}
	return out, nil
}

func (b *Gold) graph(ctx context.Context, c *claims.Claim, grown *growth) (*Graph, error) {
	set, titles := goldPages(c)
	if len(titles) == 0 {
		return nil, nil
	}
	g := &Graph{ID: c.ID, Claim: c.Text, Label: c.Label, Family: c.Family, Pages: distinct(titles), Passages: passages(c)}
	text := words(c.Text)
	for i, t := range titles {
		if titleShare(text, t) == 1 {
			g.Named = append(g.Named, g.Pages[i])
		}
	}
	m := &maker{c: c, g: g, titles: titles}
	m.annotated()
	m.steps()
	m.triples()
	m.chained()
	m.family(grown)
	if b.Store != nil {
		if err := m.store(ctx, b.Store); err != nil {
			return nil, err
		}
	} else {
		m.mentions(m.texts(set))
	}
	m.wording()
	m.agree()
	g.Settle()
	m.annotatedShape()
	m.order()
	return g, nil
}

// goldPages returns a claim's first evidence set with the fewest pages, and their titles. MuSiQue may have one title twice, for two
// paragraphs.
func goldPages(c *claims.Claim) (*claims.EvidenceSet, []string) {
	var best *claims.EvidenceSet
	n := 0
	for i := range c.Gold {
		if k := len(c.Gold[i].Titles()); k > 0 && (best == nil || k < n) {
			best, n = &c.Gold[i], k
		}
	}
	if best == nil {
		return nil, nil
	}
	if len(c.Steps) == 0 {
		return best, best.Titles()
	}
	var titles []string
	for _, p := range c.GoldPassages {
		titles = append(titles, p.Title)
	}
	return best, titles
}

// passages returns the fingerprints of MuSiQue's paragraphs, in the order of goldPages.
func passages(c *claims.Claim) []string {
	if len(c.Steps) == 0 {
		return nil
	}
	var out []string
	for _, p := range c.GoldPassages {
		out = append(out, p.Fingerprint())
	}
	return out
}

// distinct makes titles distinct: the second page with a title is "Title #2".
func distinct(titles []string) []string {
	seen := map[string]int{}
	out := slices.Clone(titles)
	for i, t := range titles {
		if seen[t]++; seen[t] > 1 {
			out[i] = t + " #" + strconv.Itoa(seen[t])
		}
	}
	return out
}

// maker collects the edges of one graph.
type maker struct {
	c      *claims.Claim
	g      *Graph
	titles []string // aligned with g.Pages, as the corpus has them
}

// join adds an edge between two pages by their places. Links keep their direction; for other kinds From is the earlier page.
func (m *maker) join(from, to int, k Kind, s Source, sure float64, via string) {
	if from == to {
		return
	}
	switch k {
	case OutLink, InLink:
		k = OutLink
		if from > to {
			k = InLink
		}
	default:
		from, to = min(from, to), max(from, to)
	}
	m.g.Edges = append(m.g.Edges, Edge{From: m.g.Pages[from], To: m.g.Pages[to], Kind: k, Source: s, Confidence: round(sure), Via: via})
}

// agree sets the confidence of each pair's most certain edge to that of all sources of the pair together.
func (m *maker) agree() {
	pairs := map[[2]string][]*Edge{}
	for i := range m.g.Edges {
		e := &m.g.Edges[i]
		key := [2]string{min(e.From, e.To), max(e.From, e.To)}
		pairs[key] = append(pairs[key], e)
	}
	for _, edges := range pairs {
		best, by := edges[0], map[Source]float64{}
		for _, e := range edges {
			by[e.Source] = max(by[e.Source], e.Confidence)
			if telling(e) > telling(best) {
				best = e
			}
		}
		left := 1.0
		for _, s := range goldSources {
			left *= 1 - by[s]
		}
		best.Confidence = round(min(1-left, surest))
		if len(m.c.Edges) > 0 && by[Annotated] == 0 { // the file lists all edges, and not this one
			for _, e := range edges {
				e.Confidence = min(e.Confidence, 1-surest)
			}
		}
	}
}

// telling orders the edges of a pair by what they say of how the two are joined.
func telling(e *Edge) float64 {
	rank := map[Kind]float64{OutLink: 4, InLink: 4, Comparison: 3, SharedTarget: 2, Mention: 1}[e.Kind]
	if e.Kind == Comparison && e.Source == Wording && e.Confidence < sureComparison {
		rank = 0
	}
	if e.Source == Hyperlink && e.Kind != SharedTarget {
		rank++
	}
	return rank + e.Confidence/10
}

// annotatedShape puts the shape in the file before the inferred ones.
func (m *maker) annotatedShape() {
	s := m.c.Shape
	if s == "" || s == m.g.Shape() || len(m.c.Edges) > 0 {
		return
	}
	m.g.Shapes = slices.DeleteFunc(m.g.Shapes, func(x ShapeGuess) bool { return x.Shape == s })
	m.g.Shapes = slices.Insert(m.g.Shapes, 0, ShapeGuess{Shape: s, Confidence: sureAnnotated})
}

// order sets 4a, 4b or 4c if the order of growth is known (HoVer, Table 1): 4b grew at the page that was added last, 4a at the
// other end.
func (m *maker) order() {
	g := m.g
	if len(g.Grown) != 4 {
		return
	}
	for i := range g.Shapes {
		switch s := &g.Shapes[i]; s.Shape {
		case "star4":
			s.Order = "4c"
		case "path4":
			s.Order = m.pathOrder()
		}
	}
}

// pathOrder reads 4a or 4b off the surest edge of the last page to another than the middle one.
func (m *maker) pathOrder() string {
	g := m.g
	last, best, at := g.Grown[3], 0.0, ""
	for _, e := range g.Edges {
		if g.Shape() == "path4" && !e.InTree {
			continue
		}
		for _, end := range [][2]string{{e.From, e.To}, {e.To, e.From}} {
			if end[0] == last && e.Confidence > best {
				best, at = e.Confidence, end[1]
			}
		}
	}
	switch at {
	case "":
		return ""
	case g.Grown[2]:
		return "4b"
	}
	return "4a"
}
