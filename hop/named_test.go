package hop_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/hop"
)

// The page that a claim calls by its longest title is in the best chain, joined to it by links, and a page whose title
// is only a part of this name takes no place in it.
func TestLongestTitleIsInTheBestChain(t *testing.T) {
	w := newWorld(
		page("Ashta", "Ashta may mean [[Ashta, Bex]], a village in [[Bex]], or [[Ashta Water]], a river."),
		page("Ashta, Bex", "Ashta is a village in [[Bex]].", "It has 410 inhabitants."),
		page("Ashta Water", "Ashta Water is a river."),
		page("Bex", "Bex is a district.", "The mill of [[Ashta]] stands there."),
		page("Bex Mill", "Bex Mill is a mill at [[Ashta]]."),
	)
	for _, tt := range []struct {
		claim string
		want  bool
	}{
		{"Bex Mill stands in a village of 410 inhabitants.", true},
		{"A village of 410 inhabitants lies in Bex Mill.", false}, // it is what the claim asserts
	} {
		p := hop.Planner{Graph: w, Text: w}
		got, err := p.Plan(t.Context(), tt.claim)
		if err != nil {
			t.Fatal(err)
		}
		best := got.Chains[0]
		has := false
		for _, s := range best.Steps {
			has = has || w.at[s.Page].Title == "Bex Mill"
			if tt.want && s.Parent >= 0 && s.Edge != hop.EdgeOut && s.Edge != hop.EdgeIn {
				t.Errorf("%s: %s is joined by %v, want links alone", tt.claim, w.at[s.Page].Title, s.Edge)
			}
		}
		if has != tt.want {
			t.Errorf("%s: %s; Bex Mill in it: %t, want %t", tt.claim, titles(w, best), has, tt.want)
		}
	}
}
