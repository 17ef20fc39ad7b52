package english

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// Token is a word between spaces, without the punctuation around it and without the 's of a possessive or contraction.
type Token struct {
	Start, End int // bytes of the text
	Text       string
	Ends       bool // punctuation or an 's follows: no name goes on
	Possessive bool // an 's follows
}

// Tokens returns the tokens of a text. A word that is all punctuation is none.
func Tokens(text string) []Token {
	var out []Token
	for at := 0; at < len(text); {
		n := strings.IndexFunc(text[at:], unicode.IsSpace)
		if n < 0 {
			n = len(text) - at
		}
		if t := newToken(text, at, at+n); t.Text != "" {
			if t.Start > at && len(out) > 0 { // an opening bracket or quote
				out[len(out)-1].Ends = true
			}
			out = append(out, t)
		}
		_, size := utf8.DecodeRuneInString(text[min(at+n, len(text)):])
		at += n + max(size, 1)
	}
	return out
}

func newToken(text string, start, end int) Token {
	outside := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) }
	w := strings.TrimLeftFunc(text[start:end], outside)
	start = end - len(w)
	w = strings.TrimRightFunc(w, outside)
	behind := text[start+len(w) : end]
	short := behind == "." && utf8.RuneCountInString(w) <= 2 // St. Helena, J. Smith
	t := Token{Start: start, End: start + len(w), Text: w, Ends: behind != "" && !short}
	for _, possessive := range []string{"'s", "’s"} {
		if cut, ok := strings.CutSuffix(t.Text, possessive); ok {
			t.Text, t.End, t.Ends, t.Possessive = cut, t.Start+len(cut), true, true
		}
	}
	return t
}

// Capital reports whether the token begins with a capital letter.
func (t Token) Capital() bool { return graph.IsCapital(t.Text) }

// is reports whether a list has the token in lower case; it has no possessive.
func (t Token) is(list map[string]bool) bool { return !t.Possessive && list[strings.ToLower(t.Text)] }

func (t Token) number() bool {
	return strings.IndexFunc(t.Text, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

// calendar has capitalised words that name nothing that has a page to look for.
var calendar = Set(strings.Join(Months, " ") + " Monday Tuesday Wednesday Thursday Friday Saturday Sunday I")

// copulas has words behind a name of one word at the start of a text. Before other words the capital of a first word
// says nothing.
var copulas = Set("is was has had")

// Names returns the runs of capitalised words in a text, with numbers behind them and small words within, as mentions
// without candidates. It leaves out stop words that they begin with, months, days, and by themselves adjectives of
// countries and words of two letters (TV).
func Names(text string, isStop func(string) bool) []graph.Mention {
	all := Tokens(text)
	var out []graph.Mention
	for i := 0; i < len(all); i++ {
		if !all[i].Capital() || calendar[all[i].Text] || isStop(all[i].Text) {
			continue
		}
		last := runEnd(all, i)
		if last > i || isName(all, i) {
			out = append(out, graph.Mention{Start: all[i].Start, End: all[last].End})
		}
		i = last
	}
	return out
}

// runEnd returns the last token of the run that begins at i.
func runEnd(all []Token, i int) int {
	last := i
	for k := i + 1; k < len(all) && !all[k-1].Ends; k++ {
		switch {
		case calendar[all[k].Text]:
			return last
		case all[k].Capital(), all[k].number() && k == last+1:
			last = k
		case !Joiners[all[k].Text]:
			return last
		}
	}
	return last
}

// isName reports whether a capitalised word that stands alone is a name.
func isName(all []Token, i int) bool {
	t, next := all[i], ""
	if i+1 < len(all) {
		next = all[i+1].Text
	}
	if i == 0 {
		return copulas[next] || t.Possessive && next != ""
	}
	return !OfCountry(t.Text) && utf8.RuneCountInString(t.Text) > 2
}

// named reports whether a mention has the tokens from one to another.
func named(all []Token, names []graph.Mention, from, to int) bool {
	return slices.ContainsFunc(names, func(m graph.Mention) bool {
		return m.Start == all[from].Start && m.End == all[to].End
	})
}
