package answer

import (
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

func TestKindOfQuestion(t *testing.T) {
	for text, want := range map[string]string{
		"Who designed the bridge?": "person", "Where was Ada Holm born?": "place", "When did it open?": "date",
		"How many arches has it?": "number", "Are both towns in Vellmark?": "yes/no", "Which is older, Skerry Light or Varde Bridge?": "choice",
		"What band recorded Tide?": "thing", "In which city is the tower?": "place", "What year did it open?": "date",
	} {
		if got := read(text).kind; got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// A cell answers a question only with a text of the kind that is asked for, whatever its headers say.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		question, text string
		want           bool
	}{
		{"When was the Varde launched?", "mass 63650 lb", false}, {"When was the Varde launched?", "December 21, 1968", true},
		{"Where was Ada Holm born?", "12 May 1870", false}, {"Where was Ada Holm born?", "Saint-Évrard", true},
		{"Where was Ada Holm born?", " ", false}, {"Who built it?", "1870", false}, {"Who built it?", "Ada Holm", true},
		{"How tall is the tower?", "high", false}, {"How tall is the tower?", "34 m", true}, {"What is its colour?", "red", true},
	} {
		if got := read(c.question).fits(c.text); got != c.want {
			t.Errorf("%s %q: %v, want %v", c.question, c.text, got, c.want)
		}
	}
}

func TestSpans(t *testing.T) {
	text := "Ada Holm (born 12 May 1870) built the Varde Bridge of 14 arches in Saint-Évrard, and kept bees."
	words := tokenize(text)
	var got []string
	for _, s := range spans(text, words) {
		got = append(got, text[words[s.from].start:words[s.to-1].end])
	}
	for _, want := range []string{"Ada Holm", "12 May 1870", "1870", "Varde Bridge", "14", "14 arches", "Saint-Évrard", "bees"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q among %q", want, got)
		}
	}
}

// Answers that differ in the article alone are one answer, with both probabilities.
func TestDistinct(t *testing.T) {
	got := distinct([]Answer{{Text: "the Marrow", Probability: .3}, {Text: "Vellmark", Probability: .4}, {Text: "Marrow", Probability: .3}})
	if len(got) != 2 || got[0].Text != "the Marrow" || got[0].Probability != .6 {
		t.Error(got)
	}
}

// A place is no date or number: of "died in Kestle in July 1896", Kestle may be where, and July may not.
func TestPlacesAreNoDates(t *testing.T) {
	p := &graph.Page{Title: "Ada Holm", Sentences: []graph.Sentence{{Text: "Ada Holm died in Kestle in July 1896, of 14 wounds."}}}
	a := Asked{Question: "Where did Ada Holm die?", Chains: []hop.Chain{{Steps: []hop.Step{{Page: p.ID(), Parent: -1}}}},
		Pages: map[graph.PageID]*graph.Page{p.ID(): p}}
	var got []string
	for _, c := range a.Candidates() {
		got = append(got, c.Text)
	}
	if !slices.Contains(got, "Kestle") || slices.ContainsFunc(got, func(s string) bool { return s == "July" || strings.ContainsAny(s, "0123456789") }) {
		t.Errorf("got %q, want Kestle and no date or number", got)
	}
}
