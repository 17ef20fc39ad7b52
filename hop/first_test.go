package hop_test

import (
	"math"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/hop"
)

// makers is a wiki of twenty pages: boats, who made them, and where these were born.
func makers() *world {
	return newWorld(
		page("Gannet", "Gannet is a wooden boat made by [[Tor Vik]] in 1921."),
		page("Skua", "Skua is a steel ferry made by [[Ida Holm]] in 1934."),
		page("Petrel", "Petrel is a sailing boat made by [[Olav Rud]] in 1902."),
		page("Fulmar", "Fulmar is a rescue boat made by [[Ruth Eng]] in 1958."),
		page("Tor Vik", "Tor Vik was a boat builder and fiddler.", "He was born in [[Dalby]] and died in [[Marstad]]."),
		page("Ida Holm", "Ida Holm was an engineer.", "She was born in [[Brennick]] and kept bees."),
		page("Olav Rud", "Olav Rud was a smith.", "He was born in [[Tarn Ferry]]."),
		page("Ruth Eng", "Ruth Eng was a sailor and designer.", "She was born in [[Kolvik]]."),
		page("Dalby", "Dalby is a village on a fjord.", "It has 412 people and a wooden church."),
		page("Brennick", "Brennick is a town with a market.", "It has 7,318 people and a brewery."),
		page("Tarn Ferry", "Tarn Ferry is a village by a river.", "It has 120 people."),
		page("Kolvik", "Kolvik is a town with a harbour.", "It has 2,650 people and two schools."),
		page("Marstad", "Marstad is a harbour city.", "It has 88,200 people and a university."),
		page("Ostry", "Ostry is a town in the hills.", "It has 5,904 people and a mine."),
		page("Senja Bridge", "Senja Bridge crosses the strait near [[Kolvik]]."),
		page("Marstad University", "Marstad University is in [[Marstad]]."),
		page("Dalby Church", "Dalby Church stands in [[Dalby]] and was built in 1640."),
		page("Boat building", "Boat building is a craft. [[Tor Vik]] taught it."),
		page("Beekeeping", "Beekeeping is the keeping of bees."),
		page("Per Lund", "Per Lund was the designer of the lightship Terna.", "He was born in Kolvik."),
	)
}

// first plans a claim, and returns the titles of its best chain's pages.
func first(t *testing.T, w *world, p *hop.Planner, claim string) (res *hop.Result, pages []string) {
	t.Helper()
	res, err := p.Plan(t.Context(), claim)
	if err != nil {
		t.Fatal(err)
	}
	c := res.Chains[0]
	if sum := c.Parts.Coverage + c.Parts.Words + c.Parts.Names + c.Parts.Links + c.Parts.Size; math.Abs(sum-c.Score) > 1e-6 {
		t.Errorf("%s: the parts of the first chain add up to %g, its score is %g", claim, sum, c.Score)
	}
	for _, id := range c.Pages() {
		pages = append(pages, w.at[id].Title)
	}
	return res, pages
}

func TestFalseClaimIsNotSearchedByItsFalsehood(t *testing.T) {
	w := makers()
	p := &hop.Planner{Graph: w, Text: w}
	for _, test := range []struct {
		claim string
		want  []string
		twice bool
	}{
		{"The maker of Gannet was born in a village of 412 people.", []string{"Gannet", "Tor Vik", "Dalby"}, false},
		{"The maker of Gannet was born in a town of 5,904 people.", []string{"Gannet", "Tor Vik", "Dalby"}, true},
		{"The maker of Gannet was born in a town of 7,318 people.", []string{"Gannet", "Tor Vik", "Dalby"}, true},
		{"The maker of Skua was born in a town of 7,318 people.", []string{"Skua", "Ida Holm", "Brennick"}, false},
		{"Tor Vik was born in the same town as the designer of Terna.", []string{"Per Lund", "Tor Vik"}, false},
		{"Ostry is a town of 5,904 people.", []string{"Ostry"}, false},
	} {
		res, got := first(t, w, p, test.claim)
		if !slices.Equal(got, test.want) || res.Twice != test.twice {
			t.Errorf("%s\n got pages %q, planned twice: %v\nwant %q, %v", test.claim, got, res.Twice, test.want, test.twice)
		}
	}
}
