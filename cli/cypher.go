package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
)

// cypherOptions are the flags of cypher.
type cypherOptions struct {
	Store console.Store
	Param []string
	File  string
	Write bool
}

// Run prints the rows of a query.
func (o *cypherOptions) Run(ctx context.Context, c *console.Console) error {
	query, err := o.query(c)
	if err != nil {
		return err
	}
	params, err := cypherParams(o.Param)
	if err != nil {
		return err
	}
	return o.Store.Read(ctx, func(s graph.Store) error {
		q, ok := s.(*neo4j.Store)
		if !ok {
			err := console.Usagef("--store %s is a folder, but Cypher needs a store on a Neo4j server", o.Store.Path())
			return console.WithCode(err, console.ExitUsage,
				"`bridgehop neo4j up` starts a server and prints its address; load the wiki into it")
		}
		if err := newestRun(ctx, q, query, params); err != nil {
			return err
		}
		rows, err := printRows(c, q.Cypher(ctx, query, params, o.Write))
		if err != nil && o.File != "" {
			err = fmt.Errorf("%s: %w", o.File, err)
		}
		if err == nil && rows == 0 {
			unknown, _ := q.Unknown(ctx, query, params) // the query itself has run
			for _, line := range unknown {
				c.Warn("no rows: %s", line)
			}
		}
		return err
	})
}

// newestRun sets the parameter $run of a query that has it to the run that was begun last, unless it is given.
func newestRun(ctx context.Context, s *neo4j.Store, query string, params map[string]any) error {
	if _, given := params["run"]; given || !strings.Contains(query, "$run") {
		return nil
	}
	runs, err := s.Runs(ctx)
	if err == nil && len(runs) == 0 {
		return console.WithHint(errors.New("cypher: the query asks for $run, and the store has no runs"),
			"`bridgehop verify --record --claims FILE --out FILE` records one; --param run=NAME sets $run")
	}
	if err == nil {
		params["run"] = runs[len(runs)-1].Name
	}
	return err
}

// query returns the argument, or what the file or, for -, standard input has.
func (o *cypherOptions) query(c *console.Console) (query string, err error) {
	var text []byte
	switch {
	case o.File == "":
		return c.OneArg("query")
	case len(c.Args) > 0:
		return "", console.Usagef("cypher takes a query or --file, not both")
	case o.File == "-":
		text, err = io.ReadAll(c.In)
	default:
		text, err = os.ReadFile(o.File)
	}
	if err == nil && !utf8.Valid(text) {
		err = fmt.Errorf("%s is not UTF-8", o.File)
	}
	if err != nil {
		return "", fmt.Errorf("read the query: %w", err)
	}
	return strings.TrimPrefix(string(text), "\ufeff"), nil
}

// cypherParams reads NAME=VALUE. A value that is JSON has integers as integers; others are text.
func cypherParams(given []string) (map[string]any, error) {
	out := map[string]any{}
	for _, s := range given {
		name, text, ok := strings.Cut(s, "=")
		if !ok || name == "" {
			return nil, console.Usagef("--param %s: want NAME=VALUE", s)
		}
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		var value any
		if err := d.Decode(&value); err != nil || d.More() {
			out[name] = text
		} else if out[name], err = numbers(value); err != nil {
			return nil, console.Usagef("--param %s: %v", name, err)
		}
	}
	return out, nil
}

// numbers replaces the numbers of a JSON value by Cypher's. Its integers have 64 bits.
func numbers(v any) (_ any, err error) {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n, nil
		}
		f, err := v.Float64()
		switch {
		case !strings.ContainsAny(v.String(), ".eE"):
			err = fmt.Errorf("the integer %s has more than 64 bits; write it with .0 or in quotes", v)
		case err != nil:
			err = fmt.Errorf("the number %s is too large; write it in quotes", v)
		}
		return f, err
	case []any:
		for i := range v {
			if v[i], err = numbers(v[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for k := range v {
			if v[k], err = numbers(v[k]); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// printRows prints rows as a table or, with --json, one a line, and returns how many there were. Rows with other
// columns, a plan's, are a table of their own.
func printRows(c *console.Console, rows iter.Seq2[graph.Record, error]) (n int, err error) {
	var table [][]string
	var columns []string
	for r, err := range rows {
		if err != nil {
			return n, err
		}
		n++
		if c.JSON {
			if err := console.WriteJSON(c.Out, record.Row(r)); err != nil {
				return n, err
			}
			continue
		}
		if !slices.Equal(columns, r.Columns) {
			if err := c.Table(table); err != nil {
				return n, err
			}
			if columns != nil {
				fmt.Fprintln(c.Out)
			}
			columns, table = r.Columns, [][]string{slices.Clone(r.Columns)}
		}
		cells := make([]string, len(r.Values))
		for i, v := range r.Values {
			cells[i] = controls.Replace(cell(v))
		}
		table = append(table, cells)
	}
	return n, c.Table(table)
}

var controls = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ", "\v", " ", "\f", " ")

// cell returns a value in a table.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return "-"
	case string:
		return v
	case float64:
		return fmt.Sprintf("%.4g", v)
	case graph.Path:
		return record.PathLine(v)
	case graph.Node:
		return record.NodeName(v)
	case graph.Relationship:
		return record.RelationName(v)
	case []any:
		all := make([]string, len(v))
		for i := range v {
			all[i] = cell(v[i])
		}
		return strings.Join(all, ", ")
	case map[string]any:
		if b, err := json.Marshal(v); err == nil {
			return string(b)
		}
	}
	return fmt.Sprint(v)
}
