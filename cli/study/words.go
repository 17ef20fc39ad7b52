package study

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// words returns the words of a text in lower case.
func words(s string) []string { return english.Words(strings.ToLower(s)) }

// small are words that name nothing by themselves.
var small = english.Set("the a an of in and on for to at by s is de la")

// titleWords returns a title's words without its parenthesis and a leading article.
func titleWords(title string) []string {
	w := words(graph.BareTitle(title))
	if len(w) > 1 && (w[0] == "the" || w[0] == "a") {
		w = w[1:]
	}
	return w
}

// Names reports whether a title stands in a text: its words one after another, without its parenthesis, in any case.
// "Vector (band)" stands in "Age of Chance and Vector were both a rock band."
func Names(text, title string) bool { return named(words(text), title) }

func named(text []string, title string) bool {
	w := titleWords(title)
	for i := range len(text) - len(w) + 1 {
		if slices.EqualFunc(w, text[i:i+len(w)], same) {
			return len(w) > 2 || slices.ContainsFunc(w, func(s string) bool { return !small[s] })
		}
	}
	return false
}

// meant reports whether a text has most words of a title close together, and among them one that no other title has, if
// there is any: "Paul Benjamin Auster" is Paul Auster, and "the Sessa Sanctuary" Sessa Orchid Sanctuary.
func meant(text []string, titles []string, i int) bool {
	has := func(words []string, w string) bool {
		return slices.ContainsFunc(words, func(s string) bool { return same(w, s) })
	}
	own := slices.DeleteFunc(titleWords(titles[i]), func(w string) bool { return small[w] })
	alone := slices.DeleteFunc(slices.Clone(own), func(w string) bool {
		return slices.ContainsFunc(titles, func(t string) bool { return t != titles[i] && has(titleWords(t), w) })
	})
	for from := range text {
		near := text[from:min(len(text), from+len(own)+2)]
		n := len(own) - len(slices.DeleteFunc(slices.Clone(own), func(w string) bool { return has(near, w) }))
		if 2*n > len(own) && (len(alone) == 0 || slices.ContainsFunc(alone, func(w string) bool { return has(near, w) })) {
			return true
		}
	}
	return false
}

// same takes a plural for its singular: "royal spoonbills" are Royal spoonbill.
func same(title, text string) bool {
	rest, ok := strings.CutPrefix(text, title)
	return title == text || len(title) > 3 && ok && (rest == "s" || rest == "es")
}

// findName finds the first occurrence of a name in a text as whole words, in any case, with or without a plural ending.
func findName(text, name string) (from, to int, ok bool) {
	for i := 0; name != "" && i+len(name) <= len(text); i++ {
		end := i + len(name)
		if !strings.EqualFold(text[i:end], name) || i > 0 && inWord(utf8.DecodeLastRuneInString(text[:i])) {
			continue
		}
		for _, ending := range []string{"", "s", "es"} {
			if rest, ok := strings.CutPrefix(text[end:], ending); ok && !inWord(utf8.DecodeRuneInString(rest)) {
				return i, end + len(ending), true
			}
		}
	}
	return 0, 0, false
}

func inWord(r rune, _ int) bool { return english.InWord(r) }
