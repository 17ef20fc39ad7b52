package pebble

import (
	"errors"
	"hash/maphash"
)

// titleFilter tells most titles that were never put without a look into the store, which takes longer the more there is:
// Bloom filters (Bloom 1970, "Space/time trade-offs in hash coding with allowable errors"), a new one whenever the last is
// full. They cost about two bytes a title, but for the first in rooms. Only a store that was empty when it was opened has one.
type titleFilter struct {
	seed    maphash.Seed
	dir     string  // for rooms
	filters []*room // the last one has room left
	left    int     // titles that fit into it
}

// filterBytes is the length of a filter, 1 MiB, and filterTitles how many titles it takes: of those not put, one in some
// thousand is looked up for nothing.
const (
	filterBytes  = 1 << 20
	filterTitles = filterBytes * 8 / 16
	filterProbes = 7
)

// places gives the bits of a title to do until it wants no more.
func (f *titleFilter) places(title string, do func(at int, bit byte) bool) bool {
	h := maphash.String(f.seed, title)
	step := h>>32 | 1
	for range filterProbes {
		if !do(int(h/8%filterBytes), 1<<(h%8)) {
			return false
		}
		h += step
	}
	return true
}

// add notes a title.
func (f *titleFilter) add(title string) error {
	if f.left == 0 {
		r := &room{bytes: make([]byte, filterBytes)} // the first
		if len(f.filters) > 0 {
			var err error
			if r, err = newRoom(f.dir, filterBytes); err != nil {
				return err
			}
		}
		f.filters, f.left = append(f.filters, r), filterTitles
	}
	f.left--
	last := f.filters[len(f.filters)-1].bytes
	f.places(title, func(at int, bit byte) bool { last[at] |= bit; return true })
	return nil
}

// may tells whether the title may have been added.
func (f *titleFilter) may(title string) bool {
	if f == nil {
		return true
	}
	for _, r := range f.filters {
		if f.places(title, func(at int, bit byte) bool { return r.bytes[at]&bit != 0 }) {
			return true
		}
	}
	return false
}

// close gives the rooms back.
func (f *titleFilter) close() error {
	if f == nil {
		return nil
	}
	var errs []error
	for _, r := range f.filters {
		errs = append(errs, r.close())
	}
	f.filters = nil
	return errors.Join(errs...)
}
