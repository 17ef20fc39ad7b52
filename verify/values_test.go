package verify_test

import (
	"context"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// undecided is a model that knows nothing.
type undecided struct{}

func (undecided) Predict(_ context.Context, pairs []verify.Pair) ([]label.Probabilities, error) {
	out := make([]label.Probabilities, len(pairs))
	for i := range out {
		out[i] = label.Probabilities{Supported: .3, Refuted: .3, NotEnough: .4}
	}
	return out, nil
}

// cells is a row of a table; the first cell is a header.
func cells(row int, texts ...string) []graph.Cell {
	var out []graph.Cell
	for i, t := range texts {
		out = append(out, graph.Cell{Row: row, Column: i, RowSpan: 1, ColumnSpan: 1, Header: i == 0 || row == 0, Text: t})
	}
	return out
}

func TestValuesDecide(t *testing.T) {
	infobox := func(rows ...[]string) []graph.Table {
		box := graph.Table{Infobox: true}
		for i, r := range rows {
			box.Rows = append(box.Rows, cells(i+1, r...))
		}
		return []graph.Table{box}
	}
	sentence := func(texts ...string) (out []graph.Sentence) {
		for i, s := range texts {
			out = append(out, graph.Sentence{N: i, Text: s})
		}
		return out
	}
	pages := []*graph.Page{
		{Title: "Skarn Light", Sentences: sentence("Skarn Light is a lighthouse."), Tables: infobox([]string{"First lit", "1868"}, []string{"Tower height", "34 m"})},
		{Title: "Old Light", Sentences: sentence("Old Light was taken down in 1870.", "It was designed by Ada Tilley."), Tables: infobox([]string{"First lit", "1812"}, []string{"Engineers", "Lise Dahl"}, []string{"Tower height", "19 m"})},
		{Title: "Lights", Sentences: sentence("Lights are towers."), Tables: []graph.Table{{Caption: "List of lights", Rows: [][]graph.Cell{
			cells(0, "Light", "Engineer", "Range"), cells(1, "Skarn", "Carvel", "22"), cells(2, "Old", "Tilley", "8"), cells(3, "Wolf", "Carvel", "24"),
		}}}},
	}
	chain := hop.Chain{Parts: hop.Parts{Coverage: .9}}
	for i, p := range pages {
		chain.Steps = append(chain.Steps, hop.Step{Page: p.ID(), Parent: i - 1, Named: p.Title})
		chain.Evidence = append(chain.Evidence, hop.Evidence{Ref: graph.Ref{Page: p.ID(), Element: graph.Element{Kind: graph.KindSentence}}, Score: .5})
	}
	v := &verify.Verifier{Model: undecided{}, Pages: verify.Memory{}.With(pages...)}
	for _, test := range []struct {
		name, claim string
		want        string // the label by values; empty where none is used
		element     string // that the first operand stands in
	}{
		{"agrees", "Skarn Light was first lit in 1868.", "SUPPORTS", "cell_0_1_1"},
		{"another subject has the year", "Skarn Light was first lit in 1870.", "REFUTES", "cell_0_1_1"},
		{"compared, true", "Skarn Light is taller than Old Light.", "SUPPORTS", "cell_0_2_1"},
		{"compared, false", "Old Light is taller than Skarn Light.", "REFUTES", "cell_0_3_1"},
		{"how far apart", "Skarn Light is 15 metres taller than Old Light.", "", ""},
		{"not comparable", "Skarn Light has a tower height of 34 kilograms.", "", ""},
		{"nothing aligned", "Skarn Light is painted white.", "", ""},
		{"no such day", "Skarn Light was first lit on 29 February 1867.", "", ""},
	} {
		got, err := v.Verify(context.Background(), test.claim, []hop.Chain{chain})
		if err != nil {
			t.Fatal(err)
		}
		verdict, element := "", ""
		for _, c := range got.Values {
			if c.Used {
				verdict, element = label.FEVER.Name(got.Label), c.Operands[0].Element.Element.String()
				break
			}
		}
		if verdict != test.want || element != test.element {
			t.Errorf("%s: %s by %s, want %s by %s; %+v", test.name, verdict, element, test.want, test.element, got.Values)
		}
		if top := max(got.Probabilities.Supported, got.Probabilities.Refuted); top > .98 {
			t.Errorf("%s: probability %g", test.name, top)
		}
	}
}
