package pebble

import (
	"hash/maphash"
	"math/bits"

	"github.com/bridgehop/bridgehop/graph"
)

// known tells the page a title leads to while links are resolved: a table of the normal forms of all titles and redirects,
// 21 bytes each, with open addressing (Knuth, The Art of Computer Programming 3, section 6.4, algorithm L). It holds
// hashes of 64 bits in place of titles: that one of a million titles which are no page's passes for one of a million that
// are has a chance of one in twenty million.
type known struct {
	seed  maphash.Seed
	slots []knownTitle
}

// knownTitle is what a title leads to: the page's id, in its highest bit whether the page's title is its normal form.
// Zero is a free slot.
type knownTitle struct{ hash, page uint64 }

const (
	titleFolded = 1 << 63
	// severalPages stands for a title of which only the store can tell what it leads to.
	severalPages = titleFolded
)

// newKnown makes a table for that many titles.
func newKnown(titles int) *known {
	return &known{seed: maphash.MakeSeed(), slots: make([]knownTitle, titles+titles/3+1)}
}

// slot finds a title's slot, or the free one where it belongs.
func (k *known) slot(folded string) (*knownTitle, uint64) {
	hash := maphash.String(k.seed, folded)
	at, _ := bits.Mul64(hash, uint64(len(k.slots)))
	for k.slots[at].page != 0 && k.slots[at].hash != hash {
		if at++; at == uint64(len(k.slots)) {
			at = 0
		}
	}
	return &k.slots[at], hash
}

// set notes what a title leads to, once for each title.
func (k *known) set(folded string, page uint64) {
	s, hash := k.slot(folded)
	if s.page != 0 { // two titles of one hash
		page = severalPages
	}
	*s = knownTitle{hash, page}
}

// page is what a title leads to: a page; none and false where there is none; none and true where the store has to tell.
// folded says that the page's title is its normal form.
func (k *known) page(normal string) (id graph.PageID, folded, found bool) {
	s, _ := k.slot(normal)
	return graph.PageID(s.page &^ titleFolded), s.page&titleFolded != 0, s.page != 0
}

// setNames notes the pages of a normal form.
func (k *known) setNames(folded string, names []namesake) {
	switch {
	case len(names) > 1:
		k.set(folded, severalPages)
	case names[0].title == folded:
		k.set(folded, uint64(names[0].id)|titleFolded)
	default:
		k.set(folded, uint64(names[0].id))
	}
}

// setAliases notes the redirects of a normal form, after all names. One that leads to a page by a title of its own, as most
// do, leads there from now on.
func (k *known) setAliases(folded string, aliases []alias) {
	if s, _ := k.slot(folded); s.page != 0 {
		return
	}
	page := uint64(severalPages)
	if len(aliases) == 1 {
		if id, _, _ := k.page(graph.FoldTitle(aliases[0].to)); id != 0 {
			page = uint64(id)
		}
	}
	k.set(folded, page)
}
