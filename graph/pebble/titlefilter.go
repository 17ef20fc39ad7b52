package pebble

import "hash/maphash"

// titleFilter tells most titles that were never put without a look into the store, which takes longer the more there is:
// Bloom filters (Bloom 1970, "Space/time trade-offs in hash coding with allowable errors"), a new one whenever the last is
// full. They cost about two bytes a title. Only a store that was empty when it was opened has one.
type titleFilter struct {
	seed maphash.Seed
	full [][]uint64
	bits []uint64
	left int // titles that fit into bits
}

// filterWords is the length of a filter, 1 MiB, and filterTitles how many titles it takes: of those not put, one in some
// thousand is looked up for nothing.
const (
	filterWords  = 1 << 17
	filterTitles = filterWords * 64 / 16
	filterProbes = 7
)

// places gives the bits of a title to do until it wants no more.
func (f *titleFilter) places(title string, do func(word int, bit uint64) bool) bool {
	h := maphash.String(f.seed, title)
	step := h>>32 | 1
	for range filterProbes {
		if !do(int(h/64%filterWords), 1<<(h%64)) {
			return false
		}
		h += step
	}
	return true
}

// add notes a title.
func (f *titleFilter) add(title string) {
	if f.left == 0 {
		if f.bits != nil {
			f.full = append(f.full, f.bits)
		}
		f.bits, f.left = make([]uint64, filterWords), filterTitles
	}
	f.left--
	f.places(title, func(word int, bit uint64) bool { f.bits[word] |= bit; return true })
}

// may tells whether the title may have been added.
func (f *titleFilter) may(title string) bool {
	if f == nil {
		return true
	}
	in := func(bits []uint64) bool {
		return f.places(title, func(word int, bit uint64) bool { return bits[word]&bit != 0 })
	}
	for _, bits := range f.full {
		if in(bits) {
			return true
		}
	}
	return f.bits != nil && in(f.bits)
}
