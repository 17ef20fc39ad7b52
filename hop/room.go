package hop

import "sync"

// room is memory that a claim leaves to the next one. Nothing of a Result is in it.
type room struct {
	scored     []scored
	extensions extensions   // of grow
	next       []int32      // the nodes that have ways
	linked     []linkedPage // see linkedPages
	marks      []mark       // see marksOf
	marked     []marked     // of the elements of nodes
	pool       []cited      // see citable
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// leave returns the memory of a claim whose result is made.
func (f *frontier) leave() {
	r := f.room
	f.room = nil
	r.scored, r.next, r.marks, r.marked = r.scored[:0], r.next[:0], r.marks[:0], r.marked[:0]
	rooms.Put(r)
}

// unmarked returns zeros for the elements of a node.
func (r *room) unmarked(elements int) []marked {
	at := len(r.marked)
	for range elements {
		r.marked = append(r.marked, marked{})
	}
	return r.marked[at : at+elements : at+elements]
}
