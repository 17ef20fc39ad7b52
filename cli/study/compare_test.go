package study_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// gold is the gold graph of a claim over pages with edges, which names the first page and the last.
func gold(id, family string, pages []string, edges ...[2]string) *study.Graph {
	set := claims.EvidenceSet{}
	for _, p := range pages {
		set.Items = append(set.Items, claims.Evidence{Title: p, Page: p})
	}
	return study.Gold([]*claims.Claim{{ID: claims.ID{Raw: `"` + id + `"`}, Text: pages[0] + " or " + pages[len(pages)-1], Family: family,
		Label: "SUPPORTED", Gold: []claims.EvidenceSet{set}, Edges: edges}})[0]
}

// path is a gold graph A - B - C - D of which the claim names the ends.
func path(id, family string) *study.Graph {
	return gold(id, family, []string{"Aa", "B", "C", "D"}, [2]string{"Aa", "B"}, [2]string{"B", "C"}, [2]string{"C", "D"})
}

// compared is the report of what was found for gold graphs by a planner that was told nothing.
func compared(found *study.Found, gold ...*study.Graph) *study.Report {
	told := study.Told{study.Nothing: {}}
	for _, g := range gold {
		told[study.Nothing][g.ID.Key()] = found
	}
	r := study.NewReport(1)
	r.Compare("s", gold, told)
	return r
}

// chain is a found graph A - B, A - C.
func chain() *study.Found {
	return &study.Found{Retrieved: []string{"Aa", "b", "X", "C", "Y", "D"}, Chain: &study.Graph{Pages: []string{"B", "Aa", "C"},
		Shapes: []study.ShapeGuess{{Shape: "3", Confidence: 1}}, Edges: []study.Edge{{From: "B", To: "Aa", InTree: true}, {From: "Aa", To: "C", InTree: true}}}}
}

func TestCompare(t *testing.T) {
	r := compared(chain(), path("p", ""))
	for measure, want := range map[string]float64{"all_gold@5": 0, "same_shape": 0, "all_pages_in_chain": 0, "edge_f1": 2.0 / 5} {
		if row, ok := r.Find("found-by-shape", measure, "s", "path4", "nothing"); !ok || row.Value != want || row.N != 1 {
			t.Errorf("%s = %+v, want %v over 1 claim", measure, row, want)
		}
	}
	if row, ok := r.Find("recall-by-place", "recall@5", "s", "end, named"); !ok || row.Value != 0.5 {
		t.Errorf("named ends among the first 5: %+v, want A and not D", row)
	}
	// A claim for which nothing was found counts as one without pages.
	r = compared(&study.Found{Chain: &study.Graph{}}, path("p", ""))
	if row, ok := r.Find("found-by-shape", "all_pages_in_chain", "s", "path4", "nothing"); !ok || row.Value != 0 || row.N != 1 {
		t.Errorf("got %+v, want one path4 of which nothing was found", row)
	}
}

// Two passages may share a title: each is found for itself, by its fingerprint.
func TestTwoPagesOfATitle(t *testing.T) {
	for _, c := range []struct {
		name              string
		retrieved, prints []string
		recall            float64
	}{
		{"both", []string{"C", "A", "C"}, []string{"c2", "a", "c1"}, 1},
		{"another passage of the title", []string{"C", "A", "C"}, []string{"c2", "a", "x"}, 0},
	} {
		g := gold("p", "", []string{"A", "C", "C #2"}, [2]string{"A", "C"}, [2]string{"C", "C #2"})
		g.Passages = []string{"a", "c1", "c2"}
		r := compared(&study.Found{Chain: g, Retrieved: c.retrieved, Passages: c.prints}, g)
		if row, ok := r.Find("found-by-shape", "all_gold@5", "s", "all", "nothing"); !ok || row.Value != c.recall {
			t.Errorf("%s: all_gold@5 = %+v, want %v", c.name, row, c.recall)
		}
	}
}

