package neo4j

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/graph"
)

// formatVersion is the Wiki node's format; another one can't be read.
const formatVersion = 1

// constraints and indexes, made before any data. Those of full text are made by Finish, when there is
// something to fill them with.
var constraints = []string{
	"CREATE CONSTRAINT bridgehop_wiki IF NOT EXISTS FOR (n:Wiki) REQUIRE n.key IS UNIQUE",
	"CREATE CONSTRAINT bridgehop_source IF NOT EXISTS FOR (n:Source) REQUIRE n.name IS UNIQUE",
	"CREATE CONSTRAINT bridgehop_page IF NOT EXISTS FOR (n:Page) REQUIRE n.id IS UNIQUE",
	"CREATE CONSTRAINT bridgehop_draft IF NOT EXISTS FOR (n:Draft) REQUIRE n.id IS UNIQUE",
	"CREATE CONSTRAINT bridgehop_sentence IF NOT EXISTS FOR (n:Sentence) REQUIRE n.id IS UNIQUE",
	"CREATE CONSTRAINT bridgehop_table IF NOT EXISTS FOR (n:Table) REQUIRE n.id IS UNIQUE",
	"CREATE CONSTRAINT bridgehop_cell IF NOT EXISTS FOR (n:Cell) REQUIRE n.id IS UNIQUE",
	"CREATE CONSTRAINT bridgehop_list IF NOT EXISTS FOR (n:List) REQUIRE n.id IS UNIQUE",
	"CREATE CONSTRAINT bridgehop_item IF NOT EXISTS FOR (n:Item) REQUIRE n.id IS UNIQUE",
	"CREATE CONSTRAINT bridgehop_redirect IF NOT EXISTS FOR (n:Redirect) REQUIRE n.title IS UNIQUE",
	"CREATE CONSTRAINT bridgehop_draft_redirect IF NOT EXISTS FOR (n:DraftRedirect) REQUIRE n.title IS UNIQUE",
	"CREATE CONSTRAINT bridgehop_missing IF NOT EXISTS FOR (n:Missing) REQUIRE n.title IS UNIQUE",
	"CREATE CONSTRAINT bridgehop_claim IF NOT EXISTS FOR (n:Claim) REQUIRE n.key IS UNIQUE",
	"CREATE CONSTRAINT bridgehop_chain IF NOT EXISTS FOR (n:Chain) REQUIRE n.id IS UNIQUE",
}

var indexes = []string{
	"CREATE INDEX bridgehop_page_title IF NOT EXISTS FOR (n:Page) ON (n.title)",
	"CREATE INDEX bridgehop_page_name IF NOT EXISTS FOR (n:Page) ON (n.name)",
	"CREATE INDEX bridgehop_page_removed IF NOT EXISTS FOR (n:Page) ON (n.removed)",
	"CREATE INDEX bridgehop_redirect_removed IF NOT EXISTS FOR (n:Redirect) ON (n.removed)",
	"CREATE INDEX bridgehop_draft_title IF NOT EXISTS FOR (n:Draft) ON (n.title)",
	"CREATE INDEX bridgehop_redirect_name IF NOT EXISTS FOR (n:Redirect) ON (n.name)",
	"CREATE INDEX bridgehop_redirect_to IF NOT EXISTS FOR (n:Redirect) ON (n.toName)",
	"CREATE INDEX bridgehop_claim_id IF NOT EXISTS FOR (n:Claim) ON (n.id)",
	"CREATE INDEX bridgehop_redirect_order IF NOT EXISTS FOR (n:Redirect) ON (n.order)",
}

var fullText = []string{
	"CREATE FULLTEXT INDEX pageText IF NOT EXISTS FOR (n:Page) ON EACH [n.title] OPTIONS {indexConfig: {`fulltext.eventually_consistent`: true}}",
	"CREATE FULLTEXT INDEX elementText IF NOT EXISTS FOR (n:Sentence|Cell|Item) ON EACH [n.text] OPTIONS {indexConfig: {`fulltext.eventually_consistent`: true}}",
}

// Schema is every constraint and index, one statement a line, to be run after a bulk import.
func Schema() []string {
	return append(append(append([]string{}, constraints...), indexes...), fullText...)
}

// labels are those whose nodes belong to a store.
var labels = []string{"Wiki", "Source", "Page", "Draft", "Section", "Sentence", "Table", "Cell", "List", "Item", "Redirect",
	"DraftRedirect", "Missing"}

// wikiState is the Wiki node: what is finished, and what has been put since.
type wikiState struct {
	id        string // made with the store
	chain     string // hash chained over all that was put
	identity  string // chain as of the last Finish; emptyChain before the first
	readable  bool   // finished once, and no Finish is under way in several transactions
	finishing bool   // such a Finish is under way or was interrupted
	stats     graph.Stats
}

// again tells whether a Finish was under way before, so that there may be pages.
func (w *wikiState) again() bool { return w.finishing || w.identity != emptyChain }

const emptyChain = "0000000000000000000000000000000000000000000000000000000000000000"

