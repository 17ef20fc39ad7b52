package text

import (
	"bufio"
	"encoding/binary"
	"math"
	"path/filepath"
	"sort"
)

// normClasses is the number of classes of norms.
const normClasses = 256

// classTable is the lowest norm of each class, ascending.
type classTable [normClasses]float64

// newClassTable spreads the classes over the norms from lo to hi, evenly in their logarithm if lo is positive.
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
	sort.Float64s(t[:]) // rounding may have swapped neighbours
	return t
}

// class returns the last class whose lowest norm is at most norm.
func (t *classTable) class(norm float64) byte {
	return byte(max(sort.Search(normClasses, func(i int) bool { return t[i] > norm })-1, 0))
}

// impactTable has the largest impact of a posting, in units of 1/impactUnit of the largest of all, by code<<8 | class
// of the norm.
type impactTable [16 << 8]uint16

const impactUnit = math.MaxUint16

// of returns the impact of a posting. The mask only removes a bounds check.
func (t *impactTable) of(code, class byte) uint16 { return t[(int(code)<<8|int(class))&(len(t)-1)] }

// impacts returns upper bounds of the saturated frequencies of postings of each code in passages of each class, where
// impactUnit stands for k1+1.
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

// normRange returns the lowest and the highest norm of n passages.
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

// writeNorms writes the class of each passage's norm, and returns the impacts of codes by class.
func writeNorms(folder string, s scorer) (impacts *impactTable, err error) {
	n := s.passages.n
	table := newClassTable(normRange(s, n))
	err = writeFile(filepath.Join(folder, normsFile), func(to *bufio.Writer) error {
		for _, norm := range table {
			if _, err := to.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(norm))); err != nil {
				return err
			}
		}
		for doc := range (n + windowSize - 1) / windowSize * windowSize {
			class := byte(0)
			if doc < n {
				class = table.class(s.norm(uint32(doc)))
			}
			if err := to.WriteByte(class); err != nil {
				return err
			}
		}
		return nil
	})
	return table.impacts(s), err
}
