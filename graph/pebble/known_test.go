package pebble

import (
	"fmt"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

// What is known of a title is the page of its name or redirect; where that isn't one page, the store has to tell.
func TestKnown(t *testing.T) {
	for _, size := range []int{many + 8, littleRoom} { // in memory of the process's own, and in a file
		testKnown(t, size)
	}
}

const many = 1000

func testKnown(t *testing.T, size int) {
	k, err := newKnown(t.TempDir(), size)
	if err != nil {
		t.Fatal(err)
	}
	defer k.close()
	for i := range many {
		title := fmt.Sprintf("Page %d", i)
		k.setNames(title, []namesake{{title: title, id: graph.PageID(i + 1)}})
	}
	k.setNames("Marrow", []namesake{{title: "marrow", id: 5000}})
	k.setNames("Ola", []namesake{{title: "OLA", id: 5001}, {title: "Ola", id: 5002}})
	k.setNames("Twice", []namesake{{title: "Twice", id: 5003}})
	k.setNames("Twice", []namesake{{title: "Twice", id: 5004}}) // as two titles of one hash would
	k.setAliases("Ola", []alias{{"Ola", "Page 1"}})
	k.setAliases("Bone core", []alias{{"Bone core", "marrow"}})
	k.setAliases("Core", []alias{{"Core", "bone core"}})
	k.setAliases("Away", []alias{{"Away", "No such page"}})
	k.setAliases("Two ways", []alias{{"Two ways", "Page 1"}, {"two ways", "Page 2"}})
	for _, c := range []struct {
		normal        string
		id            graph.PageID
		folded, found bool
	}{
		{"Page 0", 1, true, true},
		{"Page 999", 1000, true, true},
		{"Page 1000", 0, false, false},
		{"Marrow", 5000, false, true},
		{"Ola", 0, true, true},
		{"Twice", 0, true, true},
		{"Bone core", 5000, false, true},
		{"Core", 5000, false, true},
		{"Away", 0, true, true},
		{"Two ways", 0, true, true},
	} {
		id, folded, found := k.page(c.normal)
		if id != c.id || folded != c.folded || found != c.found {
			t.Errorf("%s: got page %d, folded %v, found %v, want %d, %v, %v", c.normal, id, folded, found, c.id, c.folded, c.found)
		}
	}
}
