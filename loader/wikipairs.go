package loader

import "strings"

// pair is a pair of brackets: where the first opens and where the second begins, -1 when there is none.
type pair struct{ open, closed int }

// bracketPairs are the pairs of a text in the order they open. They are asked for in this order.
type bracketPairs []pair

// closing is where the pair ends that opens at i, -1 when none does. What opens before i is forgotten.
func (p *bracketPairs) closing(i int) int {
	for len(*p) > 0 && (*p)[0].open < i {
		*p = (*p)[1:]
	}
	if len(*p) == 0 || (*p)[0].open != i {
		return -1
	}
	return (*p)[0].closed
}

// pairs finds the brackets that belong together, in one pass over each of the two marks.
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
		case len(opened) == 0: // closes nothing
			at = o
		default:
			last := len(opened) - 1
			out[opened[last]].closed = c
			opened = opened[:last]
			at = c + len(closed)
		}
	}
}

// marks are the places of a mark in a text.
type marks struct {
	s, mark string
	next    int // -1 when there is none
	known   bool
}

// from is the first place of the mark not before at, -1 when there is none. At only grows.
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
