package hop_test

import (
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/hop"
)

func TestALinkBeatsAName(t *testing.T) {
	w := newWorld(
		page("North Glass", "North Glass is a maker of windows in [[Marstad]].",
			"Its finance chief is [[Li Wei (accountant)|Li Wei]].", "It was founded by [[Ana Ruiz (engineer)|Ana Ruiz]]."),
		page("South Glass", "South Glass is a maker of bottles.", "Its finance chief is [[Tor Vik]]."),
		page("Li Wei (accountant)", "Li Wei is an accountant.", "She was born in [[Dalby]] in 1971."),
		page("Li Wei (swimmer)", "Li Wei is a swimmer.", "He was born in [[Kolvik]] in 1988.", "He won two medals."),
		page("Li Wei (painter)", "Li Wei was a painter of glass windows.", "He was born in [[Ostry]] and died in the north."),
		page("Ana Ruiz (engineer)", "Ana Ruiz is an engineer.", "She was born in [[Brennick]]."),
		page("Ana Ruiz (singer)", "Ana Ruiz is a singer who was born in [[Tarn Ferry]].", "She founded a choir."),
		page("Tor Vik", "Tor Vik is a boat builder.", "He was born in [[Dalby]]."),
		page("Dalby", "Dalby is a village."), page("Kolvik", "Kolvik is a town with 2,650 people."),
		page("Ostry", "Ostry is a town."), page("Brennick", "Brennick is a town."),
		page("Tarn Ferry", "Tarn Ferry is a village."), page("Marstad", "Marstad is a city."),
		page("Swimming", "Swimming is a sport in water."), page("Glass", "Glass is made of sand."),
	)
	p := &hop.Planner{Graph: w, Text: w}
	for _, test := range []struct{ claim, want, not string }{
		{"Ana Ruiz founded North Glass.", "Ana Ruiz (engineer)", "Ana Ruiz (singer)"},
		{"Li Wei, the finance chief of North Glass, was born in Kolvik.", "Li Wei (accountant)", "Li Wei (swimmer)"},
		{"Li Wei of North Glass was born in Ostry.", "Li Wei (accountant)", "Li Wei (painter)"},
		{"The finance chief of North Glass won two medals.", "Li Wei (accountant)", "Li Wei (swimmer)"},
		{"The finance chief of North Glass was born in a town of 2,650 people.", "Li Wei (accountant)", "Li Wei (swimmer)"},
		{"Li Wei, a swimmer who won two medals, worked for North Glass.", "Li Wei (swimmer)", ""}, // two facts
		{"Li Wei won two medals.", "Li Wei (swimmer)", "Li Wei (accountant)"},                     // nothing links
		{"Li Wei (swimmer) was born in Kolvik and worked for North Glass.", "Li Wei (swimmer)", ""},
	} {
		_, got := first(t, w, p, test.claim)
		if !slices.Contains(got, test.want) || slices.Contains(got, test.not) {
			t.Errorf("%s: pages %q, want %q among them and not %q", test.claim, got, test.want, test.not)
		}
	}
}
