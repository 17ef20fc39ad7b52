package study_test

import (
	"bytes"
	"encoding/json"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/testdata/wiki"
)

// shipped is the small wiki that ships, in memory.
func shipped(t testing.TB) *pebble.Store {
	t.Helper()
	sources, err := loader.Open([]string{filepath.Join("..", "..", "testdata", "wiki", wiki.Pages)}, loader.Input{})
	if err != nil {
		t.Fatal(err)
	}
	m := graphtest.Store(t)
	if _, err := loader.Load(t.Context(), m, sources, loader.Options{}); err != nil {
		t.Fatal(err)
	}
	return m
}

func collect(t testing.TB, queries iter.Seq2[*study.Query, error]) []*study.Query {
	t.Helper()
	var out []*study.Query
	for q, err := range queries {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, q)
	}
	return out
}

func TestGeneratedShapes(t *testing.T) {
	store := shipped(t)
	tests := []struct {
		shape string
		pages int
		want  string
		named int
	}{
		{"path", 2, "2", 1}, {"path", 3, "3", 2}, {"path", 4, "path4", 2}, {"path", 5, "path5", 2}, {"path", 6, "path6", 2},
		{"star", 4, "star4", 3}, {"star", 5, "star5", 4}, {"star", 6, "star6", 5},
	}
	for _, test := range tests {
		g := &study.Generator{Store: store, Seed: 3}
		queries := collect(t, g.Queries(t.Context(), test.shape, test.pages, 12))
		if len(queries) == 0 {
			t.Errorf("%s of %d: got no query", test.shape, test.pages)
		}
		sets := map[string]bool{}
		for _, q := range queries {
			if q.Shape != test.want || len(q.Pages) != test.pages || len(q.Named) != test.named {
				t.Errorf("%s: got %s of %d pages, %d named, want %s of %d, %d", q.ID, q.Shape, len(q.Pages), len(q.Named), test.want, test.pages, test.named)
			}
			checkLeaks(t, q)
			checkEdges(t, store, q)
			key := strings.Join(slices.Sorted(slices.Values(q.Pages)), "|")
			if sets[key] {
				t.Errorf("%s: the pages %s come twice", q.ID, key)
			}
			sets[key] = true
		}
	}
}

// checkLeaks: no hidden title stands in the query, by whatever case and within whatever word; every named one does.
func checkLeaks(t *testing.T, q *study.Query) {
	t.Helper()
	text := strings.ToLower(q.Text)
	for _, p := range q.Pages {
		named := slices.Contains(q.Named, p)
		if stands := strings.Contains(text, strings.ToLower(graph.BareTitle(p))); stands && !named {
			t.Errorf("%s: hidden %q stands in %q", q.ID, p, q.Text)
		}
		if named && !study.Names(q.Text, p) {
			t.Errorf("%s: named %q doesn't stand in %q", q.ID, p, q.Text)
		}
	}
}

// checkEdges: each edge is a link of the store, and there is no other link among the pages.
func checkEdges(t *testing.T, store *pebble.Store, q *study.Query) {
	t.Helper()
	joined := map[[2]string]bool{}
	for _, e := range q.Edges {
		if !links(t, store, e[0], e[1]) {
			t.Errorf("%s: no link from %s to %s", q.ID, e[0], e[1])
		}
		joined[e] = true
	}
	for _, a := range q.Pages {
		for _, b := range q.Pages {
			if a != b && links(t, store, a, b) && !joined[[2]string{a, b}] && !joined[[2]string{b, a}] {
				t.Errorf("%s: %s links to %s, which the graph doesn't have", q.ID, a, b)
			}
		}
	}
}

func links(t *testing.T, store *pebble.Store, from, to string) bool {
	t.Helper()
	out, err := store.Neighbors(t.Context(), []graph.PageID{graph.NewPageID(from, 0)}, graph.Out, 0)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(out, func(l graph.Link) bool { return l.To == graph.NewPageID(to, 0) })
}

// The file is a plain claims file: gold pages, sentences and shape are read back, and every fact is a sentence that is there.
func TestGeneratedFile(t *testing.T) {
	store := shipped(t)
	write := func(seed uint64) string {
		g := &study.Generator{Store: store, Seed: seed}
		var b bytes.Buffer
		for _, shape := range []string{"path", "star"} {
			for _, q := range collect(t, g.Queries(t.Context(), shape, 4, 10)) {
				if err := json.NewEncoder(&b).Encode(q); err != nil {
					t.Fatal(err)
				}
			}
		}
		return b.String()
	}
	file := write(1)
	if again := write(1); again != file {
		t.Error("got other bytes for the same store and seed")
	}
	if other := write(2); other == file {
		t.Error("got the same bytes for another seed")
	}
	r, err := claims.NewReader(strings.NewReader(file), "queries.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for c, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if c.Kind != study.GeneratedKind || c.Hops != 4 || len(c.GoldTitles) != 4 || len(c.Edges) != 3 || c.Shape != "path4" && c.Shape != "star4" {
			t.Errorf("%s: got kind %s, %d hops, gold %q, shape %s", c.ID, c.Kind, c.Hops, c.GoldTitles, c.Shape)
		}
		for _, e := range c.Gold[0].Items {
			pages, err := store.Pages(t.Context(), []graph.PageID{graph.NewPageID(e.Title, 0)})
			if err != nil || pages[0] == nil {
				t.Fatalf("%s: page %s: %v", c.ID, e.Title, err)
			}
			if _, ok := pages[0].Text(e.Element); !ok {
				t.Errorf("%s: no %s on %s", c.ID, e.Element, e.Title)
			}
		}
	}
	if n != strings.Count(file, "\n") {
		t.Errorf("read %d claims of %d lines", n, strings.Count(file, "\n"))
	}
}

