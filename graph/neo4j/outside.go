package neo4j

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// The steps of a plan, the procedures and the functions of plugins that only read the graph, or that compute. A query
// is not judged by its words: whether these are a comment, a string or a name, only the server's own parser knows.
var (
	readingStep = regexp.MustCompile(`^(?:\w*(?:Scan|Seek|SeekByRange|Apply|Join|Expand|Distinct|Aggregation|Union` +
		`|Sort|Top\d*(?:WithTies)?|Limit|Skip|CountFromCountStore|ShortestPath|BFS)` +
		`|Argument|ArgumentTracker|AssertSame(?:Node|Relationship)|CacheProperties|RemoteBatchProperties` +
		`|CartesianProduct|Dynamic\w+Lookup|Eager|EmptyResult|Filter|Optional` +
		`|(?:Bidirectional)?Repeat|PreserveOrder|ProduceResults|ProjectEndpoints|Projection` +
		`|Show(?:Constraints|Functions|Indexes|Procedures)|TransactionForeach|Triadic\w+` +
		`|(?:Partitioned)?Unwind)(?:\([\w, ]+\))*$`)
	readingCall = regexp.MustCompile(`^(?:dbms\.components` +
		`|db\.(?:info|labels|ping|propertyKeys|relationshipTypes|schema\.\w+` +
		`|index\.(?:fulltext|vector)\.(?:query|list)\w+)` +
		`|gds\.(?:\w+\.)*(?:stream|stats|mutate|estimate|list|exists|project|drop)|gds\.(?:util|similarity)\.\w+` +
		`|apoc\.(?:agg|algo|bitwise|coll|convert|date|diff|map|math|meta|neighbors|node|nodes|number|path|rel` +
		`|temporal|text)\.[\w.]+)$`)
)

// A query inside an expression may be no step of the plan, but is a part of the details of one, as the server writes
// it.
var (
	nested        = regexp.MustCompile(`(?:EXISTS|COUNT|COLLECT) \{`)
	nestedOutside = regexp.MustCompile(`LOAD CSV|SHOW|TERMINATE`)
	nestedCall    = regexp.MustCompile(`Call\(([^(]*)\(`)
)

// readsOnly returns ErrReadOnlyQuery for a query that does more than read the graph. The server plans it, without
// running it, and every step of the plan must be known to read.
func (s *Store) readsOnly(ctx context.Context, session driver.SessionWithContext, query string, p params) error {
	summary, err := consume(ctx, session, explained(query), p)
	if err != nil {
		return lineBefore(err)
	}
	steps := planOf(summary)
	if len(steps) == 0 {
		return outside("the server does not say what it does")
	}
	for _, st := range steps {
		calls := nestedCall.FindAllStringSubmatch(st.details, -1)
		switch {
		case st.operator == "ProcedureCall":
			name, _, _ := strings.Cut(st.details, "(")
			calls = append(calls, []string{"", name})
		case !readingStep.MatchString(st.operator):
			return outside("its plan has the step " + st.operator)
		}
		if nested.MatchString(st.details) && nestedOutside.MatchString(st.details) {
			return outside("it has LOAD CSV, SHOW or TERMINATE in an expression")
		}
		for _, c := range calls {
			if !readingCall.MatchString(c[1]) {
				return outside("it calls " + c[1])
			}
		}
	}
	return s.functionsRead(ctx, session, query)
}

func outside(does string) error { return fmt.Errorf("%w: %s", ErrReadOnlyQuery, does) }

// consume runs a query for what the server says of it.
func consume(ctx context.Context, session driver.SessionWithContext, query string, p params,
	how ...func(*driver.TransactionConfig)) (driver.ResultSummary, error) {
	res, err := session.Run(ctx, query, p, how...)
	if err != nil {
		return nil, err
	}
	return res.Consume(ctx)
}

var (
	profile = regexp.MustCompile(`(?i)^([ \t\r\n]*)PROFILE([ \t\r\n])`)
	atLine  = regexp.MustCompile(`\(line (\d+), column`)
)

// explained returns a query that has the server plan query, which begins on its second line.
func explained(query string) string { return "EXPLAIN\n" + profile.ReplaceAllString(query, "$1$2") }

// lineBefore returns an error of an explained query with the line that it has in the query itself.
func lineBefore(err error) error {
	var n *driver.Neo4jError
	if !errors.As(err, &n) {
		return err
	}
	if n.Code == "Neo.ClientError.Statement.ArgumentError" {
		return fmt.Errorf("%s (%s); a query that PROFILE is for must begin with it", n.Msg, n.Code)
	}
	moved := *n
	moved.Msg = atLine.ReplaceAllStringFunc(n.Msg, func(m string) string {
		line, _ := strconv.Atoi(atLine.FindStringSubmatch(m)[1])
		return fmt.Sprintf("(line %d, column", max(line-1, 1))
	})
	return &moved
}

// functionsRead refuses a query with the name of a function of a plugin that is not known to read only: plans don't
// have functions.
func (s *Store) functionsRead(ctx context.Context, session driver.SessionWithContext, query string) error {
	res, err := session.Run(ctx, "SHOW FUNCTIONS YIELD name, isBuiltIn WHERE NOT isBuiltIn", nil)
	rows, err := driver.CollectWithContext(ctx, res, err)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if name := str(r, "name"); !readingCall.MatchString(name) && mayName(query, name) {
			return outside("it calls " + name)
		}
	}
	return nil
}

// unicodeEscape is a character as Cypher takes it anywhere in a query, before it reads any word.
var unicodeEscape = regexp.MustCompile(`\\u+([0-9a-fA-F]{4})`)

// mayName reports whether a query may have the name of a function: whether all of the name's parts are somewhere in it.
func mayName(query, function string) bool {
	query = strings.ToLower(unicodeEscape.ReplaceAllStringFunc(query, func(s string) string {
		n, _ := strconv.ParseUint(s[len(s)-4:], 16, 16) // four digits
		return string(rune(n))
	}))
	for part := range strings.SplitSeq(strings.ToLower(function), ".") {
		if !strings.Contains(query, part) {
			return false
		}
	}
	return true
}
