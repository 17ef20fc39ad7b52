package neo4j

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// formatVersion is the Wiki node's format; another one can't be read.
const formatVersion = 3

// mark is the prefix of the second label of every node of a store (:Page:BridgehopPage). Queries and constraints use
// only these labels, so that a database may have other nodes labelled Page or Claim.
const mark = "Bridgehop"

// labels are the first labels of a store's nodes.
var labels = []string{"Wiki", "Source", "Page", "Section", "Sentence", "Table", "Cell", "List", "Item", "Redirect",
	"Missing", "Claim", "Chain", "Run"}

// both returns a label and the marked one, as queries have them. Records, which are not for people, have the marked one
// only.
func both(label string) string {
	if label == "Record" {
		return mark + label
	}
	return label + ":" + mark + label
}

// index is a constraint or an index of the schema.
type index struct {
	name, labels, property string // labels are sorted, and parted by |
	kind                   indexKind
}

type indexKind int

const (
	unique  indexKind = iota // a constraint with its index
	lookup                   // of nodes
	words                    // full text
	between                  // of relationships
)

// indexes are created before any data, but for the late ones. What users search by has its index on the label without
// the mark.
var indexes = []index{
	{"bridgehop_wiki_key", "BridgehopWiki", "key", unique},
	{"bridgehop_source_name", "BridgehopSource", "name", unique},
	{"bridgehop_page_id", "BridgehopPage", "id", unique},
	{"bridgehop_record_id", "BridgehopRecord", "id", unique},
	{"bridgehop_section_id", "BridgehopSection", "id", unique},
	{"bridgehop_sentence_id", "BridgehopSentence", "id", unique},
	{"bridgehop_table_id", "BridgehopTable", "id", unique},
	{"bridgehop_cell_id", "BridgehopCell", "id", unique},
	{"bridgehop_list_id", "BridgehopList", "id", unique},
	{"bridgehop_item_id", "BridgehopItem", "id", unique},
	{"bridgehop_redirect_title", "BridgehopRedirect", "title", unique},
	{"bridgehop_missing_title", "BridgehopMissing", "title", unique},
	{"bridgehop_claim_key", "BridgehopClaim", "key", unique},
	{"bridgehop_chain_id", "BridgehopChain", "id", unique},
	{"bridgehop_page_title", "Page", "title", lookup},
	{"bridgehop_page_name", "BridgehopPage", "name", lookup},
	{"bridgehop_redirect_name", "BridgehopRedirect", "name", lookup},
	{"bridgehop_redirect_order", "BridgehopRedirect", "order", lookup},
	{"bridgehop_claim_id", "Claim", "id", lookup},
	{"bridgehop_run_name", "BridgehopRun", "name", unique},
	{"bridgehop_run_by_name", "Run", "name", lookup},
	{"bridgehop_chain_by_id", "Chain", "id", lookup},
	{"bridgehop_chain_shape", "Chain", "shape", lookup},
	{"bridgehop_hop_chain", "HOP", "chain", between},
	{"bridgehop_joined_chain", "JOINED", "chain", between},
	{"bridgehop_sentence_address", "Sentence", "address", lookup},
	{"bridgehop_table_address", "Table", "address", lookup},
	{"bridgehop_cell_address", "Cell", "address", lookup},
	{"bridgehop_item_address", "Item", "address", lookup},
	{"pageText", "BridgehopPage", "title", words},
	{"elementText", "BridgehopCell|BridgehopItem|BridgehopSentence", "text", words},
}

// late reports whether an index is created after the data, which makes it faster: of words, and of addresses.
func (i index) late() bool { return i.kind == words || i.property == "address" }

func (i index) statement() string {
	form := "CREATE CONSTRAINT %s IF NOT EXISTS FOR (n:%s) REQUIRE n.%s IS UNIQUE"
	switch i.kind {
	case unique:
	case lookup:
		form = "CREATE INDEX %s IF NOT EXISTS FOR (n:%s) ON (n.%s)"
	case between:
		form = "CREATE INDEX %s IF NOT EXISTS FOR ()-[n:%s]-() ON (n.%s)"
	case words:
		form = "CREATE FULLTEXT INDEX %s IF NOT EXISTS FOR (n:%s) ON EACH [n.%s] OPTIONS {indexConfig: " +
			"{`fulltext.eventually_consistent`: true}}"
	}
	return fmt.Sprintf(form, i.name, i.labels, i.property)
}

