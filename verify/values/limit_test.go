package values_test

import (
	"fmt"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/values"
)

func TestReadLimits(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"more than 20", ">20"},
		{"over 20", ">20"},
		{"above 20", ">20"},
		{"exceeding 20", ">20"},
		{"in excess of 20", ">20"},
		{"higher than 20 m", ">20 m"},
		{"no more than 20", "<=20"},
		{"not more than 20", "<=20"},
		{"at most 20", "<=20"},
		{"up to 20", "<=20"},
		{"fewer than 20", "<20"},
		{"less than 20", "<20"},
		{"under 20", "<20"},
		{"below 20", "<20"},
		{"shorter than 20 m", "<20 m"},
		{"no fewer than 20", ">=20"},
		{"no less than 20", ">=20"},
		{"not less than 20", ">=20"},
		{"at least 20", ">=20"},
		{"older than 30", ">30"},
		{"younger than 30", "<30"},
		{"older than 1900", "<1900"}, // dates go the other way
		{"before 1900", "<1900"},
		{"prior to 1900", "<1900"},
		{"earlier than 1900", "<1900"},
		{"no later than 1900", "<=1900"},
		{"by 1900", "<=1900"},
		{"on or before 1 May 1900", "<=1900-5-1"},
		{"after 1900", ">1900"},
		{"later than 1900", ">1900"},
		{"on or after 1 May 1900", ">=1900-5-1"},
		{"no earlier than 1900", ">=1900"},
		{"since 1900", "^1900"},
		{"by 20", "20"}, // a number is no date
		{"after 20", "20"},
	} {
		v := values.Read(test.text)
		if len(v) != 1 || shown(v[0]) != test.want {
			t.Errorf("%s: %v, want %s", test.text, v, test.want)
		}
	}
}

func TestMeetsLimits(t *testing.T) {
	const vague = "not precise enough"
	for _, test := range []struct{ claimed, found, want string }{
		{"more than 20", "21", "true"}, {"more than 20", "20", "false"}, {"more than 20", "19", "false"},
		{"at least 20", "20", "true"}, {"at least 20", "19", "false"},
		{"fewer than 20", "19", "true"}, {"fewer than 20", "20", "false"},
		{"at most 20", "20", "true"}, {"at most 20", "21", "false"},
		{"longer than 20 m", "20 m", "false"}, {"longer than 20 m", "2 km", "true"}, {"longer than 2 km", "2,140 m", "true"},
		// Evidence that is a limit itself.
		{"more than 20", "more than 30", "true"}, {"more than 20", "at least 21", "true"}, {"more than 20", "more than 10", vague},
		{"more than 20", "fewer than 20", "false"}, {"fewer than 20", "at most 19", "true"}, {"fewer than 20", "at most 30", vague},
		{"25", "more than 20", vague}, {"15", "more than 20", "false"}, {"20", "more than 20", "true"},
		// Dates as precise as they are.
		{"before 1900", "1899", "true"}, {"before 1900", "1 January 1900", "false"}, {"after 1900", "31 December 1900", "false"},
		{"after 1900", "1 January 1901", "true"}, {"by 1900", "31 December 1900", "true"}, {"by 1900", "1901", "false"},
		{"before June 1900", "1900", vague}, {"after June 1900", "May 1900", "false"}, {"after the 1890s", "1900", "true"},
		{"before 1000", "9th century", "true"}, {"before AD 850", "9th century", vague},
		{"since 1974", "1974", "true"}, {"since 1974", "1980", "false"}, {"since 1974", "since 1980", "false"},
		{"since 1974", "1960", "true"}, {"since 1974", "since 1960", "false"},
		{"more than 20 kg", "20 m", vague},
	} {
		a, b := values.Read(test.claimed), values.Read(test.found)
		meets, ok := values.Meets(&a[0], &b[0])
		got := fmt.Sprint(meets)
		if !ok {
			got = vague
		}
		if got != test.want {
			t.Errorf("%s, found %s: %s, want %s", test.claimed, test.found, got, test.want)
		}
	}
}

func TestBetween(t *testing.T) {
	pages := []values.Page{
		page("Tom Keld", "Tom Keld (born 9 January 1970) is a footballer.", "He won 47 caps for his country.", "Keld is 1.91 metres tall."),
		infobox("Ulver", "Length = 310 km"),
	}
	judge(t, pages, stating, []verdict{
		{"Tom Keld won between 40 and 50 caps.", "SUPPORTS 47"},
		{"Tom Keld won between 47 and 50 caps.", "SUPPORTS 47"},
		{"Tom Keld won between 48 and 50 caps.", "REFUTES 47"},
		{"Tom Keld was born between 1965 and 1970.", "SUPPORTS 9 January 1970"},
		{"Tom Keld was born between 1971 and 1975.", "REFUTES 9 January 1970"},
		{"Tom Keld was born between 1975 and 1965.", ""}, // turned round
		{"The Ulver has a length of between 300 and 320 km.", "SUPPORTS 310 km"},
		{"The Ulver has a length of between 320 and 340 km.", "REFUTES 310 km"},
	})
}

