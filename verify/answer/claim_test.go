package answer

import (
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// The statements are those that verify/train/questions.py makes.
func TestClaim(t *testing.T) {
	for _, test := range []struct{ question, answer, want string }{
		{"Who designed the Varde Bridge?", "Ada Holm", "Ada Holm designed the Varde Bridge."},
		{"Who is Ada Holm's father?", "Per Holm", "Who is Ada Holm's father? Per Holm."},
		{"Where was Ada Holm born?", "Vellmark", "Ada Holm was born in Vellmark."},
		{"What is the capital of Vellmark?", "Orrin", "The capital of Vellmark is Orrin."},
		{"Ada Holm kept bees in which town?", "écully", "Ada Holm kept bees in écully."},
		{"Which band recorded Tide?", "The $1 Gulls", "The $1 Gulls is the band that recorded Tide."},
		{"Which film is older, Tide or Ebb?", "Ebb", "Of Tide and Ebb, Ebb is older."},
	} {
		if got := claim(test.question, test.answer); got != test.want {
			t.Errorf("%s: %s, want %s", test.question, got, test.want)
		}
	}
}

func TestAffirmed(t *testing.T) {
	for question, want := range map[string]string{
		"Are both Ada Holm and Per Dal engineers?":        "Both Ada Holm and Per Dal are engineers.",
		"Did Ada Holm and Per Dal work in one town?":      "Ada Holm and Per Dal work in one town.",
		"Was Ada Holm born before Per Dal?":               "Ada Holm was born before Per Dal.",
		"Is the bridge at Vellmark older than the tower?": "The bridge at Vellmark is older than the tower.",
		"Are bees kept in hives?":                         "Are bees kept in hives? yes.",
	} {
		if got := affirmed(question); got != want {
			t.Errorf("%s: %s, want %s", question, got, want)
		}
	}
}

// The alternatives are pages of the chain, wherever they stand in the question, and the dates are those of the event that it asks for.
func TestChoice(t *testing.T) {
	page := func(title, text string) *graph.Page {
		return &graph.Page{Title: title, Sentences: []graph.Sentence{{Text: text}}}
	}
	holm, dal := page("Ada Holm", "Ada Holm wrote of 1850 (3 May 1872 – 1 June 1890)."),
		page("Per Dal (painter)", "Per Dal (1 May 1872 – 1901) was a painter.")
	chains := []hop.Chain{{Steps: []hop.Step{{Page: holm.ID()}, {Page: dal.ID()}}}}
	pages := map[graph.PageID]*graph.Page{holm.ID(): holm, dal.ID(): dal}
	for question, want := range map[string]string{
		"Who was born first, Ada Holm or Per Dal?":       "Per Dal",
		"Did Ada Holm or Per Dal die first?":             "Ada Holm",
		"Of Ada Holm and Per Dal, who died later?":       "Per Dal",
		"Is Ada Holm or Per Dal the younger of the two?": "Ada Holm",
		"Which came first, Ada Holm or Per Dal?":         "Ada Holm", // by the first dates of the pages
		"Who is the oldest, Ada Holm or Per Dal?":        "Per Dal",
	} {
		asked := &Asked{Question: question, Chains: chains, Pages: pages}
		all := asked.Candidates()
		if len(all) != 2 {
			t.Errorf("%s: %v", question, all)
			continue
		}
		asked.Rank(all, map[string]float64{"choice: computed": 1, "choice: first date": 1})
		found := asked.Answers
		if found[0].Text != want || found[0].Calculation == "" {
			t.Errorf("%s: %s by %q, want %s", question, found[0].Text, found[0].Calculation, want)
		}
	}
}
