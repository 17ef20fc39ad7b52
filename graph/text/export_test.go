package text

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

var NewMatches = newMatches

// AllSeeds is Seeds by scoring every page.
func (ix *Index) AllSeeds(terms []string, k int) ([]graph.Hit, error) {
	s, top, scores := ix.scorer(), topPages{ix: ix, k: k}, make([]float64, ix.passages.n)
	for _, t := range slices.Compact(slices.Sorted(slices.Values(terms))) {
		postings, err := ix.postings(t)
		if err != nil {
			return nil, err
		}
		for _, p := range postings {
			scores[p.doc] += float64(idf(ix.meta.Passages, uint64(len(postings))) * s.saturate(p.all, p.title, s.norm(p.doc)))
		}
	}
	for doc, score := range scores {
		if score > 0 {
			top.add(uint32(doc), score)
		}
	}
	return top.hits(), nil
}

// postings are those of a term.
func (ix *Index) postings(term string) (out []over, err error) {
	l, err := ix.blocks.list(term)
	if err != nil {
		return nil, err
	}
	for i := range len(l.windows) / 8 {
		window, count, _ := l.window(i)
		for range count {
			all, title := l.counts(len(out))
			out = append(out, over{uint32(window)<<windowBits | uint32(l.at(len(out))), counts{all, title}})
		}
	}
	return out, nil
}

// Passages are the words of each passage of a page, its title apart.
func Passages(p *graph.Page) (out []string) {
	elements := p.Elements()
	for _, part := range passages(p, elements) {
		words := part.context
		for i := range elements[part.from:part.to] {
			words = append(words, elements[part.from+i].Text)
		}
		out = append(out, strings.Join(words, " \n "))
	}
	return out
}

// PassageEnds are the ends of the passages of a page in its elements.
func PassageEnds(p *graph.Page) (ends []int) {
	for _, part := range passages(p, p.Elements()) {
		ends = append(ends, part.to)
	}
	return ends
}

// FewNumbers are options by which n terms have numbers in the index.
func FewNumbers(n int) Options { return Options{numbers: n} }

// Forget leaves no term with a number.
func Forget(ix *Index) { ix.words.numbers = 0 }

// FewRecords lets an index keep n opened records of words.
func FewRecords(ix *Index, n int) { ix.words.recent = ix.words.recent[:n] }

// Posting is a page that has a term, how often, and how often in its title.
type Posting struct {
	Page       graph.PageID
	All, Title int
}

// Postings are those of a term, by page.
func (ix *Index) Postings(term string) ([]Posting, error) {
	found, err := ix.postings(term)
	out := make([]Posting, 0, len(found))
	for _, p := range found {
		out = append(out, Posting{ix.pages.id(ix.passages.page(p.doc)), int(p.all), int(p.title)})
	}
	return out, err
}

// NewTerm is the term of a word, without those that are kept.
func NewTerm(word string) string { return term(word) }

// Docs are the places of ids among some, which ascend; the place of an id that is not there is that of the next one.
func Docs(folder string, some, ids []graph.PageID) (places []int, there []bool, err error) {
	p, err := createPages(folder, len(some))
	if err != nil {
		return nil, nil, err
	}
	for i, id := range some {
		binary.LittleEndian.PutUint64(p.file.Data()[8*i:], uint64(id))
	}
	for _, id := range ids {
		doc, ok := p.doc(id)
		places, there = append(places, int(doc)), append(there, ok)
	}
	return places, there, p.file.Close()
}

// Bounded are the options with a vocabulary of so many words.
func (o Options) Bounded(vocabulary int) Options {
	o.vocabulary = vocabulary
	return o
}

// Settings are those of BM25F.
type Settings = settings

// BM25F are the settings that scores have.
var BM25F = bm25f
