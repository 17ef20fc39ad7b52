package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/vellum"
	"github.com/blevesearch/vellum/levenshtein"
	automata "github.com/blevesearch/vellum/regexp"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/graph/text"
)

// Bounds of a query. One that is longer, or whose patterns have more signs, takes gigabytes to compile.
const (
	MaxQuery    = 2000 // characters
	maxParts    = 32   // words, phrases and patterns
	maxPatterns = 4
	maxBoost    = 1000
	maxSigns    = 8    // * and ? of a pattern
	maxSteps    = 40   // instructions of a regular expression
	maxRanges   = 1000 // of characters in these
	maxClauses  = 4096 // words that a pattern may match
)

// tree is a query: what must, may and must not be found.
type tree struct{ must, may, not []*leaf }

// leaf is a clause of a query: words of which one must be found, or a phrase, or an expression that words match.
type leaf struct {
	field   int // of fields; -1 for all
	boost   float64
	terms   []string
	phrase  bool
	edits   int    // letters by which a word may differ
	pattern string // an expression; empty for none
	word    bool   // it is one word that may be misspelt

	found []map[string]bool // by field, the words that the terms and the pattern stand for
}

// parse parses bleve's query-string language (https://blevesearch.com/docs/Query-String-Query): words and "phrases", +required and
// -excluded, field:word, word~ and word~2 for misspelt words, w*rd, /expression/ and word^3. A clause of stop words is left out.
func parse(s string) (*tree, error) {
	if utf8.RuneCountInString(s) > MaxQuery {
		return nil, fmt.Errorf("%w: it has more than %d characters", ErrLimit, MaxQuery)
	}
	t := &tree{}
	p := &parser{rest: s}
	parts, patterns := 0, 0
	for p.space(); p.rest != ""; p.space() {
		into := &t.may
		switch p.rest[0] {
		case '+':
			into = &t.must
			p.rest = p.rest[1:]
		case '-':
			into = &t.not
			p.rest = p.rest[1:]
		}
		l, err := p.clause()
		if errors.Is(err, ErrQuery) {
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w; put quotes around a text with signs such as : or /", ErrQuery, err)
		}
		if !(l.boost > 0 && l.boost <= maxBoost) { // NaN is neither
			return nil, fmt.Errorf("%w: ^%g: a weight is above 0 and at most %d", ErrLimit, l.boost, maxBoost)
		}
		if parts++; l.pattern != "" {
			patterns++
		}
		if parts > maxParts || patterns > maxPatterns {
			return nil, fmt.Errorf("%w: it has more than %d parts, or more than %d patterns (word*, /expression/); leave some out",
				ErrLimit, maxParts, maxPatterns)
		}
		if len(l.terms) > 0 || l.pattern != "" {
			*into = append(*into, l)
		}
	}
	return t, nil
}

// parser reads a query clause by clause.
type parser struct{ rest string }

func (p *parser) space() { p.rest = strings.TrimLeftFunc(p.rest, unicode.IsSpace) }

// clause reads a clause after its sign.
func (p *parser) clause() (*leaf, error) {
	l := &leaf{field: -1, boost: 1}
	if name, rest, ok := strings.Cut(p.rest, ":"); ok && name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`"/\~^*?`, r)
	}) {
		l.field = slices.IndexFunc(fields, func(f field) bool { return f.name == name })
		if l.field < 0 {
			return nil, fmt.Errorf("there is no field %q: title, section, text and table are fields", name)
		}
		p.rest = rest
	}
	var err error
	switch {
	case strings.HasPrefix(p.rest, `"`):
		var s string
		if s, err = p.until('"'); err == nil {
			l.match(s, 0)
		}
	case strings.HasPrefix(p.rest, "/"):
		if l.pattern, err = p.until('/'); err == nil {
			err = affordable(l.pattern)
		}
	case strings.HasPrefix(p.rest, "<") || strings.HasPrefix(p.rest, ">"):
		return nil, errors.New("fields hold words; ranges can't be searched for")
	default:
		err = p.word(l)
	}
	if err != nil {
		return nil, err
	}
	if rest, ok := strings.CutPrefix(p.rest, "^"); ok {
		end := strings.IndexFunc(rest+" ", unicode.IsSpace)
		if l.boost, err = strconv.ParseFloat(rest[:end], 64); err != nil && !math.IsInf(l.boost, 0) {
			return nil, err
		}
		p.rest = rest[end:]
	}
	if r, _ := utf8.DecodeRuneInString(p.rest); p.rest != "" && !unicode.IsSpace(r) {
		return nil, fmt.Errorf("%q can't be read", p.rest)
	}
	return l, nil
}

