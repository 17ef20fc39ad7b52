package hop_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// A misspelt word is taken for the one that the wiki has, and the explanation says so.
func TestMisspeltWords(t *testing.T) {
	w := coast()
	p := &hop.Planner{Graph: w, Text: w}
	for _, tt := range []struct{ name, claim, want, told string }{
		{"a letter too few", "The enginee who designed Skerry Light kept bees.", "Ada Holm|Skerry Light", "enginee (as engineer)"},
		{"another letter", "Skerry Light was designed by an engineer from a port known for weaverz.", "Ada Holm|Skerry Light|Varde", "weaverz (as weavers)"},
		{"two letters swapped", "The architect of Skerry Light was an engineer from a port konwn for weavers.", "Ada Holm|Skerry Light|Varde", "konwn (as known)"},
		{"a word that is right elsewhere in the claim", "The engineer, an enginee, who designed Skerry Light kept bees.", "Ada Holm|Skerry Light", "engineer"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := p.Plan(t.Context(), tt.claim)
			if err != nil {
				t.Fatal(err)
			}
			c := res.Chains[0]
			var words []string
			for _, s := range c.Steps {
				words = append(words, s.Words...)
			}
			if got := titles(w, c); got != tt.want || !slices.Contains(words, tt.told) {
				t.Errorf("got %s by %q, want %s by %q", got, words, tt.want, tt.told)
			}
		})
	}
}

// Of several words that a misspelt one may be meant for, the one is taken that goes with the rest of the claim, else the common one.
func TestMisspeltWordByTheRest(t *testing.T) {
	w := newWorld(
		page("Red Mill", "The Red Mill grinds barley."),
		page("Blue Mill", "The Blue Mill grinds barney, a weed."),
		page("Barns", "A barley field lies behind the barns."),
		page("Weeds", "Weeds of the north."))
	p := &hop.Planner{Graph: w, Text: w}
	for claim, want := range map[string]string{
		"Blue Mill grinds barkey.": "Blue Mill",
		"Red Mill grinds barkey.":  "Red Mill",
		"Who sells barkey?":        "barkey (as barley)",
	} {
		res, err := p.Plan(t.Context(), claim)
		if err != nil {
			t.Fatal(err)
		}
		c := res.Chains[0]
		if got := titles(w, c) + " " + strings.Join(c.Steps[0].Words, " "); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", claim, got, want)
		}
	}
}

// Among given pages a misspelt word is taken for one that they have.
func TestMisspeltWithin(t *testing.T) {
	w := newWorld(
		page("Camp", "They crash a party."), page("Crash", "A crash, a crash and another crash."), page("Wave", "A crush of waves."))
	in := hop.Within(w, w, []graph.PageID{w.pages[0].ID(), w.pages[2].ID()})
	res, err := (&hop.Planner{Graph: in, Text: in}).Plan(t.Context(), "What does a crosh of waves do?")
	if err != nil {
		t.Fatal(err)
	}
	if got := res.Chains[0].Steps[0].Words; !slices.Contains(got, "crosh (as crush)") {
		t.Errorf("got %q", got)
	}
	whole, err := (&hop.Planner{Graph: w, Text: w}).Plan(t.Context(), "A crosh?")
	if err != nil {
		t.Fatal(err)
	}
	if got := whole.Chains[0].Steps[0].Words; !slices.Contains(got, "crosh (as crash)") {
		t.Errorf("in the whole wiki: got %q", got)
	}
}
