package text

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
)

// inverter turns pages into runs of postings: it gathers a page's terms as numbers, and writes a run, sorted by term and
// page, whenever as many as limit are gathered. Each goroutine that analyses pages has one of its own.
//
// A word's term is looked up once for as long as it stays in the vocabulary, which is what makes it cheap: most words were
// met before.
type inverter struct {
	prefix string // of the runs' paths
	limit  int    // postings of a run

	// vocabulary is about how many words it knows at most, some 70 bytes each: it ends a run early before there are more, and
	// forgets most of them behind a run that has brought them to two thirds of it.
	vocabulary int

	words *wordTable // the term of each word met, noTerm where it has none
	terms *termTable

	tally []counts // of the passage at hand, by term
	seen  []uint32 // the terms of the passage at hand

	docs     []place  // the run's passages, in the order they came
	ends     []int    // of each in postings
	postings []uint32 // term<<8 | code
	lengths  []uint32 // postings of each term
	overs    []termOver
	runs     []string // paths

	sortedDocs  []place // room to sort the run in
	sortedCodes []byte
}

// place is a passage before passages have numbers: the number of its page in the upper 32 bits, its own in the page below. The
// order of places is that of the passages' numbers.
type place uint64

func newPlace(page uint32, passage int) place { return place(page)<<32 | place(passage) }

// counts are how often a term stands in a passage, and in its page's title.
type counts struct{ all, title uint32 }

// termOver is a posting whose numbers don't fit into its code.
type termOver struct {
	term uint32
	at   place
	counts
}

const noTerm = 1<<32 - 2

func newInverter(prefix string, limit, vocabulary int) *inverter {
	v := &inverter{prefix: prefix, limit: limit, vocabulary: vocabulary}
	v.forget()
	return v
}

// prune keeps the words of the vocabulary whose terms came up more than once in the run that ends, or none where these are
// too many as well.
func (v *inverter) prune() {
	words, terms, lengths := v.words, v.terms, v.lengths
	v.forget()
	numbers := make([]uint32, terms.len()) // new ones, + 1
	words.each(func(head, tail uint64, term uint32) {
		switch {
		case term == noTerm:
			v.words.set(head, tail, noTerm)
		case lengths[term] > 1:
			if numbers[term] == 0 {
				numbers[term] = v.number(string(terms.term(term))) + 1
			}
			v.words.set(head, tail, numbers[term]-1)
		}
	})
	if v.words.len() > v.vocabulary/3 {
		v.forget()
	}
}

// forget begins a new vocabulary; between runs only.
func (v *inverter) forget() {
	v.words, v.terms = newWordTable(), newTermTable()
	v.tally, v.lengths = nil, nil
}

// add takes a passage of a page in, and returns how many terms it has and how many of these are in the page's title.
func (v *inverter) add(at place, title string, p *passage, elements []graph.Text) (words, titleWords int, err error) {
	titleWords = v.read(title, 1)
	words = titleWords
	for _, s := range p.context {
		words += v.read(s, 0)
	}
	for i := range elements[p.from:p.to] {
		words += v.read(elements[p.from+i].Text, 0)
	}
	v.endPassage(at)
	if len(v.postings) >= v.limit || v.words.len() >= v.vocabulary {
		err = v.flush()
	}
	return words, titleWords, err
}

// read counts the terms of a text; title is 1 for the page's title, else 0.
func (v *inverter) read(s string, title uint32) (n int) {
	for w, ok := nextWord(s, 0); ok; w, ok = nextWord(s, w.end) {
		if w.symbol {
			continue
		}
		t, known := v.words.get(s[w.start:w.end])
		if !known {
			t = v.meet(s[w.start:w.end])
		}
		if t == noTerm {
			continue
		}
		n++
		c := &v.tally[t]
		if c.all == 0 {
			v.seen = append(v.seen, t)
		}
		c.all++
		c.title += title
	}
	return n
}

// meet finds the term of a word not met before.
func (v *inverter) meet(word string) uint32 {
	text := newTerm(word)
	if text == "" {
		if len(word) <= 2*maxTerm {
			v.words.add(word, noTerm)
		}
		return noTerm
	}
	t := v.number(text)
	v.words.add(word, t)
	return t
}

