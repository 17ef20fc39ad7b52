package pebble

import (
	"bytes"
	"encoding/binary"

	"github.com/bridgehop/bridgehop/graph"
)

// The records that Finish sorts begin with what they are sorted by, written so that the order of bytes is
// the order of values; the sorter knows nothing else of them.

// ordered appends s so that it sorts before what is longer, and nothing of what follows counts: 0 is
// written 0 1, and 0 0 ends the string.
func ordered(b []byte, s string) []byte {
	for {
		i := indexZero(s)
		b = append(b, s[:i]...)
		if i == len(s) {
			return append(b, 0, 0)
		}
		b = append(b, 0, 1)
		s = s[i+1:]
	}
}

func indexZero(s string) int {
	for i := range len(s) {
		if s[i] == 0 {
			return i
		}
	}
	return len(s)
}

// cutOrdered takes an ordered string off b.
func cutOrdered(b []byte) (string, []byte) {
	i := bytes.IndexByte(b, 0)
	if b[i+1] == 0 {
		return string(b[:i]), b[i+2:]
	}
	s := append([]byte(nil), b[:i]...)
	for b[i+1] == 1 {
		s, b = append(s, 0), b[i+2:]
		i = bytes.IndexByte(b, 0)
		s = append(s, b[:i]...)
	}
	return string(s), b[i+2:]
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
func nameRecord(p *graph.Page, id graph.PageID) []byte {
	b := ordered(ordered(nil, graph.FoldTitle(p.Title)), p.Title)
	return orderedID(orderedInt(b, p.Ordinal), id)
}

func parseName(b []byte) namesake {
	_, b = cutOrdered(b)
	title, b := cutOrdered(b)
	_, b = cutInt(b)
	id, _ := cutID(b)
	return namesake{title: title, id: id}
}

// An alias: normal form, redirect's title, target.
func aliasRecord(from, to string) []byte {
	return ordered(ordered(ordered(nil, graph.FoldTitle(from)), from), to)
}

func parseAlias(b []byte) alias {
	_, b = cutOrdered(b)
	from, b := cutOrdered(b)
	to, _ := cutOrdered(b)
	return alias{from: from, to: to}
}

// A want, that is a hyperlink to be resolved: normal form and spelling of the target, then the page it is
// on and the tail of a link: element, place, the anchor unless it is the target, and flags.
func appendWant(b []byte, l *graph.Hyperlink, from graph.PageID, el graph.Element, place int) []byte {
	b = ordered(ordered(b, graph.FoldTitle(l.Target)), l.Target)
	b = orderedInt(orderedElement(orderedID(b, from), el), place)
	flags := hyperlinkFlags(l)
	if flags&hyperlinkPlain == 0 {
		b = append(b, l.Anchor...)
	}
	return append(b, flags)
}

// appendLink makes the record of a link: the page it is kept with, the other page, and the tail of a want with the target
// put in where it is the anchor.
func appendLink(b []byte, page, other graph.PageID, tail []byte, target string) []byte {
	b = append(orderedID(orderedID(b, page), other), tail...)
	if flags := tail[len(tail)-1]; flags&hyperlinkPlain != 0 {
		b = append(append(b[:len(b)-1], target...), flags)
	}
	return b
}

// cutTarget takes normal form and spelling of the target off a want.
func cutTarget(b []byte) (target, rest []byte) {
	n := orderedLen(b)
	n += orderedLen(b[n:])
	return b[:n], b[n:]
}

// orderedLen is how long the ordered string at the head of b is.
func orderedLen(b []byte) int {
	n := 0
	for {
		n += bytes.IndexByte(b[n:], 0) + 2
		if b[n-1] == 0 {
			return n
		}
	}
}

// sortedLink is a link of a page, leaving or arriving; appendLink makes its record.
type sortedLink struct {
	other    graph.PageID
	el       graph.Element
	inferred bool
	anchor   []byte
}

func linkPage(b []byte) graph.PageID {
	id, _ := cutID(b)
	return id
}

func parseLink(b []byte) (l sortedLink) {
	l.other, b = cutID(b[8:])
	l.el, b = cutElement(b)
	_, b = cutInt(b)
	l.inferred, l.anchor = b[len(b)-1]&hyperlinkInferred != 0, b[:len(b)-1]
	return l
}

// eachGroup yields the records of a sorter that begin with the same ordered string.
func eachGroup(s *sorter, yield func(first string, group [][]byte) error) error {
	var first string
	var group [][]byte
	err := s.each(func(rec []byte) error {
		name, _ := cutOrdered(rec)
		if len(group) > 0 && name != first {
			if err := yield(first, group); err != nil {
				return err
			}
			group = group[:0]
		}
		first, group = name, append(group, bytes.Clone(rec))
		return nil
	})
	if err == nil && len(group) > 0 {
		err = yield(first, group)
	}
	return err
}