// until reads a text in quotes or slashes, in which a backslash escapes the mark at its end.
func (p *parser) until(mark byte) (string, error) {
	for i := 1; i < len(p.rest); i++ {
		switch p.rest[i] {
		case '\\':
			i++
		case mark:
			s := p.rest[1:i]
			p.rest = p.rest[i+1:]
			if mark == '"' {
				p.edits() // words of a phrase are not misspelt
				return unescaped(s), nil
			}
			return strings.ReplaceAll(s, `\/`, "/"), nil
		}
	}
	if mark == '"' {
		return "", errors.New("unterminated quote")
	}
	return "", errors.New("unterminated expression")
}

// word reads a word with what follows it.
func (p *parser) word(l *leaf) error {
	n, wild := 0, false
	for ; n < len(p.rest); n++ {
		c := p.rest[n]
		if r, _ := utf8.DecodeRuneInString(p.rest[n:]); unicode.IsSpace(r) || c == '~' || c == '^' || c == ':' {
			break
		}
		wild = wild || c == '*' || c == '?'
		if c == '\\' {
			n++
		}
	}
	if n == 0 || n > len(p.rest) {
		return errors.New("there is a sign without a word")
	}
	s := p.rest[:n]
	p.rest = p.rest[n:]
	if wild {
		return l.wildcard(s)
	}
	edits := p.edits()
	if len(edits) > 1 || edits > "2" {
		return fmt.Errorf("%s~%s: a word may be 1 or 2 letters away", s, edits)
	}
	n, _ = strconv.Atoi(edits) // 0 for none
	l.match(unescaped(s), n)
	return nil
}

// edits reads ~ and the number after it, which is 1 if it isn't there; it returns "" without the sign.
func (p *parser) edits() string {
	rest, ok := strings.CutPrefix(p.rest, "~")
	if !ok {
		return ""
	}
	p.rest = strings.TrimLeft(rest, "0123456789")
	return cmp.Or(rest[:len(rest)-len(p.rest)], "1")
}

// unescaped returns a text without the backslashes before signs.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// match sets the clause to a word, or to several that follow one another.
func (l *leaf) match(s string, edits int) {
	for _, t := range text.Analyze(s) {
		l.terms = append(l.terms, t.Text)
	}
	l.edits = edits
	l.phrase = len(l.terms) > 1 && edits == 0
	l.word = len(l.terms) == 1 && edits == 0 && utf8.RuneCountInString(s) >= shortestLoose
}

