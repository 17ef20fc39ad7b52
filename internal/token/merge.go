package token

import "math"

// symbol is a part of a word that is being merged.
type symbol struct {
	id, size   int32
	prev, next int32 // neighbours, in long words
	rule       pairRule
	unknown    bool
}

// shortWord is the length up to which looking at all pairs is cheaper than keeping a queue.
const shortWord = 48

// mergeShort merges by looking for the best pair each time.
func (m *bpe) mergeShort(w *work, forbidden []bool) {
	s := w.symbols
	none := pairRule{rank: math.MaxInt32}
	for i := range s {
		s[i].rule = none
		if i+1 < len(s) {
			s[i].rule = m.rule(s[i].id, s[i+1].id, forbidden)
		}
	}
	for {
		best := none
		at := -1
		for i := range s {
			if s[i].rule.rank < best.rank {
				best, at = s[i].rule, i
			}
		}
		if at < 0 {
			break
		}
		s[at].id = best.id
		s[at].size += s[at+1].size
		s = append(s[:at+1], s[at+2:]...)
		s[at].rule = none
		if at+1 < len(s) {
			s[at].rule = m.rule(s[at].id, s[at+1].id, forbidden)
		}
		if at > 0 {
			s[at-1].rule = m.rule(s[at-1].id, s[at].id, forbidden)
		}
	}
	w.symbols = s
}

// merge is a pair in the queue: its left symbol and what it becomes.
type merge struct {
	rule pairRule
	pos  int32
}

func (a merge) before(b merge) bool {
	return a.rule.rank < b.rule.rank || a.rule.rank == b.rule.rank && a.pos < b.pos
}

// mergeLong merges with a queue of pairs; merged symbols keep their place with size 0. It gives what mergeShort gives.
func (m *bpe) mergeLong(w *work, forbidden []bool) {
	s := w.symbols
	w.queue = w.queue[:0]
	for i := range s {
		s[i].prev, s[i].next = int32(i-1), int32(i+1)
	}
	s[len(s)-1].next = -1
	for i := range len(s) - 1 {
		m.offer(w, int32(i), forbidden)
	}
	for len(w.queue) > 0 {
		top := w.popMerge()
		l := &s[top.pos]
		if l.size == 0 || l.next < 0 {
			continue
		}
		r := &s[l.next]
		if m.rule(l.id, r.id, forbidden) != top.rule {
			continue // a neighbour was merged meanwhile
		}
		l.id, l.size, l.next = top.rule.id, l.size+r.size, r.next
		r.size = 0
		if l.next >= 0 {
			s[l.next].prev = top.pos
			m.offer(w, top.pos, forbidden)
		}
		if l.prev >= 0 {
			m.offer(w, l.prev, forbidden)
		}
	}
}

// offer queues the pair that begins at i, if it can be merged.
func (m *bpe) offer(w *work, i int32, forbidden []bool) {
	l := w.symbols[i]
	rule := m.rule(l.id, w.symbols[l.next].id, forbidden)
	if rule.rank == math.MaxInt32 {
		return
	}
	q := append(w.queue, merge{rule, i})
	for k := len(q) - 1; k > 0; {
		up := (k - 1) / 2
		if !q[k].before(q[up]) {
			break
		}
		q[k], q[up] = q[up], q[k]
		k = up
	}
	w.queue = q
}

func (w *work) popMerge() merge {
	q := w.queue
	top, n := q[0], len(q)-1
	q[0] = q[n]
	q = q[:n]
	for k := 0; ; {
		c := 2*k + 1
		if c >= n {
			break
		}
		if c+1 < n && q[c+1].before(q[c]) {
			c++
		}
		if !q[c].before(q[k]) {
			break
		}
		q[k], q[c] = q[c], q[k]
		k = c
	}
	w.queue = q
	return top
}
