package study

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// Gold returns the gold reasoning graphs of claims, in order, without claims that have no gold pages. It finds families
// among all claims, so a file should be given whole.
func Gold(all []*claims.Claim) []*Graph {
	grown := newGrowth(all)
	var out []*Graph
	for _, c := range all {
		titles, passages := goldTitles(c)
		if len(titles) == 0 {
			continue
		}
		g := &Graph{ID: c.ID, Claim: c.Text, Label: c.Label, Family: c.Family, Pages: distinct(titles), Of: c,
			Passages: passages, Edges: []Edge{}, Shapes: []ShapeGuess{}}
		text := words(c.Text)
		for i, t := range titles {
			if named(text, t) {
				g.Named = append(g.Named, g.Pages[i])
			}
		}
		m := &maker{g, titles}
		m.annotated()
		m.steps()
		g.known()
		if g.trees == nil && g.Cycle == nil {
			m.family(grown)
		}
		if len(titles) == 2 && g.trees == nil {
			m.join(0, 1, ClaimOnly, Unobserved, 1, "")
			g.known()
		}
		g.settle()
		out = append(out, g)
	}
	return out
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
	g      *Graph
	titles []string // aligned with g.Pages, as the corpus has them
}

// join adds an edge between two pages by their places.
func (m *maker) join(a, b int, kind, source string, sure float64, via string) {
	if a != b {
		m.g.Edges = append(m.g.Edges, Edge{From: m.g.Pages[min(a, b)], To: m.g.Pages[max(a, b)], Kind: kind, Source: source,
			Confidence: round(sure), Via: via})
	}
}

// annotated takes the edges that a file lists.
func (m *maker) annotated() {
	for _, e := range m.g.Of.Edges {
		place := func(title string) int {
			want := graph.FoldTitle(title)
			return slices.IndexFunc(m.titles, func(t string) bool { return graph.FoldTitle(t) == want })
		}
		if a, b := place(e[0]), place(e[1]); a >= 0 && b >= 0 {
			m.join(a, b, Mention, Annotated, 1, "")
		}
	}
}

var reference = regexp.MustCompile(`#([1-9])`)

// steps joins the paragraph of a question to the paragraphs of the answers in the question, #1, #2, … (Trivedi et al.
// 2022, section 3). If the answer is not the other page's title, both name a third thing.
func (m *maker) steps() {
	for i, s := range m.g.Of.Steps {
		for _, r := range reference.FindAllStringSubmatch(s.Question, -1) {
			k, _ := strconv.Atoi(r[1]) // one digit
			if k > i || s.Passage < 0 || m.g.Of.Steps[k-1].Passage < 0 {
				continue
			}
			earlier := m.g.Of.Steps[k-1]
			kind, via := SharedTarget, earlier.Answer
			if Names(m.titles[s.Passage], via) || Names(via, m.titles[s.Passage]) {
				kind, via = Mention, "" // the answer is the next page
			}
			m.join(earlier.Passage, s.Passage, kind, Decomposition, 1, via)
		}
	}
}
