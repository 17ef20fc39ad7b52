package text

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// postingSorter sorts the postings of a term by page, which come from runs that each have pages from everywhere.
type postingSorter struct {
	keys []uint64 // page and code

	dense    [denseSpan]byte // by page, all 0 between uses
	parts    []part
	laid     []uint32
	laidCode []byte
}

// part is where the postings of a run lie that aren't laid out yet.
type part struct{ next, end int }

// denseShare: a term on more than one page in so many is sorted by laying its codes out over the pages, denseSpan of them at
// a time.
const (
	denseShare = 64
	denseSpan  = 1 << 16
)

// sort gives the postings in order, in their own memory or in the sorter's; that is good until the next sort.
func (s *postingSorter) sort(pages int, docs []uint32, codes []byte) ([]uint32, []byte) {
	if len(docs) > pages/denseShare {
		return s.layOut(0, docs, codes)
	}
	s.keys = s.keys[:0]
	for i, doc := range docs {
		s.keys = append(s.keys, uint64(doc)<<8|uint64(codes[i]))
	}
	slices.Sort(s.keys)
	for i, k := range s.keys {
		docs[i], codes[i] = uint32(k>>8), byte(k)
	}
	return docs, codes
}

// layOut sorts postings by one byte for each page, of which none is below base. No code is 0.
func (s *postingSorter) layOut(base int, docs []uint32, codes []byte) ([]uint32, []byte) {
	s.parts = s.parts[:0]
	for i, doc := range docs {
		if i == 0 || doc < docs[i-1] {
			s.parts = append(s.parts, part{i, len(docs)})
			if last := len(s.parts) - 2; last >= 0 {
				s.parts[last].end = i
			}
		}
	}
	s.laid, s.laidCode = s.laid[:0], s.laidCode[:0]
	for ; len(s.laid) < len(docs); base += denseSpan {
		for i := range s.parts {
			p := &s.parts[i]
			for ; p.next < p.end && int(docs[p.next]) < base+denseSpan; p.next++ {
				s.dense[int(docs[p.next])-base] = codes[p.next]
			}
		}
		s.collect(uint32(base))
	}
	return s.laid, s.laidCode
}

// collect takes the postings off that are laid out, whose pages are counted from base.
func (s *postingSorter) collect(base uint32) {
	for at := 0; at < denseSpan; at += 8 {
		eight := s.dense[at : at+8]
		if binary.LittleEndian.Uint64(eight) == 0 {
			continue
		}
		for i, code := range eight {
			if code != 0 {
				s.laid, s.laidCode = append(s.laid, base+uint32(at+i)), append(s.laidCode, code)
			}
		}
		clear(eight)
	}
}

func sortOvers(overs []termOver) {
	slices.SortFunc(overs, func(a, b termOver) int { return cmp.Compare(a.at, b.at) })
}
