package sqlite

import (
	"slices"
	"strings"
)

// column is a column of a table, in the order of CREATE TABLE.
type column struct {
	name    string
	integer bool // its type is INTEGER and nothing more
	key     bool // PRIMARY KEY
}

// recordPlaces returns the place of each column in the table's records, by its name in lower case: -1 for the column that is another name
// of the row's number. The records of a table WITHOUT ROWID begin with its primary key.
func recordPlaces(sql string) map[string]int {
	defs, options := definitions(tokens(sql))
	var columns []column
	var key []string
	for _, d := range defs {
		switch {
		case isWord(d, 0, "constraint", "primary", "unique", "check", "foreign"):
			if at := keyOf(d); at >= 0 {
				for _, t := range d[at:] {
					if t != "(" && t != ")" && t != "," {
						key = append(key, unquoted(t))
					}
				}
			}
		case len(d) > 0:
			c := column{name: unquoted(d[0]), integer: isWord(d, 1, "integer") && (len(d) == 2 || !isType(d[2])), key: keyOf(d) >= 0}
			if c.key {
				key = append(key, c.name)
			}
			columns = append(columns, c)
		}
	}
	places := map[string]int{}
	if slices.ContainsFunc(options, func(t string) bool { return strings.EqualFold(t, "without") }) {
		for _, k := range key {
			if _, ok := places[k]; !ok {
				places[k] = len(places)
			}
		}
		for _, c := range columns {
			if _, ok := places[c.name]; !ok {
				places[c.name] = len(places)
			}
		}
		return places
	}
	for i, c := range columns {
		places[c.name] = i
		if c.integer && len(key) == 1 && key[0] == c.name {
			places[c.name] = -1
		}
	}
	return places
}

// definitions returns the parts between the parentheses of CREATE TABLE, and what follows them.
func definitions(all []string) (defs [][]string, options []string) {
	from := slices.Index(all, "(")
	if from < 0 {
		return nil, nil
	}
	depth, start := 0, from+1
	for i := from; i < len(all); i++ {
		switch all[i] {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return append(defs, all[start:i]), all[i+1:]
			}
		case ",":
			if depth == 1 {
				defs = append(defs, all[start:i])
				start = i + 1
			}
		}
	}
	return nil, nil
}

// keyOf returns the index of what follows PRIMARY KEY in a definition, or -1.
func keyOf(def []string) int {
	for i := range def {
		if isWord(def, i, "primary") && isWord(def, i+1, "key") {
			return i + 2
		}
	}
	return -1
}

// isWord reports whether the i-th token is one of these words, not in quotes.
func isWord(def []string, i int, words ...string) bool {
	return i < len(def) && slices.Contains(words, strings.ToLower(def[i]))
}

// isType reports whether a token continues a column's type: it is no word that begins a constraint.
func isType(t string) bool {
	return !isWord([]string{t}, 0, "constraint", "primary", "not", "null", "unique", "check", "default", "collate", "references",
		"generated", "as")
}

// unquoted returns a name in lower case, without its quotes.
func unquoted(t string) string {
	if len(t) > 1 && strings.ContainsRune("\"'`[", rune(t[0])) {
		quote := t[len(t)-1:]
		t = strings.ReplaceAll(t[1:len(t)-1], quote+quote, quote)
	}
	return strings.ToLower(t)
}

// tokens parts SQL into words, names with their quotes, and signs; comments are left out.
func tokens(sql string) []string {
	var out []string
	for len(sql) > 0 {
		n, keep := 1, true
		switch c := sql[0]; {
		case strings.ContainsRune(" \t\r\n\f", rune(c)):
			keep = false
		case strings.HasPrefix(sql, "--"):
			n, keep = end(sql, "\n"), false
		case strings.HasPrefix(sql, "/*"):
			n, keep = end(sql[2:], "*/")+2, false
		case c == '[':
			n = end(sql, "]")
		case strings.ContainsRune("\"'`", rune(c)):
			for n = 1 + end(sql[1:], sql[:1]); n < len(sql) && sql[n] == c; {
				n += 1 + end(sql[n+1:], sql[:1])
			}
		case !strings.ContainsRune("(),;=<>+-*/.", rune(c)):
			if n = strings.IndexAny(sql, " \t\r\n\f(),;=<>+-*/.\"'`["); n < 0 {
				n = len(sql)
			}
		}
		if keep {
			out = append(out, sql[:n])
		}
		sql = sql[n:]
	}
	return out
}

// end returns the length of s up to and with a mark, or all of it.
func end(s, mark string) int {
	if i := strings.Index(s, mark); i >= 0 {
		return i + len(mark)
	}
	return len(s)
}
