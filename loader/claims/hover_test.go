package claims_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// HoVer's pages as corpora.md counts them, on the part that is here: 545 page sets carry claims of both labels, and 274 of
// the 345 sets of four hold a set of three that is there. Every gold title is NFC, and found under NFD, too.
func TestHoVerPageSets(t *testing.T) {
	all, _, err := claims.ReadAll(data(t, "hover/hover_dev_release_v1.1.shared.json"))
	if err != nil {
		t.Fatal(err)
	}
	labels := map[string]map[string]bool{} // of each set of pages
	sets := map[string][]string{}
	for _, c := range all {
		titles := slices.Sorted(slices.Values(c.GoldTitles))
		key := strings.Join(titles, "\n")
		if labels[key] == nil {
			labels[key] = map[string]bool{}
		}
		labels[key][c.Label], sets[key] = true, titles
		for _, title := range titles {
			if graph.CleanTitle(title) != title || graph.FoldTitle(norm.NFD.String(title)) != graph.FoldTitle(title) {
				t.Errorf("%s: title %q is not as it is kept, or another under NFD", c.Place, title)
			}
		}
	}
	both, four, grown := 0, 0, 0
	for key, titles := range sets {
		if len(labels[key]) == 2 {
			both++
		}
		if len(titles) == 4 {
			four++
			if holdsThree(titles, sets) {
				grown++
			}
		}
	}
	if both != 545 || four != 345 || grown != 274 {
		t.Errorf("%d sets of both labels, %d of four pages, %d of them grown from three; want 545, 345, 274", both, four, grown)
	}
}

// holdsThree reports whether a set of pages without one of them is among the sets.
func holdsThree(titles []string, sets map[string][]string) bool {
	for i := range titles {
		if sets[strings.Join(slices.Delete(slices.Clone(titles), i, i+1), "\n")] != nil {
			return true
		}
	}
	return false
}
