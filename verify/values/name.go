package values

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/xrash/smetrics"
	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/verify/internal/lexicon"
)

// name is a run of words with capital letters: Battle of Hastings, J. K. Rowling, Jean-Paul Sartre.
type name struct{ from, to int }

// namesIn returns the names of a text, in order. Months are none, nor is a closed word that begins a sentence.
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

// inName reports whether a word can be part of a name.
func inName(w *word) bool {
	return w.kind == letters && w.upper && !closed[w.text] && months[w.text] == 0
}

// nextInName returns the end of a name that goes on at a word, or 0.
func nextInName(words []word, at int) int {
	for k := at; k < min(at+3, len(words)); k++ {
		w, before := &words[k], &words[k-1]
		switch {
		case inName(w):
			return k + 1
		case w.text == "." && utf8.RuneCountInString(before.text) <= 2, w.text == "-" && w.at == before.end:
		case w.kind == letters && lexicon.Joiners[w.text]:
		default:
			return 0
		}
	}
	return 0
}

// content returns the words of a name without joining words, accents and possessives.
func content(words []word) []string {
	var out []string
	for _, w := range words {
		if t := strings.TrimSuffix(w.text, "'s"); w.kind == letters && !lexicon.Joiners[t] {
			out = append(out, unaccented(t))
		}
	}
	return out
}

// unaccented returns a text without accents.
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

// sameName reports whether two names may be of one thing: one holds the other, they share a word that isn't a surname, they differ in at
// most two letters, or one is the initials of the other. Maud Carvel and Étienne Carvel are two, and so are Yale University and Boston
// University.
func sameName(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 || containsAll(a, b) || containsAll(b, a) {
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
	if strings.HasPrefix(x, y) || strings.HasPrefix(y, x) || initials(a) == y || initials(b) == x {
		return true
	}
	return smetrics.WagnerFischer(x, y, 1, 1, 1) <= 2
}

// SameName reports whether two names may be of one thing.
func SameName(a, b string) bool { return sameName(content(split(a)), content(split(b))) }

// containsAll reports whether a has all words of b.
func containsAll(a, b []string) bool {
	return !slices.ContainsFunc(b, func(w string) bool { return !slices.Contains(a, w) })
}

// initials returns the first letters of words.
func initials(words []string) string {
	var out strings.Builder
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		out.WriteRune(r)
	}
	return out.String()
}

// in returns the words of the name in its text.
func (n name) in(words []word) []word { return words[n.from:n.to] }
