package text

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/extsort"
)

// inverter makes postings of passages and adds them to a sorter in batches. A record of the sorter is a term, a zero,
// and postings of the term, 8 bytes each, and after an overflow both counts, 4 bytes each. Each worker has an inverter
// of its own, which caches the terms of words.
type inverter struct {
	to         *extsort.Sorter
	batch      int // postings of a batch
	vocabulary int // largest number of cached words; then the cache is cleared

	words   map[string]int32 // for each cached word the number of its term, or noTerm
	numbers map[string]int32 // by term
	terms   []string         // by number
	codes   []uint64         // of terms, by number

	tally    []counts // of the current passage, by term
	seen     []int32  // the terms of the current passage
	postings []termPosting
	overs    map[termPosting]counts // of postings with an overflow

	page pageWords
}

const noTerm = -1

// termPosting is a posting of a term, by the term's number.
type termPosting struct {
	posting
	term int32
}

// counts are the numbers of occurrences of a term in a passage with its title, and in the title.
type counts struct{ all, title uint32 }

// posting is a posting before passages are numbered: in the upper 32 bits the page, in the lowest 4 the code, and
// between them the passage's index in the page. Postings are in the order of the numbers.
type posting uint64

func newPosting(page uint32, passage int, code byte) posting {
	return posting(page)<<32 | posting(passage)<<4 | posting(code)
}

func (p posting) code() byte { return byte(p) & 15 }

func newInverter(to *extsort.Sorter, batch, vocabulary int) *inverter {
	return &inverter{to: to, batch: batch, vocabulary: vocabulary, words: map[string]int32{}, numbers: map[string]int32{},
		overs: map[termPosting]counts{}}
}

// add adds a passage, whose postings are at with a code, and returns the number of its terms and how many of them are
// in the page's title.
func (v *inverter) add(at posting, title string, p *passage, elements []graph.Text) (words, titleWords int, err error) {
	titleWords = v.read(title, 1)
	words = titleWords
	for _, s := range p.context {
		words += v.read(s, 0)
	}
	v.page.codes = v.page.codes[:0]
	for i := p.from; i < p.to; i++ {
		from := len(v.page.codes)
		v.page.starts = v.page.starts[:0]
		words += v.read(elements[i].Text, 0)
		v.page.add(&elements[i], from)
	}
	v.page.end(p.to - p.from)
	v.endPassage(at)
	if len(v.postings) >= v.batch || len(v.words) >= v.vocabulary {
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
		number, known := v.words[s[w.start:w.end]]
		if !known {
			number = v.learn(s[w.start:w.end])
		}
		if number == noTerm {
			continue
		}
		n++
		v.page.codes, v.page.starts = append(v.page.codes, v.codes[number]), append(v.page.starts, w.start)
		c := &v.tally[number]
		if c.all == 0 {
			v.seen = append(v.seen, number)
		}
		c.all++
		c.title += title
	}
	return n
}

// learn adds a word to the cache and returns the number of its term.
func (v *inverter) learn(word string) int32 {
	number := int32(noTerm)
	if text := term(word); text != "" {
		var known bool
		if number, known = v.numbers[text]; !known {
			number = int32(len(v.terms))
			text = strings.Clone(text)
			v.numbers[text] = number
			v.terms, v.tally = append(v.terms, text), append(v.tally, counts{})
			v.codes = append(v.codes, graph.Term{Text: text}.Code())
		}
	}
	if len(word) <= 2*maxTerm {
		v.words[strings.Clone(word)] = number
	}
	return number
}

// endPassage adds the postings of the current passage.
func (v *inverter) endPassage(at posting) {
	for _, number := range v.seen {
		c := v.tally[number]
		p := termPosting{at | posting(codeOf(c.all, c.title)), number}
		if p.code() == overflow {
			v.overs[p] = c
		}
		v.postings = append(v.postings, p)
		v.tally[number] = counts{}
	}
	v.seen = v.seen[:0]
}

// flush adds the postings to the sorter.
func (v *inverter) flush() error {
	begins := make([]uint32, len(v.terms)+1) // for each term, the index of its first posting
	for _, p := range v.postings {
		begins[p.term+1]++
	}
	for t := range v.terms {
		begins[t+1] += begins[t]
	}
	sorted := make([]posting, len(v.postings)) // moved only once, because they don't fit into the cache
	for next, i := slices.Clone(begins), 0; i < len(v.postings); i++ {
		p := v.postings[i]
		sorted[next[p.term]] = p.posting
		next[p.term]++
	}
	var rec []byte
	for t, text := range v.terms {
		of := sorted[begins[t]:begins[t+1]]
		if len(of) == 0 {
			continue
		}
		rec = append(append(rec[:0], text...), 0)
		for _, p := range of {
			rec = binary.LittleEndian.AppendUint64(rec, uint64(p))
			if p.code() == overflow {
				c := v.overs[termPosting{p, int32(t)}]
				rec = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(rec, c.all), c.title)
			}
		}
		if err := v.to.Add(rec); err != nil {
			return err
		}
	}
	v.postings = v.postings[:0]
	clear(v.overs)
	if len(v.words) >= v.vocabulary {
		clear(v.words)
		clear(v.numbers)
		v.terms, v.tally, v.codes = nil, nil, nil
	}
	return nil
}
