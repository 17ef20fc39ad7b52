package values_test

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify/values"
)

// filled are pages of our own with names in slots.
var filled = []values.Page{
	page("Skarn Light", "Skarn Light is a lighthouse located in Varde, Denmark.", "The tower was designed by Étienne Carvel and Per Holm.", "Its keeper's house was built by monks.",
		"Tourists from Norway and Orrin come by boat."),
	page("Étienne Carvel", "Étienne Carvel (born 3 May 1801 in Marrow) was a Danish engineer.", "His only child, Maud Carvel, wrote The Long Night.", "His brother was buried and raised in Lyme.",
		"He was raised in Tarn."),
	page("The Long Night", "The Long Night is a novel written by Maud Carvel, who is also known as M. Carvel.", "The film of it was directed by John Smyth."),
	page("Lise Dahl", "Lise Dahl is an English-born Norwegian singer."),
	page("Tarn", "Tarn is a town in Orrin."),
	page("Red Land", "Red Land is a state of the south.", "Its coast is long.", "The senate is located in Varde."),
	page("Ruby Moor", "Ruby Moor is an English singer."),
}

// Pages may say that each of two places lies in the other.
func TestPlacesInACircle(t *testing.T) {
	pages := []values.Page{filled[1], page("Tarn", "Tarn is a town in Orrin."), page("Orrin", "Orrin is a region in Tarn."), page("Lyme", "Lyme is a town in Lyme.")}
	for _, claim := range []string{"Étienne Carvel was raised in Varde."} {
		if got := values.Judge(claim, pages); len(got) == 0 {
			t.Errorf("%s: nothing", claim)
		}
	}
}

func TestFilled(t *testing.T) {
	for _, test := range []struct{ claim, want string }{
		{"Skarn Light was designed by Maud Carvel.", "designed by: Étienne Carvel (sentence_1); the claim says Maud Carvel"},
		{"Maud Carvel designed Skarn Light.", "designed by: Étienne Carvel (sentence_1); the claim says Maud Carvel"},
		{"Skarn Light was designed by Étienne Carvel.", ""},
		{"Skarn Light was designed by Etienne Carvel.", ""}, // without the accent
		{"Skarn Light was designed by E. Carvel.", ""},
		{"Skarn Light was designed by Per Holm.", ""}, // the second of two
		{"Skarn Light was not designed by Maud Carvel.", ""},
		{"Skarn Light was designed by a Swedish engineer.", ""},
		{"Skarn Light was designed by Swedish engineers.", ""},
		{"The house at Skarn Light was designed by Maud Carvel.", "designed by: Étienne Carvel (sentence_1); the claim says Maud Carvel"},
		{"Skarn Light is near a tower designed by Maud Carvel.", ""}, // another tower
		{"The Long Night was written by Ada Holm.", "written by: Maud Carvel (sentence_0); the claim says Ada Holm"},
		{"Ada Holm wrote The Long Night.", "written by: Maud Carvel (sentence_0); the claim says Ada Holm"},
		{"The Long Night was written by John Smyth.", ""},  // who stands on the page
		{"The Long Night was directed by John Smith.", ""}, // two letters may be a spelling
		{"Skarn Light is in Sweden.", "location: Denmark (sentence_0); the claim says Sweden"},
		{"Skarn Light is located in Norway.", "location: Denmark (sentence_0); the claim says Norway"}, // a country never holds another
		{"Skarn Light is in Orrin.", ""},                                                               // which may hold Varde, for all that the page says
		{"Skarn Light is in Europe.", ""},
		{"Skarn Light is in Varde.", ""},
		{"Red Land is in Sound.", ""},                                                             // its senate isn't the state
		{"Étienne Carvel was born in Lyme.", "born in: Marrow (sentence_0); the claim says Lyme"}, // though it stands on the page
		{"Étienne Carvel was born in Sound.", "born in: Marrow (sentence_0); the claim says Sound"},
		{"Étienne Carvel was raised in Sound.", "raised in: Tarn (sentence_3); the claim says Sound"},                     // his brother's place isn't his
		{"Étienne Carvel was raised in Orrin.", "raised in: Tarn (sentence_3), Orrin (sentence_0); the claim says Orrin"}, // where Tarn is
		{"Étienne Carvel was a French engineer.", "nationality: Danish (sentence_0); the claim says French"},
		{"Lise Dahl is an English singer.", ""},
		{"Lise Dahl is a French singer.", "nationality: Norwegian (sentence_0); the claim says French"},
		{"Ruby Moor is a British singer.", ""},
	} {
		var got []string
		for _, f := range values.Judge(test.claim, filled) {
			if f.Family == values.OtherName && f.Sure > 0 {
				got = append(got, f.String())
			}
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%s\n got %q\nwant %q", test.claim, s, test.want)
		}
	}
}

// Nobody is born twice: another place in the clause refutes, wherever the claim's place stands besides.
func TestOnce(t *testing.T) {
	box := infobox("Tom Keld", "Born = 9 January 1970, Lyme")
	pages := []values.Page{
		page("Ada Holm", "Born in Bonn, Germany, she moved to Vienna.", "Vienna was her home."),
		page("Karl Vik", "Karl Vik (5 May 1818, Trier – 14 March 1883, London) was a writer.", "He lived in Berlin."),
		page("Per Moe", "Per Moe was born at 5 a.m. in the back room of nine Holm Street in Tarn.", "He came to Lyme."),
		box,
		page("Lise Dahl", "Lise Dahl was born on Hrafney."), page("Hrafney", "Hrafney is an island of Orrin, which has few people."),
	}
	judge(t, pages, otherName, []verdict{
		{"Ada Holm was born in Vienna.", "REFUTES Bonn"},
		{"Ada Holm was born in Germany.", ""},
		{"Karl Vik died in Berlin.", "REFUTES London"},
		{"Karl Vik was born in London.", "REFUTES Trier"},
		{"Karl Vik died in London.", ""},
		{"Per Moe was born in Lyme.", "REFUTES Tarn"},
		{"Per Moe was born in Tarn.", ""},
		{"Tom Keld was born in Varde.", "REFUTES Lyme"},
		{"Lise Dahl was born in Orrin.", "SUPPORTS Hrafney"},
		{"Lise Dahl was born on Tarn.", "REFUTES Hrafney"},
		{"Lise Dahl was born on Tuesday.", ""},
	})
}

// Evidence without a page, as FEVER's files have it, is of what the claim begins with.
func TestFilledUntitled(t *testing.T) {
	found := values.Judge("Red Harbour was directed by Ada Holm.", []values.Page{page("", "It was directed by Lise Dahl.")})
	if len(found) != 1 || found[0].Operands[0].Value != "Lise Dahl" {
		t.Errorf("found %v", found)
	}
}

func BenchmarkFilled(b *testing.B) {
	long := page("Skarn Light")
	for i := range 400 {
		verb := "seen"
		if i%40 == 0 {
			verb = "repaired"
		}
		long.Elements = append(long.Elements, values.Element{Text: "The tower, which stands on the northern shore of the sound, was " + verb + " by the men of the Sound Lights Board in that year.", Uncited: true})
	}
	pages := append([]values.Page{long}, filled[1:]...)
	for b.Loop() {
		values.Judge("Skarn Light was repaired by Maud Carvel.", pages)
	}
}
