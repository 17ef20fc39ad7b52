package bridgehop

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
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

// Ask finds chains for a question and the answers in them, of which the model judges the best; without an ONNX Runtime
// they are weighed by their features alone. There is no answer if the best is less probable than that there is none. It
// calls report, if there is one, after each stage of a search for chains. It fails as Chains and Model do.
func (e *Engine) Ask(ctx context.Context, question string, report ...func(hop.Stage)) (*Reply, error) {
	plan := question
	stats, err := e.store.Stats(ctx)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(question) != "" && stats.Sentences+stats.Cells >= max(stats.Pages, 1)*graph.ArticleElements {
		// The planner's weights for questions are learned on introductions: over whole articles the question is planned
		// as a claim.
		plan = answer.Statement(question)
	}
	e.model.ahead()
	found, err := e.chains(ctx, plan, report...)
	if err != nil {
		return nil, err
	}
	res, err := e.reply(ctx, question, found)
	if err == nil && len(res.Answers) > 0 && res.None > res.Answers[0].Probability {
		res.Reason = fmt.Sprintf("%s %.2f is less probable than that the best chain doesn't say: %s", res.Answers[0].Text,
			res.Answers[0].Probability, strings.Join(titles(&res.Found.Chains[0]), ", "))
		res.Answers = nil
	}
	return res, err
}

// AskWithin is Ask among a few pages that are known to have the answer, such as the paragraphs that come with a
// question.
func (e *Engine) AskWithin(ctx context.Context, question string, pages []graph.PageID) (*Reply, error) {
	given := hop.Within(e.store, e.index, pages)
	found, err := e.settings.planner(given, given).Plan(ctx, question)
	if err != nil {
		return nil, err
	}
	return e.reply(ctx, question, found)
}

// reply finds the answers of the chains that were found.
func (e *Engine) reply(ctx context.Context, question string, res *hop.Result) (*Reply, error) {
	found, err := WithPages(ctx, e.walk, &hop.Result{Chains: res.Chains, Unused: res.Unused, Took: res.Took}) // Retrieved isn't read
	if err != nil {
		return nil, err
	}
	a := &answer.Asked{Question: question, Chains: res.Chains, Pages: map[graph.PageID]*graph.Page{}}
	for _, c := range found.Chains {
		for i, s := range c.Steps {
			a.Pages[s.Page] = c.Pages[i]
		}
	}
	if err := a.Find(ctx, e.reader, answer.Learned()); err != nil {
		return nil, err
	}
	out := &Reply{Question: question, Answers: a.Answers, None: a.None, Found: found}
	switch {
	case len(a.Chains) == 0:
		out.Reason = "no page has the words of the question"
	case len(out.Answers) == 0:
		out.Reason = "the best chains name nothing that the question doesn't name: " + strings.Join(titles(&found.Chains[0]), ", ")
	}
	return out, nil
}

// reader returns the model, nil without an ONNX Runtime.
func (e *Engine) reader() (verify.Model, error) {
	m, err := e.model.open()
	if errors.Is(err, onnx.ErrRuntime) {
		return nil, nil
	}
	return m, err
}

func titles(c *Chain) (out []string) {
	for _, p := range c.Pages {
		out = append(out, titleOf(p))
	}
	return out
}
