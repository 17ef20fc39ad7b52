package stores_test

import (
	"flag"
	"strconv"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"pgregory.net/rapid"
)

// spellings are titles that meet in a few normal forms.
var spellings = []string{"A", "a", "B", "b_c", "B c", "B  c", "Ünü", "U\u0308nu\u0308", "ünü", "AT&T", "AT&amp;T", "E: f", "Z"}

// runRandom puts random batches into the store and into the oracle, with Finish, opening again and repeated
// batches in between.
func runRandom(t *testing.T, draws int, place newPlace) {
	if f := flag.Lookup("rapid.checks"); f != nil && f.Value.String() == f.DefValue {
		if err := f.Value.Set(strconv.Itoa(draws)); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Value.Set(f.DefValue) }() // it took this value before
	}
	rapid.Check(t, func(r *rapid.T) {
		s := newSession(t, place)
		s.t = r
		defer s.close()
		var last *graph.Batch
		for range rapid.IntRange(1, 5).Draw(r, "steps") {
			b := drawBatch(r, s.oracle)
			if last != nil && rapid.IntRange(0, 4).Draw(r, "again") == 0 {
				b = last
			}
			s.put(b)
			last = b
			switch rapid.IntRange(0, 5).Draw(r, "then") {
			case 0, 1:
				s.finish()
			case 2:
				s.reopen()
			}
		}
		s.finish()
		s.reopen()
		s.compare()
	})
}

func drawBatch(r *rapid.T, m *memory) *graph.Batch {
	b := &graph.Batch{Load: rapid.SampledFrom([]string{"1", "2", "3"}).Draw(r, "load"), Source: "s",
		Mark: graph.Mark{Records: rapid.Int64Range(0, 9).Draw(r, "records")}}
	title := rapid.SampledFrom(spellings)
	for range rapid.IntRange(0, 5).Draw(r, "pages") {
		b.Pages = append(b.Pages, drawPage(r, title.Draw(r, "title")))
	}
	for range rapid.IntRange(0, 3).Draw(r, "redirects") {
		b.Redirects = append(b.Redirects, graph.Redirect{From: title.Draw(r, "from"), To: title.Draw(r, "to")})
	}
	if rapid.IntRange(0, 3).Draw(r, "remove") == 0 {
		b.Removed = []string{title.Draw(r, "removed")}
	}
	if ids := m.Held(); len(ids) > 0 && b.Removed == nil && rapid.Bool().Draw(r, "infer") {
		b.Inferred = drawInference(r, ids)
	}
	return b
}

func drawPage(r *rapid.T, title string) *graph.Page {
	p := &graph.Page{Title: title, Disambiguation: rapid.IntRange(0, 9).Draw(r, "disambiguation") == 0}
	p.Sentences = []graph.Sentence{{N: 0, Text: rapid.SampledFrom([]string{"x", "y", "z"}).Draw(r, "text"), Links: drawLinks(r)}}
	if rapid.IntRange(0, 3).Draw(r, "table") == 0 {
		cell := graph.Cell{RowSpan: 1, ColumnSpan: 1, Header: rapid.Bool().Draw(r, "header"), Text: "c", Links: drawLinks(r)}
		p.Tables = []graph.Table{{N: 1, Caption: rapid.SampledFrom([]string{"", "cap"}).Draw(r, "caption"), CaptionLinks: drawLinks(r),
			Rows: [][]graph.Cell{{cell}, {}}}}
	}
	if rapid.IntRange(0, 3).Draw(r, "list") == 0 {
		p.Lists = []graph.List{{N: 2, Items: []graph.Item{{N: 1, Text: "i", Links: drawLinks(r)}}}}
	}
	return p
}

func drawLinks(r *rapid.T) []graph.Hyperlink {
	return rapid.SliceOfN(rapid.Custom(func(r *rapid.T) graph.Hyperlink {
		return graph.Hyperlink{Anchor: rapid.SampledFrom([]string{"", "p", "q"}).Draw(r, "anchor"),
			Target: rapid.SampledFrom(spellings).Draw(r, "target")}
	}), 0, 3).Draw(r, "links")
}

// drawInference infers links in the first sentence of a page of the store.
func drawInference(r *rapid.T, ids []graph.PageID) []graph.Inference {
	inf := graph.Inference{Page: rapid.SampledFrom(ids).Draw(r, "page")}
	for _, l := range drawLinks(r) {
		inf.Links = append(inf.Links, graph.InferredLink{Element: graph.Element{Kind: graph.KindSentence}, Anchor: l.Anchor,
			Target: l.Target})
	}
	return []graph.Inference{inf}
}
