package pebble

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"path/filepath"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// known has the page that a title leads to while links are resolved: a table of the normal forms of all titles and redirects,
// 21 bytes each in a mapped file, with open addressing (Knuth, The Art of Computer Programming 3, section 6.4, algorithm L). It holds
// hashes of 64 bits in place of titles: that one of a million titles which are no page's passes for one of a million that
// are has a chance of one in twenty million.
type known struct {
	seed  maphash.Seed
	file  *mapped.File
	slots uint64
}

// knownTitle is what a title leads to: a page, none for a free slot. It lies as 16 bytes.
type knownTitle struct {
	hash uint64
	page graph.PageID
}

const knownBytes = 16

// severalPages marks what only the store knows: a title of several pages, or two titles of one hash. It is no page's id.
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

func (k *known) at(slot uint64) knownTitle {
	b := k.file.Data()[knownBytes*slot : knownBytes*slot+knownBytes]
	return knownTitle{binary.LittleEndian.Uint64(b), graph.PageID(binary.LittleEndian.Uint64(b[8:]))}
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
func (k *known) set(folded string, page graph.PageID) {
	slot, t := k.slot(folded)
	if t.page != 0 { // two titles of one hash
		page = severalPages
	}
	b := k.file.Data()[knownBytes*slot : knownBytes*slot+knownBytes]
	binary.LittleEndian.PutUint64(b, t.hash)
	binary.LittleEndian.PutUint64(b[8:], uint64(page))
}

// page returns what a title leads to: a page, 0 for none, or severalPages.
func (k *known) page(folded string) graph.PageID {
	_, t := k.slot(folded)
	return t.page
}

// setNames notes the pages of a normal form.
func (k *known) setNames(folded string, names []namesake) {
	if len(names) > 1 {
		k.set(folded, severalPages)
		return
	}
	k.set(folded, names[0].id)
}

// setAliases notes the redirects of a normal form, after all names. One that leads to a page by a title of its own, as most
// do, leads there from now on.
func (k *known) setAliases(folded string, aliases []alias) {
	if _, t := k.slot(folded); t.page != 0 {
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
