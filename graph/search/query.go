package search

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/search/query"
	"github.com/blevesearch/bleve/v2/search/searcher"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/graph/text"
)

// maxClauses is the largest number of words that a pattern may match.
const maxClauses = 4096

func init() { searcher.DisjunctionMaxClauseCount = maxClauses }

// Bounds of a query. One that is longer, or whose patterns have more signs, takes gigabytes to compile.
const (
	MaxQuery    = 2000 // characters
	maxParts    = 32   // words, phrases and patterns
	maxPatterns = 4
	maxBoost    = 1000
	maxSigns    = 8 // * and ? of a pattern
)

// tree is a query: what must, may and must not be found, and pages by their ids.
type tree struct {
	must, may, not []leaf
	titled         []string
}

// leaf is a part of a query. An empty field means all fields. In returns the query for one field.
type leaf struct {
	field   string
	boost   float64
	word    string // of one word that may be misspelt, else empty
	pattern bool   // matches many words
	in      func(field string) query.Query
}

// parse parses bleve's query-string language (https://blevesearch.com/docs/Query-String-Query). A query without a field
// searches all fields, and a page named by the whole query comes first.
func parse(s string, titled []string) (*tree, error) {
	if utf8.RuneCountInString(s) > MaxQuery {
		return nil, fmt.Errorf("%w: it has more than %d characters", ErrLimit, MaxQuery)
	}
	parsed, err := query.NewQueryStringQuery(s).Parse()
	if err != nil {
		return nil, fmt.Errorf("%w: %w; put quotes around a text with signs such as : or /", ErrQuery, err)
	}
	b, ok := parsed.(*query.BooleanQuery)
	if !ok {
		return nil, fmt.Errorf("%w: there is no word in it", ErrQuery)
	}
	t := &tree{titled: titled}
	parts, patterns := 0, 0
	for _, group := range []struct {
		of   query.Query
		into *[]leaf
	}{{b.Must, &t.must}, {b.Should, &t.may}, {b.MustNot, &t.not}} {
		for _, q := range clauses(group.of) {
			l, err := newLeaf(q)
			if err != nil {
				return nil, err
			}
			if !(l.boost > 0 && l.boost <= maxBoost) { // NaN is neither
				return nil, fmt.Errorf("%w: ^%g: a weight is above 0 and at most %d", ErrLimit, l.boost, maxBoost)
			}
			if parts++; l.pattern {
				patterns++
			}
			if parts > maxParts || patterns > maxPatterns {
				return nil, fmt.Errorf("%w: it has more than %d parts, or more than %d patterns (word*); leave some out",
					ErrLimit, maxParts, maxPatterns)
			}
			if l.in != nil {
				*group.into = append(*group.into, l)
			}
		}
	}
	if len(t.must)+len(t.may)+len(t.titled) == 0 {
		return nil, fmt.Errorf("%w: there is no word in it to search for; words such as \"the\" are in every page",
			ErrQuery)
	}
	return t, nil
}

func clauses(q query.Query) []query.Query {
	switch q := q.(type) {
	case *query.ConjunctionQuery:
		return q.Conjuncts
	case *query.DisjunctionQuery:
		return q.Disjuncts
	}
	return nil
}

// newLeaf parses a clause. A clause of stop words has no query.
func newLeaf(q query.Query) (l leaf, err error) {
	if d, ok := q.(*query.DisjunctionQuery); ok { // a number: as a word, and in a range
		l, err = newLeaf(d.Disjuncts[0])
		if d.BoostVal != nil {
			l.boost = d.Boost()
		}
		return l, err
	}
	if f, ok := q.(query.FieldableQuery); ok {
		l.field = f.Field()
	}
	if l.field != "" && !isField(l.field) {
		return l, fmt.Errorf("%w: there is no field %q: title, section, text and table are fields; put quotes around a text with a colon",
			ErrQuery, l.field)
	}
	l.boost = 1
	if b, ok := q.(query.BoostableQuery); ok {
		l.boost = b.Boost()
	}
	switch q := q.(type) {
	case *query.MatchQuery:
		return l, l.match(q.Match, q.Fuzziness)
	case *query.MatchPhraseQuery:
		return l, l.match(q.MatchPhrase, 0)
	case *query.WildcardQuery:
		return l, l.wildcard(q.Wildcard)
	case *query.RegexpQuery:
		return l, fmt.Errorf("%w: /%s/: expressions can't be searched for; put quotes around a text with slashes, or use * and ?",
			ErrQuery, q.Regexp)
	}
	return l, fmt.Errorf("%w: fields hold words; ranges can't be searched for", ErrQuery)
}

