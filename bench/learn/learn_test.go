package main

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// The lists of a source weigh its weight together; within it, a size that is four times as frequent weighs twice as much.
func TestListsWeighBySourceAndSize(t *testing.T) {
	a, b, out := &source{weight: 3}, &source{weight: 1}, -1
	var all []*example
	for _, of := range []struct {
		from           *source
		pages, n, gold int
	}{{a, 1, 4, 0}, {a, 2, 1, 0}, {b, 2, 7, 0}, {b, 3, 2, out}} {
		for range of.n {
			all = append(all, &example{from: of.from, gold: make([]graph.PageID, of.pages), found: list{gold: of.gold}})
		}
	}
	var got []float64
	for _, l := range lists(all, found) {
		got = append(got, l.weight)
	}
	want := append([]float64{.125, .125, .125, .125, .25}, slices.Repeat([]float64{1. / 28}, 7)...)
	if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
		t.Errorf("got weights %.4f, want %.4f", got, want)
	}
}

// The printed names are lines of the weights of package hop.
func TestPrintedNamesAreLinesOfHop(t *testing.T) {
	features, whole := hop.Names()
	lines, err := os.ReadFile("../../hop/weights.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Concat(features, whole) {
		name = strings.TrimPrefix(name, "later ") // another column
		if !strings.Contains("\n"+string(lines), "\n"+name+"\t") {
			t.Errorf("%q: no line of weights.txt", name)
		}
	}
}
