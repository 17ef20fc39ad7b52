package study

import (
	"context"
	"fmt"
	"regexp"
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

// The confidences of edges by their source. Of a pair that several sources join, the surest counts.
const (
	sureAnnotated     = 0.999
	sureDecomposition = 0.97
	sureGrowth        = 0.95
	sureHyperlink     = 0.90
	sureMention       = 0.70
)

// Gold returns the gold reasoning graphs of claims, in order, without claims that have no gold pages: by what their file
// says and, unless the store is nil, by its links. It finds families among all claims, so a file should be given whole.
func Gold(ctx context.Context, all []*claims.Claim, store Store) ([]*Graph, error) {
	grown := newGrowth(all)
	var out []*Graph
	for _, c := range all {
		titles, passages := goldTitles(c)
		if len(titles) == 0 {
			continue
		}
		g := &Graph{ID: c.ID, Claim: c.Text, Label: c.Label, Family: c.Family, Place: c.Place, Pages: distinct(titles),
			Passages: passages}
		text := words(c.Text)
		for i, t := range titles {
			if named(text, t) {
				g.Named = append(g.Named, g.Pages[i])
			}
		}
		m := &maker{c: c, g: g, titles: titles}
		m.annotated()
		m.steps()
		if !g.known() {
			m.family(grown)
			if store != nil {
				if err := m.links(ctx, store); err != nil {
					return nil, fmt.Errorf("gold graph of claim %s: %w", c.ID, err)
				}
			}
		}
		g.Settle()
		out = append(out, g)
	}
	return out, nil
}

// goldTitles returns the titles of a claim's first evidence set with the fewest pages. MuSiQue may have one title
// twice, for two paragraphs, and has their fingerprints, too.
func goldTitles(c *claims.Claim) (titles, passages []string) {
	if len(c.Steps) > 0 {
		for _, p := range c.GoldPassages {
			titles, passages = append(titles, p.Title), append(passages, p.Fingerprint())
		}
		return titles, passages
	}
	for i := range c.Gold {
		if of := c.Gold[i].Titles(); len(of) > 0 && (titles == nil || len(of) < len(titles)) {
			titles = of
		}
	}
	return titles, nil
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

// join adds an edge between two pages by their places. Links keep their direction; for other kinds From is the earlier
// page.
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
	e := Edge{From: m.g.Pages[from], To: m.g.Pages[to], Kind: k, Source: s, Confidence: round(sure), Via: via}
	m.g.Edges = append(m.g.Edges, e)
}

// annotated takes the edges that a file lists.
func (m *maker) annotated() {
	for _, e := range m.c.Edges {
		if a, b := m.place(e[0]), m.place(e[1]); a >= 0 && b >= 0 {
			m.join(a, b, Mention, Annotated, sureAnnotated, "")
		}
	}
}

// place returns the index of a title among the pages, or -1.
func (m *maker) place(title string) int {
	want := graph.FoldTitle(title)
	return slices.IndexFunc(m.titles, func(t string) bool { return graph.FoldTitle(t) == want })
}

var reference = regexp.MustCompile(`#([1-9])`)

// steps joins the paragraph of a question to the paragraphs of the answers in the question, #1, #2, … (Trivedi et al.
// 2022, section 3). If the answer is not the other page's title, both name a third thing.
func (m *maker) steps() {
	for i, s := range m.c.Steps {
		for _, r := range reference.FindAllStringSubmatch(s.Question, -1) {
			k, _ := strconv.Atoi(r[1]) // one digit
			if k > i || s.Passage < 0 || m.c.Steps[k-1].Passage < 0 {
				continue
			}
			earlier := m.c.Steps[k-1]
			kind, via := SharedTarget, earlier.Answer
			if Names(m.titles[s.Passage], via) || Names(via, m.titles[s.Passage]) {
				kind, via = Mention, "" // the answer is the next page
			}
			m.join(earlier.Passage, s.Passage, kind, Decomposition, sureDecomposition, via)
		}
	}
}

// links joins pages by the links of a store between them, one edge for each pair and direction; of several pages with a
// title the first counts. Inferred links are mentions.
func (m *maker) links(ctx context.Context, s Store) error {
	found, err := s.Lookup(ctx, m.titles)
	if err != nil {
		return fmt.Errorf("look up gold pages: %w", err)
	}
	ids, known := make([]graph.PageID, len(found)), []graph.PageID{}
	for i, of := range found {
		if len(of) > 0 {
			ids[i] = of[0]
			known = append(known, of[0])
		}
	}
	links, err := s.Neighbors(ctx, known, graph.Out, 0)
	if err != nil {
		return fmt.Errorf("read links of gold pages: %w", err)
	}
	done := map[[2]int]bool{}
	for _, l := range links {
		a, b := slices.Index(ids, l.From), slices.Index(ids, l.To)
		if b < 0 || done[[2]int{a, b}] {
			continue
		}
		done[[2]int{a, b}] = true
		if l.Inferred {
			m.join(a, b, Mention, TitleMention, sureMention, l.Anchor)
		} else {
			m.join(a, b, OutLink, Hyperlink, sureHyperlink, l.Anchor)
		}
	}
	return nil
}
