package values_test

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/values"
)

// ref is the address of an element of page 1.
func ref(kind graph.Kind, numbers ...int) graph.Ref {
	e := graph.Element{Kind: kind, A: numbers[0]}
	if len(numbers) == 3 {
		e.B, e.C = numbers[1], numbers[2]
	}
	return graph.Ref{Page: 1, Element: e}
}

// page makes a page of sentences.
func page(title string, sentences ...string) values.Page {
	p := values.Page{Title: title}
	for i, s := range sentences {
		p.Elements = append(p.Elements, values.Element{Ref: ref(graph.KindSentence, i), Text: s})
	}
	return p
}

// shelf is a few pages of our own.
var shelf = []values.Page{
	page("Ada Holm", "Ada Holm (12 February 1809 – 19 April 1882) was a Danish engineer.", "She designed Varde Bridge in 1840."),
	page("Per Skarn", "Per Skarn (12 February 1809 – 15 April 1865) was a Norwegian painter.", "He was elected to the academy in 1850.", "Aged 21, he went to sea."),
	page("Lise Dahl", "Lise Dahl (born 3 May 1901) is a Norwegian singer."),
	page("Lake Marrow", "Lake Marrow has an area of 120 km² and a depth of 80 m.", "Its population of herons is 2,300."),
	page("Lake Tarn", "Lake Tarn is a lake in Sweden. It covers an area of 50 square miles and is 300 feet deep."),
	page("The Long Night", "The Long Night is a 1979 Danish film directed by Lise Dahl."),
	page("Vellmark", "Vellmark is the fourth largest country in Orrin by area."),
	page("Red Harbour", "Red Harbour is a 1984 drama film, written and directed by Ada Holm."),
}

func TestJudge(t *testing.T) {
	for _, test := range []struct{ claim, want string }{
		{"Ada Holm was born before Lise Dahl.", "born: Ada Holm 12 February 1809 (sentence_0), Lise Dahl 3 May 1901 (sentence_0); " +
			"the first is earlier; the claim says before: SUPPORTS"},
		{"Lise Dahl is older than Per Skarn.", "born: Lise Dahl 3 May 1901 (sentence_0), Per Skarn 12 February 1809 (sentence_0); " +
			"the first is later; the claim says older: REFUTES"},
		{"Ada Holm died after Per Skarn.", "died: Ada Holm 19 April 1882 (sentence_0), Per Skarn 15 April 1865 (sentence_0); the first is later; the claim says after: SUPPORTS"},
		{"Ada Holm and Per Skarn were born in the same year.", "born: Ada Holm 12 February 1809 (sentence_0), Per Skarn 12 February 1809 (sentence_0); " +
			"1809 and 1809; the claim says the same year: SUPPORTS"},
		{"Lake Marrow is larger than Lake Tarn.", "area: Lake Marrow 120 km² (sentence_0), Lake Tarn 50 square miles (sentence_0); the first is less; the claim says larger: REFUTES"},
		{"Lake Tarn is deeper than Lake Marrow.", "depth: Lake Tarn 300 feet (sentence_0), Lake Marrow 80 m (sentence_0); the first is more; the claim says deeper: SUPPORTS"},
		{"Ada Holm and Lise Dahl are from different countries.", "country: Ada Holm Danish (sentence_0), Lise Dahl Norwegian (sentence_0); " +
			"different; the claim says different countries: SUPPORTS"},
		{"The director of Red Harbour was born before the director of The Long Night.", "born: Ada Holm 12 February 1809 (sentence_0), Lise Dahl 3 May 1901 (sentence_0), " +
			"Red Harbour Ada Holm (sentence_0), The Long Night Lise Dahl (sentence_0); the first is earlier; the claim says before: SUPPORTS"},
		{"The Long Night was released after Red Harbour.", "released: The Long Night 1979 (sentence_0), Red Harbour 1984 (sentence_0); " +
			"the first is earlier; the claim says after: REFUTES"},
		{"Ada Holm was born on 13 February 1809.", "born: Ada Holm 12 February 1809 (sentence_0); the claim says 13 February 1809: REFUTES"},
		{"Lake Tarn is deeper than Lake Marrow by five metres.", ""},
		{"Lake Marrow is heavier than Lake Tarn.", ""},
		{"Nobody likes the rain.", ""},
	} {
		got := ""
		if found := values.Judge(test.claim, shelf); len(found) > 0 {
			got = found[0].String() + map[bool]string{true: ": SUPPORTS", false: ": REFUTES"}[found[0].Agrees]
		}
		if got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.claim, got, test.want)
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	for b.Loop() {
		values.Judge("The director of Red Harbour was born before the director of The Long Night.", shelf)
	}
}

func FuzzJudge(f *testing.F) {
	f.Add("Ada Holm was born ten years before Per Skarn.", "Ada Holm", "Ada Holm (12 February 1809 – 19 April 1882) was a Danish engineer.", "Per Skarn", "Per Skarn (1809")
	f.Add("0/0", "", "10^400", "A", "12/11/10")
	f.Add("A and B share the same year", "A", "(", "B", "()()(born")
	f.Fuzz(func(t *testing.T, claim, title, said, title2, said2 string) {
		for _, f := range values.Judge(claim, []values.Page{page(title, said), page(title2, strings.Split(said2, ".")...)}) {
			if !(f.Sure >= 0 && f.Sure <= 1.05) {
				t.Fatalf("%s: sure %g", f.String(), f.Sure)
			}
		}
	})
}
