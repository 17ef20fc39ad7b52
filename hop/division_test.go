package hop_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// described is a wiki in which claims about the engineer describe him by the light that he designed.
func described() *world {
	return newWorld(
		page("Skerry Light", "Skerry Light is a lighthouse on a granite reef designed by [[Ada Holm]].", "Its lamp burns paraffin."),
		page("Ada Holm", "Ada Holm was an engineer born in [[Varde]].", "She kept bees and published a manual about hives."),
		page("Varde", "Varde is a port known for its weavers.", "Its harbour freezes in winter."),
		page("Engineer", "An engineer builds machines.", "Many engineers kept notes."),
		page("Reef", "A reef is a ridge of rock."), page("Mill", "A mill grinds grain."), page("Bee", "A bee is an insect kept for honey."),
	)
}

func TestEachPageAnswersItsPart(t *testing.T) {
	w := described()
	for _, c := range []struct {
		claim string
		want  map[string]string // a word of the part, by page
		open  string
	}{
		{"The engineer who designed the lighthouse on a granite reef published a manual about hives.", map[string]string{"Skerry Light": "granite", "Ada Holm": "hives"}, ""},
		{"The engineer who designed the lighthouse on a granite reef kept crocodiles.", map[string]string{"Skerry Light": "granite"}, "crocodiles"},
	} {
		res, err := (&hop.Planner{Graph: w, Text: w, MaxPages: len(c.want), Chains: 1000}).Plan(t.Context(), c.claim)
		if err != nil {
			t.Fatal(err)
		}
		best := slices.IndexFunc(res.Chains, func(o hop.Chain) bool {
			return len(o.Steps) == len(c.want) && !slices.ContainsFunc(o.Steps, func(s hop.Step) bool { return c.want[w.at[s.Page].Title] == "" })
		})
		if best < 0 {
			t.Fatalf("%q: no chain has just the pages of %v", c.claim, c.want)
		}
		for _, s := range res.Chains[best].Steps {
			if title := w.at[s.Page].Title; !strings.Contains(s.Answers, c.want[title]) {
				t.Errorf("%q: %s answers %q, want what has %q", c.claim, title, s.Answers, c.want[title])
			}
		}
		if got := strings.Join(res.Chains[best].Open, " "); got != c.open {
			t.Errorf("%q: no page answers %q, want %q", c.claim, got, c.open)
		}
	}
}

// A part of a claim is answered in one place: every word of it belongs to exactly one page.
func TestPartsDivideTheClaim(t *testing.T) {
	w := described()
	res, err := (&hop.Planner{Graph: w, Text: w, Chains: 1000}).Plan(t.Context(), "The engineer of the lighthouse kept bees in a port known for its weavers.")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range res.Chains {
		seen := map[string]bool{}
		for _, s := range c.Steps {
			for word := range strings.FieldsSeq(s.Answers) {
				if word != "…" && seen[word] && len(word) > 3 {
					t.Errorf("%s: %q is answered twice", titles(w, c), word)
				}
				seen[word] = true
			}
		}
	}
}

// A part of a claim ends behind the bracket that closes its last word.
func TestPartsKeepTheirBrackets(t *testing.T) {
	w := newWorld(page("Wolf Ledge (film)", "Wolf Ledge is a film about [[Ada Holm]]."), page("Ada Holm", "Ada Holm was an engineer."),
		page("Reef", "A reef is a ridge of rock."), page("Mill", "A mill grinds grain."))
	res, err := (&hop.Planner{Graph: w, Text: w, Chains: 1000}).Plan(t.Context(), "The engineer Ada Holm was in Wolf Ledge (film).")
	if err != nil {
		t.Fatal(err)
	}
	said := 0
	for _, c := range res.Chains {
		for _, s := range c.Steps {
			if strings.Contains(s.Answers, "film") {
				said++
				if !strings.Contains(s.Answers, "(film)") {
					t.Errorf("%s answers %q", w.at[s.Page].Title, s.Answers)
				}
			}
		}
	}
	if said == 0 {
		t.Error("no part has the film")
	}
}

// Questions have no parts: they are planned with other features.
func TestQuestionsHaveNoParts(t *testing.T) {
	w := described()
	res, err := (&hop.Planner{Graph: w, Text: w}).Plan(t.Context(), "Where was the engineer of Skerry Light born?")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range res.Chains {
		if c.Open != nil || c.Steps[0].Answers != "" {
			t.Errorf("%s answers %q, open %q", titles(w, c), c.Steps[0].Answers, c.Open)
		}
	}
}

// A chain whose pages a better chain has is not listed.
func TestChainsWithinBetterOnesAreLeftOut(t *testing.T) {
	w := described()
	res, err := (&hop.Planner{Graph: w, Text: w, Chains: 1000}).Plan(t.Context(), "The engineer who designed the lighthouse on a granite reef kept bees.")
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Chains) < 2 {
		t.Fatalf("got %d chains", len(res.Chains))
	}
	for i := range res.Chains {
		for j := range res.Chains[:i] {
			if !slices.ContainsFunc(res.Chains[i].Pages(), func(id graph.PageID) bool { return !slices.Contains(res.Chains[j].Pages(), id) }) {
				t.Errorf("chain %d has only pages of chain %d: %v, %v", i, j, res.Chains[i].Pages(), res.Chains[j].Pages())
			}
		}
	}
}

func TestUnsaid(t *testing.T) {
	w := described()
	for claim, want := range map[string]bool{
		"Ada Holm collected crocodiles.":                   true,
		"Ada Holm kept crocodiles.":                        false, // keeping is spoken of
		"Ada Holm was a crocodile.":                        false, // what she was is spoken of
		"Ada Holm was always photographed with crocodiles": true,
		"Ada Holm published a manual about crocodiles.":    false,
		"Ada Holm was born in Varde.":                      false,
	} {
		res, err := (&hop.Planner{Graph: w, Text: w, MaxPages: 1}).Plan(t.Context(), claim)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(res.Chains, func(c hop.Chain) bool { return w.at[c.Steps[0].Page].Title == "Ada Holm" })
		if at < 0 || res.Chains[at].Unsaid != want {
			t.Errorf("%s chain %d of %d, unsaid is not %v", claim, at, len(res.Chains), want)
		}
	}
}
