package main

import (
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/values"
)

const trainPart = "train_subset.json.gz"

// swaps are sentences of 2WikiMultihopQA's train contexts as claims, and the same with one value exchanged for another of its kind that
// stands in another sentence of the paragraph. The evidence is the paragraph's sentences with both.
func swaps(data string) ([]labelled, error) {
	questions, err := wikiQuestions(data, trainPart)
	if err != nil {
		return nil, err
	}
	var out []labelled
	seen := map[string]bool{}
	for i := range questions {
		for _, c := range questions[i].Context {
			title := c[0].(string)
			if seen[title] {
				continue
			}
			seen[title] = true
			var said []string
			for _, s := range c[1].([]any) {
				said = append(said, strings.TrimSpace(s.(string)))
			}
			out = append(out, swapIn(title, said)...)
		}
	}
	return out, nil
}

func swapIn(title string, said []string) []labelled {
	for a, s := range said {
		for _, v := range values.Read(s) {
			for b, t := range said {
				if a == b || v.Kind == values.Ordinal {
					continue
				}
				for _, w := range values.Read(t) {
					c, err := values.Compare(&v, &w)
					unlike := v.Precision != w.Precision || v.Unit != w.Unit
					if err != nil || c == 0 || unlike || strings.Contains(s, w.Said) || len(v.Said) < 2 {
						continue
					}
					page := values.Page{Title: title}
					for _, k := range []int{min(a, b), max(a, b)} {
						page.Elements = append(page.Elements, values.Element{ID: "sentence_" + strconv.Itoa(k), Text: said[k]})
					}
					kept, pages := claims.HeldBack(title), []values.Page{page}
					return []labelled{{s, pages, truth(true), kept}, {s[:v.At] + w.Said + s[v.End:], pages, truth(false), kept}}
				}
			}
		}
	}
	return nil
}

// sayings are claims that say one date of a page and nothing else, made of the triples of 2WikiMultihopQA's train questions: the true
// one, and the same with the date of the triple before.
func sayings(data string) ([]labelled, error) {
	questions, err := wikiQuestions(data, trainPart)
	if err != nil {
		return nil, err
	}
	var out []labelled
	last := map[string]string{}
	for i := range questions {
		q := &questions[i]
		for _, e := range q.Evidences {
			verb, page := verbs[e[1]], q.paragraph(e[0])
			if verb == "" || page == nil {
				continue
			}
			if other := last[verb]; other != "" && other != e[2] {
				claim := func(date string) string { return e[0] + " " + verb + " in " + date + "." }
				out = append(out, labelled{claim(e[2]), page, truth(true), true}, labelled{claim(other), page, truth(false), true})
			}
			last[verb] = e[2]
		}
	}
	return out, nil
}
