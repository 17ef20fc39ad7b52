package values_test

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify/values"
)

// The order of pages changes no finding that names its page.
func TestOrderOfPages(t *testing.T) {
	turned := make([]values.Page, len(compared))
	for i, p := range compared {
		turned[len(compared)-1-i] = p
	}
	for _, claim := range []string{
		"Ada Holm was born before Lise Dahl.", "Mount Ostre is higher than Mount Sund.", "Tellmouth has a population of more than 3,000.", "Ada Holm died before 1882.",
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
		for _, said := range hostile() {
			p := page(claim[:min(len(claim), 40)], said)
			p.Elements = append(p.Elements, cell(claim[:min(len(claim), 40)], said))
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
		pages := []values.Page{{Title: row, Elements: []values.Element{cell(label, text)}}, {Title: "T", Elements: []values.Element{cell(row, text), cell(text, label)}}}
		for _, found := range values.Judge(claim, pages) {
			if !(found.Sure >= 0 && found.Sure <= 1.05) || found.String() == "" {
				t.Fatalf("%+v", found)
			}
			for _, o := range found.Operands {
				if o.Element.Page != 1 {
					t.Fatalf("%+v is of no page", o)
				}
			}
		}
	})
}