// wikiState is the Wiki node.
type wikiState struct {
	id        string // set when the store is created
	identity  string // of the store that was pushed last; emptyChain before the first push
	watermark string // changes with each transaction of a push
	readable  bool   // it was pushed, and no push of several transactions is running
	pushing   bool   // such a push is running or was interrupted
	repairing bool   // so was a repair
	stats     graph.Stats
}

// unfinished returns the error for a store that can't be read: graph.ErrDamaged if a repair was interrupted, which load
// can't finish.
func (s *Store) unfinished(w wikiState) error {
	if w.repairing {
		return fmt.Errorf("%s: %w: its repair was interrupted", s.addr, graph.ErrDamaged)
	}
	return fmt.Errorf("%s: %w", s.addr, graph.ErrUnfinished)
}

const emptyChain = "0000000000000000000000000000000000000000000000000000000000000000"

// counts are the properties of the Wiki node that hold graph.Stats, the parts that Check calls them, and how it counts
// them; links and unresolved are sums over the pages.
var counts = []struct {
	property, part, counted string
	of                      func(*graph.Stats) *int64
}{
	{"pages", "pages", "COUNT { (:BridgehopPage) }", func(s *graph.Stats) *int64 { return &s.Pages }},
	{"sentences", "sentences", "COUNT { (:BridgehopSentence) }", func(s *graph.Stats) *int64 { return &s.Sentences }},
	{"tables", "tables", "COUNT { (:BridgehopTable) }", func(s *graph.Stats) *int64 { return &s.Tables }},
	{"cells", "cells", "COUNT { (:BridgehopCell) }", func(s *graph.Stats) *int64 { return &s.Cells }},
	{"items", "items", "COUNT { (:BridgehopItem) }", func(s *graph.Stats) *int64 { return &s.Items }},
	{"links", "links", "links", func(s *graph.Stats) *int64 { return &s.Links }},
	{"linksUnresolved", "unresolved", "unresolved", func(s *graph.Stats) *int64 { return &s.LinksUnresolved }},
	{"redirects", "redirects", "COUNT { (:BridgehopRedirect) }", func(s *graph.Stats) *int64 { return &s.Redirects }},
}

// wiki reads the Wiki node. It returns graph.ErrNoStore if there is none.
func (s *Store) wiki(ctx context.Context) (wikiState, error) {
	// One of a version without marked labels is found, too.
	rows, err := s.query(ctx, "MATCH (w:BridgehopWiki|Wiki {key: 'bridgehop'}) RETURN properties(w) AS wiki "+
		"ORDER BY w:BridgehopWiki DESC LIMIT 1", nil)
	if err != nil {
		return wikiState{}, err
	}
	if len(rows) == 0 {
		return wikiState{}, fmt.Errorf("%s: %w", s.addr, graph.ErrNoStore)
	}
	p := get[map[string]any](rows[0], "wiki")
	w := wikiState{id: as[string](p["id"]), identity: as[string](p["identity"]), watermark: as[string](p["watermark"]),
		readable: as[bool](p["readable"]), pushing: as[bool](p["pushing"]), repairing: as[bool](p["repairing"])}
	if v := as[int64](p["format"]); v != formatVersion && (!s.opts.Drop || w.id == "") {
		return wikiState{}, fmt.Errorf("%s: it has format %d, and this version reads format %d: %w", s.addr, v,
			formatVersion, graph.ErrFormat)
	}
	for _, c := range counts {
		*c.of(&w.stats) = as[int64](p[c.property])
	}
	return w, nil
}

// setWiki sets properties of the Wiki node, if there is one; nil removes a property.
func (t *tx) setWiki(set params) error {
	return t.do("MATCH (w:BridgehopWiki {key: 'bridgehop'}) SET w += $set", params{"set": set})
}

