package hop_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/hop"
)

// A claim about the highest of a column is answered by the page with the table, which the pages it names need not be.
func TestTablesThatAnswerComeFirst(t *testing.T) {
	list := page("Bridges over the Ulva", "This is a list.")
	list.Tables = append(list.Tables, table(0, false, "", []string{"!Bridge", "!Length (m)"}, []string{"Osby Bridge", "203"}, []string{"Aro Bridge", "310"}))
	w := newWorld(page("Osby Bridge", "Osby Bridge is a long bridge over the Ulva."), page("Ulva", "The Ulva is the longest river."), list)
	planner := hop.Planner{Graph: w, Text: w}
	for _, tt := range []struct {
		claim string
		want  bool
	}{
		{"Osby Bridge is the longest bridge over the Ulva.", true},
		{"Osby Bridge is a long bridge over the Ulva.", false},
		{"Osby Bridge is the highest bridge over the Ulva.", false}, // the table has no heights
	} {
		res, err := planner.Plan(t.Context(), tt.claim)
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Chains[0].Pages()[0] == list.ID(); got != tt.want {
			t.Errorf("%s: the list comes first: %v, want %v", tt.claim, got, tt.want)
		}
	}
}
