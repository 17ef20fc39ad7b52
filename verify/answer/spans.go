package answer

import (
	"regexp"
	"strings"

	"github.com/bridgehop/bridgehop/graph/english"
)

// span is a part of a text that may be an answer: its first and last word, and what it looks like.
type span struct {
	from, to int // tokens, to excluded
	form     string
}

var months = "(?:" + strings.Join(english.Months, "|") + ")"

var (
	dated = regexp.MustCompile(`\b(?:\d{1,2} )?` + months + `(?: \d{1,2})?(?:,? \d{4})?\b|` +
		`\b\d{4}(?:(?: to |–|-| until )\d{2,4})?\b|\b\d{3}0s\b`)
	year  = regexp.MustCompile(`\b\d{4}\b`)
	join  = english.Set("of the de la le van von der den du del di da for on to a and & y el")
	small = english.Set("two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million billion")
)

// spans returns the names, dates, numbers and noun phrases of a text.
func spans(text string, words []token) []span {
	seen := map[span]bool{}
	var out []span
	add := func(from, to int, form string) {
		if s := (span{from, to, form}); from < to && !seen[span{from, to, ""}] {
			seen[span{from, to, ""}] = true
			out = append(out, s)
		}
	}
	for _, m := range dated.FindAllStringIndex(text, -1) {
		add(first(words, m[0]), first(words, m[1]), "date")
		for _, y := range year.FindAllStringIndex(text[m[0]:m[1]], -1) { // of a day, and each of a range
			add(first(words, m[0]+y[0]), first(words, m[0]+y[1]), "date")
		}
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case i > 0 && w.digits() && words[i-1].digits() && text[words[i-1].end:w.start] == "–": // the end of a range
		case w.digits() || small[w.stem]:
			add(i, i+1, "number")
			for j := i + 1; j < min(i+4, len(words)) && near(text, words, j) && !stop[words[j].stem]; j++ {
				add(i, j+1, "number")
			}
		case w.capital():
			names(text, words, i, add)
		case !stop[w.stem]:
			for j := i; j < min(i+4, len(words)) && (j == i || near(text, words, j)) && !stop[words[j].stem]; j++ {
				add(i, j+1, "phrase")
			}
		}
	}
	return out
}

// names adds the names that begin at a word: runs of words with capitals, joined by small words or commas.
func names(text string, words []token, i int, add func(from, to int, form string)) {
	if i == 0 && stop[words[0].stem] || words[i].text == "I" {
		return
	}
	inside := i > 0 && words[i-1].capital() && near(text, words, i) && i != 1
	for j := i; j < len(words) && j-i < 9; j++ {
		between := ""
		if j > i {
			between = text[words[j-1].end:words[j].start]
		}
		switch {
		case words[j].capital() || j > i && words[j].digits():
			if j > i && strings.Trim(between, ` .,"'“”–-&`) != "" || strings.Contains(between, ". ") &&
				len(words[j-1].text) > 3 {
				return
			}
			end := j+1 == len(words) || !words[j+1].capital() || !near(text, words, j+1)
			if end {
				form := "name"
				if inside {
					form = "inner"
				}
				add(i, j+1, form)
			} else if j-i < 1 && !inside {
				add(i, j+1, "inner")
			}
		case join[words[j].text] && strings.TrimSpace(between) == "":
		default:
			return
		}
	}
}

// near reports whether only a space parts a word from the one before it.
func near(text string, words []token, j int) bool { return text[words[j-1].end:words[j].start] == " " }

// first returns the first word at or behind a place of the text.
func first(words []token, at int) int {
	for i, w := range words {
		if w.start >= at {
			return i
		}
	}
	return len(words)
}