// wildcard sets the clause to the words that match a part. The index has stems: a beginning that is longer than the stem finds it, too.
func (l *leaf) wildcard(s string) error {
	if strings.Count(s, "*")+strings.Count(s, "?") > maxSigns {
		return fmt.Errorf("%w: %s: a pattern has at most %d signs * and ?", ErrLimit, s, maxSigns)
	}
	folded, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), strings.ToLower(s))
	if err != nil {
		folded = strings.ToLower(s)
	}
	if start, ok := strings.CutSuffix(folded, "*"); ok && !strings.ContainsAny(start, `*?\`) {
		for _, t := range text.Analyze(start) {
			l.terms = append(l.terms, t.Text)
		}
	}
	var b strings.Builder
	for i := 0; i < len(folded); i++ {
		switch c := folded[i]; {
		case c == '*':
			b.WriteString(".*")
		case c == '?':
			b.WriteByte('.')
		case c == '\\' && i+1 < len(folded):
			i++
			b.WriteString(regexp.QuoteMeta(folded[i : i+1]))
		case c < utf8.RuneSelf:
			b.WriteString(regexp.QuoteMeta(string(rune(c))))
		default:
			b.WriteByte(c)
		}
	}
	l.pattern = b.String()
	return nil
}

// affordable refuses a regular expression that can't be read, or takes long to compile.
func affordable(s string) error {
	re, err := syntax.Parse(s, syntax.Perl)
	if err != nil {
		return fmt.Errorf("%w: /%s/: %w", ErrQuery, s, err)
	}
	compiled, err := syntax.Compile(re.Simplify())
	if err != nil {
		return fmt.Errorf("%w: /%s/: %w", ErrQuery, s, err)
	}
	ranges := 0
	for _, step := range compiled.Inst {
		ranges += len(step.Rune) / 2
	}
	if len(compiled.Inst) > maxSteps || ranges > maxRanges {
		return fmt.Errorf("%w: /%s/ is too large an expression; write fewer or smaller repetitions", ErrLimit, s)
	}
	return nil
}

// shortestLoose is the least number of letters of a word that loosen changes; shorter ones are near to too many.
const shortestLoose = 4

// loosen lets each word of a query match words at one edit. It returns false if the query has no such words.
func loosen(t *tree) bool {
	any := false
	for _, l := range slices.Concat(t.must, t.may) {
		if l.word {
			l.edits, any = 1, true
		}
	}
	return any
}

// near has the automata of words at one edit and at two.
var near = [...]func() (*levenshtein.LevenshteinAutomatonBuilder, error){
	sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
		return levenshtein.NewLevenshteinAutomatonBuilder(1, false)
	}),
	sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
		return levenshtein.NewLevenshteinAutomatonBuilder(2, false)
	}),
}

// automata returns what accepts the keys of a clause in a field, beside its words as they are.
func (l *leaf) automata(letter byte) (out []vellum.Automaton, err error) {
	if l.pattern != "" {
		a, err := automata.New(string(rune(letter)) + "(?:" + l.pattern + ")")
		return []vellum.Automaton{a}, err
	}
	if l.edits == 0 {
		return nil, nil
	}
	builder, err := near[l.edits-1]()
	for _, t := range l.terms {
		if err == nil {
			var a *levenshtein.DFA
			a, err = builder.BuildDfa(string(rune(letter))+t, uint8(l.edits))
			out = append(out, a)
		}
	}
	return out, err
}

// pages returns the pages that a clause matches, and notes which words it stands for.
func (l *leaf) pages(ctx context.Context, ix *Index) ([]scored, error) {
	l.found = make([]map[string]bool, len(fields))
	var out []scored
	for i, f := range fields {
		if l.field >= 0 && l.field != i {
			continue
		}
		if l.phrase {
			list, rarity, err := ix.phrase(i, l.terms)
			if err != nil {
				return nil, err
			}
			out = either(out, ix.score(i, list, rarity, l.boost*f.boost))
			continue
		}
		all, err := l.automata(f.letter)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrQuery, err)
		}
		l.found[i] = map[string]bool{}
		for _, t := range l.terms {
			l.found[i][t] = true
		}
		for _, a := range all {
			terms, err := ix.expand(i, a)
			if err != nil {
				return nil, err
			}
			for _, t := range terms {
				l.found[i][t] = true
			}
		}
		for _, t := range slices.Sorted(maps.Keys(l.found[i])) {
			list, err := ix.list(i, t)
			if err = cmp.Or(ctx.Err(), err); err != nil {
				return nil, err
			}
			out = either(out, ix.score(i, list, ix.rarity(len(list)), l.boost*f.boost))
		}
	}
	return out, ctx.Err()
}
