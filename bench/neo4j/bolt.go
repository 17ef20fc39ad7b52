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
	ways := []way{
		{func() error { return b.load(url, pages) }, &spread{}},
		{func() error { return h.load(pages, true) }, &spread{}},
		{func() error { return h.load(pages, false) }, &spread{}},
	}
	for i := range b.runs + 1 { // the first run is Java's warm-up
		for k := range ways {
			if err := b.time(h, ways[(k+i)%len(ways)], i > 0); err != nil {
				return err
			}
		}
	}
	ours, same, least := ways[0].speed, ways[1].speed, ways[2].speed
	fmt.Fprintf(b.out, boltPage, b.rows, boltLinks, b.runs, ours.print("%.0f", 1), same.print("%.0f", 1), ours.median()/same.median(),
		least.print("%.0f", 1), ours.median()/least.median())
	return nil
}

// way is a way to load, and how many rows a second it wrote.
type way struct {
	load  func() error
	speed *spread
}

// time empties the database and loads once.
func (b *bench) time(h *hand, w way, keep bool) error {
	if err := h.do("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS"); err != nil {
		return err
	}
	start := time.Now()
	if err := w.load(); err != nil {
		return err
	}
	took := time.Since(start)
	n, err := h.count()
	if err != nil {
		return err
	}
	b.say(fmt.Sprintf("%d rows in %v", n, took))
	if keep {
		*w.speed = append(*w.speed, float64(n)/took.Seconds())
	}
	return nil
}

const boltPage = `
## Bolt route

%d pages of %d links: pages, sentences, mentions and links, nodes and relationships alike counted as rows; all three ways make the same of
them. By hand: a loop of UNWIND over ready-made rows, 10,000 a transaction, over the same constraints, once with the properties that the
store's graph has (all but the record that pages are read by), once with the least (page: id, title; sentence: id, n, text; links and
mentions: anchor). Through the store: drafts and the resume mark in one transaction, links resolved, degrees, records. %d runs after one of
warm-up. Wanted: 1.00 at least.

| rows a second through the store | by hand, the same properties | times | by hand, the least | times |
|---|---|---|---|---|
| %s | %s | %.2f | %s | %.2f |
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
