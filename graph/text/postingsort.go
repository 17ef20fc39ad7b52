package text

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// postingSorter sorts the postings of a term by page, which come from runs that each have pages from everywhere.
type postingSorter struct {
	dense []byte   // by page, all 0 between lists
	keys  []uint64 // page and code
}

// denseShare: a term on more than one page in so many is sorted by laying its codes out over all pages.
const denseShare = 64

func (s *postingSorter) sort(pages int, docs []uint32, codes []byte) {
	if len(docs) > pages/denseShare {
		s.layOut(pages, docs, codes)
		return
	}
	s.keys = s.keys[:0]
	for i, doc := range docs {
		s.keys = append(s.keys, uint64(doc)<<8|uint64(codes[i]))
	}
	slices.Sort(s.keys)
	for i, k := range s.keys {
		docs[i], codes[i] = uint32(k>>8), byte(k)
	}
}

// layOut sorts postings by one byte for each page. No code is 0.
func (s *postingSorter) layOut(pages int, docs []uint32, codes []byte) {
	if s.dense == nil {
		s.dense = make([]byte, (pages+7)/8*8)
	}
	for i, doc := range docs {
		s.dense[doc] = codes[i]
	}
	n := 0
	for at := 0; at < len(s.dense) && n < len(docs); at += 8 {
		if binary.LittleEndian.Uint64(s.dense[at:]) == 0 {
			continue
		}
		for i, code := range s.dense[at : at+8] {
			if code != 0 {
				docs[n], codes[n] = uint32(at+i), code
				n++
			}
		}
		clear(s.dense[at : at+8])
	}
}

func sortOvers(overs []termOver) {
	slices.SortFunc(overs, func(a, b termOver) int { return cmp.Compare(a.doc, b.doc) })
}
