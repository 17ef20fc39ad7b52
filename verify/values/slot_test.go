package values_test

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify/values"
)

var otherName = []values.Family{values.OtherName}

// Which claims have a slot that one name fills.
func TestSlots(t *testing.T) {
	pages := []values.Page{
		page("Red Harbour", "Red Harbour is a 1984 film directed by Ada Holm.", "It was written by Lise Dahl and sung by a choir.", "The film was produced in Varde."),
		page("Sell Hall", "Sell Hall was built by Per Moe in Tarn, Sweden.", "It is based in Lyme.", "It was visited by King Olaf."),
		page("Karin Moe", "Karin Moe (born 1901 in Tarn) was a Swedish painter.", "Moe died in Lyme in 1990.", "She was raised in Garrow by her aunt."),
	}
	judge(t, pages, otherName, []verdict{
		{"Red Harbour was directed by Lars Vik.", "REFUTES Ada Holm"},
		{"Red Harbour was directed by Ada Holm.", ""},
		{"Red Harbour was directed by Holm.", ""},
		{"The film Red Harbour was directed by Lars Vik.", "REFUTES Ada Holm"},
		{"Lars Vik directed Red Harbour.", "REFUTES Ada Holm"},
		{"Lars Vik wrote Red Harbour.", "REFUTES Lise Dahl"},
		{"Red Harbour was written by Lars Vik.", "REFUTES Lise Dahl"},
		{"Red Harbour was sung by Lars Vik.", ""}, // a choir is no name
		{"Red Harbour was produced by Lars Vik.", ""},
		{"Red Harbour was directed by a man from Varde.", ""},
		{"Red Harbour was directed by the Varde theatre.", ""}, // which only describes
		{"Red Harbour was never directed by Lars Vik.", ""},
		{"Red Harbour is based on a novel directed by Lars Vik.", ""},
		{"Sell Hall was built by Lars Vik.", "REFUTES Per Moe"},
		{"Sell Hall was visited by Lars Vik.", ""}, // many may visit
		{"Sell Hall is based in Bergen.", "REFUTES Lyme"},
		{"Sell Hall is based in Garrow.", ""},
		{"Sell Hall is based in Sweden.", ""}, // it stands on the page
		{"Karin Moe was born in Orrin.", "REFUTES Tarn"},
		{"Karin Moe was born in Tarn.", ""},
		{"Karin Moe died in Orrin.", "REFUTES Lyme"},
		{"Karin Moe was raised in Orrin.", "REFUTES Garrow"},
		{"Karin Moe is a Norwegian painter.", "REFUTES Swedish"},
		{"Karin Moe is a Swedish painter.", ""},
		{"Karin Moe was an American.", "REFUTES Swedish"},
		{"Karin Moe was a painter.", ""},
		{"Lars Vik was born in Orrin.", ""}, // of whom nothing is said
	})
}

// Twins of names: the claim that agrees is never refuted, the one with another name is.
func TestNameTwins(t *testing.T) {
	for _, twin := range []struct{ title, said, claim, own, other string }{
		{"Sell Hall", "Sell Hall was designed by the architect Per Moe.", "Sell Hall was designed by NAME.", "Per Moe", "Lars Vik"},
		{"Sell Hall", "Sell Hall, designed by Ada Holm and Per Moe, is old.", "Sell Hall was designed by NAME.", "Per Moe", "Lars Vik"},
		{"Sell Hall", "It was founded by J. K. Moe.", "Sell Hall was founded by NAME.", "J. K. Moe", "Lars Vik"},
		{"Sell Hall", "The hall is located in Tarn, Norway.", "Sell Hall is located in NAME.", "Norway", "Sweden"},
		{"Karin Moe", "Karin Moe is an American singer.", "Karin Moe is a NAME singer.", "American", "Mexican"},
		{"Karin Moe", "Karin Moe was born in New Tarn.", "Karin Moe was born in NAME.", "New Tarn", "Old Lyme"},
		{"Karin Moe", "Born in Tarn, Moe was a singer.", "Karin Moe was born in NAME.", "Tarn", "Old Lyme"},
	} {
		pages := []values.Page{page(twin.title, twin.title+" is known.", twin.said)}
		for name, want := range map[string]bool{twin.own: false, twin.other: true} {
			claim := strings.Replace(twin.claim, "NAME", name, 1)
			if got := surest(claim, pages, values.OtherName); (got != "") != want {
				t.Errorf("%s beside %q: %q", claim, twin.said, got)
			}
		}
	}
}
