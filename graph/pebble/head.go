package pebble

import (
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// head is a finished page without its body.
type head struct {
	graph.Head
	at place // of the body
}

func (h *head) encode() []byte {
	e := &encoder{}
	e.str(h.Title)
	e.int(h.Ordinal)
	e.flag(h.Disambiguation)
	e.int(h.Out)
	e.int(h.In)
	e.uint(uint64(h.at))
	return e.b
}

func decodeHead(id graph.PageID, b []byte) (head, error) {
	d := newDecoder(b)
	h := head{Head: graph.Head{ID: id, Title: d.str(), Ordinal: d.int(), Disambiguation: d.flag(), Out: d.int(), In: d.int()},
		at: place(d.uint())}
	if err := d.end(); err != nil {
		return head{}, fmt.Errorf("head of page %v: %w", id, err)
	}
	return h, nil
}
