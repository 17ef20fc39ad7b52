package pebble

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"path/filepath"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// known has the page that a title leads to while links are resolved: a table of the normal forms of all titles and
// redirects, 21 bytes each in a mapped file, with open addressing (Knuth, The Art of Computer Programming 3, section
// 6.4, algorithm L). It holds hashes of 64 bits in place of titles: that one of a million titles which are no page's
// passes for one of a million that are has a chance of one in twenty million.
type known struct {
	seed  maphash.Seed
	file  *mapped.File
	slots uint64
}

// knownBytes is the size of a slot: the hash of a title, and the page that it leads to, 0 in a free slot.
const knownBytes = 16

// severalPages marks what only the store knows: a title of several pages, or two titles of one hash. It is no page's
// id.
const severalPages graph.PageID = 1 << 63

// newKnown makes a table for that many titles, in a folder.
func newKnown(dir string, titles int) (*known, error) {
	slots := titles + titles/3 + 1
	f, err := mapped.Create(filepath.Join(dir, "known"), slots*knownBytes)
	return &known{seed: maphash.MakeSeed(), file: f, slots: uint64(slots)}, err
}

func (k *known) close() error {
	if k == nil {
		return nil
	}
	return k.file.Close()
}

// slot finds a title's slot, or the free one where it belongs.
func (k *known) slot(folded string) (slot []byte, hash uint64, page graph.PageID) {
	hash = maphash.String(k.seed, folded)
	for at, _ := bits.Mul64(hash, k.slots); ; at = (at + 1) % k.slots {
		slot = k.file.Data()[knownBytes*at : knownBytes*at+knownBytes]
		page = graph.PageID(binary.LittleEndian.Uint64(slot[8:]))
		if page == 0 || binary.LittleEndian.Uint64(slot) == hash {
			return slot, hash, page
		}
	}
}

// set notes what a title leads to, once for each title.
func (k *known) set(folded string, page graph.PageID) {
	slot, hash, other := k.slot(folded)
	if other != 0 { // two titles of one hash
		page = severalPages
	}
	binary.LittleEndian.PutUint64(slot, hash)
	binary.LittleEndian.PutUint64(slot[8:], uint64(page))
}

// page returns what a title leads to: a page, 0 for none, or severalPages.
func (k *known) page(folded string) graph.PageID {
	_, _, page := k.slot(folded)
	return page
}

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
