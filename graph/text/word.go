package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/graph"
)

// word is a token of a text.
type word struct {
	start, end int // byte offsets
	symbol     bool
}

// nextWord finds the first word of s at or after byte i. A word is a run of letters, digits, marks and
// underscores, one character of a script that is written without spaces, or one symbol (+ # & $ …).
func nextWord(s string, i int) (word, bool) {
	for i < len(s) {
		if s[i] == ' ' {
			i++
			continue
		}
		r, n := decode(s, i)
		switch class(r) {
		case letters:
			return word{start: i, end: runEnd(s, i+n, letters)}, true
		case ideograph:
			return word{start: i, end: runEnd(s, i+n, mark)}, true
		case symbol:
			return word{start: i, end: i + n, symbol: true}, true
		}
		i += n
	}
	return word{}, false
}

func decode(s string, i int) (rune, int) {
	if c := s[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(s[i:])
}

// runEnd returns the end of the run of characters that continue a word of this class.
func runEnd(s string, i int, of charClass) int {
	for i < len(s) && s[i] < utf8.RuneSelf && asciiClass[s[i]] == of {
		i++
	}
	for i < len(s) {
		r, n := decode(s, i)
		if c := class(r); c != mark && c != of {
			break
		}
		i += n
	}
	return i
}

type charClass uint8

const (
	gap       charClass = iota // between words
	letters                    // part of a word
	mark                       // continues any word
	ideograph                  // a word of its own
	symbol                     // a word of its own, in names only
)

var spaceless = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao,
	unicode.Khmer,
	unicode.Myanmar}

func class(r rune) charClass {
	if r < utf8.RuneSelf {
		return asciiClass[r]
	}
	switch {
	case unicode.IsMark(r) || r == '\u00ad' || r == '\u200c' || r == '\u200d':
		return mark
	case unicode.IsLetter(r) || unicode.IsNumber(r):
		if r >= 0x0e00 && unicode.In(r, spaceless...) {
			return ideograph
		}
		return letters
	case r == '™' || r == '®' || r == '©' || unicode.Is(unicode.Sk, r) || !unicode.IsSymbol(r):
		return gap
	}
	return symbol
}

var asciiClass = func() (t [utf8.RuneSelf]charClass) {
	for r := range t {
		switch {
		case r == '_', r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
			t[r] = letters
		case strings.ContainsRune("#&@%*+$=<>~", rune(r)):
			t[r] = symbol
		}
	}
	return t
}()

// foldWord returns a word in lower case without diacritics and compatibility forms. Diacritics are dropped only from
// Latin and Greek letters: in other scripts they distinguish words.
func foldWord(w string) string {
	if w == "&" {
		return "and"
	}
	if isASCII(w) {
		return strings.ToLower(w)
	}
	var b strings.Builder
	plain, other := false, false
	for _, r := range norm.NFKD.String(w) {
		if r == '\u00ad' || r == '\u200c' || r == '\u200d' {
			continue
		}
		if plain && isDiacritic(r) {
			continue
		}
		if !unicode.IsMark(r) {
			plain = r < utf8.RuneSelf || unicode.In(r, unicode.Latin, unicode.Greek)
		}
		r = unicode.ToLower(r)
		if f, ok := letterFolds[r]; ok {
			b.WriteString(f)
			continue
		}
		other = other || r >= utf8.RuneSelf
		b.WriteRune(r)
	}
	if !other {
		return b.String()
	}
	return norm.NFC.String(b.String())
}

// letterFolds are letters that have no decomposition but are commonly written without their stroke.
var letterFolds = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ħ': "h", 'ı': "i", 'ŧ': "t",
	'ς': "σ",
}

func isDiacritic(r rune) bool {
	return r >= 0x300 && r <= 0x36f || r >= 0x1ab0 && r <= 0x1aff || r >= 0x1dc0 && r <= 0x1dff ||
		r >= 0x20d0 && r <= 0x20ff ||
		r >= 0xfe20 && r <= 0xfe2f
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// maxTerm is the length in bytes of the longest word that is indexed. Longer ones are mostly addresses.
const maxTerm = 64

// Analyze returns the terms of s with the byte span of each word: in lower case, without diacritics, stemmed by the
// English Snowball stemmer, without English stop words and words of more than 64 bytes.
func Analyze(s string) []graph.Term {
	var out []graph.Term
	for w, ok := nextWord(s, 0); ok; w, ok = nextWord(s, w.end) {
		if w.symbol {
			continue
		}
		if t := term(s[w.start:w.end]); t != "" {
			if out == nil {
				out = make([]graph.Term, 0, 2+(len(s)-w.start)/6)
			}
			out = append(out, graph.Term{Text: t, Start: w.start, End: w.end})
		}
	}
	return out
}

// term returns the term of a word; empty for a word that is not indexed.
func term(w string) string {
	t := foldWord(w)
	if len(t) > maxTerm || isStop(t) {
		return ""
	}
	if !isASCII(t) || len(t) < 3 {
		return t
	}
	env := snowballstem.NewEnv(t)
	english.Stem(env)
	return env.Current()
}

// stopWords is Snowball's English list and the parts that apostrophes split off (it's, don't, we'll).
var stopWords = func() analysis.TokenMap {
	m := analysis.NewTokenMap()
	if err := m.LoadBytes(en.EnglishStopWords); err != nil {
		panic(err) // the list is a constant of the library
	}
	for _, w := range []string{"s", "t", "d", "ll", "m", "re", "ve"} {
		m.AddToken(w)
	}
	return m
}()

func isStop(folded string) bool { return stopWords[folded] }
