package hop_test

import (
	"context"
	"testing"

	"github.com/bridgehop/bridgehop/hop"
)

func TestShapeOf(t *testing.T) {
	for _, c := range []struct {
		n     int
		joins [][2]int
		want  string
	}{
		{0, nil, "single"}, {1, nil, "single"}, {2, [][2]int{{0, 1}}, "2"}, {2, nil, "apart"},
		{3, [][2]int{{0, 1}, {0, 2}}, "3"}, {4, [][2]int{{0, 1}, {1, 2}, {2, 3}}, "path4"},
		{4, [][2]int{{3, 0}, {0, 1}, {1, 2}}, "path4"}, {4, [][2]int{{1, 0}, {1, 2}, {1, 3}}, "star4"},
		{5, [][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}}, "star5"}, {5, [][2]int{{0, 1}, {0, 2}, {0, 3}, {3, 4}}, "tree5"},
		{6, [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}, "path6"}, {4, [][2]int{{0, 1}, {2, 3}}, "apart"},
	} {
		if got := hop.ShapeOf(c.n, c.joins); got != c.want {
			t.Errorf("ShapeOf(%d, %v) = %q, want %q", c.n, c.joins, got, c.want)
		}
	}
}

// A known shape is the shape of every chain of four pages, and a known number of pages that of every chain.
func TestPlanKnowsTheShape(t *testing.T) {
	w := coast()
	for _, claim := range []string{"Skerry Light and Otter Light were both designed by an engineer.",
		"Skerry Light was designed by an engineer from a port known for weavers, who won the prize of 1880 as Ruth Eng did."} {
		for _, name := range []string{"path", "star", "path4", "star4", "2", "3"} {
			shape, err := hop.ParseShape(name)
			if err != nil {
				t.Fatal(err)
			}
			p := hop.Planner{Graph: w, Text: w, Shape: shape, Chains: 20}
			res, err := p.Plan(context.Background(), claim)
			if err != nil {
				t.Fatal(err)
			}
			four := 0
			for _, c := range res.Chains {
				if shape.Pages > 0 && len(c.Steps) != shape.Pages {
					t.Errorf("--shape %s: a chain of %d pages", name, len(c.Steps))
				}
				if len(c.Steps) == 4 {
					if want := shape.Form + "4"; c.Shape() == want {
						four++
					} else if c.Shape() != "apart" { // where the claim alone joins one of them
						t.Errorf("--shape %s: a chain of shape %s, want %s", name, c.Shape(), want)
					}
				}
			}
			if shape.Pages == 4 && four == 0 {
				t.Errorf("--shape %s: no chain of that shape for %q", name, claim)
			}
		}
	}
	if _, err := hop.ParseShape("ring"); err == nil {
		t.Error("ParseShape took a ring")
	}
}

// The chains of a question, which compete once more, are those of the known shape, and so are the pages that are retrieved.
func TestAQuestionOfKnownShape(t *testing.T) {
	w := coast()
	for _, name := range []string{"2", "3", "path4"} {
		shape, err := hop.ParseShape(name)
		if err != nil {
			t.Fatal(err)
		}
		p := hop.Planner{Graph: w, Text: w, Shape: shape, Chains: 20}
		res, err := p.Plan(context.Background(), "Which engineer who designed Skerry Light and Otter Light was born in a port known for weavers?")
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, r := range res.Retrieved {
			sum += max(0, r.Score)
		}
		if len(res.Chains) == 0 || sum > float64(shape.Pages)+1e-9 {
			t.Errorf("--shape %s: %d chains, pages with a probability of %v together", name, len(res.Chains), sum)
		}
	}
}

// A page that the claim alone brought is joined to nothing, wherever the chain has it hang.
func TestShapeOfAChain(t *testing.T) {
	first := hop.Step{Parent: -1}
	for _, c := range []struct {
		steps []hop.Step
		want  string
	}{
		{[]hop.Step{first}, "single"},
		{[]hop.Step{first, {Edge: hop.EdgeOut}}, "2"},
		{[]hop.Step{first, {Edge: hop.EdgeClaim}}, "apart"},
		{[]hop.Step{first, {Edge: hop.EdgeComparison}, {Parent: 1, Edge: hop.EdgeShared}}, "3"},
		{[]hop.Step{first, {Edge: hop.EdgeOut}, {Edge: hop.EdgeIn}, {Edge: hop.EdgeClaim}}, "apart"},
		{[]hop.Step{first, {Edge: hop.EdgeOut}, {Edge: hop.EdgeIn}, {Edge: hop.EdgeComparison}}, "star4"},
	} {
		if got := (&hop.Chain{Steps: c.steps}).Shape(); got != c.want {
			t.Errorf("%v: %s, want %s", c.steps, got, c.want)
		}
	}
}
