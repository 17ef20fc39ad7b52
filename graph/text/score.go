package text

import (
	"bufio"
	"encoding/binary"
	"math"
	"path/filepath"
	"sort"
)

// slack is more than the largest relative error of rounding in a sum of bounds.
const slack = 1 + 1e-9

// settings are the parameters of BM25F (Robertson, Zaragoza and Taylor 2004, section 3).
type settings struct {
	K1         float64 `json:"k1"`          // saturation of repeated terms; higher is slower
	B          float64 `json:"b"`           // influence of the length of the passage, from 0 to 1
	TitleBoost float64 `json:"title_boost"` // weight of an occurrence in the title, at least 1
}

// bm25f has the usual K1 and B, and a boost chosen on the train files of HotpotQA and 2WikiMultihopQA.
var bm25f = settings{K1: 1.2, B: 0.75, TitleBoost: 3}

// scorer computes the saturated frequency of a term in a passage, in which the title of its page counts as well. With
// frequency f = all + (boost-1)*title and length l = words + (boost-1)*title words, it is f*(k1+1) / (f +
// k1*(1-b+b*l/average)).
type scorer struct {
	pages    *pages
	passages *passageTable
	boost    float64 // TitleBoost - 1
	k        float64 // k1 + 1
	c0, c1   float64 // the norm of a passage is c0 + c1*length
}

func (ix *Index) scorer() scorer { return newScorer(ix.meta, &ix.pages, &ix.passages) }

func newScorer(m *manifest, p *pages, parts *passageTable) scorer {
	s := bm25f
	sc := scorer{pages: p, passages: parts, boost: s.TitleBoost - 1, k: s.K1 + 1, c0: s.K1 * (1 - s.B)}
	if average := (float64(m.Words) + float64(sc.boost*float64(m.Titles))) / float64(max(m.Passages, 1)); average > 0 {
		sc.c1 = s.K1 * s.B / average
	}
	return sc
}

// norm returns k1*(1-b+b*l/average) of a passage. A conversion rounds each product before it is added: with a fused
// multiply-add, some machines would get another last bit.
func (s *scorer) norm(doc uint32) float64 { return s.normBy(doc, s.title(s.passages.page(doc))) }

// title returns what the title of a page adds to the lengths of its passages, and normBy the norm of one of these.
func (s *scorer) title(page uint32) float64 { return float64(s.boost * float64(s.pages.title(page))) }

func (s *scorer) normBy(doc uint32, title float64) float64 {
	return s.c0 + float64(s.c1*(float64(s.passages.word(doc))+title))
}

func (s *scorer) saturate(all, title uint32, norm float64) float64 {
	f := float64(all) + float64(s.boost*float64(title))
	return float64(f*s.k) / (f + norm)
}

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
// impactUnit is the bound of k1+1.
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
