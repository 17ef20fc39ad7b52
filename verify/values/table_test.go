package values_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify/values"
)

// bridges is a table of our own.
func bridges() *values.Table {
	return values.NewTable("Marrow bridges", "bridges over the marrow", []string{"name", "opened", "length (m)", "cost", "country"}, [][]string{
		{"varde", "1931", "420", "2 million", "denmark"},
		{"skarn", "12 may 1950", "380", "3.5 million", "norway"},
		{"holm", "1968", "610", "9 million", "norway"},
		{"old ferry", "1870", "95", "0.2 million", "sweden"},
		{"new ferry", "1999", "240", "12 million", "sweden"},
	})
}

func TestTableJudge(t *testing.T) {
	table := bridges()
	for _, test := range []struct {
		claim string
		want  bool
	}{
		{"holm is in norway", true},
		{"holm is in sweden", false},
		{"the length of varde is 420", true},
		{"the length of varde is 380", false},
		{"new ferry has the highest cost", true},
		{"varde has the highest cost", false},
		{"2 bridges are in norway", true},
		{"there are three bridges in norway", false},
		{"varde opened before holm", true},
		{"holm opened before varde", false},
		{"holm is longer than skarn", true},
		{"skarn is longer than holm", false},
	} {
		j := table.Judge(test.claim)
		if j.Holds > .5 != test.want {
			t.Errorf("%s: holds %.3f, want %v; by %+v", test.claim, j.Holds, test.want, j.Best)
		}
		if j.Best == nil || len(j.Cells) == 0 {
			t.Errorf("%s: no calculation", test.claim)
		}
	}
}

// A claim that names operation and column is judged by them, and by nothing else.
func TestNamedProgram(t *testing.T) {
	for _, test := range []struct{ claim, want string }{
		{"The highest cost of the Marrow bridges is 12 million.", "highest cost: SUPPORTS"},
		{"The highest cost of the Marrow bridges is 9 million.", "highest cost: REFUTES"},
		{"Holm is the longest bridge over the Marrow.", "highest length (m): SUPPORTS"},
		{"Skarn is the longest bridge over the Marrow.", "highest length (m): REFUTES"},
		{"Old ferry is the oldest bridge over the Marrow.", "lowest opened: SUPPORTS"},
		{"The average length of the bridges over the Marrow is 349 metres.", "mean of length (m): SUPPORTS"},
		{"The total length of the bridges over the Marrow is 1,745 metres.", "sum of length (m): SUPPORTS"},
		{"All bridges over the Marrow are shorter than 700 metres.", "all of length (m): SUPPORTS"},
		{"All bridges over the Marrow are longer than 100 metres.", "all of length (m): REFUTES"},
		{"All bridges over the Marrow are longer than 100 kilograms.", ""}, // units don't fit
		{"Varde has more length than Skarn.", "compared by length (m): SUPPORTS"},
		{"Holm is not the longest bridge over the Marrow.", ""},
		{"Holm is the longest railway bridge over the Marrow.", ""}, // railway: another table may say
		{"Most bridges over the Marrow are in Norway.", ""},
	} {
		got := ""
		if b := bridges().Judge(test.claim).Best; b != nil && b.Family == values.Naming {
			line, _, _ := strings.Cut(b.String(), ":")
			got = line + map[bool]string{true: ": SUPPORTS", false: ": REFUTES"}[b.Agrees]
		}
		if got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.claim, got, test.want)
		}
	}
}

func TestNothingAligned(t *testing.T) {
	if j := bridges().Judge("Nobody knows why."); j.Holds != .5 || j.Best != nil {
		t.Errorf("got %+v, want no calculation", j)
	}
}

func TestLargeTable(t *testing.T) {
	cells := make([][]string, 10_000)
	for r := range cells {
		cells[r] = make([]string, 10)
		for c := range cells[r] {
			cells[r][c] = fmt.Sprintf("%d ton %d km", r*c%977, r)
		}
	}
	table := values.NewTable("", "", strings.Fields("a b c d e f g h i j"), cells)
	if j := table.Judge("the highest of a is 977 ton at 12 km, more than 3 kg"); j.Holds < 0 || j.Holds > 1 {
		t.Errorf("probability %g", j.Holds)
	}
}

func BenchmarkTableJudge(b *testing.B) {
	table := bridges()
	for b.Loop() {
		table.Judge("holm, opened in 1968, is longer than skarn in norway by 230")
	}
}

func FuzzTable(f *testing.F) {
	f.Add("name|year\nskarn|1870\nholm|29 February 1900", "skarn is older than holm")
	f.Add("a\n0/0\n10^400", "the sum of a is 10^400")
	f.Add("|||\n||", "12/11/10")
	f.Add("", "")
	f.Fuzz(func(t *testing.T, text, claim string) {
		var rows [][]string
		for _, line := range strings.Split(text, "\n") {
			rows = append(rows, strings.Split(line, "|"))
		}
		j := values.NewTable("t", "c", rows[0], rows[1:]).Judge(claim)
		if !(j.Holds >= 0 && j.Holds <= 1) {
			t.Fatalf("probability %g", j.Holds)
		}
		for _, p := range j.Cells {
			if p.Row < 0 || p.Row >= len(rows)-1 || p.Column < 0 || p.Column >= len(rows[0]) {
				t.Fatalf("place %+v", p)
			}
		}
	})
}
