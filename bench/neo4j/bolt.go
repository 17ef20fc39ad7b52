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
	if err := h.do(emptyQuery); err != nil {
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
		{load: func() error { return b.load(url, pages) }},
		{load: func() error { return h.load(pages, true) }},
		{load: func() error { return h.load(pages, false) }},
	}
	for i := range b.runs + boltWarmUp {
		for k := range ways {
			if err := b.time(h, &ways[(k+i)%len(ways)], i >= boltWarmUp); err != nil {
				return err
			}
		}
	}
	ours, same, least := &ways[0], &ways[1], &ways[2]
	fmt.Fprintf(b.out, boltPage, b.rows, boltLinks, b.runs, boltWarmUp)
	for _, w := range []struct {
		name string
		*way
	}{{"through the store", ours}, {"by hand, the same properties", same}, {"by hand, the least", least}} {
		fmt.Fprintf(b.out, "| %s | %s | %.2f | %s | %s |\n", w.name, w.speed.print("%.0f", 1), ours.speed.median()/w.speed.median(), w.server.print("%.1f", 1),
			w.client.print("%.1f", 1))
	}
	return nil
}

// boltWarmUp is how many rounds go before those that are measured: until then, Java compiles what it runs, on the cores that
// are to be measured.
const boltWarmUp = 2

// way is a way to load, how many rows a second it wrote, and the seconds of processor time it took.
type way struct {
	load                  func() error
	speed, server, client spread
}

const emptyQuery = "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 500 ROWS"

// time empties the database and loads once. The full-text indexes go too: the first Finish makes them, and the server fills
// them after it.
func (b *bench) time(h *hand, w *way, keep bool) error {
	for _, query := range []string{"DROP INDEX pageText IF EXISTS", "DROP INDEX elementText IF EXISTS",
		emptyQuery, "CALL db.awaitIndexes(300)"} {
		if err := h.do(query); err != nil {
			return err
		}
	}
	start, server, client := time.Now(), b.serverTime(), ownTime()
	if err := w.load(); err != nil {
		return err
	}
	took := time.Since(start)
	server, client = b.serverTime()-server, ownTime()-client
	n, err := h.count()
	if err != nil {
		return err
	}
	b.say(fmt.Sprintf("%d rows in %v; processor seconds: server %.1f, client %.1f", n, took, server, client))
	if keep {
		w.speed, w.server, w.client = append(w.speed, float64(n)/took.Seconds()), append(w.server, server), append(w.client, client)
	}
	return nil
}

const boltPage = `
## Bolt route

%d pages of %d links: pages, sentences, mentions and links, nodes and relationships alike counted as rows; all three ways make the same of
them. By hand: a loop of UNWIND over ready-made rows, 10,000 a transaction, over the same constraints, once with the properties that the
store's graph has (all but the record that pages are read by), once with the least (page: id, title; sentence: id, n, text; links and
mentions: anchor). Through the store: drafts and the resume mark in one transaction, links resolved, degrees, records; the full-text indexes are
made at its end, and filled by the server behind it. %d runs after %d of warm-up, in turns. Goal: 1.00 at least.

| | rows a second | the store beside it | processor seconds of the server | of the client |
|---|---|---|---|---|
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
