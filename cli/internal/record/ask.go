package record

import (
	"errors"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// Asked is what ask --json prints, and a line of ask --out.
type Asked struct {
	ID       claims.ID  `json:"id"`
	Question string     `json:"question"`
	Answer   string     `json:"answer"` // empty for no answer
	Reason   string     `json:"reason,omitempty"`
	Answers  []AnswerAt `json:"answers"`
	Chains   []Chain    `json:"chains"` // the answer's
	Error    string     `json:"error,omitempty"`
}

// AnswerAt is an answer that was found, and where it stands.
type AnswerAt struct {
	Answer      string  `json:"answer"`
	Probability float64 `json:"probability"`
	Element     string  `json:"element"` // FEVEROUS's notation: Page_sentence_3
	Text        string  `json:"text"`
	Calculation string  `json:"calculation,omitempty"`
	// Headers are a cell's, its row's first.
	Headers []string `json:"headers,omitempty"`
}

// NewAsked returns the record of a question with its k best answers.
func NewAsked(claim *claims.Claim, a *bridgehop.Reply, k int) *Asked {
	r := &Asked{ID: claim.ID, Question: claim.Text, Reason: a.Reason, Answers: []AnswerAt{}, Chains: []Chain{}}
	for _, found := range a.Answers[:min(k, len(a.Answers))] {
		g := AnswerAt{Answer: found.Text, Probability: found.Probability, Calculation: found.Calculation}
		c := &a.Found.Chains[found.Chain]
		for i, s := range c.Steps {
			if p := c.Pages[i]; s.Page == found.Ref.Page && p != nil {
				t, _ := p.Text(found.Ref.Element)
				g.Element, g.Text = graph.Address{Title: p.Title, Element: found.Ref.Element}.String(), t.Text
				g.Headers = headers(p, found.Ref.Element)
			}
		}
		r.Answers = append(r.Answers, g)
	}
	if c := a.Chain(); c != nil {
		r.Answer = a.Answers[0].Text
		chain := NewChain(c)
		chain.Score, chain.Evidence = &c.Score, NewEvidence(c, c.Evidence)
		r.Chains = append(r.Chains, chain)
	}
	return r
}

// RefusedAsk returns the record of a question that was refused.
func RefusedAsk(claim *claims.Claim, err error) any {
	return &Asked{ID: claim.ID, Question: console.Clip(claim.Text, 200), Answers: []AnswerAt{}, Chains: []Chain{},
		Error: err.Error()}
}

// Print shows the answers for people.
func (r *Asked) Print(out *console.Text, a *bridgehop.Reply) {
	if len(r.Answers) == 0 {
		out.Printf("no answer\n  %s\n", r.Reason)
		return
	}
	for i, g := range r.Answers {
		if i > 0 {
			out.Printf("%d. ", i+1)
		}
		out.Printf("%s %.2f\n", g.Answer, g.Probability)
		if i == 0 {
			out.Printf("  %s   (%s)\n", draw.Chain(a.Chain()).Line(), ShapeWords(r.Chains[0].Shape))
		}
		if g.Calculation != "" {
			out.Printf("    calculated: %s\n", g.Calculation)
		}
		if g.Text != "" {
			PrintEvidence(out, []Evidence{{ID: g.Element, Text: g.Text, Headers: g.Headers}})
		}
	}
}

// WithFiles opens files for scoring, gives them to f, and closes them.
func WithFiles(names []string, f func([]score.File) error) (err error) {
	files := make([]score.File, len(names))
	for i, name := range names {
		file, closeFile, err := score.OpenFile(name)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, closeFile()) }()
		files[i] = file
	}
	return f(files)
}
