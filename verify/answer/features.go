package answer

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
)

// people are the names of peoples, such as American.
var people = regexp.MustCompile(`^[A-Z][a-z]+(?:ish|ese|an|ench|utch|ek)$`)

// events are the roots of words of events that pages date, by the event.
var events = map[string]string{"born": "birth", "birth": "birth", "die": "death", "died": "death", "dead": "death",
	"death": "death",
	"found": "start", "estab": "start", "start": "start", "form": "start", "forme": "start", "open": "start",
	"opene": "start",
	"begin": "start", "began": "start", "relea": "release", "publi": "release", "premi": "release"}

// root returns what words of the same origin share: direc of directed and director.
func root(stem string) string {
	if r := []rune(stem); len(r) > 5 {
		return string(r[:5])
	}
	return stem
}

// overlap returns the share of the question's words that a text has.
func (q *question) overlap(words []token) float64 {
	has := map[string]bool{}
	for _, t := range words {
		if r := root(t.stem); q.words[r] {
			has[r] = true
		}
	}
	return float64(len(has)) / float64(max(len(q.words), 1))
}

// features tells of an answer by itself and by its text.
func (q *question) features(s *source, text, form string, share float64) []feature {
	n := len(strings.Fields(text))
	noun := cmp.Or(q.noun, q.kind)
	out := []feature{{form, 1}, {q.kind + " " + form, 1}, {"chain " + strconv.Itoa(s.chain), 1}, {"share", share},
		{form + " of " + strconv.Itoa(min(n, 5)), 1}}
	if q.names(bare(s.page)) {
		out = append(out, feature{"page in question", 1}, feature{"page in question " + form, 1})
	} else if s.step > 0 {
		out = append(out, feature{"later page", 1})
	}
	if s.cited {
		out = append(out, feature{"cited", 1})
	}
	if strings.Contains(text, ",") {
		out = append(out, feature{noun + " with a comma", 1})
	}
	if form == "date" && len(text) == 4 || form == "number" && n == 1 {
		out = append(out, feature{noun + " bare", 1})
	}
	out = append(out, feature{noun + " as " + form, 1})
	if n == 1 && people.MatchString(text) {
		out = append(out, feature{noun + " of a people", 1})
	}
	if s.last {
		out = append(out, feature{"last page", 1})
	}
	same, has := 0, false
	for _, t := range tokenize(text) {
		if q.words[root(t.stem)] {
			same++
		}
		has = has || t.stem == q.noun
	}
	if same > 0 {
		out = append(out, feature{"words of the question", float64(same) / float64(max(n, 1))})
	}
	if has && q.noun != "" {
		out = append(out, feature{"has the noun", 1})
	}
	return out
}

// around tells of the words about an answer: the question's near it, and the one before it.
func (q *question) around(text string, words []token, from, to int) (out []feature) {
	if to == 0 {
		return nil
	}
	near, closest := 0.0, 12
	for i := max(0, from-8); i < min(len(words), to+8); i++ {
		if i >= from && i < to || !q.words[root(words[i].stem)] {
			continue
		}
		d := max(from-i, i-to+1)
		near += 1 / float64(d+1)
		closest = min(closest, d)
		if words[i].stem == q.noun && q.noun != "" && d <= 3 {
			out = append(out, feature{"noun beside", 1})
		}
	}
	out = append(out, feature{"near", near}, feature{"distance", float64(closest) / 12})
	if from < len(words) {
		out = append(out, q.life(text, words, from, to)...)
		if to < len(words) {
			if w := words[to]; stop[w.stem] {
				out = append(out, feature{q.kind + " before " + w.stem, 1})
			}
			if strings.HasPrefix(text[words[to-1].end:], ",") && words[to].capital() {
				out = append(out, feature{q.noun + " part before a comma", 1})
			}
		}
		if from > 0 && words[from-1].capital() && text[words[from-1].end:words[from].start] == ", " {
			out = append(out, feature{q.noun + " part behind a comma", 1})
		}
	}
	if from > 0 && from < len(words) { // an anchor may have no word
		if w := words[from-1]; stop[w.stem] {
			out = append(out, feature{q.kind + " after " + w.stem, 1})
		}
		if strings.Contains(text[words[from-1].end:words[from].start], "(") {
			out = append(out, feature{q.kind + " in brackets", 1})
		}
	}
	return append(out, feature{"place in the text", float64(from) / float64(len(words))})
}

// life tells of an answer in the brackets of a life, "(12 May 1820 – 13 August 1910)", and of one behind the verb of an
// event.
func (q *question) life(text string, words []token, from, to int) (out []feature) {
	if q.event == "" {
		return nil
	}
	before, after := text[:words[from].start], text[words[to-1].end:]
	if open := strings.LastIndexByte(before, '('); open > strings.LastIndexByte(before, ')') {
		switch dash := strings.ContainsAny(before[open:], "–-"); {
		case dash:
			out = append(out, feature{q.event + ": end of a life", 1})
		case strings.HasPrefix(strings.TrimLeft(after, " "), "–") ||
			strings.HasPrefix(strings.TrimLeft(after, " "), "-"):
			out = append(out, feature{q.event + ": begin of a life", 1})
		}
	}
	for i := from - 1; i >= max(0, from-6); i-- {
		if r := root(words[i].stem); events[r] != "" {
			return append(out, feature{q.event + ": behind " + events[r], 1})
		}
	}
	return out
}
