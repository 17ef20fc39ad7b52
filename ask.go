package bridgehop

import (
	"context"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/answer"
)

// Reply is what a question is answered by.
type Reply struct {
	Question string
	Answers  []answer.Answer // the most probable first; empty if none was found
	Reason   string          // why there is no answer; else empty
	Found    *Chains         // all chains, which Answer.Chain counts
}

// Chain returns the chain that gives the best answer, nil if there is none.
func (r *Reply) Chain() *Chain {
	if len(r.Answers) == 0 {
		return nil
	}
	return &r.Found.Chains[r.Answers[0].Chain]
}

// Ask finds chains for a question and the answers in them. The model is not read. It fails as Chains does.
func (e *Engine) Ask(ctx context.Context, question string) (*Reply, error) {
	found, err := e.Chains(ctx, question)
	if err == nil && found.article() {
		// The planner's weights for questions are learned on introductions: over whole articles the question is planned as a claim.
		found, err = e.Chains(ctx, answer.Statement(question))
	}
	if err != nil {
		return nil, err
	}
	res, pages := &Reply{Question: question, Found: found}, map[graph.PageID]*graph.Page{}
	chains := hopChains(found)
	for _, c := range found.Chains {
		for i, s := range c.Steps {
			pages[s.Page] = c.Pages[i]
		}
	}
	switch res.Answers = answer.Find(question, chains, pages, answer.Learned()); {
	case len(chains) == 0:
		res.Reason = "no page has the words of the question"
	case len(res.Answers) == 0:
		res.Reason = "the best chains name nothing that the question doesn't name: " + strings.Join(titles(&found.Chains[0]), ", ")
	}
	return res, nil
}

// article reports whether a page of the best chain is a whole article.
func (found *Chains) article() bool {
	return len(found.Chains) > 0 && slices.ContainsFunc(found.Chains[0].Pages, func(p *graph.Page) bool {
		return len(p.Elements()) >= graph.ArticleElements
	})
}

func hopChains(found *Chains) []hop.Chain {
	out := make([]hop.Chain, len(found.Chains))
	for i := range found.Chains {
		out[i] = found.Chains[i].Chain
	}
	return out
}

func titles(c *Chain) (out []string) {
	for _, p := range c.Pages {
		out = append(out, titleOf(p))
	}
	return out
}
