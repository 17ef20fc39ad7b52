package study_test

import (
	"math"
	"testing"

	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/loader/claims"
)

func edge(from, to string, sure float64) study.Edge {
	return study.Edge{From: from, To: to, Kind: study.Mention, Source: study.TitleMention, Confidence: sure}
}

func shapes(g *study.Graph) map[string]float64 {
	out := map[string]float64{}
	for _, s := range g.Shapes {
		out[s.Shape] = s.Confidence
	}
	return out
}

// Without any edge every tree weighs the same, so that shapes are as likely as they have trees: of the 16 over four pages
// 12 are paths; of the 125 over five 60 are paths, 5 stars, and 60 neither.
func TestSettleWeighsEveryTree(t *testing.T) {
	g := &study.Graph{ID: claims.TextID("x"), Pages: []string{"A", "B", "C", "D"}}
	g.Settle()
	if s := shapes(g); s["path4"] != 0.75 || s["star4"] != 0.25 {
		t.Errorf("four pages: %v, want path4 0.75, star4 0.25", s)
	}
	if n := len(g.Tree()); n != 3 {
		t.Errorf("the tree has %d edges, want 3, if only unobserved ones", n)
	}
	g = &study.Graph{ID: claims.TextID("x"), Pages: []string{"A", "B", "C", "D", "E"}}
	g.Settle()
	if s := shapes(g); s["path5"] != 0.48 || s["tree5"] != 0.48 || s["star5"] != 0 {
		t.Errorf("five pages: %v, want path5 and tree5 0.48 each, and star5, of 0.04, left out", s)
	}
}

func TestSettleCutsCycles(t *testing.T) {
	for _, c := range []struct {
		name  string
		edges []study.Edge
		shape string
		cut   [2]string // the edge that is on the cycle and not on the tree
		two   bool      // both shapes are listed
	}{
		{"the least certain edge goes", []study.Edge{edge("A", "B", 0.9), edge("B", "C", 0.9), edge("C", "D", 0.9), edge("A", "D", 0.5)}, "path4", [2]string{"A", "D"}, false},
		{"a cut to a path or a star is ambiguous", []study.Edge{edge("A", "B", 0.9), edge("A", "C", 0.9), edge("A", "D", 0.9), edge("C", "D", 0.8)}, "star4", [2]string{}, true},
		{"a star's chord", []study.Edge{edge("A", "B", 0.95), edge("A", "C", 0.95), edge("A", "D", 0.95), edge("C", "D", 0.2)}, "star4", [2]string{"C", "D"}, false},
	} {
		g := &study.Graph{ID: claims.TextID("x"), Pages: []string{"A", "B", "C", "D"}, Edges: c.edges}
		g.Settle()
		if g.Shape() != c.shape || (len(g.Shapes) > 1) != c.two {
			t.Errorf("%s: shapes %v, want %s first, several %v", c.name, g.Shapes, c.shape, c.two)
		}
		if len(g.Tree()) != 3 {
			t.Errorf("%s: a tree of %d edges", c.name, len(g.Tree()))
		}
		for _, e := range g.Tree() {
			if [2]string{e.From, e.To} == c.cut {
				t.Errorf("%s: %v is on the tree", c.name, c.cut)
			}
		}
		sum := 0.0
		for _, s := range g.Shapes {
			sum += s.Confidence
		}
		if math.Abs(sum-1) > 0.06 {
			t.Errorf("%s: confidences add up to %v", c.name, sum)
		}
	}
}

func TestPlaces(t *testing.T) {
	g := &study.Graph{ID: claims.TextID("x"), Pages: []string{"A", "B", "C", "D"}, Named: []string{"D"},
		Edges: []study.Edge{edge("A", "B", 0.99), edge("B", "C", 0.99), edge("C", "D", 0.99)}}
	g.Settle()
	if a, b := g.Position("A"), g.Position("B"); a != "end" || b != "middle" {
		t.Errorf("A is %s and B %s, want end and middle", a, b)
	}
	g.Edges = []study.Edge{edge("A", "B", 0.99), edge("A", "C", 0.99), edge("A", "D", 0.99)}
	g.Settle()
	if a := g.Position("A"); a != "centre" {
		t.Errorf("A is %s, want centre", a)
	}
}
