package main

import (
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/values"
)

// swaps are sentences of 2WikiMultihopQA's train contexts as claims, and the same with one value exchanged for another of its kind that
// stands in another sentence of the paragraph. The evidence is the paragraph's sentences with both.
func swaps(data string) ([]labelled, error) {
	questions, err := wikiQuestions(data, "train_subset.json.gz")
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
					if err != nil || c == 0 || v.Precision != w.Precision || v.Unit != w.Unit || strings.Contains(s, w.Said) ||
						len(v.Said) < 2 {
						continue
					}
					evidence := values.Page{Title: title}
					for _, k := range []int{min(a, b), max(a, b)} {
						evidence.Elements = append(evidence.Elements, values.Element{ID: fmt.Sprintf("sentence_%d", k), Text: said[k]})
					}
					kept := claims.HeldBack(title)
					pages := []values.Page{evidence}
					return []labelled{{s, pages, true, kept}, {s[:v.At] + w.Said + s[v.End:], pages, false, kept}}
				}
			}
		}
	}
	return nil
}
