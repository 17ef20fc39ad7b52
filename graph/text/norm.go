package text

import (
	"math"
	"sort"
)

// normClasses is how many classes the norms of pages are sorted into.
const normClasses = 256

// classTable is the lowest norm of each class, ascending.
type classTable [normClasses]float64

// newClassTable spreads the classes over the norms from lo to hi, by their logarithm where they have one.
func newClassTable(lo, hi float64) (t classTable) {
	for i := range t {
		share := float64(i) / normClasses
		if lo > 0 {
			t[i] = lo * math.Pow(hi/lo, share)
		} else {
			t[i] = lo + (hi-lo)*share
		}
	}
	t[0] = lo
	sort.Float64s(t[:]) // rounding may have turned neighbours round
	return t
}

// class is the last class whose lowest norm is no higher than norm.
func (t *classTable) class(norm float64) byte {
	return byte(max(sort.Search(normClasses, func(i int) bool { return t[i] > norm })-1, 0))
}

// impactTable says what a posting is worth at most, of impactUnit, by code<<8 | class of the page's norm.
type impactTable [16 << 8]uint16

const impactUnit = math.MaxUint16

// of is the impact of a posting. The mask changes nothing but what the compiler knows.
func (t *impactTable) of(code, class byte) uint16 { return t[(int(code)<<8|int(class))&(len(t)-1)] }

// impacts are the highest saturated frequencies that postings of each code can have in pages of each class, in units
// of impactUnit for the highest of all, k1+1; never less than the true ones.
func (t *classTable) impacts(s scorer) *impactTable {
	out := new(impactTable)
	for i := range out {
		code, share := byte(i>>8), 1.0
		if code != overflow {
			all, title := codeCounts(code)
			share = s.saturate(all, title, t[i&0xff]) / s.k
		}
		if math.IsNaN(share) { // no frequency and no norm: no posting has this code
			share = 1
		}
		out[i] = uint16(min(impactUnit, math.Ceil(share*slack*impactUnit)))
	}
	return out
}

// normRange are the lowest and the highest norm of all pages.
func normRange(s scorer, n int) (lo, hi float64) {
	for doc := range n {
		norm := s.norm(uint32(doc))
		if doc == 0 {
			lo, hi = norm, norm
		}
		lo, hi = min(lo, norm), max(hi, norm)
	}
	return lo, hi
}
