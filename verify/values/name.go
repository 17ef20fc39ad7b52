package values

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/xrash/smetrics"
	"golang.org/x/text/unicode/norm"
)

// name is a run of words with capital letters: Battle of Hastings, J. K. Rowling, Bong Joon-ho.
type name struct{ from, to int }

// joining are small words that names hold.
var joining = set("of de del di da von van der la le du the")

// namesIn are the names of a text, in order. Months are none, nor is a closed word that begins a sentence.
func namesIn(words []word) []name {
	var out []name
	for i := 0; i < len(words); i++ {
		if !inName(&words[i]) {
			continue
		}
		n := name{i, i + 1}
		for next := n.to; next > 0; {
			n.to = next
			next = nextInName(words, n.to)
		}
		out = append(out, n)
		i = n.to - 1
	}
	return out
}

func inName(w *word) bool {
	return w.kind == letters && w.upper && !closed[w.text] && months[w.text] == 0
}

// nextInName is the end of a name that goes on at a word, or 0.
func nextInName(words []word, at int) int {
	for k := at; k < min(at+3, len(words)); k++ {
		w, before := &words[k], &words[k-1]
		switch {
		case inName(w):
			return k + 1
		case w.text == "." && utf8.RuneCountInString(before.text) <= 2, w.text == "-" && w.at == before.end, w.kind == letters && joining[w.text]:
		default:
			return 0
		}
	}
	return 0
}

// content are the words of a name without small ones, accents and possessives.
func content(words []word) []string {
	var out []string
	for _, w := range words {
		if t := strings.TrimSuffix(w.text, "'s"); w.kind == letters && !joining[t] {
			out = append(out, unaccented(t))
		}
	}
	return out
}

func unaccented(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}

// sameName tells that two names can be of one thing: one holds the other, they share a word that isn't a surname, they differ in two letters at most, or one is
// the other's initials. Maud Carvel and Étienne Carvel are two, and so are Yale University and Boston University.
func sameName(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 || holds(a, b) || holds(b, a) {
		return true
	}
	for i, w := range a {
		k := slices.Index(b, w)
		last := i == len(a)-1 && k == len(b)-1
		if k >= 0 && len(w) > 3 && (!last || a[0][0] == b[0][0]) {
			return true
		}
	}
	x, y := strings.Join(a, ""), strings.Join(b, "")
	return strings.HasPrefix(x, y) || strings.HasPrefix(y, x) || initials(a) == y || initials(b) == x || smetrics.WagnerFischer(x, y, 1, 1, 1) <= 2
}

func holds(a, b []string) bool {
	return !slices.ContainsFunc(b, func(w string) bool { return !slices.Contains(a, w) })
}

func initials(words []string) string {
	var out strings.Builder
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		out.WriteRune(r)
	}
	return out.String()
}

func (n name) of(words []word) []word { return words[n.from:n.to] }
