package neo4j_test

import (
	"context"
	"fmt"
	"testing"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

const benchPages, benchLinks = 1500, 25

// BenchmarkBoltRoute compares loading a wiki through the store, drafts and resolving of links included, with a
// plain UNWIND loop that creates the same nodes and relationships from ready-made rows.
func BenchmarkBoltRoute(b *testing.B) {
	s := servertest.Start(b)
	ctx := context.Background()
	pages := graphtest.Wiki(benchPages, benchLinks)
	rate := func(b *testing.B) {
		n := s.Cypher(b, "MATCH (n) WITH count(n) AS nodes MATCH ()-[r]->() RETURN nodes + count(r) AS n")[0]["n"].(int64)
		b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	}
	b.Run("Store", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			s.Clear(b)
			store, err := neo4j.Create(ctx, s.URL, &neo4j.Options{Password: s.Password})
			if err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			for i := 0; i < len(pages); i += 500 {
				if _, err := store.Put(ctx, &graph.Batch{Load: "1", Pages: pages[i:min(i+500, len(pages))]}); err != nil {
					b.Fatal(err)
				}
			}
			if err := store.Finish(ctx); err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			if err := store.Close(); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
		rate(b)
	})
	b.Run("PlainUnwind", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			s.Clear(b)
			b.StartTimer()
			plainUnwind(b, s, pages)
		}
		rate(b)
	})
}

// plainUnwind is the loop that one writes by hand: 10,000 rows a transaction, constraints on ids.
func plainUnwind(b *testing.B, s *servertest.Server, pages []*graph.Page) {
	ctx := context.Background()
	d, database, err := s.Driver()
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close(ctx)
	session := d.NewSession(ctx, driver.SessionConfig{DatabaseName: database})
	defer session.Close(ctx)
	write := func(query string, rows []any) {
		for len(rows) > 0 {
			n := min(len(rows), 10000)
			_, err := session.ExecuteWrite(ctx, func(tx driver.ManagedTransaction) (any, error) {
				_, err := tx.Run(ctx, query, map[string]any{"rows": rows[:n]})
				return nil, err
			})
			if err != nil {
				b.Fatal(err)
			}
			rows = rows[n:]
		}
	}
	var nodes, sentences, links, mentions []any
	for _, p := range pages {
		id, seen := p.ID().String(), map[string]bool{}
		nodes = append(nodes, map[string]any{"id": id, "title": p.Title})
		for _, t := range p.Sentences {
			sid := fmt.Sprintf("%s_sentence_%d", id, t.N)
			sentences = append(sentences, map[string]any{"in": id, "id": sid, "n": t.N, "text": t.Text})
			for _, l := range t.Links {
				to := graph.NewPageID(l.Target, 0).String()
				mentions = append(mentions, map[string]any{"from": sid, "to": to, "anchor": l.Anchor})
				if !seen[to] {
					seen[to] = true
					links = append(links, map[string]any{"from": id, "to": to, "anchor": l.Anchor})
				}
			}
		}
	}
	write("UNWIND $rows AS r CREATE (:Page {id: r.id, title: r.title})", nodes)
	write("UNWIND $rows AS r MATCH (p:Page {id: r.in}) CREATE (p)-[:HAS_SENTENCE]->(:Sentence {id: r.id, n: r.n, text: r.text})", sentences)
	write("UNWIND $rows AS r MATCH (a:Sentence {id: r.from}) MATCH (b:Page {id: r.to}) CREATE (a)-[:MENTIONS {anchor: r.anchor}]->(b)", mentions)
	write("UNWIND $rows AS r MATCH (a:Page {id: r.from}) MATCH (b:Page {id: r.to}) CREATE (a)-[:LINKS_TO {anchor: r.anchor}]->(b)", links)
}
