package text

import (
	"encoding/binary"
	"iter"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/bridgehop/bridgehop/graph"
)

// titleSorter gathers the titles of pages, and gives them in the order of (title, ordinal). A record is the title, its
// end, the ordinal and the document, so that the order of bytes is that order.
type titleSorter struct{ runs *runs }

// titledPage is a page by hashes of its title: of the normal form, and of the title as it is written.
type titledPage struct {
	folded, written uint64
	doc             uint32
}

// A title ends with two zeros; a zero in it is followed by a 1.
const titleEnd = "\x00\x00"

func (s *titleSorter) add(doc uint32, p *graph.Page) error {
	rec := make([]byte, 0, len(p.Title)+len(titleEnd)+8)
	rec = append(append(rec, strings.ReplaceAll(p.Title, "\x00", "\x00\x01")...), titleEnd...)
	rec = binary.BigEndian.AppendUint32(rec, uint32(p.Ordinal))
	return s.runs.add(binary.BigEndian.AppendUint32(rec, doc))
}

// all yields every page in order.
func (s *titleSorter) all() iter.Seq2[titledPage, error] {
	return func(yield func(titledPage, error) bool) {
		for c, err := range s.runs.all() {
			if err != nil {
				yield(titledPage{}, err)
				return
			}
			end := len(c.record) - 8
			title := strings.ReplaceAll(string(c.record[:end-len(titleEnd)]), "\x00\x01", "\x00")
			p := titledPage{xxhash.Sum64String(graph.FoldTitle(title)), xxhash.Sum64String(title), binary.BigEndian.Uint32(c.record[end+4:])}
			if !yield(p, nil) {
				return
			}
		}
	}
}
