package hop

import (
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// respell replaces terms of a claim that no page has by terms of the wiki one edit away (graph/text.Index.Spellings). About one of
// HotpotQA's train questions in twenty has such a word (docs/adr/0011). The claim's own spelling is kept beside it.
func (p *Planner) respell(ctx context.Context, q *query) error {
	may, known := map[string][]string{}, make([]string, 0, len(q.terms))
	for _, t := range q.terms {
		spellings, err := p.Text.Spellings(ctx, t)
		if err != nil {
			return err
		}
		if len(spellings) == 0 {
			known = append(known, t)
			continue
		}
		may[t] = spellings
	}
	if len(may) == 0 {
		return ctx.Err()
	}
	hits, err := p.Text.Seeds(ctx, known, spellingPages)
	if err != nil {
		return err
	}
	terms, words := q.terms, q.words
	q.terms, q.words, q.meant = nil, nil, map[string]string{}
	for i, t := range terms {
		word := words[i]
		if may[t] != nil {
			if q.meant[t], err = p.bestSpelling(ctx, may[t], hits); err != nil {
				return err
			}
			t = q.meant[t]
			word += " (as " + t + ")"
		}
		if !slices.Contains(q.terms, t) {
			q.terms, q.words = append(q.terms, t), append(q.words, word)
		}
	}
	return nil
}

// bestSpelling returns the term with the highest weight in these pages, where pages with a higher score count more. If the pages have
// none of the terms, it returns the most common one.
func (p *Planner) bestSpelling(ctx context.Context, terms []string, hits []graph.Hit) (string, error) {
	if len(terms) == 1 {
		return terms[0], nil
	}
	idf, err := p.Text.IDF(terms)
	if err != nil {
		return "", err
	}
	pages := make([]graph.PageID, len(hits))
	for i, h := range hits {
		pages[i] = h.Page
	}
	weights, err := p.Text.Weights(ctx, terms, pages)
	if err != nil {
		return "", err
	}
	best, has := 0, make([]float64, len(terms))
	for t := range terms {
		for i, h := range hits {
			has[t] += float64(h.Score * float64(weights[i].Weight[t]))
		}
		if has[t] > has[best] || has[t] == has[best] && idf[t] < idf[best] {
			best = t
		}
	}
	return terms[best], nil
}

// as returns the term that the planner uses in place of a term of the claim: its correction, if it was misspelt.
func (q *query) as(term string) string {
	if meant, ok := q.meant[term]; ok {
		return meant
	}
	return term
}
