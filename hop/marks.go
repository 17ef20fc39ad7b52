package hop

// mark is a word of an element that matches a term of the claim.
type mark struct {
	at   int32 // its index among the element's words
	term uint8 // index of the term
	kin  kin
}

// kin is how a word matches a term.
type kin uint8

const (
	same     kin = iota
	family       // it begins with the same letters, see root
	relation     // it is of the same relation, see relations
)

// kinWorth are the weights of such a word near a link.
var kinWorth = [...]float64{1, rootWorth, relatedWorth}

// filter has a bit for each code and root that the maps of a query have, so that most words of a page are not looked up.
type filter [64]uint64

func (b *filter) add(code uint64)      { b[code>>6%64] |= 1 << (code % 64) }
func (b *filter) has(code uint64) bool { return b[code>>6%64]>>(code%64)&1 != 0 }

// match returns the term of the claim that a word matches.
func (q *query) match(word uint64) (term int, how kin, ok bool) {
	of := root(word)
	if !q.filter.has(word) && (of == 0 || !q.filter.has(of)) {
		return 0, same, false
	}
	if term, ok = q.index[word]; ok {
		return term, same, true
	}
	if term, ok = q.roots[of]; ok {
		return term, family, true
	}
	term, ok = q.related[word]
	return term, relation, ok
}

// termsOf returns the terms that marks stand for themselves.
func termsOf(marks []mark) (out set) {
	for _, m := range marks {
		if m.kin == same {
			out.add(int(m.term))
		}
	}
	return out
}

// marked are the marks of an element in frontier.marks.
type marked struct {
	from, to int32
	words    int32 // of the element, plus 1; 0 if it was not looked at
}

// marksOf returns the marks of an element of a page in their order, and the number of its words.
func (f *frontier) marksOf(n *node, element int) ([]mark, int) {
	if n.marked == nil {
		n.marked = f.unmarked(len(n.words.Sentences))
	}
	m := &n.marked[element]
	if m.words == 0 {
		words := n.words.Terms(element)
		m.from, m.words = int32(len(f.marks)), int32(len(words)+1)
		for i, t := range words {
			if term, how, ok := f.q.match(t); ok {
				f.marks = append(f.marks, mark{int32(i), uint8(term), how})
			}
		}
		m.to = int32(len(f.marks))
	}
	return f.marks[m.from:m.to], int(m.words - 1)
}
