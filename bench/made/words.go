package main

import (
	_ "embed"
	"strings"
)

//go:embed words.txt
var wordsFile string

// lists has the lists of words.txt by name, each as its lines.
var lists = func() map[string]string {
	out := map[string]string{}
	name := ""
	for line := range strings.Lines(wordsFile) {
		switch text := strings.TrimSpace(line); {
		case text == "" || text[0] == '#':
		case strings.HasSuffix(text, ":"):
			name = strings.TrimSuffix(text, ":")
		default:
			out[name] += line
		}
	}
	return out
}()

// set returns the words of a list.
func set(name string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(lists[name]) {
		out[w] = true
	}
	return out
}

// anyOf returns a regular expression that matches one of the words of a list.
func anyOf(name string) string { return "(?:" + strings.Join(strings.Fields(lists[name]), "|") + ")" }

// pairs returns what stands before and behind the colon of each line of a list.
func pairs(name string) (out [][2]string) {
	for line := range strings.Lines(lists[name]) {
		a, b, _ := strings.Cut(strings.TrimSpace(line), ": ")
		out = append(out, [2]string{a, b})
	}
	return out
}

var (
	dull          = set("dull")
	sorts         = set("sorts")
	vague         = set("vague")
	verbs         = set("verbs")
	weak          = set("weak")
	personal      = set("personal")
	prepositions  = set("prepositions")
	renames       = set("renames")
	determiners   = set("determiners")
	clauses       = set("clauses")
	activeVerbs   = set("activeVerbs")
	synonyms      = pairs("synonyms")
	categoryNouns = pairs("categoryNouns")
)
