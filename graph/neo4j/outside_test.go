package neo4j

import (
	"errors"
	"strings"
	"testing"
)

func TestReadsOnly(t *testing.T) {
	for _, q := range []string{
		"LOAD CSV FROM 'file:///x' AS l RETURN l", "load\n csv FROM $a AS l RETURN l", `L\u004FAD CSV FROM 'x' AS l RETURN l`, "LOAD/* */CSV FROM 'x' AS l RETURN l",
		"MATCH (n) CALL { LOAD CSV FROM 'http://a' AS l RETURN l } RETURN n", "CALL dbms.listConfig()", "CALL `dbms`.listConfig()", "TERMINATE TRANSACTIONS 'a'", "CALL apoc.load.json('x')",
		"MATCH (n:`it's`) LOAD CSV FROM 'file:///x' AS l RETURN l", "MATCH (n:`/*`) LOAD CSV FROM 'x' AS l RETURN l /* */", "WITH 1 AS`x`LOAD CSV FROM 'x' AS l RETURN l", "CALL apoc.`load`.json('x')", "MATCH (n:`a``'`) LOAD CSV FROM 'x' AS l RETURN l",
	} {
		if err := readsOnly(q); !errors.Is(err, ErrReadOnlyQuery) {
			t.Errorf("%s: got %v", q, err)
		}
	}
	for _, q := range []string{
		"MATCH (p:Page {title: 'LOAD CSV'}) RETURN p", `MATCH (p) WHERE p.title = "it's" RETURN p.title // LOAD CSV`, "MATCH (p) RETURN p.`load` AS load", "MATCH (p) RETURN p.`LOAD CSV`", "CALL db.labels()", "CALL gds.pageRank.stream('wiki')",
		`RETURN 'a\'LOAD CSV'`,
	} {
		if err := readsOnly(q); err != nil {
			t.Errorf("%s: refused: %v", q, err)
		}
	}
}

// Whatever stands in a text, a name or a comment hides nothing behind it, and is no word of the query itself.
func FuzzReadsOnly(f *testing.F) {
	for _, s := range []string{"", "it's", "/*", "//", `"`, "`", "LOAD CSV FROM 'x'", "é\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ReplaceAll(s, `\`, "")
		for _, quoted := range []string{
			"'" + strings.ReplaceAll(s, "'", `\'`) + "'", `"` + strings.ReplaceAll(s, `"`, `\"`) + `"`, "n.`" + strings.ReplaceAll(s, "`", "``") + "`",
			"1 /*" + strings.ReplaceAll(s, "*/", "") + " */", "1 //" + strings.ReplaceAll(s, "\n", "") + "\n",
		} {
			if err := readsOnly("RETURN " + quoted + " AS x"); err != nil && !strings.HasPrefix(quoted, "n") {
				t.Errorf("%q is refused: %v", quoted, err)
			}
			if err := readsOnly("WITH " + quoted + " AS x LOAD CSV FROM 'x' AS l RETURN l"); !errors.Is(err, ErrReadOnlyQuery) {
				t.Errorf("%q hides what follows", quoted)
			}
		}
	})
}