// More of one shape changes nothing of another, and fewer are the beginning of more.
func TestGeneratedQueriesStay(t *testing.T) {
	store := shipped(t)
	texts := func(g *study.Generator, n int) []string {
		var out []string
		for _, q := range collect(t, g.Queries(t.Context(), "star", 4, n)) {
			out = append(out, q.ID+" "+q.Text)
		}
		return out
	}
	few := texts(&study.Generator{Store: store, Seed: 9}, 5)
	after := &study.Generator{Store: store, Seed: 9}
	collect(t, after.Queries(t.Context(), "path", 3, 7))
	if more := texts(after, 15); len(few) != 5 || !slices.Equal(more[:5], few) {
		t.Errorf("got %q, want it to begin with %q", more, few)
	}
}

// The worked case: three pages link to one, whose name is masked in what each says.
func TestGeneratedQueryIsMasked(t *testing.T) {
	page := func(title, sentence, anchor, target string) *graph.Page {
		s := graph.Sentence{Text: sentence}
		if anchor != "" {
			s.Links = []graph.Hyperlink{{Anchor: anchor, Target: target}}
		}
		return &graph.Page{Title: title, Sentences: []graph.Sentence{s}}
	}
	store := graphtest.Fill(t, []*graph.Page{
		page("Varde Bridge", "The bridge was drawn by a man from Skagen.", "", ""),
		page("Ida Holm", "Ida Holm once crossed Varde Bridge on a stormy night.", "Varde Bridge", "Varde Bridge"),
		page("Nils Bro", "He was the last keeper of the Varde bridge.", "Varde bridge", "Varde Bridge"),
		page("Lotte Kjær", "Lotte Kjær sold fish below the bridges at night, and often slept under Varde Bridge.", "Varde Bridge", "Varde Bridge"),
	})
	g := &study.Generator{Store: store, Seed: 1}
	stars := collect(t, g.Queries(t.Context(), "star", 4, 5))
	if len(stars) != 1 {
		t.Fatalf("got %d stars, want the only one there is", len(stars))
	}
	q := stars[0]
	for _, want := range []string{
		"[it]: The bridge was drawn by a man from Skagen.", "Ida Holm once crossed [it] on a stormy night.",
		"Nils Bro: He was the last keeper of the [it].", "Lotte Kjær: bridges at night, and often slept under [it].",
	} {
		if !strings.Contains(q.Text, want) {
			t.Errorf("got %q, want it to hold %q", q.Text, want)
		}
	}
	if q.Shape != "star4" || q.Family != "Varde Bridge" || q.Pages[0] != "Varde Bridge" || len(q.Edges) != 3 {
		t.Errorf("got %s of %v, family %s, want a star around Varde Bridge", q.Shape, q.Pages, q.Family)
	}
	if n := len(collect(t, g.Queries(t.Context(), "path", 4, 3))); n != 0 {
		t.Errorf("got %d paths of 4, want none", n)
	}
	paths := collect(t, g.Queries(t.Context(), "path", 2, 9))
	if len(paths) != 3 {
		t.Errorf("got %d paths of 2, want one from each page that links to the bridge", len(paths))
	}
}

// Queries that compare shapes name as many pages whatever their shape, are joined by links alone, and have a sentence for each page.
func TestGeneratedControls(t *testing.T) {
	store := shipped(t)
	for _, named := range []int{1, 2, 3} {
		for shape, want := range map[string]string{"path": "path4", "star": "star4"} {
			g := &study.Generator{Store: store, Seed: 5, Named: named}
			queries := collect(t, g.Queries(t.Context(), shape, 4, 6))
			if len(queries) == 0 {
				t.Errorf("got no %s that names %d pages", shape, named)
			}
			for _, q := range queries {
				if q.Shape != want || len(q.Named) != named || len(q.Facts) != 4 || len(q.Edges) != 3 {
					t.Errorf("%s: %s that names %v, of %v, joined by %v", q.ID, q.Shape, q.Named, q.Facts, q.Edges)
				}
				checkLeaks(t, q)
				checkEdges(t, store, q)
			}
		}
	}
}
