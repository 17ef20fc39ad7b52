package pebble

import (
	"bytes"
	"encoding/binary"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/extsort"
)

// The records that Finish sorts begin with what they are sorted by, written so that the order of bytes is
// the order of values; the sorter knows nothing else of them.

// orderedString appends s so that it sorts before what is longer, and nothing of what follows counts: 0 is
// written 0 1, and 0 0 ends the string.
func orderedString(b []byte, s string) []byte {
	return append(append(b, strings.ReplaceAll(s, "\x00", "\x00\x01")...), 0, 0)
}

// cutString takes an ordered string off b.
func cutString(b []byte) (string, []byte) {
	s, rest, _ := bytes.Cut(b, []byte{0, 0})
	return strings.ReplaceAll(string(s), "\x00\x01", "\x00"), rest
}

// orderedInt appends n: its length, then its bytes; negative numbers first.
func orderedInt(b []byte, n int) []byte {
	if n < 0 {
		return binary.BigEndian.AppendUint64(append(b, 0), uint64(n))
	}
	var v [8]byte
	binary.BigEndian.PutUint64(v[:], uint64(n))
	i := 0
	for i < 8 && v[i] == 0 {
		i++
	}
	return append(append(b, byte(9-i)), v[i:]...)
}

func cutInt(b []byte) (int, []byte) {
	if b[0] == 0 {
		return int(int64(binary.BigEndian.Uint64(b[1:]))), b[9:]
	}
	n := int(b[0]) - 1
	v := 0
	for _, c := range b[1 : 1+n] {
		v = v<<8 | int(c)
	}
	return v, b[1+n:]
}

func orderedID(b []byte, id graph.PageID) []byte { return binary.BigEndian.AppendUint64(b, uint64(id)) }

func cutID(b []byte) (graph.PageID, []byte) {
	return graph.PageID(binary.BigEndian.Uint64(b)), b[8:]
}

func orderedElement(b []byte, e graph.Element) []byte {
	return orderedInt(orderedInt(orderedInt(append(b, byte(e.Kind)), e.A), e.B), e.C)
}

func cutElement(b []byte) (e graph.Element, rest []byte) {
	e.Kind, b = graph.Kind(b[0]), b[1:]
	e.A, b = cutInt(b)
	e.B, b = cutInt(b)
	e.C, b = cutInt(b)
	return e, b
}

// A name: normal form, title, ordinal, id.
func nameRecord(title string, ordinal int, id graph.PageID) []byte {
	b := orderedString(orderedString(nil, graph.FoldTitle(title)), title)
	return orderedID(orderedInt(b, ordinal), id)
}

func parseName(b []byte) namesake {
	_, b = cutString(b)
	title, b := cutString(b)
	_, b = cutInt(b)
	id, _ := cutID(b)
	return namesake{title: title, id: id}
}

// An alias: normal form, redirect's title, target.
func aliasRecord(from, to string) []byte {
	return orderedString(orderedString(orderedString(nil, graph.FoldTitle(from)), from), to)
}

func parseAlias(b []byte) alias {
	_, b = cutString(b)
	from, b := cutString(b)
	to, _ := cutString(b)
	return alias{from: from, to: to}
}

// A link: the page it is kept with, the other page, the element, its place among the links of the page it leaves,
// anchor, flag.
func appendLink(b []byte, page, other graph.PageID, el graph.Element, place int, l *graph.Hyperlink) []byte {
	b = orderedInt(orderedElement(orderedID(orderedID(b, page), other), el), place)
	inferred := byte(0)
	if l.Inferred {
		inferred = 1
	}
	return append(append(b, l.Anchor...), inferred)
}

func parseLink(b []byte) (l link) {
	l.other, b = cutID(b[8:])
	l.element, b = cutElement(b)
	_, b = cutInt(b)
	last := len(b) - 1
	l.inferred, l.anchor = b[last] != 0, string(b[:last])
	return l
}

// eachGroup yields the records of a sorter that begin with the same ordered string.
func eachGroup[T any](s *extsort.Sorter, parse func([]byte) T, yield func(first string, group []T) error) error {
	var first string
	var group []T
	for rec, err := range s.All() {
		if err != nil {
			return err
		}
		name, _ := cutString(rec)
		if len(group) > 0 && name != first {
			if err := yield(first, group); err != nil {
				return err
			}
			group = group[:0]
		}
		first, group = name, append(group, parse(rec))
	}
	if len(group) == 0 {
		return nil
	}
	return yield(first, group)
}

// head is a finished page without its body.
type head struct {
	graph.Head
	at place // of the body
}

func (h *head) code(c *coder) {
	c.str(&h.Title)
	c.int(&h.Ordinal)
	c.flag(&h.Disambiguation)
	c.int(&h.Out)
	c.int(&h.In)
	c.uint((*uint64)(&h.at))
}

// taken is an ordinal of a title: its passage, the last load that used it, and the place of its body.
type taken struct {
	passage string // 16 hex digits
	load    uint64
	at      place
}

// titleRecord has the ordinals of a title, by ordinal. All pages of a title are removed together, so there are no gaps.
type titleRecord []taken

func (t *titleRecord) code(c *coder) {
	list(c, (*[]taken)(t), func(o *taken) {
		c.passage(&o.passage)
		c.uint(&o.load)
		c.uint((*uint64)(&o.at))
	})
}

// current is Put's record of a page, by id.
type current struct {
	title          string
	ordinal        int
	disambiguation bool
	at             place // of its newest body
}

func (p *current) code(c *coder) {
	c.str(&p.title)
	c.int(&p.ordinal)
	c.flag(&p.disambiguation)
	c.uint((*uint64)(&p.at))
}

// currentOf returns the record of a page with its body at a place.
func currentOf(p *graph.Page, at place) *current {
	return &current{title: p.Title, ordinal: p.Ordinal, disambiguation: p.Disambiguation, at: at}
}
