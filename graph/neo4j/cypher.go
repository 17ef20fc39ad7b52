package neo4j

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"strings"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/dbtype"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/notifications"

	"github.com/bridgehop/bridgehop/graph"
)

// grace is how long the client waits after the server should have ended a query.
const grace = 5 * time.Second

// Cypher runs a query and yields its rows as they come, up to the first error, in an implicit transaction, so that
// CALL … IN TRANSACTIONS works. The server ends it after Options.Timeout. It is not tried again. A query that may not
// write is planned first, and refused with ErrReadOnlyQuery if a step of its plan does more than read the graph. What a
// query writes may be there although its rows aren't read to the end. For EXPLAIN and PROFILE, the plan's rows follow
// the query's.
func (s *Store) Cypher(ctx context.Context, query string, p map[string]any, write bool) iter.Seq2[graph.Record, error] {
	return func(yield func(graph.Record, error) bool) {
		bounded, cancel := within(ctx, s.opts.Timeout+grace)
		defer cancel()
		err := s.cypher(bounded, query, p, write, func(r graph.Record) bool { return yield(r, nil) })
		if err != nil {
			yield(graph.Record{}, s.explainQuery(ctx, late(bounded, err)))
		}
	}
}

// cypher gives the rows of a query until give returns false.
func (s *Store) cypher(ctx context.Context, query string, p params, write bool, give func(graph.Record) bool) error {
	mode := driver.AccessModeRead
	if write {
		mode = driver.AccessModeWrite
	}
	session := s.session(ctx, mode)
	defer func() { _ = session.Close(context.WithoutCancel(ctx)) }() // the rows are known by now
	if !write {
		if err := s.readsOnly(ctx, session, query, p); err != nil {
			return err
		}
	}
	res, err := session.Run(ctx, query, p, driver.WithTxTimeout(s.opts.Timeout))
	if err != nil {
		return err
	}
	for res.Next(ctx) {
		r := res.Record()
		if !give(graph.Record{Columns: r.Keys, Values: value(r.Values).([]any)}) {
			return nil
		}
	}
	summary, err := res.Consume(ctx)
	if err != nil {
		return err
	}
	for _, step := range planOf(summary) {
		if !give(step.row) {
			return nil
		}
	}
	return nil
}

// Unknown returns what the server says of labels, types and properties of a query that nothing in the database has, a
// line for each.
func (s *Store) Unknown(ctx context.Context, query string, p map[string]any) (out []string, err error) {
	bounded, cancel := within(ctx, s.opts.Timeout)
	defer cancel()
	session := s.driver.NewSession(bounded, driver.SessionConfig{AccessMode: driver.AccessModeRead,
		DatabaseName: s.addr.Database, NotificationsMinSeverity: notifications.WarningLevel})
	defer func() { err = errors.Join(err, session.Close(context.WithoutCancel(ctx))) }()
	summary, err := consume(bounded, session, "EXPLAIN "+query, p, driver.WithTxTimeout(s.opts.Timeout))
	if err != nil {
		return nil, s.explainQuery(ctx, late(bounded, err))
	}
	for _, n := range summary.Notifications() {
		if n.Category() == notifications.Unrecognized {
			out = append(out, n.Description())
		}
	}
	return out, nil
}

// value turns the driver's values into graph's.
func value(v any) any {
	switch v := v.(type) {
	case string:
		return unescape(v)
	case []any:
		for i := range v {
			v[i] = value(v[i])
		}
	case map[string]any:
		return values(v)
	case dbtype.Node:
		return node(v)
	case dbtype.Relationship:
		return graph.Relationship{Type: v.Type, Properties: values(v.Props)}
	case dbtype.Path:
		return path(v)
	case fmt.Stringer: // dates, times, durations, points
		return v.String()
	}
	return v
}

func values(m map[string]any) map[string]any {
	out := make(map[string]any, len(m))
	for k, v := range m {
		out[k] = value(v)
	}
	return out
}

// node leaves out the property record, which is for the store alone.
func node(n dbtype.Node) graph.Node {
	props := values(n.Props)
	delete(props, "record")
	return graph.Node{Labels: n.Labels, Properties: props}
}

func path(p dbtype.Path) graph.Path {
	var out graph.Path
	for _, n := range p.Nodes {
		out.Nodes = append(out.Nodes, node(n))
	}
	for i, r := range p.Relationships {
		out.Links = append(out.Links, graph.Relationship{Type: r.Type, Properties: values(r.Props),
			Backward: i < len(p.Nodes) && r.StartElementId != p.Nodes[i].ElementId})
	}
	return out
}

// The columns of a plan. What a query did is known of PROFILE alone.
var (
	planned  = []string{"operator", "details", "estimated_rows"}
	profiled = append(planned[:3:3], "rows", "db_hits")
)

// step is a step of a plan, and its row for people.
type step struct {
	operator, details string
	row               graph.Record
}

// planOf returns the steps of an EXPLAIN or PROFILE in the layout of Neo4j: the last step comes first, a step is below
// the one that takes its rows, and a second source of rows is indented. Other queries have no plan.
func planOf(summary driver.ResultSummary) []step {
	var plan any = summary.Plan()
	if p := summary.Profile(); p != nil {
		plan = p
	}
	v := reflect.ValueOf(plan)
	if !v.IsValid() {
		return nil
	}
	// Children of the driver's plans returns the last child in place of each (v5.28), so the fields are read.
	v = v.Elem().Field(0).Elem()
	return steps(nil, v, "")
}

func steps(all []step, v reflect.Value, indent string) []step {
	st := step{}
	st.operator, _, _ = strings.Cut(v.FieldByName("Operator").String(), "@")
	var details, estimate any
	if d := argument(v, "Details"); d.Kind() == reflect.String && d.Len() > 0 {
		st.details = d.String()
		details = st.details
	}
	switch e := argument(v, "EstimatedRows"); e.Kind() {
	case reflect.Float64:
		estimate = e.Float()
	case reflect.Int64:
		estimate = e.Int()
	}
	st.row = graph.Record{Columns: planned, Values: []any{indent + "+" + st.operator, details, estimate}}
	if hits := v.FieldByName("DbHits"); hits.IsValid() {
		st.row.Columns = profiled
		st.row.Values = append(st.row.Values, v.FieldByName("Records").Int(), hits.Int())
	}
	all = append(all, st)
	sources := v.FieldByName("Children")
	for i := sources.Len() - 1; i >= 0; i-- {
		all = steps(all, sources.Index(i), indent+strings.Repeat("| ", i))
	}
	return all
}

// argument returns an argument of a step, the zero Value for one that it hasn't.
func argument(v reflect.Value, name string) reflect.Value {
	a := v.FieldByName("Arguments").MapIndex(reflect.ValueOf(name))
	if !a.IsValid() {
		return a
	}
	return a.Elem()
}
