package pebble

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"

	"github.com/bridgehop/bridgehop/graph"
)

// known tells the page a title leads to while links are resolved: a table of the normal forms of all titles and redirects,
// 21 bytes each in a room, with open addressing (Knuth, The Art of Computer Programming 3, section 6.4, algorithm L). It holds
// hashes of 64 bits in place of titles: that one of a million titles which are no page's passes for one of a million that
// are has a chance of one in twenty million.
type known struct {
	seed maphash.Seed
	*room
	slots uint64
}

// knownTitle is what a title leads to: the page's id, in its highest bit whether the page's title is its normal form.
// Zero is a free slot. It lies as 16 bytes.
type knownTitle struct{ hash, page uint64 }

const knownBytes = 16

const (
	titleFolded = 1 << 63
	// severalPages stands for a title of which only the store can tell what it leads to.
	severalPages = titleFolded
)

// newKnown makes a table for that many titles, whose room is in a folder. It is to be closed.
func newKnown(dir string, titles int) (*known, error) {
	slots := titles + titles/3 + 1
	r, err := newRoom(dir, slots*knownBytes)
	return &known{seed: maphash.MakeSeed(), room: r, slots: uint64(slots)}, err
}

func (k *known) close() error {
	if k == nil {
		return nil
	}
	return k.room.close()
}

func (k *known) at(slot uint64) knownTitle {
	b := k.bytes[knownBytes*slot : knownBytes*slot+knownBytes]
	return knownTitle{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}
}

// slot finds a title's slot, or the free one where it belongs; and what the slot holds, with the title's hash.
func (k *known) slot(folded string) (uint64, knownTitle) {
	hash := maphash.String(k.seed, folded)
	slot, _ := bits.Mul64(hash, k.slots)
	for {
		t := k.at(slot)
		if t.page == 0 || t.hash == hash {
			return slot, knownTitle{hash, t.page}
		}
		if slot++; slot == k.slots {
			slot = 0
		}
	}
}

// set notes what a title leads to, once for each title.
func (k *known) set(folded string, page uint64) {
	slot, t := k.slot(folded)
	if t.page != 0 { // two titles of one hash
		page = severalPages
	}
	b := k.bytes[knownBytes*slot : knownBytes*slot+knownBytes]
	binary.LittleEndian.PutUint64(b, t.hash)
	binary.LittleEndian.PutUint64(b[8:], page)
}

// page is what a title leads to: a page; none and false where there is none; none and true where the store has to tell.
// folded says that the page's title is its normal form.
func (k *known) page(normal string) (id graph.PageID, folded, found bool) {
	_, t := k.slot(normal)
	return graph.PageID(t.page &^ titleFolded), t.page&titleFolded != 0, t.page != 0
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
	if _, t := k.slot(folded); t.page != 0 {
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