// number is the number of a term, which may be new.
func (v *inverter) number(term string) uint32 {
	t, isNew := v.terms.number(term)
	if isNew {
		v.tally, v.lengths = append(v.tally, counts{}), append(v.lengths, 0)
	}
	return t
}

// endPassage writes down the postings of the passage at hand.
func (v *inverter) endPassage(at place) {
	for _, t := range v.seen {
		c := v.tally[t]
		code := codeOf(c.all, c.title)
		if code == overflow {
			v.overs = append(v.overs, termOver{t, at, c})
		}
		v.postings = append(v.postings, t<<8|uint32(code))
		v.lengths[t]++
		v.tally[t] = counts{}
	}
	v.seen = v.seen[:0]
	v.docs, v.ends = append(v.docs, at), append(v.ends, len(v.postings))
}

// flush writes what is gathered as a run.
func (v *inverter) flush() error {
	if len(v.postings) == 0 {
		return nil
	}
	path := v.prefix + "-" + strconv.Itoa(len(v.runs))
	v.runs = append(v.runs, path)
	docs, codes, begins := v.scatter()
	order := v.order()
	overs := v.sortedOvers(order)
	err := writeRun(path, func(w *runWriter) error {
		for _, t := range order {
			lo, hi := begins[t], begins[t]+v.lengths[t]
			n := 0
			for n < len(overs) && overs[n].term == t {
				n++
			}
			if err := w.list(v.terms.term(t), docs[lo:hi], codes[lo:hi], overs[:n]); err != nil {
				return err
			}
			overs = overs[n:]
		}
		return nil
	})
	v.docs, v.ends, v.postings, v.overs = v.docs[:0], v.ends[:0], v.postings[:0], v.overs[:0]
	if v.words.len() > v.vocabulary/3*2 {
		v.prune()
	}
	clear(v.lengths)
	return err
}

// scatter sorts the postings by term, and those of a term by passage: it goes through the passages in their order, and puts
// each posting behind those of its term that are there.
func (v *inverter) scatter() (docs []place, codes []byte, begins []uint32) {
	begins = make([]uint32, len(v.lengths))
	sum := uint32(0)
	for t, n := range v.lengths {
		begins[t] = sum
		sum += n
	}
	next := slices.Clone(begins)
	n := len(v.postings)
	v.sortedDocs, v.sortedCodes = slices.Grow(v.sortedDocs[:0], n), slices.Grow(v.sortedCodes[:0], n)
	docs, codes = v.sortedDocs[:n], v.sortedCodes[:n]
	pages := make([]int, len(v.docs))
	for i := range pages {
		pages[i] = i
	}
	slices.SortFunc(pages, func(a, b int) int { return cmp.Compare(v.docs[a], v.docs[b]) })
	for _, i := range pages {
		begin := 0
		if i > 0 {
			begin = v.ends[i-1]
		}
		for _, p := range v.postings[begin:v.ends[i]] {
			at := next[p>>8]
			next[p>>8]++
			docs[at], codes[at] = v.docs[i], byte(p)
		}
	}
	return docs, codes, begins
}

// order lists the terms of the run in the order of their bytes.
func (v *inverter) order() []uint32 {
	type headed struct {
		head uint64 // the first bytes, which mostly decide
		term uint32
	}
	sorted := make([]headed, 0, v.terms.len())
	for t, n := range v.lengths {
		if n > 0 {
			sorted = append(sorted, headed{firstBytes(v.terms.term(uint32(t))), uint32(t)})
		}
	}
	slices.SortFunc(sorted, func(a, b headed) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return bytes.Compare(v.terms.term(a.term), v.terms.term(b.term))
	})
	order := make([]uint32, len(sorted))
	for i, h := range sorted {
		order[i] = h.term
	}
	return order
}

// sortedOvers are the run's overs by term, in this order of terms, and page.
func (v *inverter) sortedOvers(order []uint32) []termOver {
	if len(v.overs) == 0 {
		return nil
	}
	rank := make([]uint32, len(v.lengths))
	for i, t := range order {
		rank[t] = uint32(i)
	}
	slices.SortFunc(v.overs, func(a, b termOver) int {
		return cmp.Or(cmp.Compare(rank[a.term], rank[b.term]), cmp.Compare(a.at, b.at))
	})
	return v.overs
}
