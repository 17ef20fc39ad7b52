package pebble

import (
	"encoding/hex"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// taken is an ordinal of a title: its passage, the last load that used it, and the place of its body.
type taken struct {
	passage string // 16 hex digits
	load    uint64
	at      place
}

// titleRecord has the ordinals of a title, by ordinal. All pages of a title are removed together, so there are no gaps.
type titleRecord []taken

func (t titleRecord) encode() ([]byte, error) {
	e := &encoder{}
	e.len(len(t))
	for _, o := range t {
		p, err := hex.DecodeString(o.passage)
		if err != nil || len(p) != 8 {
			return nil, fmt.Errorf("passage %q: %w", o.passage, errRecord)
		}
		e.raw(p)
		e.uint(o.load)
		e.uint(uint64(o.at))
	}
	return e.b, nil
}

func decodeTitle(b []byte) (titleRecord, error) {
	d := newDecoder(b)
	t := titleRecord(readList(d, func(o *taken) {
		o.passage = hex.EncodeToString([]byte(d.take(8)))
		o.load, o.at = d.uint(), place(d.uint())
	}))
	if err := d.end(); err != nil {
		return nil, fmt.Errorf("title: %w", err)
	}
	return t, nil
}

// current is Put's record of a page, by id.
type current struct {
	title          string
	ordinal        int
	disambiguation bool
	at             place // of its newest body
}

func (c current) encode() []byte {
	e := &encoder{}
	e.str(c.title)
	e.int(c.ordinal)
	e.flag(c.disambiguation)
	e.uint(uint64(c.at))
	return e.b
}

func decodeCurrent(b []byte) (current, error) {
	d := newDecoder(b)
	c := current{title: d.str(), ordinal: d.int(), disambiguation: d.flag(), at: place(d.uint())}
	if err := d.end(); err != nil {
		return current{}, fmt.Errorf("page record: %w", err)
	}
	return c, nil
}

// currentOf returns the record of a page with its body at a place.
func currentOf(p *graph.Page, at place) current {
	return current{title: p.Title, ordinal: p.Ordinal, disambiguation: p.Disambiguation, at: at}
}
