package values_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify/values"
)

var aligning = []values.Family{values.Aligning}

// A value of the claim is answered by the value of the evidence that stands among the same words, on the page the value is about.
func TestAlignments(t *testing.T) {
	pages := []values.Page{
		page("Rill Mine", "Rill Mine was sunk in 1884 by a company of 12 owners.", "Its pumps lifted 300 gallons in 1902 and 450 in 1911.",
			"The disaster of 4 July 1926 killed 38 miners and injured 61."),
		page("Wolf Mine", "Wolf Mine was sunk in 1899 by a company of seven owners."),
		page("Vellmark", "Vellmark is the fourth largest country in Orrin."),
	}
	judge(t, pages, aligning, []verdict{
		{"Rill Mine was sunk in 1884.", "SUPPORTS 1884"},
		{"Rill Mine was sunk in 1899.", "REFUTES 1884"}, // Wolf Mine was
		{"Wolf Mine was sunk in 1884.", "REFUTES 1899"},
		{"Rill Mine was sunk by a company of 12 owners.", "SUPPORTS 12"},
		{"Rill Mine was sunk by a company of twenty owners.", "REFUTES 12"},
		{"The disaster at Rill Mine injured 61.", "SUPPORTS 61"},
		{"The disaster at Rill Mine injured 38.", "REFUTES 61"},
		{"The disaster at Rill Mine killed 38 miners.", "SUPPORTS 38"},
		{"The disaster at Rill Mine killed 83 miners.", "REFUTES 38"},
		{"The disaster of 4 July 1926 was at Rill Mine.", "SUPPORTS 4 July 1926"},
		{"The disaster of 4 June 1926 was at Rill Mine.", "REFUTES 4 July 1926"},
		{"The disaster at Rill Mine was on 4 July.", "SUPPORTS 4 July 1926"}, // a day of any year
		{"The disaster at Rill Mine was on 5 July.", "REFUTES 4 July 1926"},
		{"Rill Mine is 12 km long.", ""},
		{"Vellmark is the fourth largest country in Orrin.", "SUPPORTS fourth"},
		{"Vellmark is the fifth largest country in Orrin.", "REFUTES fourth"},
	})
}

// Values of what isn't cited align with nothing, and those within a title are no values of the claim.
func TestUncitedAlignsWithNothing(t *testing.T) {
	p := page("1911 Orrin Cup", "Varde won it with 3 goals.")
	if got := surest("Varde won the 1911 Orrin Cup with 4 goals.", []values.Page{p}, values.Aligning); got != "REFUTES 3" {
		t.Errorf("cited: %q", got)
	}
	p.Elements[0].Uncited = true
	if got := surest("Varde won the 1911 Orrin Cup with 4 goals.", []values.Page{p}, values.Aligning); got != "" {
		t.Errorf("uncited: %q", got)
	}
}

// Of dates those count first whose words name the claim's attribute.
func TestAttributeOfAlignments(t *testing.T) {
	p := page("Garrow", "Moe was born in Garrow in 1950.", "A census of 1951 found 212 people, of whom 80 were born there.")
	judge(t, []values.Page{p}, aligning, []verdict{
		{"Moe was born in Garrow in 1950.", "SUPPORTS 1950"},
		{"Moe was born in Garrow in 1951.", "REFUTES 1950"},
	})
}

// Each value is aligned once, and as surely each time.
func TestAlignmentsAreTheSame(t *testing.T) {
	pages := []values.Page{page("Rill Mine", "Rill Mine was sunk in 1884 by 12 owners, and closed in 1926.")}
	const claim = "Rill Mine was sunk in 1885 by 12 owners."
	first := values.Alignments(claim, pages)
	if len(first) != 2 || first[0].Agrees || !first[1].Agrees {
		t.Fatalf("alignments %+v", first)
	}
	for i := range first {
		if !(first[i].Sure > 0 && first[i].Sure < 1) {
			t.Errorf("alignment %d: %g sure", i, first[i].Sure)
		}
	}
	for range 10 {
		if again := values.Alignments(claim, pages); !reflect.DeepEqual(again, first) {
			t.Fatalf("%+v, then %+v", first, again)
		}
	}
}

