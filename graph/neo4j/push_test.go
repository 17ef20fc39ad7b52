package neo4j_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/check"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// writer is a store in a folder that is pushed with every Finish, and read from the server.
type writer struct {
	*neo4j.Store
	from *pebble.Store
}

func (w writer) Put(ctx context.Context, b *graph.Batch) (graph.PutCounts, error) {
	return w.from.Put(ctx, b)
}

func (w writer) Finish(ctx context.Context) error {
	if err := w.from.Finish(ctx); err != nil {
		return err
	}
	return w.Push(ctx, w.from)
}

// write returns a server's store that is written by way of one in a folder.
func write(t *testing.T, s *neo4j.Store) writer { return writer{s, graphtest.Store(t)} }

// batches of pages that are added, replaced, removed, and of redirects, each of which changes where links of other pages lead.
func changingBatches() []*graph.Batch {
	line := func(title, text string, targets ...string) *graph.Page {
		p := &graph.Page{Title: title, Sections: []graph.Section{{Level: 2, Text: "S"}}, Sentences: []graph.Sentence{{Text: text}, {N: 1, Text: "More."}},
			Order:  []graph.Element{{Kind: graph.KindSentence}, {Kind: graph.KindSection}, {Kind: graph.KindSentence, A: 1}},
			Tables: []graph.Table{{Rows: [][]graph.Cell{{{RowSpan: 1, ColumnSpan: 1, Header: true, Text: "h"}}, {{Row: 1, RowSpan: 1, ColumnSpan: 1, Text: "c"}}}}}}
		for _, to := range targets {
			p.Sentences[0].Links = append(p.Sentences[0].Links, graph.Hyperlink{Anchor: "to " + to, Target: to})
		}
		return p
	}
	return []*graph.Batch{
		{Load: "1", Pages: []*graph.Page{line("A", "a", "B", "C", "Way"), line("B", "b", "A", "A"), line("B", "b2")}, Source: "f", Mark: graph.Mark{Records: 3}},
		{Load: "1", Pages: []*graph.Page{line("C", "c", "A")}, Redirects: []graph.Redirect{{From: "Way", To: "Wey"}, {From: "Wey", To: "B"}}, Source: "f", Mark: graph.Mark{Records: 4, Done: true}},
		{Load: "2", Pages: []*graph.Page{line("A", "another a", "C")}, Removed: []string{"Wey"}},
		{Load: "3", Removed: []string{"B"}, Redirects: []graph.Redirect{{From: "B", To: "A"}}},
		{Load: "4", Pages: []*graph.Page{line("D", "d", "B", "Way", "Gone")}},
		{Load: "5", Removed: []string{"A", "C", "D", "B"}},
	}
}

// same compares what a server has with a store, and the graph with one that was pushed at once.
func same(t *testing.T, s *servertest.Server, store *neo4j.Store, want graph.Store, when string) {
	t.Helper()
	if got, want := digest(t, store), digest(t, want); got != want {
		t.Errorf("%s: digest: got %s, want %s", when, got, want)
	}
	got, err := store.Stats(t.Context())
	if want, _ := want.Stats(t.Context()); err != nil || got != want {
		t.Errorf("%s: stats: got %+v, %v, want %+v", when, got, err, want)
	}
	r := &check.Run{Data: true}
	if err := store.Check(t.Context(), r); err != nil || len(r.Findings) > 0 {
		t.Errorf("%s: check: got %v, %v", when, r.Findings, err)
	}
}

// Whatever changed, in few transactions or in many, the graph is the one that a push into an empty database makes.
func TestPush(t *testing.T) {
	s := servertest.Start(t)
	for _, most := range []int{0, 2} {
		s.Clear(t)
		store, err := neo4j.Open(t.Context(), s.URL, neo4j.Options{Create: true, Password: s.Password, BatchPages: most})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		w := write(t, store)
		var shapes [][]string
		for i, b := range changingBatches() {
			if _, err := w.Put(t.Context(), b); err != nil {
				t.Fatal(err)
			}
			if err := w.Finish(t.Context()); err != nil {
				t.Fatal(err)
			}
			same(t, s, store, w.from, fmt.Sprintf("most %d, batch %d", most, i))
			if m, err := store.Mark(t.Context(), "f"); err != nil || m.Records < 3 {
				t.Errorf("mark: got %+v, %v", m, err)
			}
			shapes = append(shapes, shape(t, s))
		}
		anew := write(t, store)
		for i, b := range changingBatches()[:5] {
			if _, err := anew.Put(t.Context(), b); err != nil {
				t.Fatal(err)
			}
			if err := anew.from.Finish(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.Clear(t)
			alone := openStore(t, s, neo4j.Options{Create: true})
			if err := alone.Push(t.Context(), anew.from); err != nil {
				t.Fatal(err)
			}
			if got := shape(t, s); !slices.Equal(got, shapes[i]) {
				t.Errorf("most %d, batch %d: got by changes\n%s\nwant\n%s", most, i, strings.Join(shapes[i], "\n"), strings.Join(got, "\n"))
			}
		}
	}
}

// Of two that push, the second fails, whoever was first, and changes nothing.
func TestTwoPush(t *testing.T) {
	s := servertest.Start(t)
	s.Clear(t)
	var stores []writer
	for range 2 {
		stores = append(stores, write(t, openStore(t, s, neo4j.Options{Create: true})))
	}
	for i, w := range stores {
		if _, err := w.Put(t.Context(), &graph.Batch{Load: "1", Pages: graphtest.Wiki(3+i, 1)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := stores[0].Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := stores[1].Finish(t.Context()); !errors.Is(err, graph.ErrLocked) {
		t.Errorf("the second push: got %v, want %v", err, graph.ErrLocked)
	}
	same(t, s, stores[0].Store, stores[0].from, "after the second push")
}

// Sections lead to what follows them, sentences to the next one, cells to their headers.
func TestReadingOrder(t *testing.T) {
	s := servertest.Start(t)
	s.Clear(t)
	w := write(t, openStore(t, s, neo4j.Options{Create: true}))
	if _, err := w.Put(t.Context(), changingBatches()[0]); err != nil {
		t.Fatal(err)
	}
	if err := w.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"MATCH (p:Page {title: 'A'})-[:HAS_SECTION]->(:Section)-[:HOLDS]->(x) RETURN coalesce(x.text, CASE WHEN x:Table THEN 'Table' END) AS x ORDER BY x": "[map[x:More.] map[x:Table]]",
		"MATCH (p:Page {title: 'A'})-[:HAS_SENTENCE]->(a)-[:NEXT]->(b) RETURN a.n AS a, b.n AS b":                                                          "[map[a:0 b:1]]",
		"MATCH (p:Page {title: 'A'})-[:HAS_TABLE]->()-[:HAS_CELL]->(a)-[:HAS_HEADER]->(b) RETURN a.text AS a, b.text AS b":                                 "[map[a:c b:h]]",
		"MATCH (p:Page {title: 'B'}) RETURN p.ordinal AS ordinal ORDER BY ordinal":                                                                         "[map[ordinal:1] map[ordinal:<nil>]]",
		"MATCH (p:Page {title: 'A'}) RETURN p.record AS record, p.load AS load, p.passage AS passage":                                                      "[map[load:<nil> passage:<nil> record:<nil>]]",
	} {
		if got := fmt.Sprint(s.Cypher(t, query)); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}
