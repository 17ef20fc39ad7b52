package bridgehop

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/answer"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// Reply is what a question is answered by.
type Reply struct {
	Question string
	Answers  []answer.Answer // the most probable first; empty if none was found
	None     float64         // the probability that the chains don't have the answer, against those of Answers
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

// Ask finds chains for a question and the answers in them, of which the model judges the best; without an ONNX Runtime they are
// weighed by their features alone. There is no answer if the best is less probable than that there is none. It fails as Chains and Model
// do.
func (e *Engine) Ask(ctx context.Context, question string) (*Reply, error) {
	plan := question
	stats, err := e.store.Stats(ctx)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(question) != "" && stats.Sentences+stats.Cells >= max(stats.Pages, 1)*graph.ArticleElements {
		// The planner's weights for questions are learned on introductions: over whole articles the question is planned as a claim.
		plan = answer.Statement(question)
	}
	e.model.ahead()
	found, err := e.Chains(ctx, plan)
	if err != nil {
		return nil, err
	}
	res, err := e.reply(ctx, question, found)
	if err == nil && len(res.Answers) > 0 && res.None > res.Answers[0].Probability {
		res.Reason = fmt.Sprintf("%s %.2f is less probable than that the best chain doesn't say: %s", res.Answers[0].Text,
			res.Answers[0].Probability, strings.Join(titles(&found.Chains[0]), ", "))
		res.Answers = nil
	}
	return res, err
}

// AskWithin is Ask among a few pages that are known to have the answer, such as the paragraphs that come with a question.
func (e *Engine) AskWithin(ctx context.Context, question string, pages []graph.PageID) (*Reply, error) {
	given := hop.Within(e.store, e.index, pages)
	res, err := e.settings.planner(given, given).Plan(ctx, question)
	if err != nil {
		return nil, err
	}
	found, err := WithPages(ctx, e.store, res)
	if err != nil {
		return nil, err
	}
	return e.reply(ctx, question, found)
}

// reply finds the answers of chains.
func (e *Engine) reply(ctx context.Context, question string, found *Chains) (*Reply, error) {
	res, pages := &Reply{Question: question, Found: found}, map[graph.PageID]*graph.Page{}
	chains := hopChains(found)
	for _, c := range found.Chains {
		for i, s := range c.Steps {
			pages[s.Page] = c.Pages[i]
		}
	}
	res.Answers = answer.Find(question, chains, pages, answer.Learned())
	switch {
	case len(chains) == 0:
		res.Reason = "no page has the words of the question"
		return res, nil
	case len(res.Answers) == 0:
		res.Reason = "the best chains name nothing that the question doesn't name: " + strings.Join(titles(&found.Chains[0]), ", ")
		return res, nil
	}
	m, err := e.model.open()
	if errors.Is(err, onnx.ErrRuntime) {
		return res, nil
	}
	if err == nil {
		res.Answers, res.None, err = answer.Read(ctx, m, question, res.Answers, chains, pages, answer.Learned())
	}
	return res, err
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
