package record

import (
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// Given makes pages of the text that a claims file carries (FEVEROUS with evidence text), and a chain of them; nil where it carries none.
func Given(set claims.EvidenceSet) (verify.Pages, *hop.Chain) {
	var pages []*graph.Page
	byTitle := map[string]*graph.Page{}
	chain := &hop.Chain{}
	for _, e := range set.Items {
		if e.Text == "" {
			return nil, nil
		}
		p := byTitle[e.Title]
		if p == nil {
			p = &graph.Page{Title: e.Title}
			byTitle[e.Title] = p
			pages = append(pages, p)
			chain.Steps = append(chain.Steps, hop.Step{Page: p.ID(), Parent: -1})
		}
		n := len(p.Sentences)
		p.Sentences = append(p.Sentences, graph.Sentence{N: n, Text: e.Text})
		chain.Evidence = append(chain.Evidence, hop.Evidence{Ref: graph.Ref{Page: p.ID(),
			Element: graph.Element{Kind: graph.KindSentence, A: n}}})
	}
	if len(pages) == 0 {
		return nil, nil
	}
	return verify.NewMemory(pages...), chain
}
