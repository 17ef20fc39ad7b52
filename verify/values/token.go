package values

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	snowball "github.com/blevesearch/snowballstem/english"

	"github.com/bridgehop/bridgehop/graph/english"
)

// word is a run of letters, a run of digits (with the separators inside it), or any other single character.
type word struct {
	text    string // in lower case
	at, end int    // bytes of the text
	kind    wordKind
	upper   bool // begins with a capital letter
}

type wordKind uint8

const (
	letters wordKind = iota
	digits
	mark
)

// split cuts a text into words, without space.
func split(text string) []word {
	var out []word
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		end := i + n
		kind := mark
		switch {
		case unicode.IsSpace(r):
			i = end
			continue
		case '0' <= r && r <= '9':
			kind, end = digits, endOfDigits(text, i)
		case unicode.IsLetter(r):
			kind, end = letters, endOfLetters(text, i)
		}
		out = append(out, word{strings.ToLower(text[i:end]), i, end, kind, unicode.IsUpper(r)})
		i = end
	}
	return out
}

// endOfLetters returns the end of a run of letters, with accents and apostrophes inside.
func endOfLetters(text string, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) && !(r == '\'' && nextIsLetter(text[i+n:])) {
			break
		}
		i += n
	}
	return i
}

func nextIsLetter(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r)
}

// endOfDigits returns the end of a number, with commas before three digits and one point.
func endOfDigits(text string, i int) int {
	point := false
	for i < len(text) {
		switch c := text[i]; {
		case isDigit(c):
			i++
		case c == ',' && !point && threeDigits(text[i+1:]):
			i += 4
		case c == '.' && !point && i+1 < len(text) && isDigit(text[i+1]):
			point = true
			i++
		default:
			return i
		}
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// threeDigits reports whether a text begins with three digits and not four.
func threeDigits(s string) bool {
	return len(s) >= 3 && isDigit(s[0]) && isDigit(s[1]) && isDigit(s[2]) && (len(s) == 3 || !isDigit(s[3]))
}

// parser reads values off the words of a text.
type parser struct {
	text  string
	words []word
}

// is reports whether word i is a text. Outside the text no word is.
func (r *parser) is(i int, text string) bool {
	return i >= 0 && i < len(r.words) && r.words[i].text == text
}

// joined reports whether no space is between word i and the next.
func (r *parser) joined(i int) bool {
	return i >= 0 && i+1 < len(r.words) && r.words[i].end == r.words[i+1].at
}

// Read returns the values of a text in order.
func Read(text string) []Value {
	r := parser{text: text, words: split(text)}
	return r.read()
}

func (r *parser) read() []Value {
	var out []Value
	for i := 0; i < len(r.words); {
		if r.inWord(i) {
			i++
			continue
		}
		values, n := r.date(i)
		if n == 0 {
			values, n = r.plain(i)
		}
		if r.vague(i) {
			values = nil
		}
		for _, v := range values {
			v.At, v.End = r.words[i].at, r.words[i+n-1].end
			v.Said = r.text[v.At:v.End]
			r.readLimit(i, &v)
			out = append(out, v)
		}
		i += max(n, 1)
	}
	return out
}

// vague reports whether a value at word i is said to be near the true one, so that it decides nothing.
func (r *parser) vague(i int) bool {
	return i > 0 && vague[r.words[i-1].text] || r.is(i-1, ".") && (r.is(i-2, "c") || r.is(i-2, "ca"))
}

// inWord reports whether a number is part of a name such as B12. In 3D it is not.
func (r *parser) inWord(i int) bool {
	return r.words[i].kind == digits && i > 0 && r.words[i-1].kind == letters && r.joined(i-1)
}

// plain reads a quantity or a count. An ordinal is none.
func (r *parser) plain(i int) ([]Value, int) {
	if _, n := r.ordinal(i); n > 0 {
		return nil, n
	}
	money, lead := measure{}, 0
	if r.words[i].kind == mark || r.is(i, "us") {
		m, n := r.unit(i)
		if n == 0 || i+n >= len(r.words) || r.words[i+n].kind != digits || len(m.base) != 3 {
			return nil, 0
		}
		money, lead = m, n
	}
	x, step, n := r.number(i + lead)
	if n == 0 {
		return nil, 0
	}
	n += lead
	unit := money
	if lead == 0 {
		var more int
		at := i + n
		if r.is(at, "-") {
			at++
		}
		if unit, more = r.unit(at); more > 0 {
			n = at + more - i
		}
	}
	v, half := Value{Kind: kindQuantity, Unit: unit.base}, .499*step // two neighbours do not touch
	if unit.base == "" {
		v.Kind, v.Unit, unit.scale = kindCount, r.noun(i+n), 1
		if step == 1 {
			half = 0
		}
	}
	v.Number, half = x*unit.scale, half*unit.scale
	v.Lo, v.Hi = v.Number-half, v.Number+half
	return []Value{v}, n
}

// noun returns the stem of the word behind a count, which says what is counted.
func (r *parser) noun(i int) string {
	if i < len(r.words) && r.words[i].kind == letters && !closed[r.words[i].text] {
		return stem(r.words[i].text)
	}
	return ""
}

// closed has words that say nothing of the topic of a claim.
var closed = set(`a an the of in on at to for from by with and or but as is was were are be been being have has
	had do does did it its his her their they he she this that these those there which who whom whose when where
	while during into than then also not no s`)

// set and pairs make lists of words, see package english.
var set, pairs = english.Set, english.Pairs

// irregular maps irregular forms to their stems.
var irregular = pairs(`won:win lost:lose held:hold took:take taken:take made:make came:come went:go ran:run
	began:begin had:have has:have was:be were:be is:be are:be been:be men:man women:woman children:child
	people:person played:play scored:score born:bear wrote:write written:write left:leave got:get gave:give
	given:give beat:beat beaten:beat fewest:few fewer:few feet:foot`)

// stem returns a word in lower case without its endings: point for points, score for scored and scores.
func stem(w string) string {
	env := snowballstem.NewEnv(cmp.Or(irregular[w], w))
	snowball.Stem(env)
	return env.Current()
}