// A count, or a limit on several values, is answered by a sentence that says the rest of the claim behind the same word.
func TestInOneSlot(t *testing.T) {
	judge(t, []values.Page{
		page("Class 9B", "The students of Class 9B scored 85%, 86% and 89.4% on their tests."),
		page("Ule Dam", "The Ule Dam was finished in the 1950s.", "It employs two dozen people."),
		page("Orrin Sound", "Orrin Sound is 118 kilometres long and 46 kilometres wide."),
		page("Marrow", "Salmon returned to the river in 1996.", "The mills closed in 1990 and were sold in 1994."),
		infobox("Low Water", "Length = 41 minutes"), infobox("Skarn Light", "Range = 22 nautical miles"),
	}, stating, []verdict{
		{"The students of Class 9B all scored between 80% and 90%.", "SUPPORTS 85%"},
		{"The students of Class 9B all scored above 90%.", "REFUTES 85%"},
		{"The Ule Dam employs 24 people.", "SUPPORTS two dozen"},
		{"The Ule Dam employs 25 people.", "REFUTES two dozen"},
		{"The Ule Dam feeds 24 people.", ""},
		{"Orrin Sound is between 40 and 50 kilometres wide.", "SUPPORTS 46 kilometres"},
		{"Orrin Sound is between 100 and 150 kilometres wide.", "REFUTES 46 kilometres"},
		{"Salmon returned to the Marrow after 1990.", "SUPPORTS 1996"},
		{"The Marrow mills were bought after 1992.", ""},
		{"Low Water is more than 40 minutes long.", "SUPPORTS 41 minutes"},
		{"Skarn Light has a range of less than 20 nautical miles.", "REFUTES 22 nautical miles"},
	})
}

// A fact of a later sentence is as sure for a limit as a value among the same words would be, unless another fact speaks against it.
func TestCertaintyOfLimits(t *testing.T) {
	for claim, test := range map[string]struct {
		pages []values.Page
		least float64
		most  float64
	}{
		"Tellmouth was founded by 1400.": {[]values.Page{page("Tellmouth", "Tellmouth is a town.", "It has a harbour.", "The town was founded in 1342 by monks.")}, .9, 1},
		"Garrow was founded by 1400.":    {[]values.Page{page("Garrow", "Garrow was founded in 1342.", "It was founded anew in 1620.")}, 0, .8},
	} {
		found := values.Judge(claim, test.pages)
		if len(found) == 0 || found[0].Sure < test.least || found[0].Sure > test.most {
			t.Errorf("%s: %+v, want a certainty of %g to %g", claim, found, test.least, test.most)
		}
	}
}

// All facts of a page vote: a cell and the subject's own sentences before those of its neighbours and parts.
func TestLimitsOfPages(t *testing.T) {
	mountain := page("Mount Ostre", "Mount Ostre is a mountain in Orrin.", "Two other peaks are Sund (1,149 metres), the third highest, and Keld (962 m).")
	mountain.Elements = append(mountain.Elements, cell("Elevation", "2,140 m"))
	pages := []values.Page{
		mountain,
		page("Ellery Park", "Ellery Park is a football ground in Varde.", "It was opened in 1904.", "The west stand was opened in 1971."),
		page("Belmark", "Belmark is a country in Orrin.", "Belmark has a population of over ten million people.", "The population density is 342 per km².", "The town of Lyme has a population of 80,000."),
		page("Holm & Sons", "Holm & Sons was a shipyard at Varde.", "It was founded by Per Holm and closed in 1984."),
		page("Kell", "Kell is a town in Orrin.", "The town had eleven mills in 1880 and has none today."),
		page("Ada Vik", "Ada Vik (born 14 June 1946) is a judge."),
		page("Orm", "Orm is a planet.", "Orm has its four largest moons and 63 known moons."),
		{Title: "Napoleon Holm of Varde", Named: "Napoleon", Elements: []values.Element{{Ref: ref(graph.KindSentence, 0), Text: "Napoleon Holm was a general, who died in 1821."}}},
	}
	judge(t, pages, stating, []verdict{
		{"Mount Ostre is higher than 2,000 metres.", "SUPPORTS 2,140 m"},
		{"Mount Ostre is lower than 2 km.", "REFUTES 2,140 m"},
		{"Ellery Park was opened before 1910.", "SUPPORTS 1904"},
		{"Ellery Park was opened after 1910.", "REFUTES 1904"},
		{"Belmark has more than 9 million inhabitants.", "SUPPORTS ten million"},
		{"Belmark has fewer than half a million inhabitants.", "REFUTES ten million"},
		{"The shipyard of Holm & Sons closed before 1980.", "REFUTES 1984"}, // the first sentence says that it was one
		{"Kell had more than ten mills in 1880.", "SUPPORTS eleven"},        // what it denies is another clause
		{"Ada Vik has been a judge since 1996.", ""},                        // a birth says nothing of it
		{"Orm has more than 60 moons.", "SUPPORTS 63"},
		{"Napoleon died after 1820.", "SUPPORTS 1821"}, // the planner knows whom the claim names
	})
}

// A limit decides only if the evidence says the rest of the claim, and neither denies anything.
func TestLimitsThatDontDecide(t *testing.T) {
	pages := []values.Page{page("Sell Bridge", "Sell Bridge is a bridge with 19 arches.", "It was not opened until 2006.")}
	judge(t, pages, stating, []verdict{
		{"Sell Bridge has more than 15 arches.", "SUPPORTS 19"},
		{"Sell Bridge has no more than 15 arches.", "REFUTES 19"},
		{"Sell Bridge has more than 15 red arches.", ""},
		{"Sell Bridge does not have more than 15 arches.", ""},
		{"Sell Bridge doesn't have more than 15 arches.", ""},
		{"Sell Bridge was opened before 2010.", ""},
	})
}
