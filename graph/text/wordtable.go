package text

import (
	"strings"

	"github.com/cespare/xxhash/v2"
)

// wordTable holds the terms of words. A word of up to 16 bytes lies in its slot, so that a look-up is one step into
// memory where a map takes three: with half a million words that is most of what reading a page costs.
type wordTable struct {
	slots []wordSlot // as many as a power of two
	used  int
	long  map[string]uint32
}

// wordSlot is a word of up to 16 bytes, filled up with zeros, and its term + 1; 0 in an empty slot.
type wordSlot struct {
	head, tail uint64
	term       uint32
}

func newWordTable() *wordTable {
	return &wordTable{slots: make([]wordSlot, 1<<10), long: map[string]uint32{}}
}

func (t *wordTable) len() int { return t.used + len(t.long) }

// get finds the term of a word that was added.
func (t *wordTable) get(word string) (term uint32, ok bool) {
	if len(word) > 16 {
		term, ok = t.long[word]
		return term, ok
	}
	s := t.slot(packWord(word))
	return s.term - 1, s.term != 0
}

// add notes the term of a word that isn't there.
func (t *wordTable) add(word string, term uint32) {
	if len(word) > 16 {
		t.long[strings.Clone(word)] = term
		return
	}
	head, tail := packWord(word)
	t.set(head, tail, term)
}

// set is add for a word of up to 16 bytes.
func (t *wordTable) set(head, tail uint64, term uint32) {
	*t.slot(head, tail) = wordSlot{head, tail, term + 1}
	if t.used++; 4*t.used > 3*len(t.slots) {
		old := t.slots
		t.slots = make([]wordSlot, 2*len(old))
		for _, s := range old {
			if s.term != 0 {
				*t.slot(s.head, s.tail) = s
			}
		}
	}
}

// each gives the words of up to 16 bytes.
func (t *wordTable) each(do func(head, tail uint64, term uint32)) {
	for _, s := range t.slots {
		if s.term != 0 {
			do(s.head, s.tail, s.term-1)
		}
	}
}

// slot is where the word is, or would be.
func (t *wordTable) slot(head, tail uint64) *wordSlot {
	h := (head ^ tail*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>32) * 0x94d049bb133111eb
	mask := len(t.slots) - 1
	for i := int(h>>33) & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.term == 0 || s.head == head && s.tail == tail {
			return s
		}
	}
}

// termTable numbers terms in the order they come. It is asked once for a word, not each time one is met.
type termTable struct {
	bytes []byte     // the terms, one after the other
	ends  []uint32   // of each in bytes
	slots []termSlot // as many as a power of two
}

func (t *termTable) len() int { return len(t.ends) }

// term is the term of a number.
func (t *termTable) term(n uint32) []byte {
	begin := uint32(0)
	if n > 0 {
		begin = t.ends[n-1]
	}
	return t.bytes[begin:t.ends[n]:t.ends[n]]
}

// termSlot is a term's hash, and its number + 1; 0 in an empty slot.
type termSlot struct{ hash, number uint32 }

func newTermTable() *termTable { return &termTable{slots: make([]termSlot, 1<<10)} }

// number is the term's, and whether it is a new one.
func (t *termTable) number(term string) (n uint32, isNew bool) {
	hash := uint32(xxhash.Sum64String(term) >> 32)
	s := t.slot(hash, term)
	if s.number != 0 {
		return s.number - 1, false
	}
	n = uint32(len(t.ends))
	t.bytes = append(t.bytes, term...)
	t.ends = append(t.ends, uint32(len(t.bytes)))
	*s = termSlot{hash, n + 1}
	if 3*len(t.ends) > 2*len(t.slots) {
		old := t.slots
		t.slots = make([]termSlot, 2*len(old))
		for _, s := range old {
			if s.number != 0 {
				*t.free(s.hash) = s
			}
		}
	}
	return n, true
}

// slot is where the term's number is, or would be.
func (t *termTable) slot(hash uint32, term string) *termSlot {
	mask := len(t.slots) - 1
	for i := int(hash) & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.number == 0 || s.hash == hash && string(t.term(s.number-1)) == term {
			return s
		}
	}
}

// free is where a term with this hash would be that isn't there.
func (t *termTable) free(hash uint32) *termSlot {
	mask := len(t.slots) - 1
	for i := int(hash) & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.number == 0 {
			return s
		}
	}
}

// packWord fills two numbers with the bytes of a word. No word has a byte of 0.
func packWord(word string) (head, tail uint64) {
	switch n := len(word); {
	case n > 8: // the last eight bytes, without those that head has
		return eightBytes(word), eightBytes(word[n-8:]) >> (8 * (16 - n))
	case n == 8:
		return eightBytes(word), 0
	case n >= 4: // the two halves overlap
		return fourBytes(word) | fourBytes(word[n-4:])<<(8*(n-4)), 0
	case n > 0:
		return uint64(word[0]) | uint64(word[n/2])<<(8*(n/2)) | uint64(word[n-1])<<(8*(n-1)), 0
	}
	return 0, 0
}

// eightBytes is one load from memory, as is fourBytes; the compiler sees to that.
func eightBytes(s string) uint64 { return fourBytes(s) | fourBytes(s[4:8])<<32 }

func fourBytes(s string) uint64 {
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}
