package verify_test

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

// lexicon has pages of these titles; the longer a word, the rarer.
type lexicon []string

func (lexicon) Analyze(s string) []graph.Term { return text.Analyze(s) }

func (lexicon) IDF(terms []string) ([]float64, error) {
	out := make([]float64, len(terms))
	for i, t := range terms {
		out[i] = float64(len(t))
	}
	return out, nil
}

func (l lexicon) Mentions(s string) []graph.Mention {
	var out []graph.Mention
	for _, title := range l {
		if at := strings.Index(s, title); at >= 0 {
			out = append(out, graph.Mention{Start: at, End: at + len(title), Candidates: []graph.Candidate{{Page: 1, Prior: 1, Exact: true}}})
		}
	}
	return out
}

func (lexicon) Titles(string) []graph.Mention { return nil }

func (l lexicon) NumPages() int { return len(l) }

func TestReason(t *testing.T) {
	r := &verify.Reasons{Words: lexicon{"Saturn", "Abraham Lincoln", "Norway"}}
	for _, c := range []struct {
		claim  string
		titles string // of the chain's pages, "|" between; empty for no chain
		named  string // by which words of the claim the first is named
		text   string // evidence
		want   string
	}{
		{"xyzzy plugh", "", "", "", "no page has a word of the claim"},
		{"Saturn Corporation made cars.", "Saturn", "Saturn", "[Saturn] Saturn is a planet.", "no page found is about: Saturn Corporation"},
		{"The Saturn Corporation made cars.", "Saturn", "Saturn", "[Saturn] A planet is no corporation.", "no page found is about: Saturn Corporation"},
		{"Vellmark is a town.", "Ostby", "", "[Ostby] Ostby is a town.", "no page found is about: Vellmark"},
		{"Vellmark's mayor is a painter.", "Ostby", "", "[Ostby] The mayor of Ostby is a painter.", "no page found is about: Vellmark"},
		{"Towns in Vellmark and in Old Ostby are old.", "Ostby", "Ostby", "[Ostby] Ostby is an old town.", "no page found is about: Vellmark"},
		{"President Lincoln was tall.", "Abraham Lincoln", "Lincoln", "[Abraham Lincoln] Lincoln, the 16th president, was tall.", "the evidence doesn't decide it"},
		{"Lincoln Memorial was built in 1922.", "Abraham Lincoln", "Lincoln", "[Abraham Lincoln] Lincoln built it in 1922.", "no page found is about: Lincoln Memorial"},
		{"Ida Holm of Ostby painted.", "Ida Holm|Ostby", "Ida Holm", "[Ida Holm] She was a painter and painted.", "pages found, but nothing on: Ostby"},
		{"Ida Holm lived in Norway.", "Ida Holm", "Ida Holm", "[Ida Holm] She lived long.", "pages found, but nothing on: Norway"},
		{"Ida Holm won the Kell Prize in May 1931.", "Ida Holm", "Ida Holm", "[Ida Holm] She won the Kell Prize in May 1931.", "the evidence doesn't decide it"},
		{"A composer was born in 1894.", "Ida Holm", "", "[Ida Holm] She was born.", "pages found, but nothing on: composer, 1894"},
		{"An archaeologist, a goldsmith, a painter and a poet met with 12 of us.", "Ida Holm", "", "[Ida Holm] She was.", "pages found, but nothing on: archaeologist, goldsmith, painter, poet"},
		{"Its composer is older than Ida Holm.", "Ida Holm", "Ida Holm", "[Ida Holm] She wrote songs.", "the evidence doesn't decide it"},
		{"Scientists see Ida Holm.", "Ida Holm", "Ida Holm", "", "pages found, but nothing on: Scientists, Holm, see, Ida"},
		{"Ida Holm got to speak Portuguese on TV.", "Ida Holm", "Ida Holm", "[Ida Holm] She was.", "pages found, but nothing on: Portuguese, speak, TV"},
		{"Ida Holm sold 5,000 of 3.5 million.", "Ida Holm", "Ida Holm", "[Ida Holm] She sold a million.", "pages found, but nothing on: 5,000, 3.5"},
		{"Most half-left-handed people met Ida Holm.", "Ida Holm", "Ida Holm", "[Ida Holm] People met her half way.", "pages found, but nothing on: half-left-handed"},
		{"The painter whose dog drew sledges was Ida Holm.", "Ida Holm", "Ida Holm", "[Ida Holm] The painter drew it.", "pages found, but nothing on: sledges, dog"},
		{"A Norwegian painter drew it in May.", "Ida Holm", "", "[Ida Holm] The painter drew it in May.", "pages found, but nothing on: Norwegian"},
	} {
		f := verify.Found{Premise: c.text}
		if c.titles != "" {
			f.Chain, f.Titles = &hop.Chain{}, strings.Split(c.titles, "|")
			for i := range f.Titles {
				f.Chain.Steps = append(f.Chain.Steps, hop.Step{Page: graph.PageID(i), Parent: i - 1})
			}
			f.Chain.Steps[0].Named = c.named
		}
		got, err := r.Reason(c.claim, f)
		if err != nil {
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.claim, got, c.want)
		}
	}
	chain := &hop.Chain{Steps: []hop.Step{{Named: "Ida Holm"}}}
	for _, c := range [][3]string{
		{"Ida Holm had three dogs in 2001.", "She had 3 cats in 1999. Dogs came in 2001.", "no cited sentence has: 2001, dogs"},
		{"Ida Holm had three wolves in 2001.", "In 2001 she had 3 dogs.", "no cited sentence has: wolves, 2001"},
		{"Ida Holm had three wolves in 2001.", "In 1999 she had 3 dogs.", "pages found, but nothing on: wolves, 2001"},
		{"Ida Holm had 3 cats.", "She was.", "the evidence doesn't decide it"},
	} {
		f := verify.Found{Chain: chain, Titles: []string{"Ida Holm"}, Premise: "[Ida Holm] She had three cats.", Text: "Ida Holm\n" + c[1]}
		if got, err := r.Reason(c[0], f); err != nil || got != c[2] {
			t.Errorf("%q over %q: got %q, %v, want %q", c[0], c[1], got, err, c[2])
		}
	}
	apart := hop.Chain{Steps: []hop.Step{{Named: "Ida Holm", Parent: -1}, {Edge: hop.EdgeClaim}}}
	if got, err := r.Reason("Ida Holm saw Ostby.", verify.Found{Chain: &apart, Titles: []string{"Ida Holm", "Ostby"},
		Premise: "[Ida Holm] She saw. [Ostby] Ostby is old."}); err != nil || got != "nothing that was read joins Ida Holm and Ostby" {
		t.Errorf("of pages that nothing joins: got %q, %v", got, err)
	}
	r.Words = lexicon{}
	if got, err := r.Reason("Saturn is a planet.", verify.Found{}); err != nil || !strings.Contains(got, "the store has no pages") {
		t.Errorf("of an empty store: got %q, %v", got, err)
	}
}
