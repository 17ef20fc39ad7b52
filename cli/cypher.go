package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
)

func cypherCommand() *urfave.Command {
	o := &cypherOptions{}
	return console.Command("cypher", &urfave.Command{
		Flags: o.store.Flags(
			&urfave.StringSliceFlag{Name: "param", Usage: "`NAME=VALUE` of a $parameter; JSON where VALUE is JSON, else text; may be given several times", Destination: &o.params},
			&urfave.BoolFlag{Name: "write", Usage: "let the query write", Destination: &o.write}),
		Action: console.Action(o.run),
	})
}

// cypherOptions are the flags of cypher.
type cypherOptions struct {
	store  console.Store
	params urfave.StringSlice
	write  bool
}

func (o *cypherOptions) run(ctx context.Context, c *console.Console) error {
	query, err := c.OneArg("query")
	if err != nil {
		return err
	}
	params, err := cypherParams(o.params.Value())
	if err != nil {
		return err
	}
	return o.store.Read(ctx, func(s graph.Store) error {
		q, ok := s.(graph.CypherQuerier)
		if !ok {
			return console.WithCode(console.Usagef("--store %s is a folder, and Cypher needs a Neo4j server", o.store.Path()), console.ExitUsage, "`bridgehop neo4j up` starts one, and prints the address to load into")
		}
		return printRows(c, q.Cypher(ctx, query, params, o.write))
	})
}

// cypherParams reads NAME=VALUE.
func cypherParams(given []string) (map[string]any, error) {
	out := map[string]any{}
	for _, s := range given {
		name, v, ok := strings.Cut(s, "=")
		if !ok || name == "" {
			return nil, console.Usagef("--param %s: want NAME=VALUE", s)
		}
		out[name] = cypherParam(v)
	}
	return out, nil
}

// cypherParam is JSON where it is JSON, whole numbers as such, else text.
func cypherParam(s string) any {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil || d.More() {
		return s
	}
	return numbers(v)
}

func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		f, err := v.Float64()
		if err != nil {
			return v.String()
		}
		return f
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = numbers(v[k])
		}
	}
	return v
}

// printRows prints rows as a table or, with --json, one a line.
func printRows(c *console.Console, rows iter.Seq2[graph.Record, error]) error {
	table := tabwriter.NewWriter(c.Out, 0, 8, 2, ' ', 0)
	first := true
	for r, err := range rows {
		if err != nil {
			return err
		}
		if c.JSON {
			if err := console.WriteJSON(c.Out, cypherRecord(r)); err != nil {
				return err
			}
			continue
		}
		if first {
			fmt.Fprintln(table, strings.Join(r.Columns, "\t"))
			first = false
		}
		cells := make([]string, len(r.Values))
		for i, v := range r.Values {
			cells[i] = cell(v)
		}
		fmt.Fprintln(table, console.Visible(strings.Join(cells, "\t")))
	}
	return table.Flush()
}

// cypherRecord is a row as an object; names of columns are unique in Cypher.
func cypherRecord(r graph.Record) map[string]any {
	out := make(map[string]any, len(r.Columns))
	for i, name := range r.Columns {
		out[name] = plain(r.Values[i])
	}
	return out
}

// plain is a value for JSON: nodes with their labels, paths as they are drawn.
func plain(v any) any {
	switch v := v.(type) {
	case graph.Node:
		return map[string]any{"labels": v.Labels, "properties": v.Properties}
	case graph.Relationship:
		return map[string]any{"type": v.Type, "properties": v.Properties}
	case graph.Path:
		return drawPath(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	}
	return v
}

var controls = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ", "\v", " ", "\f", " ")

// cell is a value in a table.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return "-"
	case string:
		return controls.Replace(v)
	case float64:
		return fmt.Sprintf("%.4g", v)
	case graph.Path:
		return controls.Replace(drawPath(v))
	case graph.Node:
		return controls.Replace(nodeName(v))
	case graph.Relationship:
		return controls.Replace(relationName(v))
	case []any:
		all := make([]string, len(v))
		for i := range v {
			all[i] = cell(v[i])
		}
		return strings.Join(all, ", ")
	case map[string]any:
		b, err := json.Marshal(v)
		if err != nil {
			return fmt.Sprint(v)
		}
		return string(b)
	}
	return fmt.Sprint(v)
}

// drawPath is A -[anchor]-> B <-[anchor]- C.
func drawPath(p graph.Path) string {
	var b strings.Builder
	for i, n := range p.Nodes {
		b.WriteString(nodeName(n))
		if i >= len(p.Links) {
			break
		}
		if l := p.Links[i]; l.Backward {
			b.WriteString(" <-[" + relationName(l.Relationship) + "]- ")
		} else {
			b.WriteString(" -[" + relationName(l.Relationship) + "]-> ")
		}
	}
	return b.String()
}

// nodeName is what a node is known by: the title, the address of an element, the text, else its labels.
func nodeName(n graph.Node) string {
	for _, name := range []string{"fullTitle", "title", "address", "text", "id"} {
		if s, ok := n.Properties[name].(string); ok && s != "" {
			return s
		}
	}
	return "(" + strings.Join(n.Labels, ":") + ")"
}

// relationName is the anchor of a link, the type of another relationship.
func relationName(r graph.Relationship) string {
	if s, ok := r.Properties["anchor"].(string); ok && r.Type == "LINKS_TO" {
		return s
	}
	return r.Type
}
