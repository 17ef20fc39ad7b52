package verify

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/internal/lexicon"
)

// span is a run of bytes of a text.
type span struct{ start, end int }

// token is a word between spaces, without the punctuation around it.
type token struct {
	span
	text string
	ends bool // punctuation or a possessive stands behind it: no name goes on

	possessive bool // or a contraction: it's
}

func tokens(s string) []token {
	var out []token
	for at := 0; at < len(s); {
		n := strings.IndexFunc(s[at:], unicode.IsSpace)
		if n < 0 {
			n = len(s) - at
		}
		if t := newToken(s, at, at+n); t.text != "" {
			if t.start > at && len(out) > 0 { // an opening bracket or quote
				out[len(out)-1].ends = true
			}
			out = append(out, t)
		}
		_, size := utf8.DecodeRuneInString(s[min(at+n, len(s)):])
		at += n + max(size, 1)
	}
	return out
}

func newToken(s string, start, end int) token {
	outside := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) }
	w := strings.TrimLeftFunc(s[start:end], outside)
	start = end - len(w)
	w = strings.TrimRightFunc(w, outside)
	behind := s[start+len(w) : end]
	short := behind == "." && utf8.RuneCountInString(w) <= 2 // St. Helena, J. Smith
	t := token{span: span{start, start + len(w)}, text: w, ends: behind != "" && !short}
	for _, possessive := range []string{"'s", "’s"} {
		if cut, ok := strings.CutSuffix(t.text, possessive); ok {
			t.text, t.end, t.ends, t.possessive = cut, t.start+len(cut), true, true
		}
	}
	return t
}

func (t token) capital() bool {
	return graph.IsCapital(t.text)
}

func (t token) number() bool {
	return strings.IndexFunc(t.text, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

// setOf, joiners and articles are those of the lexicon.
var (
	setOf    = lexicon.Set
	joiners  = lexicon.Joiners
	articles = lexicon.Articles
)

// calendar has capitalised words that name nothing that has a page to look for.
var calendar = setOf("January February March April May June July August September October November December " +
	"Monday Tuesday Wednesday Thursday Friday Saturday Sunday I")

// copulas has words behind a name of one word at the start of a claim. Before other words the capital of a first word says nothing.
var copulas = setOf("is was has had")

// namesIn returns the runs of capitalised words in a claim, with numbers behind them and small words within. It leaves out stop words that
// they begin with, months, days, and by themselves adjectives of countries (Norwegian, French) and words of two letters (TV).
func namesIn(claim string, isStop func(string) bool) []span {
	all := tokens(claim)
	var out []span
	for i := 0; i < len(all); i++ {
		if !all[i].capital() || calendar[all[i].text] || isStop(all[i].text) {
			continue
		}
		last := runEnd(all, i)
		if last > i || isName(all, i) {
			out = append(out, span{all[i].start, all[last].end})
		}
		i = last
	}
	return out
}

// runEnd returns the last token of the run that begins at i.
func runEnd(all []token, i int) int {
	last := i
	for k := i + 1; k < len(all) && !all[k-1].ends; k++ {
		switch {
		case calendar[all[k].text]:
			return last
		case all[k].capital(), all[k].number() && k == last+1:
			last = k
		case !joiners[all[k].text]:
			return last
		}
	}
	return last
}

// isName reports whether a capitalised word that stands alone is a name.
func isName(all []token, i int) bool {
	t, next := all[i], ""
	if i+1 < len(all) {
		next = all[i+1].text
	}
	if i == 0 {
		return copulas[next] || t.possessive && next != ""
	}
	return !adjective(t.text) && utf8.RuneCountInString(t.text) > 2
}
