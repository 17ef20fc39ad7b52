package neo4j

import (
	"reflect"
	"strings"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph"
)

// The columns of a plan. What a query did is known of PROFILE alone.
var (
	planned  = []string{"operator", "details", "estimated_rows"}
	profiled = append(planned[:3:3], "rows", "db_hits")
)

// step is a step of a plan.
type step struct {
	indent, operator, details string
	estimate                  any
	rows, hits                int64
}

// planOf returns the steps of an EXPLAIN or PROFILE in the layout of Neo4j: the last step comes first, a step is below the one that takes
// its rows, and a second source of rows is indented. Other queries have no plan.
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
	st := step{indent: indent}
	st.operator, _, _ = strings.Cut(v.FieldByName("Operator").String(), "@")
	if d := argument(v, "Details"); d.Kind() == reflect.String {
		st.details = d.String()
	}
	switch e := argument(v, "EstimatedRows"); e.Kind() {
	case reflect.Float64:
		st.estimate = e.Float()
	case reflect.Int64:
		st.estimate = e.Int()
	}
	if hits := v.FieldByName("DbHits"); hits.IsValid() {
		st.hits, st.rows = hits.Int(), v.FieldByName("Records").Int()
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

// planRows returns the steps of an EXPLAIN or PROFILE as rows.
func planRows(summary driver.ResultSummary) (rows []graph.Record) {
	for _, st := range planOf(summary) {
		r := graph.Record{Columns: planned, Values: []any{st.indent + "+" + st.operator, nil, st.estimate}}
		if st.details != "" {
			r.Values[1] = st.details
		}
		if summary.Profile() != nil {
			r.Columns, r.Values = profiled, append(r.Values, st.rows, st.hits)
		}
		rows = append(rows, r)
	}
	return rows
}
