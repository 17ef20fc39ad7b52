package neo4j

import (
	"strings"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph"
)

// The columns of a plan. What a query did is known of PROFILE alone.
var (
	planned  = []string{"operator", "details", "estimated_rows"}
	profiled = append(planned[:3:3], "rows", "db_hits")
)

// plan returns the steps of an EXPLAIN or PROFILE as rows, in the layout of Neo4j: the last step comes first, a step is below the one that
// takes its rows, and a second source of rows is indented. Other queries have no plan.
func plan(summary driver.ResultSummary) (rows []graph.Record) {
	if p := summary.Profile(); p != nil {
		return profileRows(p, "")
	}
	if p := summary.Plan(); p != nil {
		return planRows(p, "")
	}
	return nil
}

func planRows(p driver.Plan, indent string) []graph.Record {
	rows := []graph.Record{{Columns: planned, Values: planValues(p.Operator(), p.Arguments(), indent)}}
	sources := p.Children()
	for i := len(sources) - 1; i >= 0; i-- {
		rows = append(rows, planRows(sources[i], indented(indent, i))...)
	}
	return rows
}

func profileRows(p driver.ProfiledPlan, indent string) []graph.Record {
	rows := []graph.Record{{Columns: profiled, Values: append(planValues(p.Operator(), p.Arguments(), indent), p.Records(), p.DbHits())}}
	sources := p.Children()
	for i := len(sources) - 1; i >= 0; i-- {
		rows = append(rows, profileRows(sources[i], indented(indent, i))...)
	}
	return rows
}

func planValues(operator string, arguments map[string]any, indent string) []any {
	name, _, _ := strings.Cut(operator, "@")
	return []any{indent + "+" + name, arguments["Details"], arguments["EstimatedRows"]}
}

func indented(indent string, source int) string { return indent + strings.Repeat("| ", source) }