// What a planner found has the titles of its pages, the second of a title told apart, and the edges of its chain.
func TestNewFound(t *testing.T) {
	pages := []*graph.Page{{Title: "A"}, {Title: "C"}, {Title: "C", Ordinal: 1, Sentences: []graph.Sentence{{Text: "Another C."}}}, {Title: "D"}}
	m := graphtest.Fill(t, pages)
	id := func(i int) graph.PageID { return pages[i].ID() }
	res := &hop.Result{Chains: []hop.Chain{{Steps: []hop.Step{{Page: id(0), Parent: -1}, {Page: id(1), Edge: hop.EdgeIn}, {Page: id(2), Parent: 1, Edge: hop.EdgeOut}}}},
		Retrieved: []hop.Ranked{{Page: id(3)}, {Page: graph.NewPageID("gone", 0)}, {Page: id(0)}}}
	f, err := study.NewFound(t.Context(), m, res)
	if err != nil || !slices.Equal(f.Chain.Pages, []string{"A", "C", "C #2"}) || f.Chain.Shape() != "3" || !slices.Equal(f.Retrieved, []string{"D", "A"}) {
		t.Fatalf("got %+v, %v, of %v, want A, C, C #2 and D, A", f, err, f.Chain)
	}
	if e := f.Chain.Tree(); len(e) != 2 || e[1].From != "C" || e[1].To != "C #2" || f.Passages[1] != pages[0].Passage() {
		t.Errorf("got %+v, passages %v, want A - C - C #2", e, f.Passages)
	}
	if f, err = study.NewFound(t.Context(), m, &hop.Result{}); err != nil || len(f.Chain.Pages) > 0 || f.Chain.Shape() != "" {
		t.Errorf("got %+v, %v for no chain", f, err)
	}
}

func TestVerdictsAreCompared(t *testing.T) {
	f := chain()
	f.Predicted = "SUPPORTED"
	other := path("q", "")
	other.Label = "NOT_SUPPORTED"
	r := compared(f, path("p", ""), other)
	if row, ok := r.Find("found-by-shape", "label_accuracy", "s", "path4", "nothing"); !ok || row.Value != 0.5 || row.N != 2 {
		t.Errorf("accuracy %+v, want 1/2", row)
	}
	if _, ok := compared(chain(), path("p", "")).Find("found-by-shape", "label_accuracy", "s", "path4", "nothing"); ok {
		t.Error("an accuracy without verdicts")
	}
}

// Planners are compared by the same claims: told the number of pages, this one finds what it didn't.
func TestTold(t *testing.T) {
	told := study.Told{study.Nothing: {}, study.Pages: {}}
	var gold []*study.Graph
	for i := range 20 {
		g := path(fmt.Sprint(i), "")
		gold = append(gold, g)
		told[study.Nothing][g.ID.Key()], told[study.Pages][g.ID.Key()] = chain(), &study.Found{Chain: g}
	}
	r := study.NewReport(1)
	r.Compare("s", gold, told)
	if row, ok := r.Find("comparisons", "difference", "s", "told the number of pages less told nothing", "all_pages_in_chain"); !ok || row.Value != 1 || row.N != 20 {
		t.Errorf("got %+v, want a difference of 1 over 20 claims", row)
	}
	if row, ok := r.Find("comparisons", "difference", "s", "told the shape less told the number of pages", "all_pages_in_chain"); ok {
		t.Errorf("got %+v for no claims", row)
	}
}

// Graphs come back from JSON as they were written.
func TestGraphJSON(t *testing.T) {
	one, err := json.Marshal(path("p", "f"))
	g := &study.Graph{}
	if err = errors.Join(err, json.Unmarshal(one, g)); err != nil {
		t.Fatal(err)
	}
	if two, err := json.Marshal(g); err != nil || string(two) != string(one) {
		t.Errorf("read and written again: %s, %v, want %s", two, err, one)
	}
}
