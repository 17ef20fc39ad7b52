package text

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// CursorSeeds is Seeds over unpacked lists.
func (ix *Index) CursorSeeds(ctx context.Context, terms []string, k int) ([]Hit, error) {
	return ix.cursorSeeds(ctx, slices.Compact(slices.Sorted(slices.Values(terms))), k)
}

// UsesBlocks tells whether Seeds goes over the blocks.
func (ix *Index) UsesBlocks() bool { return ix.useBlocks() }

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

// Posting is a page that has a term, how often, and how often in its title.
type Posting struct {
	Page       graph.PageID
	All, Title int
}

// Postings are those of a term, by page.
func (ix *Index) Postings(term string) ([]Posting, error) {
	c, err := ix.cursor(term)
	if err != nil {
		return nil, err
	}
	out := make([]Posting, 0, c.n)
	for c.next(); c.doc != none; c.next() {
		out = append(out, Posting{ix.pages.id(ix.passages.page(c.doc)), int(c.all), int(c.title)})
	}
	return out, nil
}

// AllIDs are the ids of all pages, ascending.
func (ix *Index) AllIDs() []graph.PageID { return ix.First(ix.NumPages()) }

// NewTerm is the term of a word, without those that are kept.
func NewTerm(word string) string { return newTerm(word) }

// Docs are the places of ids among some, which ascend; the place of an id that is not there is that of the next one.
func Docs(some, ids []graph.PageID) (places []int, there []bool) {
	p := pages{n: len(some)}
	for _, id := range some {
		p.ids = binary.LittleEndian.AppendUint64(p.ids, uint64(id))
	}
	for _, id := range ids {
		doc, ok := p.doc(id)
		places, there = append(places, int(doc)), append(there, ok)
	}
	return places, there
}

// WordTable is the table of words that pages are read with.
type WordTable struct{ t *wordTable }

// NewWordTable is one without words.
func NewWordTable() WordTable { return WordTable{newWordTable()} }

// Get finds the term of a word.
func (w WordTable) Get(word string) (uint32, bool) { return w.t.get(word) }

// Add notes the term of a word.
func (w WordTable) Add(word string, term uint32) { w.t.add(word, term) }

// Bounded are the options with a vocabulary of so many words, and with lists broad from so many postings on.
func (o Options) Bounded(vocabulary, broad int) Options {
	o.vocabulary, o.broad = vocabulary, broad
	return o
}

// FindHash is the place of the first of some hashes, which ascend, that is no lower.
func FindHash(some []uint64, hash uint64) int {
	t := hashTable{n: len(some), size: 12}
	for _, h := range some {
		t.b = append(binary.BigEndian.AppendUint64(t.b, h), "rest"...)
	}
	return t.find(hash)
}
