package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// figures writes a table as `bridgehop shapes` does.
func figures(t *testing.T, step string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, step), 0o755); err != nil {
		t.Fatal(err)
	}
	csv := "data,shape,measure,n,value,low,high\n" +
		"hover,path4,node_f1,5,0.6,0.5,0.7\nhover,path4,edge_f1,5,0.25,0.25,0.25\nmusique,star4,node_f1,2,0.1,0,0.3\n"
	if err := os.WriteFile(filepath.Join(dir, step, "found.csv"), []byte(csv), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestColumns(t *testing.T) {
	got, err := readTable(figures(t, "s"), "s", "found")
	if err != nil {
		t.Fatal(err)
	}
	text, err := got.columns([]string{"node_f1", "edge_f1"})
	want := "| data | shape | n | node f1 | edge f1 |\n|---|---|---:|---|---|\n" +
		"| HoVer | path4 | 5 | 0.600 (0.500 to 0.700) | 0.250 |\n| MuSiQue | star4 | 2 | 0.100 (0.000 to 0.300) | - |"
	if text != want || err != nil {
		t.Errorf("got %s (%v), want %s", text, err, want)
	}
	if err := got.keep("data=musique"); err != nil || len(got.rows) != 1 || len(got.keys) != 1 {
		t.Errorf("kept %v of %v (%v), want the row of MuSiQue by shape", got.rows, got.keys, err)
	}
}

func TestCross(t *testing.T) {
	got, err := readTable(figures(t, "s"), "s", "found")
	if err != nil {
		t.Fatal(err)
	}
	text, err := got.cross("node_f1", []string{"hover", "musique"})
	want := "| shape | HoVer | MuSiQue |\n|---|---|---|\n| path4 | 0.600 (0.500 to 0.700), n 5 | - |\n| star4 | - | 0.100 (0.000 to 0.300), n 2 |"
	if text != want || err != nil {
		t.Errorf("got %s (%v), want %s", text, err, want)
	}
}

// A page never stands with a figure that no step gave.
func TestPageNeedsItsFigures(t *testing.T) {
	dir := figures(t, "report")
	if err := writePages(dir, t.TempDir()); err == nil || !strings.Contains(err.Error(), "found-by-shape.csv: no such file") {
		t.Errorf("got %v, want the table that is missing", err)
	}
}
