package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server"
)

// bolt is a Neo4j server of our own, asked over the network with Neo4j's driver: pages by number with their degree, every
// link with its anchor, and for paths one relationship between two pages, however many links there are.
type bolt struct {
	ctl     *server.Control
	driver  driver.DriverWithContext
	session driver.SessionWithContext
}

// neo4j starts the server when it is first asked for. It needs Java; bench/neo4j fetches the server as this does.
func (b *bench) neo4j(ctx context.Context) (*bolt, error) {
	if b.bolt != nil {
		return b.bolt, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	b.say("starting Neo4j %s", server.Version)
	c := &server.Control{Dir: filepath.Join(b.dir, "neo4j"), Lib: filepath.Join(cache, "bridgehop", "neo4j", "lib-"+server.Version),
		Heap: "1g", PageCache: "512m", FreePorts: true, Say: func(string) {}}
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, err
	}
	password, err := c.Password()
	if err != nil {
		return nil, err
	}
	state, err := c.Up(ctx)
	if err != nil {
		return nil, err
	}
	n := &bolt{ctl: c}
	addr, err := neo4j.ParseAddress(state.URL())
	if err == nil {
		n.driver, err = driver.NewDriverWithContext(addr.URL, driver.BasicAuth(addr.User, password, ""))
	}
	if err != nil {
		return nil, errors.Join(err, n.close(ctx))
	}
	n.session = n.driver.NewSession(ctx, driver.SessionConfig{DatabaseName: addr.Database, FetchSize: driver.FetchAll})
	b.bolt = n
	return n, nil
}

func (n *bolt) close(ctx context.Context) error {
	var errs []error
	if n.session != nil {
		errs = append(errs, n.session.Close(ctx))
	}
	if n.driver != nil {
		errs = append(errs, n.driver.Close(ctx))
	}
	return errors.Join(append(errs, n.ctl.Down(ctx))...)
}

// query runs a query and gives its rows.
func (n *bolt) query(ctx context.Context, query string, params map[string]any) ([]*driver.Record, error) {
	res, err := n.session.Run(ctx, query, params)
	if err != nil {
		return nil, err
	}
	return res.Collect(ctx)
}

// load brings the tables in dir in, under a label of their own.
func (n *bolt) load(ctx context.Context, label, dir string) error {
	if _, err := n.query(ctx, "CREATE CONSTRAINT FOR (p:"+label+") REQUIRE p.id IS UNIQUE", nil); err != nil {
		return err
	}
	pages, err := table(filepath.Join(dir, "pages.csv"), 2)
	if err != nil {
		return err
	}
	links, err := table(filepath.Join(dir, "links.csv"), 2)
	if err != nil {
		return err
	}
	var joins []any
	seen := map[[2]any]bool{}
	for _, l := range links {
		ends := [2]any(l.([]any)[:2])
		if !seen[ends] && ends[0] != ends[1] {
			seen[ends] = true
			joins = append(joins, l)
		}
	}
	ends := "UNWIND $rows AS r MATCH (a:" + label + " {id: r[0]}) MATCH (b:" + label + " {id: r[1]}) CREATE (a)-"
	for _, part := range []struct {
		query string
		rows  []any
	}{
		{"UNWIND $rows AS r CREATE (:" + label + " {id: r[0], degree: r[1]})", pages},
		{ends + "[:Link {anchor: r[2]}]->(b)", links},
		{ends + "[:Joined]->(b)", joins},
	} {
		for rows := part.rows; len(rows) > 0; rows = rows[min(len(rows), 10_000):] {
			if _, err := n.query(ctx, part.query, map[string]any{"rows": rows[:min(len(rows), 10_000)]}); err != nil {
				return err
			}
		}
	}
	_, err = n.query(ctx, "CALL db.awaitIndexes(300)", nil)
	return err
}

// table reads a file whose first columns are numbers.
func table(path string, numbers int) ([]any, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	rows := make([]any, len(all))
	for i, fields := range all {
		row := make([]any, len(fields))
		for j, s := range fields {
			if row[j] = s; j < numbers {
				if row[j], err = strconv.ParseInt(s, 10, 64); err != nil {
					return nil, fmt.Errorf("%s: %w", path, err)
				}
			}
		}
		rows[i] = row
	}
	return rows, nil
}

// balls asks for neighbourhoods level by level; the sums are taken off the clock.
func (n *bolt) balls(label string, from []int, hops int) side {
	step := "UNWIND $ids AS i MATCH (a:" + label + " {id: i})-[l:Link]->(b:" + label + ") RETURN a.id, b.id, b.degree, l.anchor"
	return func(ctx context.Context) (round, error) {
		degrees, all := make([]map[int64]int64, len(from)), make([][]*driver.Record, len(from))
		r, err := timed(len(from), func(i int) (string, error) {
			start := int64(from[i])
			rows, err := n.query(ctx, "MATCH (a:"+label+" {id: $id}) RETURN a.degree", map[string]any{"id": start})
			if err != nil || len(rows) == 0 {
				return "", errors.Join(err, ctx.Err())
			}
			degrees[i] = map[int64]int64{start: rows[0].Values[0].(int64)}
			edge := []int64{start}
			for range hops {
				if rows, err = n.query(ctx, step, map[string]any{"ids": edge}); err != nil {
					return "", err
				}
				all[i], edge = append(all[i], rows...), edge[:0:0]
				for _, row := range rows {
					if to := row.Values[1].(int64); !known(degrees[i], to) {
						degrees[i][to] = row.Values[2].(int64)
						edge = append(edge, to)
					}
				}
			}
			return "", nil
		})
		for i := range from {
			r.Answers[i] = sumRows(degrees[i], all[i])
		}
		return r, err
	}
}

func known(degrees map[int64]int64, page int64) bool {
	_, ok := degrees[page]
	return ok
}

// sumRows is corpus.sum of what Neo4j gave.
func sumRows(degrees map[int64]int64, rows []*driver.Record) string {
	sum, ends, anchors := int64(0), int64(0), 0
	for page, degree := range degrees {
		sum += (page + 1) * degree
	}
	for _, row := range rows {
		ends += (row.Values[0].(int64) + 1) * (row.Values[1].(int64) + 3) % 1000003
		anchors += len([]rune(row.Values[3].(string)))
	}
	return fmt.Sprint(len(degrees), len(rows), sum, ends, anchors)
}

// paths asks for the k shortest paths.
func (n *bolt) paths(label string, pairs [][2]int, k, hops int) side {
	query := fmt.Sprintf("MATCH p = SHORTEST %d (a:%s {id: $a})-[:Joined]->{1,%d}(b:%s {id: $b}) RETURN length(p) AS n, [x IN nodes(p) | x.id] ORDER BY n", k, label, hops, label)
	return func(ctx context.Context) (round, error) {
		return timed(len(pairs), func(i int) (string, error) {
			rows, err := n.query(ctx, query, map[string]any{"a": int64(pairs[i][0]), "b": int64(pairs[i][1])})
			var lengths []string
			for _, row := range rows {
				lengths = append(lengths, fmt.Sprint(row.Values[0]))
			}
			return strings.Join(lengths, " "), err
		})
	}
}

// beside runs ours and Neo4j's side of a row by turns. Queries are planned, and pages read, in a round before.
func (b *bench) beside(ctx context.Context, r row, ours, theirs side) {
	if _, err := theirs(ctx); err != nil {
		b.failed(r, err)
		return
	}
	b.compare(ctx, r, ours, theirs)
}
