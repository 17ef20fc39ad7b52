package text_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/whitespace"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

// inBleve indexes the terms of a world's pages with bleve: those of the title in one field, and all in another.
func inBleve(t *testing.T, w *world) index.IndexReader {
	t.Helper()
	m := bleve.NewIndexMapping()
	if err := m.AddCustomAnalyzer("terms", map[string]any{"type": custom.Name, "tokenizer": whitespace.Name}); err != nil {
		t.Fatal(err)
	}
	m.DefaultAnalyzer = "terms"
	b, err := bleve.New(t.TempDir()+"/bleve", m)
	if err != nil {
		t.Fatal(err)
	}
	batch := b.NewBatch()
	for _, p := range w.pages {
		title := strings.Join(terms(p.Title), " ")
		all := title + " " + strings.Join(terms(p.PlainText()), " ")
		if err := batch.Index(strconv.FormatUint(uint64(p.ID()), 10), map[string]any{"title": title, "all": all}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Batch(batch); err != nil {
		t.Fatal(err)
	}
	advanced, err := b.Advanced()
	if err != nil {
		t.Fatal(err)
	}
	r, err := advanced.Reader()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// frequencies are how often bleve finds a term in a field of each page.
func frequencies(t *testing.T, r index.IndexReader, term, field string) map[graph.PageID]int {
	t.Helper()
	f, err := r.TermFieldReader(context.Background(), []byte(term), field, true, false, false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[graph.PageID]int{}
	for {
		d, err := f.Next(nil)
		if err != nil {
			t.Fatal(err)
		}
		if d == nil {
			return out
		}
		id, err := r.ExternalID(d.ID)
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.ParseUint(id, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		out[graph.PageID(n)] = int(d.Freq)
	}
}

// The index holds the postings that bleve makes of the same terms, whatever the runs they were gathered in.
func TestPostingsAreThoseOfBleve(t *testing.T) {
	w := manyPages(rand.New(rand.NewPCG(5, 8)), 4096+500)
	r := inBleve(t, w)
	for _, o := range []text.Options{{}, {Batch: 900, Workers: 3}} {
		ix := build(t, w, o)
		for i := 1; i < 3000; i += 1 + i/40 {
			term := "w" + strconv.Itoa(i)
			all, titles := frequencies(t, r, term, "all"), frequencies(t, r, term, "title")
			want := make([]text.Posting, 0, len(all))
			for page, n := range all {
				want = append(want, text.Posting{Page: page, All: n, Title: titles[page]})
			}
			slices.SortFunc(want, func(a, b text.Posting) int {
				if a.Page < b.Page {
					return -1
				}
				return 1
			})
			got, err := ix.Postings(term)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("with %+v: %d postings of %s differ from bleve's %d", o, len(got), term, len(want))
			}
		}
	}
}
