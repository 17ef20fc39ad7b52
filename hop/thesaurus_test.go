package hop

import (
	"slices"
	"testing"
)

func TestMeaning(t *testing.T) {
	if got := meaning("railway"); !slices.Contains(got, "railroad") {
		t.Errorf("railway means %q", got)
	}
	for _, none := range []string{"", "a", "zzzz", "railw", "\xff"} {
		if got := meaning(none); got != nil {
			t.Errorf("%q means %q", none, got)
		}
	}
}
