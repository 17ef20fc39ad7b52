package pebble

import (
	"hash/maphash"
	"strconv"
	"testing"
)

// Every title that was added is told, and hardly any other, beyond the first filter, too.
func TestTitleFilter(t *testing.T) {
	f := &titleFilter{seed: maphash.MakeSeed(), dir: t.TempDir()}
	defer f.close()
	if f.may("Page 0") {
		t.Error("an empty filter knows a title")
	}
	const n = filterTitles + filterTitles/4
	for i := range n {
		if err := f.add("Page " + strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	wrong := 0
	for i := range n {
		if !f.may("Page " + strconv.Itoa(i)) {
			t.Fatalf("page %d was forgotten", i)
		}
		if f.may("Other " + strconv.Itoa(i)) {
			wrong++
		}
	}
	if wrong > n/100 {
		t.Errorf("%d of %d titles are taken for others, want at most one in a hundred", wrong, n)
	}
	var unknown *titleFilter
	if !unknown.may("Page 0") {
		t.Error("without a filter a title must be looked up")
	}
}
