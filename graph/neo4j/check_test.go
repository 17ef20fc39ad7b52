package neo4j_test

import (
	"context"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph/check"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// What is changed by hand is named, and made anew by a push of all.
func TestCheck(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	s.Clear(t)
	s.Strangers(t)
	wiki := oddWiki(t)
	store := openStore(t, s, neo4j.Options{Create: true})
	copyStore(t, store, wiki)
	whole := digest(t, store)
	examine := func(data, repair bool) *check.Run {
		t.Helper()
		r := &check.Run{Data: data, Repair: repair}
		if err := store.Check(ctx, r); err != nil {
			t.Fatal(err)
		}
		if repair && !r.Sound() {
			if err := store.Reset(ctx); err != nil {
				t.Fatal(err)
			}
			copyStore(t, store, wiki)
			r.Mended()
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
		{"a sentence is gone", "MATCH (p:Page {title: 'true'})-[:HAS_SENTENCE]->(e:Sentence {n: 0}) DETACH DELETE e", "the database has", true},
		{"a cell is added", "MATCH (p:Page {title: 'true'})-[:HAS_TABLE]->(t) CREATE (t)-[:HAS_CELL]->(:Cell:BridgehopCell {id: 'x'})", "the database has", true},
		{"a table is gone", "MATCH (p:Page {title: 'true'})-[:HAS_TABLE]->(e) DETACH DELETE e", "2 are in no table", true},
		{"a link is gone", "MATCH (p:Page {title: 'true'})-[l:LINKS_TO]->() DELETE l", "its links are not those of its text", false},
		{"an anchor is another", "MATCH (p:Page {title: 'true'})-[l:LINKS_TO]->() SET l.anchors = ['x'] + l.anchors[1..]", "its links", false},
		{"a count is another", "MATCH (p:Page {title: 'true'}) SET p.linksIn = 7", "its properties", false},
		{"a title is another", "MATCH (p:Page {title: 'true'}) SET p.title = 'false'", `page "true": its properties`, false},
		{"a record is another", "MATCH (a:BridgehopRecord), (b:BridgehopRecord) WHERE a.id < b.id WITH a, b LIMIT 1 SET a.record = b.record", "its record is another", false},
		{"a redirect leads nowhere", "MATCH (:Redirect {title: 'to true'})-[r:REDIRECTS_TO]->() DELETE r", `"to true" leads`, false},
		{"chains of no claim", "CREATE (:Chain:BridgehopChain {id: 'x'})", "1 chains are of no claim", true},
		{"a page is gone", "MATCH (p:Page {title: 'true'}) DETACH DELETE p", "the load left", true},
		{"a record is broken", "MATCH (r:BridgehopRecord) WITH r LIMIT 1 SET r.record = '1x'", "page record", false},
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
}
