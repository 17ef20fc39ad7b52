package loader

import "strings"

// pair has the positions of an opening bracket and of its closing one, -1 if there is none.
type pair struct{ open, closed int }

// bracketPairs are the pairs of a text, ordered by open.
type bracketPairs []pair

// closing returns the position of the closing bracket for the one that opens at i, or -1. Pairs that open before i are removed, so i must
// not decrease.
func (p *bracketPairs) closing(i int) int {
	for len(*p) > 0 && (*p)[0].open < i {
		*p = (*p)[1:]
	}
	if len(*p) == 0 || (*p)[0].open != i {
		return -1
	}
	return (*p)[0].closed
}

// pairs matches the brackets of a text, in one pass over each of the two marks.
func pairs(s, open, closed string) bracketPairs {
	var out bracketPairs
	var opened []int // places in out
	opens, closes := marks{s: s, mark: open}, marks{s: s, mark: closed}
	for at := 0; ; {
		o := opens.from(at)
		if o < 0 && len(opened) == 0 {
			return out
		}
		c := closes.from(at)
		switch {
		case o >= 0 && (c < 0 || o < c):
			opened = append(opened, len(out))
			out = append(out, pair{o, -1})
			at = o + len(open)
		case c < 0:
			return out
		case len(opened) == 0: // a closing bracket without an opening one
			at = o
		default:
			last := len(opened) - 1
			out[opened[last]].closed = c
			opened = opened[:last]
			at = c + len(closed)
		}
	}
}

// marks finds the occurrences of a mark in a text.
type marks struct {
	s, mark string
	next    int // the last one found; -1 if there is none
	known   bool
}

// from returns the first position of the mark from at on, or -1. At must not decrease.
func (m *marks) from(at int) int {
	if m.next < 0 || m.known && m.next >= at {
		return m.next
	}
	m.known = true
	if m.next = strings.Index(m.s[at:], m.mark); m.next >= 0 {
		m.next += at
	}
	return m.next
}
