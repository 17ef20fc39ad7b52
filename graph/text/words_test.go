package text_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

// mixedPage is a page of sentences, lists and tables in any order, with links, some of them inferred.
func mixedPage(rng *rand.Rand, title string) *graph.Page {
	sentence := func() string {
		return strings.Join(strings.Fields(strings.Repeat("The Iranian directors of the party met artists near Iran in 1979. ", 1+rng.IntN(3)))[rng.IntN(5):], " ")
	}
	links := func(s string) (out []graph.Hyperlink) {
		words := strings.Fields(s)
		for range rng.IntN(3) {
			anchor := []string{"Iran", "art", "in", "none", words[rng.IntN(len(words))]}[rng.IntN(5)]
			out = append(out, graph.Hyperlink{Anchor: anchor, Target: "X", Inferred: rng.IntN(4) == 0})
		}
		return out
	}
	p := &graph.Page{Title: title}
	for i := range rng.IntN(60) {
		s := sentence()
		switch rng.IntN(8) {
		case 0:
			p.Sections = append(p.Sections, graph.Section{N: len(p.Sections), Level: 2, Text: "Years"})
			p.Order = append(p.Order, graph.Element{Kind: graph.KindSection, A: len(p.Sections) - 1})
		case 1:
			p.Lists = append(p.Lists, graph.List{N: len(p.Lists), Items: []graph.Item{{N: 0, Text: s, Links: links(s)}, {N: 1, Text: "and"}}})
			p.Order = append(p.Order, graph.Element{Kind: graph.KindList, A: len(p.Lists) - 1})
		case 2:
			row := []graph.Cell{{Row: 3, Header: true, Text: "Party"}, {Row: 3, Column: 1, Text: s, Links: links(s)}, {Row: 3, Column: 2}}
			p.Tables = append(p.Tables, graph.Table{N: len(p.Tables), Caption: "Of 1979", Rows: [][]graph.Cell{row}})
			p.Order = append(p.Order, graph.Element{Kind: graph.KindTable, A: len(p.Tables) - 1})
		default:
			p.Sentences = append(p.Sentences, graph.Sentence{N: 2 * i, Text: s, Links: links(s)})
			p.Order = append(p.Order, graph.Element{Kind: graph.KindSentence, A: 2 * i})
		}
	}
	return p
}

func codes(s string) []uint64 {
	out := []uint64{}
	for _, t := range text.Analyze(s) {
		out = append(out, t.Code())
	}
	return out
}

// The words of a page are those that its text has, and its links' anchors stand where the text has them.
func TestWords(t *testing.T) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	w := &world{}
	for i := range 60 {
		w.pages = append(w.pages, mixedPage(rng, strings.Repeat("Very ", i)+"Long Page (film)"))
	}
	ix := build(t, w, text.FewNumbers(1+rng.IntN(20))) // of some 20 terms
	for _, p := range w.pages {
		got, err := ix.Words([]graph.PageID{12345, p.ID()})
		if err != nil || got[0] != nil || got[1] == nil {
			t.Fatalf("seed %d: got %v, %v", seed, got, err)
		}
		words, all := got[1], p.Elements()
		if d := cmp.Diff(words.Ends, text.PassageEnds(p)) + cmp.Diff(words.Title, codes(graph.BareTitle(p.Title))); d != "" {
			t.Fatalf("seed %d: passages and title: got (-), want (+):\n%s", seed, d)
		}
		if len(all) != len(words.Sentences) || words.Long() != (len(all) >= graph.ArticleElements) {
			t.Fatalf("seed %d: got %d elements, want %d", seed, len(words.Sentences), len(all))
		}
		for _, i := range rng.Perm(len(all)) {
			e := &all[i]
			if d := cmp.Diff(words.Terms(i), codes(e.Text)); d != "" || words.Find(e.Element) != i ||
				words.Sentences[i] != (e.Element.Kind == graph.KindSentence) {
				t.Fatalf("seed %d: element %v is %d, want %d; terms: got (-), want (+):\n%s", seed, e.Element, words.Find(e.Element), i, d)
			}
			if from, to := words.Passage(words.PassageOf(i)); i < from || i >= to {
				t.Errorf("seed %d: passage of %d is %d to %d", seed, i, from, to)
			}
			for _, l := range e.Links {
				if got, want := words.At(i, l.Anchor, text.Analyze), placeOf(e.Text, l.Anchor); got != want && !l.Inferred {
					t.Errorf("seed %d: %q in %q: got %d, want %d", seed, l.Anchor, e.Text, got, want)
				}
			}
		}
		if i := words.Find(graph.Element{Kind: graph.KindSentence, A: 1}); i != -1 {
			t.Errorf("seed %d: an element that is not there is %d", seed, i)
		}
	}
}

// Claims at the same time share the opened records of pages, also where those of other pages take their place.
func TestWordsAtOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	w := &world{}
	for i := range 12 {
		w.pages = append(w.pages, mixedPage(rng, strings.Repeat("Very ", i)+"Long Page"))
	}
	ix := build(t, w, text.Options{})
	text.FewRecords(ix, 5)
	var all sync.WaitGroup
	for from := range 4 {
		all.Go(func() {
			for k := range 200 {
				p := w.pages[(3*from+k)%len(w.pages)]
				words, err := ix.Words([]graph.PageID{p.ID()})
				if err != nil {
					t.Error(err)
					return
				}
				for i, e := range p.Elements() {
					if d := cmp.Diff(words[0].Terms(i), codes(e.Text)); d != "" || words[0].Find(e.Element) != i {
						t.Errorf("element %v of %q: got (-), want (+):\n%s", e.Element, p.Title, d)
						return
					}
				}
			}
		})
	}
	all.Wait()
}

// placeOf is the index of the term at which an anchor's first occurrence begins.
func placeOf(s, anchor string) int {
	off, terms := strings.Index(s, anchor), text.Analyze(s)
	if off < 0 {
		return -1
	}
	if i := slices.IndexFunc(terms, func(t graph.Term) bool { return t.Start >= off }); i >= 0 {
		return i
	}
	return len(terms) - 1
}

// A number that no term has is damage.
func TestNumberOfNoTerm(t *testing.T) {
	w := &world{pages: []*graph.Page{page("Alder", "The birch stands by the alder, the birch of Alder.")}}
	ix := build(t, w, text.Options{})
	ids := []graph.PageID{w.pages[0].ID()}
	got, err := ix.Words(ids)
	if err != nil {
		t.Fatal(err)
	}
	text.Forget(ix)
	if terms := got[0].Terms(0); len(terms) > 0 || !errors.Is(ix.Err(), graph.ErrDamaged) {
		t.Errorf("terms: got %v, %v", terms, ix.Err())
	}
	if _, err := ix.Words(ids); !errors.Is(err, graph.ErrDamaged) {
		t.Errorf("page: got %v, want %v", err, graph.ErrDamaged)
	}
}
