package neo4j

import (
	"context"
	"slices"
	"strings"
)

// Numbers of nodes that Drop deletes in one transaction; fewer for pages, whose links are deleted too.
const (
	dropNodes = 10_000
	dropPages = 500
)

// Drop deletes the store from the database: its nodes with their relationships, in many transactions, then its
// constraints and indexes. Other nodes stay. Between the transactions the store can't be read; after an interruption,
// another Drop deletes the rest. Done is called with the number of nodes deleted and of all nodes; it may be nil.
func (s *Store) Drop(ctx context.Context, done func(gone, all int64)) error {
	return s.alone("drop", func() error { return s.drop(ctx, done) })
}

func (s *Store) drop(ctx context.Context, done func(gone, all int64)) error {
	err := s.update(ctx, func(t *tx) error { return t.setWiki(params{"readable": false, "pushing": true}) })
	if err != nil {
		return err
	}
	var all, gone int64
	// Drafts are of an earlier format. What is recorded goes first, the Wiki node last.
	kinds := append(slices.Clone(labels), "Record", "Draft", "DraftRedirect")
	slices.Reverse(kinds)
	for _, kind := range kinds {
		rows, err := s.query(ctx, "RETURN COUNT { (:"+mark+kind+") } AS n", nil)
		if err != nil {
			return err
		}
		all += num(rows[0], "n")
	}
	for _, kind := range kinds {
		most := dropNodes
		if kind == "Page" {
			most = dropPages
		}
		err := s.deleteAll(ctx, "MATCH (n:"+mark+kind+") WITH n LIMIT $most DETACH DELETE n", most, func(n int64) {
			if gone += n; done != nil {
				done(gone, all)
			}
		})
		if err != nil {
			return err
		}
	}
	return s.dropSchema(ctx)
}

// deleteAll runs a query that deletes at most $most of what it finds until it finds no more, each time in a
// transaction. Done may be nil.
func (s *Store) deleteAll(ctx context.Context, query string, most int, done func(n int64)) error {
	for n := int64(1); n > 0; {
		err := s.update(ctx, func(t *tx) error {
			rows, err := t.run(query+" RETURN count(*) AS n", params{"most": most})
			if err == nil {
				n = num(rows[0], "n")
			}
			return err
		})
		if err != nil {
			return err
		}
		if done != nil {
			done(n)
		}
	}
	return nil
}

// dropSchema drops the constraints and indexes of the store: all of the schema, and others whose name and
// labels are ours.
func (s *Store) dropSchema(ctx context.Context) error {
	have, err := s.schema(ctx)
	if err != nil {
		return err
	}
	for _, i := range have {
		ours := strings.HasPrefix(i.name, "bridgehop_") && strings.HasPrefix(i.labels, mark)
		if !ours && !slices.Contains(indexes, i) {
			continue
		}
		what := "INDEX "
		if i.kind == unique {
			what = "CONSTRAINT "
		}
		if err := s.command(ctx, "DROP "+what+i.name+" IF EXISTS"); err != nil {
			return err
		}
	}
	return nil
}
