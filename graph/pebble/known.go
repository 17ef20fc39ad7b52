package pebble

import (
	"hash/maphash"

	"github.com/bridgehop/bridgehop/graph"
)

// known has the page that a title leads to while links are resolved, by a hash of 64 bits of the normal form, for all
// titles and redirects: 20 to 40 bytes each. That one of a million titles which are no page's passes for one of a
// million that are has a chance of one in twenty million.
type known struct {
	seed  maphash.Seed
	pages map[uint64]graph.PageID
}

// severalPages marks what only the store knows: a title of several pages, or two titles of one hash. It is no page's
// id.
const severalPages graph.PageID = 1 << 63

func newKnown(titles int) *known {
	return &known{maphash.MakeSeed(), make(map[uint64]graph.PageID, titles)}
}

// set notes what a title leads to, once for each title.
func (k *known) set(folded string, page graph.PageID) {
	hash := maphash.String(k.seed, folded)
	if k.pages[hash] != 0 { // two titles of one hash
		page = severalPages
	}
	k.pages[hash] = page
}

// page returns what a title leads to: a page, 0 for none, or severalPages.
func (k *known) page(folded string) graph.PageID { return k.pages[maphash.String(k.seed, folded)] }

// setNames notes the pages of a normal form.
func (k *known) setNames(folded string, names []namesake) {
	page := severalPages
	if len(names) == 1 {
		page = names[0].id
	}
	k.set(folded, page)
}

// setAliases notes the redirects of a normal form, after all names. One that leads to a page by a title of its own, as
// most do, leads there from now on.
func (k *known) setAliases(folded string, aliases []alias) {
	if k.page(folded) != 0 {
		return
	}
	page := severalPages
	if len(aliases) == 1 {
		if id := k.page(graph.FoldTitle(aliases[0].to)); id != 0 {
			page = id
		}
	}
	k.set(folded, page)
}
