package neo4j_test

import (
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// listener counts who connects to it. No query that only reads may reach it.
type listener struct {
	net.Listener
	reached atomic.Int64
}

func listen(t testing.TB) *listener {
	t.Helper()
	n, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &listener{Listener: n}
	t.Cleanup(func() { _ = n.Close() })
	go func() {
		for {
			c, err := n.Accept()
			if err != nil {
				return
			}
			l.reached.Add(1)
			_ = c.Close()
		}
	}()
	return l
}

// csv is a clause that sends a request to the listener.
func (l *listener) csv() string { return "LOAD CSV FROM 'http://" + l.Addr().String() + "/a' AS l" }

// read runs a query that may only read.
func read(t testing.TB, s *neo4j.Store, query string) (rows int, err error) {
	t.Helper()
	for _, err := range s.Cypher(t.Context(), query, map[string]any{"x": 1}, false) {
		if err != nil {
			return rows, err
		}
		rows++
	}
	return rows, nil
}

// spaces are what Cypher takes for a space, or may take for one.
var spaces = []string{" ", "\t", "\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x1f", "\u0085", "\u00a0", "\u1680", "\u180e", "\u2003", "\u200b", "\u2028", "\u2029", "\u202f",
	"\u3000", "\ufeff", "/* */", "/**/", "/*'*/", "//x\n", "//x\r", "//x\r\n", "//'\u2028\n", `\u0020`, `\u00a0`, `\u000d`, `/*\u002a/`}

// outsideShapes are queries that do more than read. A tilde stands for a space.
func outsideShapes(l *listener) []string {
	csv := strings.Replace(l.csv(), "LOAD CSV ", "LOAD~CSV~", 1)
	return []string{"//x~" + csv + " RETURN l", "RETURN any(i IN [1] WHERE EXISTS {~" + csv + " RETURN l }) AS x", "CALL~dbms~.~listConfig~()", "TERMINATE~TRANSACTIONS 'a'"}
}

// outsideQueries are queries that do more than read, in ways of their own.
func outsideQueries(l *listener) []string {
	in := "EXISTS { " + l.csv() + " RETURN l }"
	some := "any(i IN [1] WHERE " + in + ")"
	out := []string{
		`L\u004FAD CSV FROM 'http://` + l.Addr().String() + `/a' AS l RETURN l`, "CALL `dbms`.`listConfig`()", "CALL dbms.`list\\u0043onfig`()", "PROFILE " + l.csv() + " RETURN l", "/* */ PROFILE " + l.csv() + " RETURN l",
		"CYPHER runtime=slotted PROFILE " + l.csv() + " RETURN l", "profile\n" + l.csv() + " RETURN l", "EXPLAIN " + l.csv() + " RETURN l", "CYPHER 5 " + l.csv() + " RETURN l", "MATCH (n:`it's`) " + l.csv() + " RETURN l",
		"MATCH (n:`/*`) " + l.csv() + " RETURN l /* */", "WITH 1 AS`x`" + l.csv() + " RETURN l", "MATCH (n:`a``'`) " + l.csv() + " RETURN l", "UNWIND [1] AS i CALL (i) { " + l.csv() + " RETURN l } RETURN l",
		"UNWIND [1] AS i CALL (i) { " + l.csv() + " RETURN l } IN TRANSACTIONS RETURN l", "RETURN 1 AS l UNION " + l.csv() + " RETURN l", "SHOW TRANSACTIONS YIELD transactionId AS t TERMINATE TRANSACTIONS t YIELD message RETURN message",
		"RETURN any(i IN [1] WHERE EXISTS { CALL dbms.listConfig() YIELD name RETURN name }) AS x", "RETURN [i IN [1] | COLLECT { CALL `dbms`.listConfig() YIELD name RETURN name }] AS x", "CREATE (n)", "CREATE INDEX a FOR (n:A) ON (n.a)",
		"SHOW TRANSACTIONS", "SHOW USERS", "SHOW SETTINGS", "SHOW DATABASES", "CALL db.createLabel('a')", "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'b'", "MATCH (n) DETACH DELETE n",
	}
	for _, at := range []string{ // where an expression may stand
		"RETURN § AS x", "WITH 1 AS a WHERE § RETURN a", "MATCH (n) RETURN n ORDER BY §", "UNWIND [§] AS x RETURN x", "MATCH (n {x: §}) RETURN n", "MATCH (n)-[r {x: §}]->() RETURN n", "MATCH (n)-[r*1..2 {x: §}]->(m) RETURN n",
		"MATCH ((n)-[r WHERE §]->(m)){1,3} RETURN r", "MATCH ((n WHERE §)-[r]->(m) WHERE §){1,3} RETURN r", "MATCH p=allShortestPaths((a)-[r*]->(b)) WHERE all(q IN r WHERE §) RETURN p", "MATCH p=SHORTEST 1 ((a)-[r {x: §}]->(b))+ RETURN p",
		"MATCH p=SHORTEST 2 GROUPS ((a)-[r]->(b WHERE b.x=§))+ RETURN p", "MATCH (p:Page) WHERE p.title = toString(§) RETURN p", "MATCH (p:Page) WHERE p.title STARTS WITH toString(§) RETURN p", "MATCH (n) WHERE elementId(n) = toString(§) RETURN n",
		"MATCH ()-[r]->() WHERE elementId(r) = toString(§) RETURN r", "CALL db.index.fulltext.queryNodes(toString(§), 'b') YIELD node RETURN node", "MATCH (n) RETURN n {.x, y: §} AS x", "MATCH (n) RETURN [1,2][CASE WHEN § THEN 1 ELSE 0 END] AS x",
		"MATCH (n) RETURN [(n)-->(m) WHERE § | m.x] AS x", "MATCH (n) RETURN [(n)-->(m) | §] AS x", "MATCH (n) RETURN collect(DISTINCT §) AS x", "MATCH (n:$(toString(§))) RETURN n", "RETURN EXISTS { MATCH (n) WHERE § RETURN n } AS x",
		"MATCH (n) WHERE n.x = 3 XOR § RETURN n", "MATCH (a) OPTIONAL MATCH (a)-[r]->(b) WHERE b.x=§ RETURN r", "MATCH (n) WHERE n.x=1 OR (n)-->({x:§}) RETURN n", "MATCH p=(a)-[*..2]->(b) WHERE none(q IN nodes(p) WHERE §) RETURN p",
		"RETURN COLLECT { UNWIND [§] AS q RETURN q } AS x", "MATCH (n) CALL (n) { RETURN 1 AS y } IN TRANSACTIONS OF 5 ROWS RETURN § AS x",
	} {
		out = append(out, strings.ReplaceAll(at, "§", in), strings.ReplaceAll(at, "§", some))
	}
	return out
}

// A query that may only read reads the graph, however it is written, and reaches nothing else.
func TestReadsOnly(t *testing.T) {
	l, s := listen(t), readable(t)
	queries := outsideQueries(l)
	for _, q := range outsideShapes(l) {
		for _, space := range spaces {
			queries = append(queries, strings.ReplaceAll(q, "~", space))
		}
	}
	refused := 0
	for _, q := range queries {
		if rows, err := read(t, s, q); err == nil {
			t.Errorf("%q: %d rows, want an error", q, rows)
		} else if errors.Is(err, neo4j.ErrReadOnlyQuery) {
			refused++
		} else if !strings.Contains(err.Error(), "Statement.") {
			t.Errorf("%q: %v", q, err)
		}
	}
	if l.reached.Load() > 0 {
		t.Errorf("the server reached the listener %d times", l.reached.Load())
	}
	if refused < len(queries)/2 {
		t.Errorf("%d of %d queries are refused; the others the server can't parse", refused, len(queries))
	}
	for _, q := range []string{
		"MATCH (p:Page {title: 'LOAD CSV'}) RETURN p", `MATCH (p) WHERE p.title = "it's" RETURN p.title // LOAD CSV`, "MATCH (p) RETURN p.`load` AS load", "MATCH (p) RETURN p.`LOAD CSV` AS x", "CALL db.labels()", `RETURN 'a\'LOAD CSV' AS x`,
		"EXPLAIN MATCH (n) RETURN n", "PROFILE MATCH (n) RETURN n", " profile\tMATCH (n) RETURN n", "CYPHER runtime=slotted MATCH (n) RETURN n", "MATCH p=SHORTEST 2 (a)-->{1,3}(b) RETURN p", "MATCH p = SHORTEST 2 GROUPS (:Page {title: $x})-[:LINKS_TO]->{1,6}(:Page {title: $x}) RETURN p", "CALL dbms.components() YIELD versions RETURN versions", "SHOW INDEXES", "SHOW PROCEDURES", "USE neo4j MATCH (n) RETURN n",
		"MATCH (n) WHERE EXISTS { (n)-->() } RETURN COUNT { (n)-->() } AS x, [(n)-->(m) | m.title] AS y", "MATCH (n) CALL (n) { RETURN 1 AS x } IN TRANSACTIONS RETURN x", "MATCH (n) RETURN count(n) AS n ORDER BY n DESC SKIP 1 LIMIT 3",
		"MATCH p=allShortestPaths((a)-[r*]->(b)) WHERE length(p) > 1 AND a <> b RETURN p", "MATCH (a)-->(b)-->(c) WHERE NOT (a)-->(c) RETURN a", "RETURN 1 AS x UNION RETURN 2 AS x", "MATCH (n) OPTIONAL MATCH (n)-[r*0..3]-(m) RETURN DISTINCT m",
		"OPTIONAL MATCH (p:Page {title: $x}) WITH p UNWIND [1, 2] AS i RETURN collect(i) AS x, avg(i) AS y", "MATCH (n) WHERE (n)-->() OR n.x = 1 OR EXISTS { (n)<--() } RETURN n", "MATCH (a:Page), (b:Cell) WHERE a.title = b.text RETURN a",
	} {
		if _, err := read(t, s, q); err != nil {
			t.Errorf("%s: %v", q, err)
		}
	}
	_, err := read(t, s, "MATCH (p)\nRETURN q")
	if err == nil || !strings.HasPrefix(err.Error(), "query:2:8: ") {
		t.Errorf("a query with a fault: got %v, want its place", err)
	}
}

func readable(t testing.TB) *neo4j.Store {
	t.Helper()
	server := servertest.Start(t)
	server.Clear(t)
	m := graphtest.Fill(t, nil)
	copyStore(t, openStore(t, server, neo4j.Options{Create: true}), m)
	return openStore(t, server, neo4j.Options{Write: true})
}

// No space, comment, name, text or escape hides what follows it.
func FuzzReadsOnly(f *testing.F) {
	for _, s := range []string{"it's", "/*", "//", `"`, "`", "EXISTS {", "\u00a0", "//x\r", `\u0020`} {
		f.Add(s)
	}
	l := listen(f)
	s := readable(f)
	f.Fuzz(func(t *testing.T, x string) {
		literal := strings.ReplaceAll(x, `\`, "")
		for _, q := range append(outsideShapes(l), "RETURN '"+strings.ReplaceAll(literal, "'", `\'`)+"' AS x "+l.csv()+" RETURN l", "RETURN `"+strings.ReplaceAll(literal, "`", "``")+"` "+l.csv()+" RETURN l", x) {
			_, _ = read(t, s, strings.ReplaceAll(q, "~", x))
			if l.reached.Swap(0) > 0 {
				t.Errorf("%q reaches the listener", q)
			}
		}
		if _, err := read(t, s, `RETURN "`+strings.ReplaceAll(literal, `"`, `\"`)+`" AS x`); errors.Is(err, neo4j.ErrReadOnlyQuery) {
			t.Errorf("%q is refused: %v", x, err)
		}
	})
}