// Twins: a sentence beside itself is never refuted, and beside itself with one value changed it is, by a value that was changed.
func TestTwins(t *testing.T) {
	for _, twin := range []struct{ sentence, old, other string }{
		{"Lake Orme covers 84 square kilometres.", "84", "48"},
		{"Lake Orme was dammed on 12 May 1933.", "12 May", "21 May"},
		{"Lake Orme was dammed in May 1933 by 400 men.", "1933", "1923"},
		{"Lake Orme was dammed by four hundred men.", "four", "seven"},
		{"Lake Orme is the third largest lake in Orrin.", "third", "sixth"},
		{"Lake Orme is fished from March to 15 October.", "15 October", "14 October"},
		{"Lake Orme holds 2.5 million litres.", "2.5", "5.2"},
		{"Lake Orme has 23 species of fish and 112 of birds.", "112", "121"},
		{"Lake Orme earns $1.5 million a year.", "$1.5", "$2.5"},
		{"Lake Orme lost 12% of its depth in the 1960s.", "12%", "21%"},
		{"Lake Orme lost 12% of its depth in the 1960s.", "1960s", "1980s"},
	} {
		evidence := []values.Page{page("Lake Orme", twin.sentence)}
		for _, f := range values.Judge(twin.sentence, evidence) {
			if !f.Agrees {
				t.Errorf("%s is refuted by itself: %s", twin.sentence, f.String())
			}
		}
		claim := strings.Replace(twin.sentence, twin.old, twin.other, 1)
		refuted := false
		for _, f := range values.Judge(claim, evidence) {
			refuted = refuted || !f.Agrees
		}
		if !refuted {
			t.Errorf("%s isn't refuted by %s", claim, twin.sentence)
		}
	}
}

// The order of pages changes no finding that names its page.
func TestOrderOfPages(t *testing.T) {
	turned := make([]values.Page, len(compared))
	for i, p := range compared {
		turned[len(compared)-1-i] = p
	}
	for _, claim := range []string{
		"Ada Holm was born before Lise Dahl.", "Mount Ostre is higher than Mount Sund.", "Tellmouth has a population of 3,900.", "Ada Holm died in 1882.",
	} {
		a, b := values.Judge(claim, compared), values.Judge(claim, turned)
		if len(a) == 0 || len(a) != len(b) {
			t.Errorf("%s: %d findings, and %d with the pages turned round", claim, len(a), len(b))
			continue
		}
		for i := range a {
			if a[i].String() != b[i].String() || a[i].Sure != b[i].Sure {
				t.Errorf("%s: %s (%g), and with the pages turned round %s (%g)", claim, a[i].String(), a[i].Sure, b[i].String(), b[i].Sure)
			}
		}
	}
}

// hostile are texts that nothing may panic on or take long over.
func hostile() []string {
	return []string{
		"", " ", ".", "(", "((((", "()", "born", "(born", "born (", "between", "between 1 and", "between and", "and 5", "more than", "no more than", "the",
		"\xff\xfe", "\x00", "İ İ İ", "e\u0301\u0301\u0301", "1/2/3/4", "12/12/12", "99/99/9999", "0000", "-0", "1e309", "1" + strings.Repeat("0", 500),
		strings.Repeat("9", 30) + "th", "first second third", "million million million", "a hundred a hundred", "by by by 1900", "than than than",
		strings.Repeat("born 1900 ", 300), strings.Repeat("(", 900), strings.Repeat("between 1 and ", 300), strings.Repeat("Holm's ", 500),
		strings.Repeat("Ada Holm was born before ", 300), strings.Repeat("a ", 5000), "before", "before before", "is is is in in in by by by",
		"No one is not never neither nor none", "the longest", "the first of the last", "20 km 20 km 20 kg 20", "29 February 1900 – 31 June 1901", "$", "US$ $ $ 5",
	}
}

func TestHostileTexts(t *testing.T) {
	for _, claim := range hostile() {
		for k, said := range hostile() {
			p := page(claim[:min(len(claim), 40)], said)
			p.Elements = append(p.Elements, cell(said[:min(len(said), 40)], claim[:min(len(claim), 40)], said))
			p.Tables = []values.Table{{About: said, Header: []string{claim, said}, Rows: [][]values.Element{{{Text: claim}, {Text: said}}, {{Text: said}, {Text: fmt.Sprint(k)}}}}}
			if len(claim)*len(said) > 1<<22 { // both long: seconds
				continue
			}
			for _, f := range values.Judge(claim, []values.Page{p, {}, page("Ada Holm", said)}) {
				if !(f.Sure >= 0 && f.Sure <= 1.05) || len(f.Operands) == 0 {
					t.Fatalf("claim %.40q, evidence %.40q: %+v", claim, said, f)
				}
			}
		}
	}
}

func FuzzJudgeCells(f *testing.F) {
	f.Add("Skarn Light was first lit between 1868 and 1870.", "Skarn Light", "First lit", "1868")
	f.Add("Holm finished second by 5 m.", "Holm", "Place (m)", "2")
	f.Add("Holm is older than Skarn by 10 years", "Skarn", "Born", "12/11/10")
	f.Fuzz(func(t *testing.T, claim, row, label, text string) {
		pages := []values.Page{{Title: row, Elements: []values.Element{cell("", label, text)}}, {Title: "T", Elements: []values.Element{cell(row, label, text), cell(text, label, row)}}}
		for _, found := range values.Judge(claim, pages) {
			if !(found.Sure >= 0 && found.Sure <= 1.05) || found.String() == "" {
				t.Fatalf("%+v", found)
			}
			for _, o := range found.Operands {
				if o.Page < 0 || o.Page >= len(pages) {
					t.Fatalf("%+v is of no page", o)
				}
			}
		}
	})
}