const wikiQuery = `MATCH (w:Wiki {key: 'bridgehop'})
RETURN w.format AS format, w.id AS id, w.chain AS chain, w.identity AS identity, w.readable AS readable, w.finishing AS finishing,
  w.pages AS pages, w.sentences AS sentences, w.tables AS tables, w.cells AS cells, w.items AS items, w.links AS links,
  w.linksUnresolved AS linksUnresolved, w.redirects AS redirects`

// wiki reads the Wiki node; graph.ErrNoStore where there is none.
func (s *Store) wiki(ctx context.Context) (wikiState, error) {
	rows, err := s.query(ctx, wikiQuery, nil)
	if err != nil {
		return wikiState{}, err
	}
	if len(rows) == 0 {
		return wikiState{}, fmt.Errorf("%s: %w", s.addr, graph.ErrNoStore)
	}
	r := rows[0]
	if v := num(r, "format"); v != formatVersion {
		return wikiState{}, fmt.Errorf("%s: format %d, and this version reads %d: %w", s.addr, v, formatVersion, graph.ErrFormat)
	}
	return wikiState{id: str(r, "id"), chain: str(r, "chain"), identity: str(r, "identity"), readable: flag(r, "readable"), finishing: flag(r, "finishing"),
		stats: graph.Stats{Pages: num(r, "pages"), Sentences: num(r, "sentences"), Tables: num(r, "tables"), Cells: num(r, "cells"), Items: num(r, "items"),
			Links: num(r, "links"), LinksUnresolved: num(r, "linksUnresolved"), Redirects: num(r, "redirects")}}, nil
}

// create makes schema and Wiki node in a database without a store.
func (s *Store) create(ctx context.Context) error {
	rows, err := s.query(ctx, "MATCH (n:"+strings.Join(labels, "|")+") RETURN labels(n) AS labels LIMIT 1", nil)
	if err != nil {
		return err
	}
	if len(rows) > 0 {
		return fmt.Errorf("%s: the database has nodes labelled %v that bridgehop did not make: %w", s.addr, list(rows[0], "labels"), graph.ErrFormat)
	}
	if err := s.makeSchema(ctx); err != nil {
		return fmt.Errorf("make the schema: %w", err)
	}
	return s.update(ctx, func(t *tx) error {
		return t.do(`MERGE (w:Wiki {key: 'bridgehop'})
ON CREATE SET w.format = $format, w.id = $id, w.chain = $empty, w.identity = $empty, w.readable = false, w.finishing = false`,
			params{"format": formatVersion, "id": strings.ToLower(rand.Text()), "empty": emptyChain})
	})
}

// filling is how long the server may take to fill the indexes of a schema that is new.
const filling = 5 * time.Minute

// makeSchema makes the constraints and indexes that the database lacks, and waits until they are filled.
func (s *Store) makeSchema(ctx context.Context) error {
	made, err := s.makeMissing(ctx, append(slices.Clone(constraints), indexes...))
	if err == nil && made {
		_, err = s.queryWithin(ctx, filling+s.opts.Timeout, "CALL db.awaitIndexes($seconds)", params{"seconds": int(filling.Seconds())})
	}
	return err
}

// makeMissing runs the statements whose constraint or index the database lacks, and tells whether there were any.
func (s *Store) makeMissing(ctx context.Context, statements []string) (made bool, err error) {
	rows, err := s.query(ctx, "SHOW INDEXES YIELD name, owningConstraint, properties, state WHERE state = 'ONLINE'", nil)
	if err != nil {
		return false, err
	}
	type index struct{ name, constraint string }
	have := map[index]bool{}
	for _, r := range rows {
		if on := list(r, "properties"); str(r, "name") == "bridgehop_claim" && len(on) > 0 && on[0] == "id" {
			return false, fmt.Errorf("%s: the store was made by an older version; empty the database, drop the constraint bridgehop_claim and load again: %w", s.addr, graph.ErrFormat)
		}
		have[index{str(r, "name"), str(r, "owningConstraint")}] = true
	}
	for _, statement := range statements {
		f := strings.Fields(statement) // CREATE CONSTRAINT name IF …
		want := index{name: f[slices.Index(f, "IF")-1]}
		if f[1] == "CONSTRAINT" {
			want.constraint = want.name
		}
		if have[want] {
			continue
		}
		if err := s.command(ctx, statement); err != nil {
			return made, err
		}
		made = true
	}
	return made, nil
}

// ID names the database's store; it never changes. What is kept beside the store, such as a text index, goes
// by it.
func (s *Store) ID(ctx context.Context) (string, error) {
	w, err := s.wiki(ctx)
	return w.id, err
}

// Identity changes whenever a Finish changed the store: a hash chained over everything put up to then.
func (s *Store) Identity(ctx context.Context) (string, error) {
	w, err := s.wiki(ctx)
	return w.identity, err
}

// Stats counts what is in the store, as the last Finish counted it.
func (s *Store) Stats(ctx context.Context) (graph.Stats, error) {
	w, err := s.wiki(ctx)
	if err == nil && w.finishing {
		err = fmt.Errorf("%s: %w", s.addr, graph.ErrUnfinished)
	}
	return w.stats, err
}
