package main

import (
	"path/filepath"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/verify/values"
)

// question is a question of 2WikiMultihopQA with its gold evidence.
type question struct{ gold.Question }

// wikiQuestions reads the questions of 2WikiMultihopQA's dev or train part.
func wikiQuestions(data, file string) ([]question, error) {
	return gold.Records[question](filepath.Join(data, "2wikimultihopqa", file))
}

// compares reports whether a question compares two things.
func (q *question) compares() bool { return strings.Contains(q.Type, "comparison") }

// claimsOf turns a comparison into two claims by its own triples, the true one and the swapped: "A was born before B." and "B was born
// before A.".
func (q *question) claimsOf() []labelled {
	n := len(q.Evidences)
	if n != 2 && n != 4 || !q.compares() {
		return nil
	}
	a, b := q.Evidences[n-2], q.Evidences[n-1]
	first, second := bare(a[0]), bare(b[0])
	if n == 4 {
		first, second = q.through(a[0]), q.through(b[0])
	}
	relation := a[1]
	if relation != b[1] || first == "" || second == "" {
		return nil
	}
	both := func(yes, no string) []labelled {
		pages := q.gold()
		return []labelled{{yes, pages, truth(true), false}, {no, pages, truth(false), false}}
	}
	verb := verbs[relation]
	if verb != "" {
		x, y := values.Read(a[2]), values.Read(b[2])
		if len(x) == 0 || len(y) == 0 {
			return nil
		}
		c, ok := x[0].Compare(&y[0])
		if !ok || c == 0 {
			return nil
		}
		if c > 0 {
			first, second = second, first
		}
		return both(capital(first)+" "+verb+" before "+second+".", capital(second)+" "+verb+" before "+first+".")
	}
	yes, no := alike(relation, first, second, a[2] == b[2])
	if yes == "" {
		return nil
	}
	return both(yes, no)
}

// alike returns the claims that two things are of the same country or place, or not: the one that holds, and the other.
func alike(relation, first, second string, same bool) (yes, no string) {
	what := map[string]string{"country": "are located in", "country of citizenship": "are from", "country of origin": "are from",
		"place of birth": "were born in",
		"place of death": "died in"}[relation]
	if what == "" {
		return "", ""
	}
	noun, plural := "country", "different countries"
	if strings.HasPrefix(relation, "place") {
		noun, plural = "place", "different places"
	}
	yes = capital(first) + " and " + second + " " + what + " the same " + noun + "."
	no = capital(first) + " and " + second + " " + what + " " + plural + "."
	if same {
		return yes, no
	}
	return no, yes
}

// through names a person by a work: "the director of Skerry".
func (q *question) through(person string) string {
	for _, e := range q.Evidences[:2] {
		if e[2] == person || bare(e[2]) == bare(person) {
			return "the " + e[1] + " of " + bare(e[0])
		}
	}
	return ""
}

func bare(title string) string {
	if at := strings.Index(title, " ("); at > 0 {
		return title[:at]
	}
	return title
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// gold returns the gold sentences by their pages.
func (q *question) gold() []values.Page {
	var out []values.Page
	at := map[string]int{}
	for _, s := range q.Supporting {
		title, number := s[0].(string), int(s[1].(float64))
		for _, c := range q.Context {
			sentences := c[1].([]any)
			if c[0].(string) != title || number >= len(sentences) {
				continue
			}
			i, ok := at[title]
			if !ok {
				i = len(out)
				at[title] = i
				out = append(out, values.Page{Title: title})
			}
			out[i].Elements = append(out[i].Elements, values.Element{Ref: sentence(number),
				Text: sentences[number].(string)})
		}
	}
	return out
}

// verbs say the relations that are dates.
var verbs = map[string]string{"date of birth": "was born", "date of death": "died", "publication date": "was released",
	"inception": "was founded"}
