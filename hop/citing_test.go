package hop_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// mill is a page whose second sentence says again what the first says, and whose last says nothing of it.
func mill() (*world, graph.PageID) {
	p := page("Lund Mill", "Lund Mill ground rye for the bakers of Osby.", "The bakers of Osby had rye from Lund Mill until then.", "Swifts nest under its roof, and visitors come in June to see them.")
	var fillers []*graph.Page
	for _, name := range []string{"Aro", "Bro", "Cro", "Dro"} {
		fillers = append(fillers, page(name, "A street with a bakery and a chapel."))
	}
	return newWorld(append(fillers, p)...), p.ID()
}

// A claim needs all its evidence: a sentence that only repeats what is cited backs it. A question is answered by what
// adds something. What says nothing of it is cited for neither.
func TestClaimsAreCitedMoreThanQuestions(t *testing.T) {
	w, id := mill()
	p := hop.Planner{Graph: w, Text: w}
	for _, tt := range []struct {
		text string
		want []int
	}{
		{"Lund Mill ground rye for the bakers of Osby.", []int{0, 1}},
		{"Lund Mill ground rye for the bakers of Osby?", []int{0}},
		{"Did Lund Mill grind, ground rye for the bakers of Osby", []int{0}},
	} {
		evidence, err := p.Cite(t.Context(), tt.text, []graph.PageID{id})
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, e := range evidence {
			got = append(got, e.Element.A)
		}
		if diff := cmp.Diff(got, tt.want); diff != "" {
			t.Errorf("%q: sentences cited (-got +want):\n%s", tt.text, diff)
		}
		if len(evidence) == 2 && evidence[1].Score > 0.02 {
			t.Errorf("%q: a sentence that adds nothing scores %v", tt.text, evidence[1].Score)
		}
	}
}

// Captions and headings are no evidence; other sentences are, with an end or without, and so are the rows of a box.
func TestLabelsAreNotCited(t *testing.T) {
	p := page("Lund Mill", "Lund Mill", "Type Post mill", "Built by Ada Holm", "Height 20 m",
		"Lund Mill is a mill.", "Lund Mill by night", "Rye goes to Osby.", "CAPTION: The sails of Lund Mill.",
		"CAPTION: The miller was Ada Holm.", "No more rye[3]", "Not for sale: rye", "The miller sold it in 1901", "It burnt", "Old mills",
		"The river at Osby, seen from the roof.", "The river at Osby, seen from the roof.",
		"Rye oats barley!", "Length 20 km", "Who was it?")
	want := []string{"Lund Mill by night", "CAPTION: The sails of Lund Mill.", "CAPTION: The miller was Ada Holm.",
		"The river at Osby, seen from the roof.", "The river at Osby, seen from the roof."}
	if diff := cmp.Diff(hop.Labels(p), want); diff != "" {
		t.Errorf("labels (-got +want):\n%s", diff)
	}
	for range graph.ArticleElements {
		p.Sentences = append(p.Sentences, graph.Sentence{N: len(p.Sentences), Text: "Swifts nest there."})
	}
	w := newWorld(p)
	evidence, err := (&hop.Planner{Graph: w, Text: w}).Cite(t.Context(), "The sails of Lund Mill by night", []graph.PageID{p.ID()})
	label := func(e hop.Evidence) bool { return e.Element.A == 5 || e.Element.A == 7 }
	if err != nil || len(evidence) == 0 || slices.ContainsFunc(evidence, label) {
		t.Errorf("cited %v, %v", evidence, err)
	}
}

// Never more than FEVEROUS counts, however much there is to say, and no less: of the last row as many cells as there is room for.
func TestCitationsAreBounded(t *testing.T) {
	grains := strings.Fields("rye oats barley wheat millet maize rice spelt sorghum teff fonio einkorn")
	var sentences []string
	for _, grain := range grains {
		sentences = append(sentences, "Lund Mill ground "+grain+" for the bakers.")
	}
	p := page("Lund Mill", sentences...)
	p.Tables = []graph.Table{{N: 0}}
	for i, grain := range grains {
		var row []graph.Cell
		for j, text := range []string{grain, "sacks", "tuns", "carts", "barrels", "crates"} {
			row = append(row, graph.Cell{Row: i, Column: j, Text: text})
		}
		p.Tables[0].Rows = append(p.Tables[0].Rows, row)
	}
	w := newWorld(p, page("Aro", "A street."))
	planner := hop.Planner{Graph: w, Text: w}
	evidence, err := planner.Cite(t.Context(), "Lund Mill ground "+strings.Join(grains, ", ")+" for the bakers.", []graph.PageID{p.ID()})
	if err != nil {
		t.Fatal(err)
	}
	count := map[bool]int{}
	for _, e := range evidence {
		count[e.Kind == graph.KindSentence]++
	}
	if count[true] != 5 || count[false] != 25 {
		t.Errorf("%d sentences and %d cells, want %d and %d", count[true], count[false], 5, 25)
	}
	if !slices.IsSortedFunc(evidence, func(a, b hop.Evidence) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	}) {
		t.Errorf("not best first: %v", evidence)
	}
}
