package english_test

import (
	"fmt"
	"testing"

	"github.com/bridgehop/bridgehop/graph/english"
)

func ExamplePairs() {
	fmt.Println(english.Pairs("won:win new_zealand:kiwi is:"))
	// Output: map[is: new zealand:kiwi won:win]
}

func TestSet(t *testing.T) {
	s := english.Set(" of\n\tthe  of ")
	if len(s) != 2 || !s["of"] || !s["the"] || s[""] {
		t.Errorf("got %v", s)
	}
	if len(english.Set("")) != 0 {
		t.Error("no words make a set of some")
	}
}
