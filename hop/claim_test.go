package hop_test

import (
	"testing"

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
