package neo4j_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// oddStrings are what titles, anchors and texts may hold and what quoting gets wrong.
var oddStrings = []string{
	`She said "no"`, `"`, `""`, `'tis`, "`tick`", `back\slash`, `\`, `\"`, "two\nlines", "line\r\nend", "tab\there", "nul\x00byte", "\x00",
	"\u200frtl\u200e \u202eeman\u202c", "שלום", "😀🏔", "𝔐arrow", "a;b,c|d", "\x1funit", " lead", "trail ", "\xff\xfe", "half\xc3", "\U0010FE80", "\U0010FEFF\xff",
	"$param {x: 1}", "%41", "//comment", "/* x */", strings.Repeat("long ", 2000), strings.Repeat("long ", 2000) + "2", "e\u0301", "\ufeffbom", "-1", "1e5", "true", "null",
}

// oddWiki has a page for each odd string, with it in all places, links to the others, and redirects.
func oddWiki(t *testing.T) *pebble.Store {
	t.Helper()
	var pages []*graph.Page
	var redirects []graph.Redirect
	for i, s := range oddStrings {
		next := oddStrings[(i+1)%len(oddStrings)]
		links := []graph.Hyperlink{{Anchor: s, Target: next}, {Anchor: next, Target: next}, {Anchor: "", Target: "gone " + s}, {Anchor: "", Target: next, Inferred: true}}
		pages = append(pages, &graph.Page{Title: s, Sections: []graph.Section{{N: 0, Level: 2, Text: s}},
			Sentences: []graph.Sentence{{N: 0, Text: s, Links: links}, {N: 1}},
			Tables: []graph.Table{{N: 0, Caption: s, CaptionLinks: links[:1], Rows: [][]graph.Cell{
				{{RowSpan: 1, ColumnSpan: 1, Header: true, Text: s, Links: links[:1]}}, {}, {{Row: 2, RowSpan: 1, ColumnSpan: 1, Text: s, Links: links}}}}},
			Lists: []graph.List{{N: 0, Items: []graph.Item{{N: 0, Text: s, Links: links[1:]}}}}})
		redirects = append(redirects, graph.Redirect{From: "to " + s, To: s}, graph.Redirect{From: "to to " + s, To: "to " + s})
	}
	m := graphtest.Fill(t, pages, redirects...)
	return m
}

// copyStore makes a database hold what a store holds.
func copyStore(t testing.TB, to *neo4j.Store, from graph.Store) {
	t.Helper()
	if err := to.Push(context.Background(), from); err != nil {
		t.Fatal(err)
	}
}

func digest(t *testing.T, s graph.Reader) string {
	t.Helper()
	d, err := graph.Digest(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func openStore(t testing.TB, s *servertest.Server, o neo4j.Options) *neo4j.Store {
	t.Helper()
	o.Password = s.Password
	store, err := neo4j.Open(context.Background(), s.URL, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

func TestOddStrings(t *testing.T) {
	s := servertest.Start(t)
	s.Clear(t)
	want := oddWiki(t)
	store := openStore(t, s, neo4j.Options{Create: true})
	copyStore(t, store, want)
	if got, want := digest(t, store), digest(t, want); got != want {
		t.Errorf("digest: got %s, want %s", got, want)
	}
	ctx := context.Background()
	for _, title := range oddStrings {
		for _, spelling := range []string{title, "to to " + title} {
			got, err := store.Lookup(ctx, []string{spelling})
			if err != nil {
				t.Fatal(err)
			}
			want, _ := want.Lookup(ctx, []string{spelling})
			if diff := cmp.Diff(got, want, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("lookup of %q: got (-), want (+):\n%s", spelling, diff)
			}
		}
	}
	// The graph for Cypher says the same as the records.
	rows := s.Cypher(t, "MATCH (p:Page)-[:HAS_SENTENCE]->(s {n: 0}) WHERE s.text = p.title OR p.fullTitle = s.text RETURN count(*) AS n")
	if got, want := rows[0]["n"], int64(len(oddStrings)-1); got != want { // one title is put in NFC, its text isn't
		t.Errorf("pages whose first sentence is their title: got %v, want %v", got, want)
	}
	// An index takes no string beyond 8 kB: of long titles, addresses are shortened as titles are.
	s.Cypher(t, "CALL db.awaitIndexes(300)")
	if rows := s.Cypher(t, "SHOW INDEXES YIELD name, state WHERE state <> 'ONLINE' RETURN name"); len(rows) > 0 {
		t.Errorf("indexes that are not online: %v", rows)
	}
	rows = s.Cypher(t, "MATCH (e:Sentence) WHERE e.fullAddress IS NOT NULL RETURN count(*) AS n, min(size(e.fullAddress)) AS full, max(size(e.address)) AS short")
	if r := rows[0]; r["n"] != int64(4) || r["full"].(int64) < 9000 || r["short"].(int64) > 2000 {
		t.Errorf("shortened addresses: got %v, want those of two titles", r)
	}
}
