package verify_test

import (
	"fmt"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

// A claim beside a table row of a million cells takes time that grows as the row does: what looks for each cell from the row's beginning
// takes most of an hour.
func TestWideRow(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all")
	}
	const wide = 1_000_000
	bridge := page("Varde Bridge", "It was opened in 1931.")
	row := make([]graph.Cell, wide)
	for i := range row {
		row[i] = graph.Cell{Column: i, Text: fmt.Sprint("m", i)}
	}
	row[0].Text = "1931"
	bridge.Tables = []graph.Table{{Rows: [][]graph.Cell{row}}}
	v := verify.Verifier{Model: &reader{room: 100}, Pages: verify.Memory{}.With(bridge)}
	last := graph.Element{Kind: graph.KindCell, C: wide - 1}
	got, err := v.Verify(t.Context(), "Varde Bridge was opened in 1931.", []hop.Chain{chain([]*graph.Page{bridge}, cite(bridge, sentence(0)), cite(bridge, last))})
	const want = "[Varde Bridge] It was opened in 1931. 1931 is m999999."
	if err != nil || got.Premise.Text != want {
		t.Errorf("got %q, %v, want %q", got.Premise.Text, err, want)
	}
}
