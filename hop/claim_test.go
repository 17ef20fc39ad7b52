package hop_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Questions are told from claims about what is called like one.
func TestAsks(t *testing.T) {
	for _, c := range []struct {
		text string
		name string // that the text begins with
		want bool
	}{
		{"Who drew the bridge?", "", true},
		{`Who sang "Loud?"`, "", true},
		{"  Which river rises on Mount Kell", "", true},
		{"What label released \"Let There Be Love\".", "", true},
		{"The bridge that Ida Holm drew is in which town?", "", true},
		{"Who is a band.", "Who", true}, // one word alone may be either
		{"How to Train Your Dragon 2 is a film.", "How to Train Your Dragon 2", false},
		{"The film Who's Your Neighbor? was written by Ida Holm.", "", false},
		{"Ostby is a town.", "Ostby", false},
		{"", "", false},
		{"The bridge that Ida Holm drew is in which town?\n", "", true},
		{"The bridge that Ida Holm drew is in which town?\u00a0\t", "", true},
		{"The bridge that Ida Holm drew is in which town？", "", true},
		{"The bridge that Ida Holm drew is in which town؟ ", "", true},
		{"\u00a0\tWhich\u00a0river rises on Mount Kell", "", true},
		{"\tOstby is a town.\n", "", false},
		{"\xff", "", false},
		{"When Ida Holm died, she was 84.", "", false},
		{"What the Romans called Varnia is now Ostby.", "", false},
		{"Will Smith is an actor.", "", false},
		{"Can you swim in the Varn", "", true},
		{"Is Ostby on the Varn", "", true},
		{"Is This It is an album.", "", false},
		{"How many arches has the bridge", "", true},
		{"Ostby is a town.?", "", false},
		{`Ida Holm sang "Who Are You?"`, "", false},
	} {
		var names []graph.Mention
		if c.name != "" {
			names = []graph.Mention{{Start: 0, End: len(c.name)}}
		}
		if got := hop.Asks(c.text, names); got != c.want {
			t.Errorf("%q: got %v, want %v", c.text, got, c.want)
		}
	}
}

// A claim that is broken into lines, or set with spaces that do not break, is the claim.
func TestWhiteSpace(t *testing.T) {
	w := coast()
	p := &hop.Planner{Graph: w, Text: w}
	want, err := p.Plan(t.Context(), "Were Nils Berg and Ruth Eng both painters?")
	if err != nil || len(want.Chains) == 0 {
		t.Fatal(err)
	}
	for _, claim := range []string{"Were Nils Berg\nand\nRuth Eng both\tpainters?\n", "Were\u00a0Nils Berg\u00a0and\u00a0Ruth Eng both painters？"} {
		got, err := p.Plan(t.Context(), claim)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(got.Chains, want.Chains); diff != "" {
			t.Errorf("%q: got (-), want (+):\n%s", claim, diff)
		}
	}
}
