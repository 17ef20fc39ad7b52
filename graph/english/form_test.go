package english_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/graph/text"
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
		if got := english.Asks(c.text, names); got != c.want {
			t.Errorf("%q: got %v, want %v", c.text, got, c.want)
		}
	}
}

func TestFormOf(t *testing.T) {
	const claim, question, fragment = english.Statement, english.Question, english.Fragment
	for _, c := range []struct {
		text string
		name string // that the text begins with
		want english.Form
	}{
		{"Who drew the bridge?", "", question},
		{"Who drew the bridge", "", question},
		{"The bridge that Ida Holm drew is in which town?", "", question},
		{"What label released \"Let There Be Love\".", "", question},
		{"When was Ostby founded", "", question},
		{"How many arches has the bridge", "", question},
		{"Is Ostby on the Varn", "", question},
		{"Did Ida Holm climb Mount Kell", "", question},
		{"Can you swim in the Varn", "", question},
		{"Will Smith is an actor.", "", claim},
		{"Will Smith starred in Ali.", "", claim},
		{"When Ida Holm died, she was 84.", "", claim},
		{"How to Train Your Dragon 2 is a film.", "", claim},
		{"Who Framed Roger Rabbit is a film.", "", claim},
		{"Who is a band.", "Who is", claim},
		{`Ida Holm sang "Who Are You?"`, "", claim},
		{"What the Romans called Varnia is now Ostby.", "", claim},

		{"The engineer", "", fragment},
		{"The engineer.", "", fragment},
		{"engineer", "", fragment},
		{"Isaac Newton", "Isaac Newton", fragment},
		{"The Battle of Hastings", "The Battle of Hastings", fragment},
		{"The engineer who", "", fragment},
		{"The keeper of the lighthouse in Ostby", "", fragment},
		{"He died.", "", claim},
		{"She ran.", "", claim},
		{"It rains", "", claim},
		{"Birds fly.", "", claim},
		{"Cats are mammals", "", claim},
		{"The people of Spain eat paella.", "", claim},
		{"The French love wine.", "", claim},
		{"The old eat early.", "", claim},
		{"A bird flew in.", "", claim},
		{"Germany invaded Poland", "", claim},
		{"Dogs Bark", "Dogs", claim},
		{"The author of Emma and Ida Holm share a profession.", "", claim},
		{"Ostby is a town.?", "", claim},
		{"GERMANY INVADED POLAND", "", claim},
		{"Spain Won Twice", "", claim},
		{"It's Ostby.", "", claim},
		{"Столица России", "", claim}, // of which nothing is known
		{"東京は日本の首都です", "", claim},
		{"xyzzy plugh", "", claim},
		{"", "", claim},
		{"\xff", "", claim},
	} {
		var names []graph.Mention
		if c.name != "" {
			names = []graph.Mention{{Start: 0, End: len(c.name)}}
		}
		if got := english.FormOf(c.text, names, text.Analyze); got != c.want {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
}

// No claim of ours is taken for anything else.
func TestClaimsAreStatements(t *testing.T) {
	for _, name := range []string{"../../bench/whole/claims.jsonl", "../../testdata/wiki/claims.jsonl"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(b)) {
			var c struct{ Claim string }
			if err := json.Unmarshal([]byte(line), &c); err != nil {
				t.Fatal(err)
			}
			if c.Claim == "" {
				continue
			}
			n++
			if got := english.FormOf(c.Claim, nil, text.Analyze); got != english.Statement {
				t.Errorf("%q: got %s", c.Claim, got)
			}
		}
		if n < 100 {
			t.Errorf("%s: %d claims", name, n)
		}
	}
}
