package loader_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

// namer is a Mentioner that knows titles and bare titles, in any case, wherever they stand: what it finds too
// much is for InferLinks to leave.
type namer map[string][]graph.Candidate // by lower-case name

func newNamer(pages []*graph.Page) namer {
	n := namer{}
	for _, p := range pages {
		add := func(name string, by graph.NameKind) {
			low := strings.ToLower(name)
			n[low] = append(n[low], graph.Candidate{Page: p.ID(), By: by, Prior: 1})
		}
		add(p.Title, graph.ByTitle)
		if bare := graph.BareTitle(p.Title); bare != p.Title {
			add(bare, graph.ByBare)
		}
	}
	return n
}

func (n namer) Mentions(text string) (out []graph.Mention) {
	for start := range text {
		for end := len(text); end > start; end-- {
			cs := n[strings.ToLower(text[start:end])]
			touches := start > 0 && text[start-1] != ' ' && text[start-1] != '"' || end < len(text) && !strings.ContainsAny(text[end:end+1], " .,\"'")
			if len(cs) == 0 || touches {
				continue
			}
			m := graph.Mention{Start: start, End: end, Candidates: slices.Clone(cs)}
			for i := range m.Candidates {
				m.Candidates[i].Exact = text[start] >= 'A' && text[start] <= 'Z' || text[start] >= '0' && text[start] <= '9'
			}
			out = append(out, m)
		}
	}
	return out
}

func page(title string, sentences ...string) *graph.Page {
	p := &graph.Page{Title: title}
	for i, s := range sentences {
		text, links := loader.Unlink(s)
		p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: text, Links: links})
	}
	return p
}

// inferred are the inferred links of a store: from title, element, anchor, target title.
func inferred(t testing.TB, store graph.Reader) (out []string) {
	t.Helper()
	for p, err := range store.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range p.Elements() {
			for _, l := range e.Links {
				if l.Inferred {
					out = append(out, fmt.Sprintf("%s %v %s > %s", p.Title, e.Element, l.Anchor, l.Target))
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

func TestInferLinks(t *testing.T) {
	table := page("Tables", "None.")
	table.Tables = []graph.Table{{Caption: "All of Ostby", Rows: [][]graph.Cell{{{RowSpan: 1, ColumnSpan: 1, Text: "Mount Kell"}}}}}
	table.Lists = []graph.List{{Items: []graph.Item{{Text: "Ostby"}}}}
	pages := []*graph.Page{
		page("Mount Kell", "Mount Kell is near Ostby and Ostby.", "It is high."),
		page("Kell", "Kell is a name."),
		page("Ostby", "A town.", "It lies under Mount Kell, in South Vorn."),
		page("Vorn", "A land, Vorn (land)."),
		page("South Vorn", "Part of Vorn."),
		page("It", "It is a word."), page("During", "During the day."), page("Ux", "Ux is short."), page("1984", "In 1984 it was."),
		page("Marrow (river)", "A river."), page("Marrow (film)", "A film on Marrow."), page("Marrow", "Marrow is a food."),
		page("Author", "By [[Mount_Kell|Mount Kell]], not Mount Kell but Ostby.", "See [[Other|Ostby]]. During 1984, Ux came to Marrow."),
		page("lower", "A word, lower."), page("Speaker", "A lower word and Lower one."),
		table,
	}
	store, err := graphtest.Fill(pages)
	if err != nil {
		t.Fatal(err)
	}
	report, err := loader.InferLinks(t.Context(), store, newNamer(pages), loader.Options{BatchPages: 3})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"Author sentence_0 Ostby > Ostby", // Mount Kell has an author's link; so have the words of Ostby in sentence 1
		"Author sentence_1 1984 > 1984",
		"Author sentence_1 Marrow > Marrow", "Author sentence_1 Marrow > Marrow (film)", "Author sentence_1 Marrow > Marrow (river)",
		"Marrow (film) sentence_0 Marrow > Marrow", "Marrow (film) sentence_0 Marrow > Marrow (river)",
		"Marrow sentence_0 Marrow > Marrow (film)", "Marrow sentence_0 Marrow > Marrow (river)",
		"Mount Kell sentence_0 Ostby > Ostby", // once; its own title does not give Kell
		"Ostby sentence_1 Mount Kell > Mount Kell", "Ostby sentence_1 South Vorn > South Vorn",
		"South Vorn sentence_0 Vorn > Vorn",
		"Speaker sentence_0 Lower > lower",
		"Tables cell_0_0_0 Mount Kell > Mount Kell", "Tables item_0_0 Ostby > Ostby", "Tables table_caption_0 Ostby > Ostby",
	}
	got := inferred(t, store)
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("links (-got +want):\n%s", diff)
	}
	if int(report.Links) != len(want) || int(report.Records) != len(pages) {
		t.Errorf("report %+v, want %d links, %d pages", report, len(want), len(pages))
	}
	before := digest(t, store)
	again, err := loader.InferLinks(t.Context(), store, newNamer(pages), loader.Options{})
	if err != nil || again.Records != 0 || digest(t, store) != before {
		t.Errorf("again: %+v, %v; want nothing done", again, err)
	}
}

// Interrupted wherever it may be, inference goes on where it was and ends with the same links; when pages
// came in between, it begins anew.
func TestInferLinksResumes(t *testing.T) {
	var pages []*graph.Page
	for i := range 60 {
		pages = append(pages, page(fmt.Sprintf("Page %d", i), fmt.Sprintf("After Page %d, and Page %d.", i/2, i*7%60)))
	}
	whole, err := graphtest.Fill(pages)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := loader.InferLinks(t.Context(), whole, newNamer(pages), loader.Options{}); err != nil {
		t.Fatal(err)
	}
	for after := 1; after <= 8; after++ {
		store, err := graphtest.Fill(pages)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		b := &breaking{Store: store, after: after, before: after%2 == 0, stop: stop}
		first, err := loader.InferLinks(ctx, b, newNamer(pages), loader.Options{BatchPages: 10})
		if after < 7 && !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d batches: %v, want it cancelled", after, err)
		}
		second, err := loader.InferLinks(t.Context(), store, newNamer(pages), loader.Options{BatchPages: 10})
		if err != nil || second.Resumed != first.Resumed+first.Records && second.Records+second.Resumed != 60 {
			t.Errorf("after %d: first %+v, second %+v, %v", after, first, second, err)
		}
		if got, want := digest(t, store), digest(t, whole); got != want {
			t.Errorf("after %d: digest %s, want %s", after, got, want)
		}
	}
	late := page("Late", "After Page 3.")
	if _, err := whole.Put(t.Context(), &graph.Batch{Load: "late", Pages: []*graph.Page{late}}); err != nil {
		t.Fatal(err)
	}
	if err := whole.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := loader.InferLinks(t.Context(), whole, newNamer(append(pages, late)), loader.Options{})
	if err != nil || r.Records != 61 || !slices.Contains(inferred(t, whole), "Late sentence_0 Page 3 > Page 3") {
		t.Errorf("with a new page: %+v, %v; want all 61 pages looked at", r, err)
	}
}
