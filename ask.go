package bridgehop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/answer"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// Reply is what a question is answered by.
type Reply struct {
	Question string
	Answers  []answer.Answer // the most probable first; empty if none was found
	None     float64         // the probability that the chains don't have the answer, against the Answers'
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
// they are weighed by their features alone. A question of yes or no about one thing is answered by the verdict on what
// it asks. There is no answer if the best is less probable than that there is none. It calls report, if there is one,
// after each stage of a search for chains. It fails as Chains and Model do.
func (e *Engine) Ask(ctx context.Context, question string, report ...func(hop.Stage)) (*Reply, error) {
	asked := &answer.Asked{Question: question}
	if claim := asked.Affirmed(); claim != "" {
		if res, err := e.affirm(ctx, question, claim, report...); res != nil || err != nil {
			return res, err
		}
	}
	plan := question
	stats, err := e.store.Stats(ctx)
	if err != nil {
		return nil, err
	}
	articles := stats.Sentences+stats.Cells >= max(stats.Pages, 1)*graph.ArticleElements
	if strings.TrimSpace(question) != "" && articles {
		// The planner's weights for questions are learned on introductions: over whole articles the question is planned
		// as a claim, and by the page that its subject describes.
		if res, err := e.askNamed(ctx, asked); res != nil || err != nil {
			return res, err
		}
		plan = asked.Statement()
	}
	e.model.ahead()
	found, err := e.chains(ctx, plan, report...)
	if err != nil {
		return nil, err
	}
	res, err := e.reply(ctx, question, found)
	if err == nil && !articles {
		res, err = e.askOne(ctx, asked, res)
	}
	if err == nil && len(res.Answers) > 0 && res.probability() == 0 {
		best := res.Answers[0]
		res.Reason = fmt.Sprintf("%s %.2f is less probable than that the best chain doesn't say: %s", best.Text,
			best.Probability, strings.Join(titles(&res.Found.Chains[0]), ", "))
		res.Answers = nil
	}
	if err == nil && len(res.Answers) > 0 && res.Answers[0].Alone {
		res.alone()
	}
	return res, err
}

// askOne answers a question by one introduction, if that has all that the question says and its answer is the same as
// of another reply, or more probable: the planner's weights for questions are learned on questions of two pages.
func (e *Engine) askOne(ctx context.Context, asked *answer.Asked, by *Reply) (*Reply, error) {
	if len(by.Found.Chains) == 0 || len(e.descriptions(asked.Asserted())) > 0 {
		return by, nil
	}
	found, err := e.chains(ctx, asked.Statement())
	if err != nil {
		return nil, err
	}
	if len(found.Chains) == 0 || len(found.Chains[0].Steps) > 1 || len(found.Chains[0].Open) > 0 {
		return by, nil
	}
	found.Chains = found.Chains[:1]
	one, err := e.reply(ctx, asked.Question, found)
	if err != nil {
		return nil, err
	}
	if p := one.probability(); p > by.probability() || p > 0 && one.Answers[0].Text == by.Answers[0].Text {
		return one, nil
	}
	return by, nil
}

// probability returns how probable the best answer is, 0 if it is less probable than that there is none.
func (r *Reply) probability() float64 {
	if len(r.Answers) == 0 || r.None > r.Answers[0].Probability {
		return 0
	}
	return r.Answers[0].Probability
}

// askNamed answers a question with the names of the pages that it describes, on a chain from the page that names them:
// "Where was the author of Emma born?" as "Where was Jane Austen born?". It returns nil if the question describes no
// page, or if the chain doesn't have the answer.
func (e *Engine) askNamed(ctx context.Context, asked *answer.Asked) (*Reply, error) {
	said := asked.Asserted()
	if len(e.descriptions(said)) == 0 { // most questions, which don't wait for the model here
		return nil, nil
	}
	m, err := e.reader()
	if m == nil || err != nil {
		return nil, err
	}
	b, chain, err := e.name(ctx, &verify.Verifier{Pages: e.walk, Model: m}, said, nil)
	if err != nil || b == nil || b.Is != "" {
		return nil, err
	}
	named, ok := withNames(asked.Question, b)
	if !ok {
		return nil, nil
	}
	res, err := e.reply(ctx, named, &hop.Result{Chains: []hop.Chain{*chain}})
	if err != nil || res.probability() == 0 {
		return nil, err
	}
	res.Question = asked.Question
	return res, nil
}

// withNames returns a question with the names of pages for their descriptions, in which the article is not the first
// word. It isn't ok if the question doesn't have them.
func withNames(question string, b *verify.Bridge) (string, bool) {
	if b.Inner != nil {
		var ok bool
		if question, ok = withNames(question, b.Inner); !ok {
			return "", false
		}
	}
	at := strings.Index(question, b.Text[1:]) - 1
	if at < 0 {
		return "", false
	}
	return question[:at] + b.Title + question[at+len(b.Text):], true
}

// affirm answers a question of yes or no by the verdict on the claim that it asks for: no answer where there is not
// enough information. It returns nil if the question makes no claim, or if there is no ONNX Runtime to judge it.
func (e *Engine) affirm(ctx context.Context, question, claim string, report ...func(hop.Stage)) (*Reply, error) {
	if e.Form(claim) != english.Statement {
		return nil, nil
	}
	a, err := e.Verify(ctx, claim, report...)
	if errors.Is(err, onnx.ErrRuntime) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := &Reply{Question: question, Reason: a.Reason, Found: &Chains{}}
	said, told := map[label.Label]string{label.Supported: "yes", label.Refuted: "no"}[a.Label]
	if !told || a.Chain == nil || len(a.Verdict.Premise.Evidence) == 0 {
		return out, nil
	}
	out.Found.Chains = []Chain{*a.Chain}
	out.Answers = []answer.Answer{{Text: said, Probability: a.Labels.Probability(a.Label, a.Probabilities),
		Ref: a.Verdict.Premise.Evidence[0].Ref}}
	return out, nil
}

// alone gives the best answer a chain of its page alone, which cites it.
func (r *Reply) alone() {
	best := &r.Answers[0]
	c := &r.Found.Chains[best.Chain]
	i := slices.Index(c.Chain.Pages(), best.Ref.Page)
	if i < 0 {
		return
	}
	one := Chain{c.Chain, c.Pages[i : i+1]}
	one.Steps = []hop.Step{c.Steps[i]}
	one.Steps[0].Parent, one.Steps[0].Edge, one.Steps[0].Via = -1, hop.EdgeSeed, graph.Link{}
	one.Evidence = slices.DeleteFunc(slices.Clone(c.Evidence), func(o hop.Evidence) bool {
		return o.Page != best.Ref.Page
	})
	if !slices.ContainsFunc(one.Evidence, func(o hop.Evidence) bool { return o.Ref == best.Ref }) {
		one.Evidence = slices.Insert(one.Evidence, 0, hop.Evidence{Ref: best.Ref, Score: 1})
	}
	best.Chain = len(r.Found.Chains)
	r.Found.Chains = append(r.Found.Chains, one)
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
	res.Retrieved = nil // which isn't read
	found, err := WithPages(ctx, e.walk, res)
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
		out.Reason = "the best chains name nothing that the question doesn't name: " +
			strings.Join(titles(&found.Chains[0]), ", ")
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
