package text

import (
	"encoding/binary"
	"iter"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// titleSorter gathers the titles of pages, and gives them in the order of (title, ordinal). A record is the title, its
// end, the ordinal and the document, so that the order of bytes is that order.
type titleSorter struct{ runs *runs }

// A title ends with two zeros; a zero in it is followed by a 1.
const titleEnd = "\x00\x00"

func (s *titleSorter) add(doc uint32, p *graph.Page) error {
	rec := make([]byte, 0, len(p.Title)+len(titleEnd)+8)
	rec = append(append(rec, strings.ReplaceAll(p.Title, "\x00", "\x00\x01")...), titleEnd...)
	rec = binary.BigEndian.AppendUint32(rec, uint32(p.Ordinal))
	return s.runs.add(binary.BigEndian.AppendUint32(rec, doc))
}

// titleRecord is a page's record; it is good until the next one.
type titleRecord []byte

func (r titleRecord) doc() uint32 { return binary.BigEndian.Uint32(r[len(r)-4:]) }

func (r titleRecord) title() string {
	return strings.ReplaceAll(string(r[:len(r)-8-len(titleEnd)]), "\x00\x01", "\x00")
}

// all yields every page in order.
func (s *titleSorter) all() iter.Seq2[titleRecord, error] {
	return func(yield func(titleRecord, error) bool) {
		for c, err := range s.runs.all() {
			if !yield(c.record, err) || err != nil {
				return
			}
		}
	}
}
