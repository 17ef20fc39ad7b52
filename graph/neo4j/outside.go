package neo4j

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// unicodeEscape is a character as Cypher takes it anywhere in a query, before it reads any word.
var unicodeEscape = regexp.MustCompile(`\\u+([0-9a-fA-F]{4})`)

// quoted matches strings, names in backticks and comments.
var quoted = regexp.MustCompile("(?s)" + `'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/` + "|`[^`]*`")

// outside are the words by which a query that only reads the graph does something else, which the server's read mode allows.
var outside = []struct {
	words *regexp.Regexp
	does  string
}{
	{regexp.MustCompile(`(?i)\bLOAD\s+CSV\b`), "LOAD CSV reads files of the server and other addresses"},
	{regexp.MustCompile(`(?i)\bCALL\s+(dbms|apoc\s*\.\s*(load|import|export|cypher|systemdb))\b`), "it calls a procedure that is not about the graph"},
	{regexp.MustCompile(`(?i)\bTERMINATE\s+TRANSACTIONS?\b`), "TERMINATE ends the queries of others"},
}

// readsOnly refuses a query that does more than read the graph and that the server would run all the same.
func readsOnly(query string) error {
	query = unicodeEscape.ReplaceAllStringFunc(query, func(s string) string {
		n, _ := strconv.ParseUint(s[len(s)-4:], 16, 16) // four digits
		return string(rune(n))
	})
	query = quoted.ReplaceAllStringFunc(query, func(s string) string {
		if s[0] == '`' { // a procedure may be named so
			return " " + strings.Join(strings.Fields(strings.Trim(s, "`")), "_") + " "
		}
		return " "
	})
	for _, o := range outside {
		if o.words.MatchString(query) {
			return ours(fmt.Errorf("%w (%s)", ErrReadOnlyQuery, o.does))
		}
	}
	return nil
}
