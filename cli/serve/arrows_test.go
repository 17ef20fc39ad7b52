package serve_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Every arrow of a chain is a link of the store in its direction, in text, DOT and JSON, and its shape is that of what is printed: of 500
// chains that claims of chance lead to, those of described pages and of several parts among them.
func TestVerifyArrowsAreLinks(t *testing.T) {
	r := rand.New(rand.NewPCG(54, 0))
	titles := linkedTitles(t)
	few, roles := []string{"engineer", "owner", "designer", "father", "capital", "author", "keeper", "port"}, []string{"designed", "founded", "wrote", "named after", "born in"}
	title := func() string { return titles[r.IntN(len(titles))] }
	role := func() string { return few[r.IntN(len(few))] }
	seen, most, bridges, parts := 0, 500, 0, 0
	if testing.Short() {
		most = 100
	}
	for n := 0; seen < most; n++ {
		claim := []string{
			fmt.Sprintf("The %s of %s was the %s of %s.", role(), title(), role(), title()),
			fmt.Sprintf("The %s of %s was %s %s.", role(), title(), roles[r.IntN(len(roles))], title()),
			fmt.Sprintf("%s and %s were both %s by the %s of %s.", title(), title(), roles[r.IntN(2)], role(), title()),
			fmt.Sprintf("%s was %s the %s of %s.", title(), roles[r.IntN(len(roles))], role(), title()),
			fmt.Sprintf("The %s of %s is older than %s and %s.", role(), title(), title(), title()),
		}[n%5]
		a, err := engine.Verify(t.Context(), claim)
		if err != nil {
			t.Fatal(err)
		}
		found, err := bridgehop.WithPages(t.Context(), engine.Planner(), a.Found)
		if err != nil {
			t.Fatal(err)
		}
		for i := range found.Chains {
			checkArrows(t, claim, &found.Chains[i])
		}
		seen += len(found.Chains)
		if a.Chain != nil {
			checkArrows(t, claim, a.Chain)
		}
		if a.Bridge != nil {
			bridges++
		}
		parts += len(a.Parts)
	}
	t.Logf("%d chains, %d claims through a described page, %d parts", seen, bridges, parts)
	if !testing.Short() && (bridges == 0 || parts == 0) {
		t.Error("no claim describes a page, or none has parts")
	}
}

// linkedTitles are the titles of the wiki, but that of the page made of markup.
func linkedTitles(t *testing.T) (out []string) {
	t.Helper()
	for p, err := range engine.Store().All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Title != evil {
			out = append(out, p.Title)
		}
	}
	return out
}

// join is what a line has between two pages.
var join = regexp.MustCompile(` (?:-\[(.*?)\]->|<-\[(.*?)\]-|-\(([a-z-]+)\)-) `)

func checkArrows(t *testing.T, claim string, c *bridgehop.Chain) {
	t.Helper()
	drawn := draw.Chain(c)
	line := drawn.Line()
	pages := map[string]int{}
	for _, s := range c.Steps {
		if _, again := pages[c.Title(s.Page)]; again {
			t.Errorf("%s: a page stands twice in %s", claim, line)
		}
		pages[c.Title(s.Page)] = len(pages)
	}
	var joins [][2]int
	links := 0
	for _, part := range strings.Split(line, "; ") {
		at := join.FindAllStringSubmatchIndex(part, -1)
		words := join.Split(part, -1)
		for i, m := range at {
			from, to := words[i], words[i+1]
			if m[6] >= 0 { // no link
				if part[m[6]:m[7]] != hop.EdgeClaim.String() {
					joins = append(joins, [2]int{pages[from], pages[to]})
				}
				continue
			}
			links++
			joins = append(joins, [2]int{pages[from], pages[to]})
			anchor := m[2:4]
			if m[2] < 0 {
				from, to, anchor = to, from, m[4:6]
			}
			if !linkedBy(t, from, to, part[anchor[0]:anchor[1]]) {
				t.Errorf("%s: no link of %s by %q leads to %s: %s", claim, from, part[anchor[0]:anchor[1]], to, line)
			}
		}
	}
	if got := hop.ShapeOf(len(c.Steps), joins); got != c.Shape() {
		t.Errorf("%s: the shape is %s, and the line has %s: %s", claim, c.Shape(), got, line)
	}
	var dot strings.Builder
	if err := drawn.DOT(&dot); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(dot.String(), " -> ") - strings.Count(dot.String(), "dir=none"); n != links {
		t.Errorf("%s: DOT has %d arrows, the line %d: %s", claim, n, links, line)
	}
	for _, said := range record.PartLines(c) {
		if strings.Count(said, "(") != strings.Count(said, ")") {
			t.Errorf("%s: half a pair of brackets: %s", claim, said)
		}
	}
	for _, l := range record.NewChain(c).Links {
		if (l.Kind == "out-link" || l.Kind == "in-link") && !linkedBy(t, l.From, l.To, l.Anchor) {
			t.Errorf("%s: no link for %v", claim, l)
		}
	}
}

// linkedBy reports whether a page links to another by an anchor.
func linkedBy(t *testing.T, from, to, anchor string) bool {
	t.Helper()
	ids, err := engine.Store().Lookup(t.Context(), []string{from, to})
	if err != nil {
		t.Fatal(err)
	}
	links, err := engine.Store().Neighbors(t.Context(), ids[0], graph.Out, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range links {
		if l.To == ids[1][0] && l.Anchor == anchor {
			return true
		}
	}
	return false
}
