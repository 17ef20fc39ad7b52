package pebble

import (
	"fmt"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

// What is known of a title is the page of its name or redirect; where that isn't one page, the store has to tell.
func TestKnown(t *testing.T) {
	const many = 1000
	k := newKnown(many + 8)
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
	for title, want := range map[string]graph.PageID{
		"Page 0":    1,
		"Page 999":  1000,
		"Page 1000": 0,
		"Marrow":    5000,
		"Ola":       severalPages,
		"Twice":     severalPages,
		"Bone core": 5000,
		"Core":      5000,
		"Away":      severalPages,
		"Two ways":  severalPages,
	} {
		if got := k.page(title); got != want {
			t.Errorf("%s: got page %d, want %d", title, got, want)
		}
	}
}