// create creates the schema and the Wiki node in a database without a store.
func (s *Store) create(ctx context.Context) error {
	// A node's labels are in the order of their first use in the database. In a new database, those without the mark
	// come first.
	err := s.update(ctx, func(t *tx) error {
		return t.do("UNWIND $labels AS label CALL db.createLabel(label)", params{"labels": labels})
	})
	if err == nil {
		err = s.makeSchema(ctx, false)
	}
	if err != nil {
		return fmt.Errorf("make the schema: %w", err)
	}
	return s.update(ctx, func(t *tx) error {
		return t.do(`MERGE (w:BridgehopWiki {key: 'bridgehop'})
ON CREATE SET w:Wiki, w.format = $format, w.id = $id, w.identity = $empty, w.readable = false, w.pushing = false`,
			params{"format": formatVersion, "id": strings.ToLower(rand.Text()), "empty": emptyChain})
	})
}

// makeSchema creates the constraints and indexes that the database lacks: the late ones, which the server fills in the
// background, or the others, and waits until these are filled. It returns ErrClash if a name is in use. IF NOT EXISTS
// creates no look-up where another index, or the index of a constraint, serves it.
func (s *Store) makeSchema(ctx context.Context, late bool) error {
	have, err := s.schema(ctx)
	if err != nil {
		return err
	}
	made := false
	for _, want := range indexes {
		i, known := have[want.name]
		switch {
		case known && i != want:
			return fmt.Errorf("%s: %w: an index or constraint named %s is on :%s(%s), and bridgehop needs that "+
				"name for one on :%s(%s)", s.addr, ErrClash, want.name, i.labels, i.property, want.labels,
				want.property)
		case known || want.late() != late:
			continue
		}
		if err := s.command(ctx, want.statement()); err != nil {
			return err
		}
		made = true
	}
	if made && !late {
		_, err = s.query(ctx, "CALL db.awaitIndexes()", nil)
	}
	return err
}

// schema returns the constraints and indexes of the database by name.
func (s *Store) schema(ctx context.Context) (map[string]index, error) {
	rows, err := s.query(ctx, `
SHOW INDEXES YIELD name, type, entityType, labelsOrTypes, properties, owningConstraint
RETURN name, CASE WHEN owningConstraint IS NOT NULL THEN 0 WHEN type = 'FULLTEXT' THEN 2 WHEN type <> 'RANGE' THEN 4
  WHEN entityType = 'NODE' THEN 1 ELSE 3 END AS kind, labelsOrTypes AS labels, properties`, nil)
	if err != nil {
		return nil, err
	}
	have := make(map[string]index, len(rows))
	for _, r := range rows {
		have[str(r, "name")] = index{str(r, "name"), joined(r, "labels"), joined(r, "properties"),
			indexKind(num(r, "kind"))}
	}
	return have, nil
}

// joined returns the strings of a column of lists, as index has them.
func joined(r record, column string) string {
	all := unescaped(list(r, column))
	slices.Sort(all)
	return strings.Join(all, "|")
}

// ID returns the id of the database's store, which never changes. A text index is found by it.
func (s *Store) ID(ctx context.Context) (string, error) {
	w, err := s.wiki(ctx)
	return w.id, err
}

// Identity is the identity of the store that was pushed last.
func (s *Store) Identity(ctx context.Context) (string, error) {
	w, err := s.wiki(ctx)
	return w.identity, err
}

// Stats counts what is in the store, as the store that was pushed counts it.
func (s *Store) Stats(ctx context.Context) (graph.Stats, error) {
	w, err := s.wiki(ctx)
	if err == nil && w.pushing {
		err = s.unfinished(w)
	}
	return w.stats, err
}

// Others counts the nodes of the database that have a label of the store's and are not the store's, by label.
func (s *Store) Others(ctx context.Context) (map[string]int64, error) {
	counts := make([]string, len(labels))
	for i, label := range labels {
		counts[i] = fmt.Sprintf("COUNT { (:%s) } - COUNT { (:%s) } AS %s", label, mark+label, label)
	}
	rows, err := s.query(ctx, "RETURN "+strings.Join(counts, ", "), nil)
	if err != nil {
		return nil, err
	}
	out := map[string]int64{}
	for _, label := range labels {
		if n := num(rows[0], label); n > 0 {
			out[label] = n
		}
	}
	return out, nil
}
