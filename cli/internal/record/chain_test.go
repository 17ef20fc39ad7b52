package record_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/cli/internal/record"
)

func TestShapeWords(t *testing.T) {
	for shape, want := range map[string]string{"single": "one page", "2": "two pages", "3": "three pages in a row", "path4": "four pages in a row",
		"star4": "three pages around one", "tree5": "five pages in a tree", "path12": "12 pages in a row", "apart": "pages not linked"} {
		if got := record.ShapeWords(shape); got != want {
			t.Errorf("%s: got %q, want %q", shape, got, want)
		}
	}
}