func isField(name string) bool {
	for _, f := range fields {
		if f.name == name {
			return true
		}
	}
	return false
}

// match finds a word, or several that follow one another.
func (l *leaf) match(s string, fuzziness int) error {
	if fuzziness < 0 || fuzziness > 2 {
		return fmt.Errorf("%w: %s~%d: a word may be 1 or 2 letters away", ErrQuery, s, fuzziness)
	}
	terms := text.Analyze(s)
	switch {
	case len(terms) == 0:
		return nil
	case len(terms) == 1 || fuzziness > 0:
		if len(terms) == 1 && fuzziness == 0 {
			l.word = s
		}
		l.in = func(field string) query.Query {
			q := query.NewMatchQuery(s)
			q.SetFuzziness(fuzziness)
			return fielded(q, field)
		}
	default:
		l.in = func(field string) query.Query { return fielded(query.NewMatchPhraseQuery(s), field) }
	}
	return nil
}

// wildcard finds words by a part of them. The index has stems: a beginning that is longer than the stem finds it, too.
func (l *leaf) wildcard(s string) error {
	if strings.Count(s, "*")+strings.Count(s, "?") > maxSigns {
		return fmt.Errorf("%w: %s: a pattern has at most %d signs * and ?", ErrLimit, s, maxSigns)
	}
	l.pattern = true
	folded, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC),
		strings.ToLower(s))
	if err != nil {
		folded = strings.ToLower(s)
	}
	start, ok := strings.CutSuffix(folded, "*")
	if ok = ok && !strings.ContainsAny(start, `*?\`); ok {
		ok = len(text.Analyze(start)) > 0
	}
	l.in = func(field string) query.Query {
		q := fielded(query.NewWildcardQuery(folded), field)
		if !ok {
			return q
		}
		return query.NewDisjunctionQuery([]query.Query{q, fielded(query.NewMatchQuery(start), field)})
	}
	return nil
}

func fielded[Q query.FieldableQuery](q Q, field string) query.Query {
	q.SetField(field)
	return q
}

// query returns the tree for bleve.
func (t *tree) query() query.Query {
	must, may, not := queries(t.must), queries(t.may), queries(t.not)
	if len(t.titled) > 0 && len(must) == 0 {
		q := query.NewDocIDQuery(slices.Clone(t.titled))
		q.SetBoost(100)
		may = append(may, q)
	}
	b := query.NewBooleanQuery(must, may, not)
	if len(must) == 0 {
		b.SetMinShould(1)
	}
	return b
}

func queries(leaves []leaf) []query.Query {
	var out []query.Query
	for _, l := range leaves {
		var in []query.Query
		for _, f := range fields {
			if l.field != "" && l.field != f.name {
				continue
			}
			q := l.in(f.name)
			if b, ok := q.(query.BoostableQuery); ok {
				b.SetBoost(l.boost * f.boost)
			}
			in = append(in, q)
		}
		out = append(out, query.NewDisjunctionQuery(in))
	}
	return out
}

// loosen lets each word of a query match words at one edit. It returns false if the query has no words.
func loosen(t *tree) bool {
	const short = 4 // words of fewer letters are near to too many
	any := false
	for _, group := range [][]leaf{t.must, t.may} {
		for i := range group {
			if len(group[i].word) >= short {
				any = group[i].match(group[i].word, 1) == nil
			}
		}
	}
	return any
}
