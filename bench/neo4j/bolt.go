package main

import (
	"context"
	"fmt"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
)

// boltLinks is how many links a page of the Bolt route has.
const boltLinks = 25

// bolt compares loading a wiki through the store, drafts and resolving of links included, with a plain UNWIND loop that
// creates the same nodes and relationships from ready-made rows.
func (b *bench) bolt() error {
	url, err := b.up()
	if err != nil {
		return err
	}
	h, err := b.byHand(url)
	if err != nil {
		return err
	}
	defer h.close()
	if err := h.do("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS"); err != nil {
		return err
	}
	store, err := neo4j.Create(b.ctx, url, b.options()) // makes the schema, for both
	if err != nil {
		return err
	}
	if err := store.Close(); err != nil {
		return err
	}
	pages := graphtest.Wiki(b.rows, boltLinks)
	var ours, theirs spread
	for i := range b.runs + 1 { // the first run is Java's warm-up
		for k := range 2 {
			if err := h.do("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS"); err != nil {
				return err
			}
			load, to := h.load, &theirs
			if (k+i)%2 == 0 {
				load, to = func(pages []*graph.Page) error { return b.load(url, pages) }, &ours
			}
			start := time.Now()
			if err := load(pages); err != nil {
				return err
			}
			took := time.Since(start)
			n, err := h.count()
			if err != nil {
				return err
			}
			b.say(fmt.Sprintf("%d rows in %v", n, took))
			if i > 0 {
				*to = append(*to, float64(n)/took.Seconds())
			}
		}
	}
	fmt.Fprintf(b.out, boltPage, b.rows, boltLinks, b.runs, ours.print("%.0f", 1), theirs.print("%.0f", 1), ours.median()/theirs.median())
	return nil
}

const boltPage = `
## Bolt route

%d pages of %d links: pages, sentences, mentions and links, nodes and relationships alike counted as rows. By hand: a loop of UNWIND
over ready-made rows, 10,000 a transaction, over the same constraints. Through the store: drafts and the resume mark in one
transaction, links resolved, degrees, records. %d runs after one of warm-up. Wanted: 1.00 at least.

| rows a second through the store | by hand | times |
|---|---|---|
| %s | %s | %.2f |
`

// load puts pages into a new store.
func (b *bench) load(url string, pages []*graph.Page) error {
	store, err := neo4j.Create(b.ctx, url, b.options())
	if err != nil {
		return err
	}
	defer store.Close()
	for i := 0; i < len(pages); i += 500 {
		if _, err := store.Put(b.ctx, &graph.Batch{Load: "1", Pages: pages[i:min(i+500, len(pages))]}); err != nil {
			return err
		}
	}
	return store.Finish(b.ctx)
}

// hand is the driver as somebody uses it who writes a loop.
type hand struct {
	ctx     context.Context
	driver  driver.DriverWithContext
	session driver.SessionWithContext
}

func (b *bench) byHand(url string) (*hand, error) {
	addr, err := neo4j.ParseAddress(url)
	if err != nil {
		return nil, err
	}
	d, err := driver.NewDriverWithContext(addr.URL, driver.BasicAuth(addr.User, b.password, ""))
	if err != nil {
		return nil, err
	}
	return &hand{b.ctx, d, d.NewSession(b.ctx, driver.SessionConfig{DatabaseName: addr.Database})}, nil
}

func (h *hand) close() {
	_ = h.session.Close(h.ctx) // what it did is known by now
	_ = h.driver.Close(h.ctx)
}

func (h *hand) do(query string) error {
	res, err := h.session.Run(h.ctx, query, nil)
	if err == nil {
		_, err = res.Consume(h.ctx)
	}
	return err
}

func (h *hand) count() (int64, error) {
	res, err := h.session.Run(h.ctx, "MATCH (n) WHERE NOT n:Wiki WITH count(n) AS nodes MATCH ()-[r]->() WITH nodes, count(r) AS links RETURN nodes + links", nil)
	if err != nil {
		return 0, err
	}
	row, err := res.Single(h.ctx)
	if err != nil {
		return 0, err
	}
	return row.Values[0].(int64), nil
}

// write runs a query over rows, 10,000 in a transaction.
func (h *hand) write(query string, rows []any) error {
	for len(rows) > 0 {
		n := min(len(rows), 10000)
		_, err := h.session.ExecuteWrite(h.ctx, func(tx driver.ManagedTransaction) (any, error) {
			_, err := tx.Run(h.ctx, query, map[string]any{"rows": rows[:n]})
			return nil, err
		})
		if err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// load writes the same nodes and relationships.
func (h *hand) load(pages []*graph.Page) error {
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
	for _, step := range []struct {
		query string
		rows  []any
	}{
		{"UNWIND $rows AS r CREATE (:Page {id: r.id, title: r.title})", nodes},
		{"UNWIND $rows AS r MATCH (p:Page {id: r.in}) CREATE (p)-[:HAS_SENTENCE]->(:Sentence {id: r.id, n: r.n, text: r.text})", sentences},
		{"UNWIND $rows AS r MATCH (a:Sentence {id: r.from}) MATCH (b:Page {id: r.to}) CREATE (a)-[:MENTIONS {anchor: r.anchor}]->(b)", mentions},
		{"UNWIND $rows AS r MATCH (a:Page {id: r.from}) MATCH (b:Page {id: r.to}) CREATE (a)-[:LINKS_TO {anchor: r.anchor}]->(b)", links},
	} {
		if err := h.write(step.query, step.rows); err != nil {
			return err
		}
	}
	return nil
}
