package neo4j_test

import (
	"context"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/check"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// What is changed by hand is named, and made anew from the records of the pages.
func TestCheck(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	s.Clear(t)
	s.Strangers(t)
	wiki := oddWiki(t)
	store := openStore(t, s, neo4j.Create)
	copyStore(t, store, wiki)
	if _, err := store.Put(ctx, &graph.Batch{Load: "copy", Source: "pages", Mark: graph.Mark{Records: 9, Done: true}}); err != nil {
		t.Fatal(err)
	}
	whole := digest(t, store)
	examine := func(data, repair bool) *check.Run {
		t.Helper()
		r := &check.Run{Data: data, Repair: repair}
		if err := store.Check(ctx, r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := examine(true, false); len(r.Findings) > 0 {
		t.Fatalf("a store that nobody changed: got %v", r.Findings)
	}
	for _, c := range []struct {
		name, edit, want string
		quick            bool // it is found without Data
	}{
		{"a sentence is gone", "MATCH (p:Page {title: 'true'})-[:HAS_SENTENCE]->(e:Sentence {n: 0}) DETACH DELETE e", "1 elements are gone", true},
		{"a text is another", "MATCH (p:Page {title: 'true'})-[:HAS_TABLE]->()-[:HAS_CELL]->(e:Cell) SET e.text = 'x'", "2 elements have another text", false},
		{"a cell is added", "MATCH (p:Page {title: 'true'})-[:HAS_TABLE]->(t) CREATE (t)-[:HAS_CELL]->(:Cell:BridgehopCell {id: 'x'})", "1 elements were added", true},
		{"a table is gone", "MATCH (p:Page {title: 'true'})-[:HAS_TABLE]->(e) DETACH DELETE e", "2 are in no table", true},
		{"a link is gone", "MATCH (p:Page {title: 'true'})-[l:LINKS_TO]->() DELETE l", "0 links leave it", false},
		{"an anchor is another", "MATCH (p:Page {title: 'true'})-[l:LINKS_TO]->() SET l.anchors = ['x'] + l.anchors[1..]", "not the", false},
		{"a count is another", "MATCH (p:Page {title: 'true'}) SET p.linksIn = 7", "it counts links", false},
		{"a title is another", "MATCH (p:Page {title: 'true'}) SET p.title = 'false'", `page "true": its properties`, false},
		{"a redirect leads nowhere", "MATCH (:Redirect {title: 'to true'})-[r:REDIRECTS_TO]->() DELETE r", `"to true" leads`, false},
		{"chains of no claim", "CREATE (:Chain:BridgehopChain {id: 'x'})", "1 chains are of no claim", true},
		{"a link by hand", "MATCH (a:Page {title: 'true'}), (b:Page {title: 'null'}) CREATE (a)-[:LINKS_TO]->(b)", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.Cypher(t, c.edit)
			if r := examine(false, false); len(r.Findings) > 0 != c.quick {
				t.Errorf("without Data: got %v, want findings: %v", r.Findings, c.quick)
			}
			found := ""
			for _, f := range examine(true, false).Findings {
				found += f.What + "\n"
			}
			if !strings.Contains(found, c.want) || (c.want == "") != (found == "") {
				t.Fatalf("got %q, want %q", found, c.want)
			}
			if r := examine(true, true); !r.Sound() {
				t.Errorf("repaired: got %v", r.Findings)
			}
			if r := examine(true, false); len(r.Findings) > 0 {
				t.Errorf("after the repair: got %v", r.Findings)
			}
			if got := digest(t, store); got != whole {
				t.Errorf("digest after the repair: got %s, want %s", got, whole)
			}
		})
	}
	t.Run("a page is gone", func(t *testing.T) {
		s.Cypher(t, "MATCH (p:Page {title: 'true'}) DETACH DELETE p")
		if r := examine(false, false); r.Sound() || r.Findings[0].Part != "pages" {
			t.Errorf("got %v, want that a page is gone", r.Findings)
		}
		before, _ := store.Identity(ctx)
		if r := examine(true, true); !r.Sound() || len(examine(true, false).Findings) > 0 {
			t.Errorf("repaired: got %v", r.Findings)
		}
		if after, _ := store.Identity(ctx); after == before {
			t.Error("the identity is still that of the store with the page")
		}
		if m, err := store.Mark(ctx, "pages"); err != nil || m.Done {
			t.Errorf("mark: got %v, %v, want none, so that the same load brings the page back", m, err)
		}
		copyStore(t, store, wiki)
		if got := digest(t, store); got != whole || len(examine(true, false).Findings) > 0 {
			t.Errorf("loaded again: digest %s, want %s", got, whole)
		}
	})
	t.Run("a record is broken", func(t *testing.T) {
		s.Cypher(t, "MATCH (p:Page {title: 'true'}) SET p.record = '1x'")
		if r := examine(true, true); r.Sound() {
			t.Error("got that it was repaired, want that it can't be")
		}
	})
}
