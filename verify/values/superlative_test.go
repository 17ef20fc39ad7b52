package values_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify/values"
)

// tableOf makes a page with one table; the cells of a row are separated by bars.
func tableOf(about string, lines ...string) values.Page {
	t := values.Table{About: about, Header: strings.Split(lines[0], "|")}
	for r, line := range lines[1:] {
		var row []values.Element
		for c, text := range strings.Split(line, "|") {
			row = append(row, values.Element{ID: fmt.Sprintf("cell_0_%d_%d", r+1, c), Text: text})
		}
		t.Rows = append(t.Rows, row)
	}
	return values.Page{Title: about, Tables: []values.Table{t}}
}

var bridges = tableOf("Bridges over the Marrow", "Bridge|Opened|Length (m)|Cost|Country|Prizes",
	"Varde|1931|420|2 million|Denmark|3",
	"Skarn|12 May 1950|380|3.5 million|Norway|5",
	"Holm|1968|610 (2,001 ft)|9 million|Norway|0",
	"Old Ferry|1870|95|0.2 million|Sweden|3",
	"New Ferry|1999|240|12 million|Sweden|1",
	"Total||1745|26.7 million||12")

func TestSuperlative(t *testing.T) {
	for _, test := range []struct{ claim, want string }{
		{"Holm is the longest bridge over the Marrow.", "highest Length (m): Holm 610 (cell_0_3_2); the claim says Holm: SUPPORTS"},
		{"Skarn is the longest bridge over the Marrow.", "highest Length (m): Holm 610 (cell_0_3_2), Skarn 380 (cell_0_2_2); the claim says Skarn: REFUTES"},
		{"The longest bridge over the Marrow is Holm.", "highest Length (m): Holm 610 (cell_0_3_2); the claim says Holm: SUPPORTS"},
		{"The longest bridge over the Marrow is Varde.", "highest Length (m): Holm 610 (cell_0_3_2), Varde 420 (cell_0_1_2); the claim says Varde: REFUTES"},
		{"Varde is the second longest bridge over the Marrow.", "highest Length (m): Varde 420 (cell_0_1_2); the claim says Varde: SUPPORTS"},
		{"Holm is the second-longest bridge over the Marrow.",
			"highest Length (m): Varde 420 (cell_0_1_2), Holm 610 (cell_0_3_2); the claim says Holm: REFUTES"},
		{"Old Ferry is the oldest bridge over the Marrow.", "lowest Opened: Old Ferry 1870 (cell_0_4_1); the claim says Old Ferry: SUPPORTS"},
		{"Varde is the newest bridge over the Marrow.", "highest Opened: New Ferry 1999 (cell_0_5_1), Varde 1931 (cell_0_1_1); the claim says Varde: REFUTES"},
		{"Skarn is the longest bridge in Norway.", "highest Length (m): Holm 610 (cell_0_3_2), Skarn 380 (cell_0_2_2); the claim says Skarn: REFUTES"},
		{"Skarn is the shortest bridge in Norway.", "lowest Length (m): Skarn 380 (cell_0_2_2); the claim says Skarn: SUPPORTS"},
		{"Skarn won the most prizes.", "highest Prizes: Skarn 5 (cell_0_2_5); the claim says Skarn: SUPPORTS"},
		{"Sweden has the oldest bridge over the Marrow.", "lowest Opened: Old Ferry 1870 (cell_0_4_1); the claim says Sweden: SUPPORTS"},
		{"The highest cost of the bridges over the Marrow is 12 million.", "highest Cost: New Ferry 12 million (cell_0_5_3); the claim says 12 million: SUPPORTS"},
		{"The highest cost of the bridges over the Marrow is 9 million.", "highest Cost: New Ferry 12 million (cell_0_5_3); the claim says 9 million: REFUTES"},
		{"The highest cost of a bridge in Norway is 9 million.", "highest Cost: Holm 9 million (cell_0_3_3); the claim says 9 million: SUPPORTS"},
		{"Holm, with 610 metres, is the longest bridge over the Marrow.", "highest Length (m): Holm 610 (cell_0_3_2); the claim says Holm, 610 metres: SUPPORTS"},
		{"Holm, with 600 metres, is the longest bridge over the Marrow.", "highest Length (m): Holm 610 (cell_0_3_2); the claim says Holm, 600 metres: REFUTES"},
		{"The longest bridge over the Marrow has more than 600 metres.", "highest Length (m): Holm 610 (cell_0_3_2); the claim says more than 600 metres: SUPPORTS"},

		{"New Ferry is the oldest bridge in Sweden.", "lowest Opened: Old Ferry 1870 (cell_0_4_1), New Ferry 1999 (cell_0_5_1); the claim says New Ferry: REFUTES"},

		{"The longest bridge over the Marrow has 610 kilograms.", ""},       // units don't fit
		{"Holm is the longest railway bridge over the Marrow.", ""},         // railway: another table may say
		{"Holm is not the longest bridge over the Marrow.", ""},             // denied
		{"Holm isn't the longest bridge over the Marrow.", ""},              //
		{"Holm is one of the longest bridges over the Marrow.", ""},         // several are
		{"Holm is among the most of the bridges over the Marrow.", ""},      // so is this
		{"At most Holm is a bridge over the Marrow.", ""},                   // no superlative
		{"Holm is the longest and oldest bridge over the Marrow.", ""},      // two
		{"Holm is the deepest bridge over the Marrow.", ""},                 // no column
		{"Holm and Skarn are the longest bridges over the Marrow.", ""},     // two subjects
		{"Tarn is the longest bridge over the Marrow.", ""},                 // no row
		{"Varde has the third most prizes.", ""},                            // with as many as another
		{"Varde is the ninth longest bridge over the Marrow.", ""},          // of five
		{"Holm is the longest bridge over the Marrow, 610 m, 420 m.", ""},   // which of the two
		{"Holm is the longest bridge over the Marrow, the 2nd of all.", ""}, // a rank is no length
		{"Holm is the longest bridge in Sweden.", ""},                       // where Holm isn't
		{"Varde is the longest bridge in Denmark.", ""},                     // of one
	} {
		if got := only(values.Superlative, test.claim, bridges); got != test.want {
			t.Errorf("%s\n got %q\nwant %q", test.claim, got, test.want)
		}
	}
}

