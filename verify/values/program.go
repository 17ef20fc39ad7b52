package values

import (
	"math"
	"slices"
)

// operation is what a program computes of a table.
type operation uint8

const (
	rowHolds operation = iota // one row says all the claim's spans
	together                  // two cells stand in one row
	cellIs                    // a row's cell is a number of the claim
	countIs                   // so many rows
	topIs                     // the row with the highest or lowest number of a column
	topValue                  // the highest or lowest number itself
	ordered                   // two rows, by a column
	differ                    // how far two rows are apart
	sumIs
	meanIs
	allAre // all rows of a set are in another
	noneAre
	mostAre
	equal  // two rows say the same in a column
	more   // more rows of one kind than of another
	kinds  // so many different cells
	always // no program: what a claim is when nothing fits
	operations
)

var operationNames = [operations]string{"row", "pair", "cell", "count", "argmax", "max", "order", "difference", "sum", "mean", "all", "none", "most", "same",
	"more rows", "distinct", ""}

// program is one computation over a table, with what it found and why it may be what the claim means.
type program struct {
	operation operation
	down      bool // the lowest, less, different
	result    bool
	column    int   // -1 without one
	conds     []int // of the claim; the one asked for comes last
	figure    int   // -1 without one
	got       float64
	rows      []int32 // that it rests on
	features  []uint32
	score     float64
}

// features are hashed into so many weights.
const buckets = 1 << 15

func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// mix hashes numbers into the place of a weight.
func mix(parts ...uint32) uint32 {
	h := mixStart
	for _, p := range parts {
		h = mixed(h, p)
	}
	return bucket(h)
}

const mixStart = uint32(2166136261)

func mixed(h, p uint32) uint32 {
	for range 4 {
		h = (h ^ p&255) * 16777619
		p >>= 8
	}
	return h
}

func bucket(h uint32) uint32 {
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 13
	return h % buckets
}

// features of a program in their kinds.
const (
	ofKind uint32 = iota
	ofHeader
	ofConds
	ofUnused
	ofFigures
	ofWord
	ofWordKind
	ofBefore
	ofBehind
	ofHeaderWord
	ofRows
	ofShape
	ofBetween
	ofBound
	ofUnknown
	ofPlace
	ofFigureHeader
)

// add makes a program of the search, with the features that all programs have.
func (s *search) add(p program, shape ...uint32) {
	a := s.asked
	op := uint32(p.operation)*2 + uint32(b2i(p.down))
	kind := uint32(9)
	f := append(make([]uint32, 0, 20+2*len(s.open)+2*len(shape)+len(p.conds)), mix(op))
	ofOp := mixed(mixStart, op)
	put := func(parts ...uint32) {
		h := ofOp
		for _, x := range parts {
			h = mixed(h, x)
		}
		f = append(f, bucket(h))
	}
	if p.column >= 0 {
		kind = uint32(s.table.columns[p.column].kind)
		h := a.headers[p.column]
		put(ofKind, kind)
		put(ofHeader, kind, uint32(h.share*3.01))
		if h.at > 0 {
			put(ofHeaderWord, a.hashes[h.at-1])
			put(ofHeaderWord+100, kind, a.hashes[h.at-1])
		}
	}
	unused := s.unused(&p)
	put(ofConds, uint32(len(p.conds)), uint32(unused))
	put(ofUnused, uint32(unused))
	put(ofFigures, uint32(min(s.unusedFigures(&p), 3)))
	if p.figure >= 0 {
		g := &a.figures[p.figure]
		put(ofBound, uint32(g.value.Kind), uint32(g.value.Bound), uint32(b2i(g.linked)))
		put(ofBefore, s.word(g.from-1))
		put(ofBefore+100, s.word(g.from-1), s.word(g.from-2))
		put(ofBehind, s.word(g.to))
		if p.column >= 0 {
			at := a.headers[p.column].at
			put(ofFigureHeader, uint32(b2i(at >= 0)), uint32(min(max(at-g.to+4, 0), 9)))
		}
	}
	for _, c := range p.conds {
		k := &a.conds[c]
		put(ofShape, uint32(b2i(k.whole)), uint32(b2i(k.mentioned)), uint32(b2i(k.column == 0)))
	}
	if p.operation != always { // a claim's words alone say nothing of a table
		word, ofKind := mixed(ofOp, ofWord), mixed(mixed(ofOp, ofWordKind), kind)
		for _, w := range s.open {
			f = append(f, bucket(mixed(word, w)), bucket(mixed(ofKind, w)))
		}
	}
	for i, x := range shape {
		put(ofRows+1000+uint32(i), x)
		put(ofRows+2000+uint32(i), kind, x)
	}
	p.features = f
	s.programs = append(s.programs, p)
}

// word is the hash of a term of the claim, 0 outside.
func (s *search) word(i int) uint32 {
	if i < 0 || i >= len(s.asked.hashes) {
		return 0
	}
	return s.asked.hashes[i]
}

// unused counts the spans that a program says nothing of, up to 4.
func (s *search) unused(p *program) int {
	n := 0
	for i, span := range s.spans {
		covered := slices.ContainsFunc(p.conds, func(c int) bool { return overlap(&s.asked.conds[c], &s.asked.conds[span]) })
		if !covered && p.figure >= 0 {
			g := &s.asked.figures[p.figure]
			covered = g.from <= s.asked.conds[span].from && g.to >= s.asked.conds[span].to
		}
		if !covered && i < 8 {
			n++
		}
	}
	return min(n, 4)
}

func (s *search) unusedFigures(p *program) int {
	n := 0
	for i := range s.asked.figures {
		g := &s.asked.figures[i]
		covered := i == p.figure || slices.ContainsFunc(p.conds, func(c int) bool {
			k := &s.asked.conds[c]
			return k.from <= g.from && k.to >= g.to
		})
		if !covered {
			n++
		}
	}
	return n
}

func overlap(a, b *cond) bool { return a.from < b.to && b.from < a.to }

// sizes as features: few values.
func size(n int) uint32 {
	if n < 5 {
		return uint32(n)
	}
	return 5 + uint32(min(math.Log2(float64(n)), 10))
}

// both are the rows of two sets, in order.
func both(a, b []int32) []int32 {
	var out []int32
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			out = append(out, a[i])
			i, j = i+1, j+1
		}
	}
	return out
}
