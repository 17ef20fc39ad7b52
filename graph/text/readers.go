package text

import "bytes"

// readers is what is read side by side, by what comes next in each: a heap, the first of all at its top.
type readers[T interface{ head() []byte }] []reader[T]

// reader is one of readers, with the first eight bytes of its head, which mostly decide.
type reader[T interface{ head() []byte }] struct {
	first uint64
	r     T
}

func (a reader[T]) before(b reader[T]) bool {
	if a.first != b.first {
		return a.first < b.first
	}
	return bytes.Compare(a.r.head(), b.r.head()) < 0
}

// push adds one, whose head is read.
func (h *readers[T]) push(r T) {
	x := reader[T]{firstBytes(r.head()), r}
	*h = append(*h, x)
	i := len(*h) - 1
	for i > 0 && x.before((*h)[(i-1)/2]) {
		(*h)[i] = (*h)[(i-1)/2]
		i = (i - 1) / 2
	}
	(*h)[i] = x
}

// pop takes the first off.
func (h *readers[T]) pop() T {
	r, last := (*h)[0].r, len(*h)-1
	x := (*h)[last]
	if *h = (*h)[:last]; last > 0 {
		h.sink(x)
	}
	return r
}

// again puts the first, whose head is another one now, where it belongs.
func (h *readers[T]) again() { h.sink(reader[T]{firstBytes((*h)[0].r.head()), (*h)[0].r}) }

// sink puts x in the place of the first, and then where it belongs.
func (h readers[T]) sink(x reader[T]) {
	i := 0
	for {
		child := 2*i + 1
		if child+1 < len(h) && h[child+1].before(h[child]) {
			child++
		}
		if child >= len(h) || !h[child].before(x) {
			h[i] = x
			return
		}
		h[i] = h[child]
		i = child
	}
}