// only is what the findings of one family say of a claim.
func only(family values.Family, claim string, pages ...values.Page) string {
	var out []string
	for _, f := range values.Judge(claim, pages) {
		if f.Family == family {
			out = append(out, f.String()+map[bool]string{true: ": SUPPORTS", false: ": REFUTES"}[f.Agrees])
		}
	}
	return strings.Join(out, "; ")
}

func TestColumnsThatAreNotOrdered(t *testing.T) {
	for name, page := range map[string]values.Page{
		"two columns measure it":   tableOf("Bridges", "Bridge|Length|Distance", "Holm|610|1", "Skarn|380|2"),
		"mixed units":              tableOf("Bridges", "Bridge|Length", "Holm|610 m", "Skarn|380 kg"),
		"two numbers in a cell":    tableOf("Bridges", "Bridge|Length", "Holm|610 to 620", "Skarn|380 to 381", "Varde|12"),
		"too few numbers":          tableOf("Bridges", "Bridge|Length", "Holm|610", "Skarn|unknown", "Varde|380", "Lyme|short"),
		"dates where none are due": tableOf("Bridges", "Bridge|Length", "Holm|1968", "Skarn|1950"),
		"one row":                  tableOf("Bridges", "Bridge|Length", "Holm|610"),
		"no row":                   tableOf("Bridges", "Bridge|Length"),
	} {
		if got := only(values.Superlative, "Holm is the longest of the bridges.", page); got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := only(values.Superlative, "Holm is the longest of the bridges.", tableOf("Bridges", "Bridge|Length", "Holm|610", "Skarn|380", "Tarn|")); got == "" {
		t.Error("an empty cell is no reason to leave the column")
	}
}

func FuzzSuperlative(f *testing.F) {
	f.Add("name|year\nskarn|1870\nholm|29 February 1900", "skarn is the oldest of them")
	f.Add("a|b\n0/0|1\n10^400|2", "the highest b is 10^400")
	f.Add("|||\n|||", "the first is the 12/11/10")
	f.Add("a|a (m)\nb|2\nb|2", "b is the 18446744073709551616th most a")
	f.Fuzz(func(t *testing.T, text, claim string) {
		lines := strings.Split(text, "\n")
		n := strings.Count(lines[0], "|")
		for _, line := range lines {
			if strings.Count(line, "|") != n {
				t.Skip()
			}
		}
		for _, found := range values.Judge(claim, []values.Page{tableOf("t", lines...)}) {
			if !(found.Sure >= 0 && found.Sure <= 1) || len(found.Operands) == 0 {
				t.Fatalf("%+v", found)
			}
		}
	})
}
