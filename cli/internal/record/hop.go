// Package record holds the JSON records of what a planner found, and prints them.
package record

import (
	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// Hop is what hop --json prints, and a line of hop --out.
type Hop struct {
	ID        claims.ID `json:"id"`
	Claim     string    `json:"claim"`
	Chains    []Chain   `json:"chains"`
	Retrieved []Ranked  `json:"retrieved"`
	Unused    int       `json:"unused_words,omitempty"`
	Error     string    `json:"error,omitempty"`
}

// Ranked is a page in the ranked list that R@k is scored on.
type Ranked struct {
	Page    string  `json:"page"` // title
	ID      string  `json:"id"`
	Passage string  `json:"passage"` // tells apart the passages of one title
	Score   float64 `json:"score"`
}

// NewHop returns the record of what a claim led to; explain tells why each chain came out.
func NewHop(claim *claims.Claim, found *bridgehop.Chains, explain bool) *Hop {
	r := &Hop{ID: claim.ID, Claim: claim.Text, Chains: []Chain{}, Retrieved: []Ranked{}, Unused: found.Unused}
	known := passages{}
	for i := range found.Chains {
		chain := &found.Chains[i]
		c := NewChain(chain)
		c.Score = &chain.Score
		c.Evidence = newEvidence(chain, chain.Evidence, known)
		if explain {
			c.Why = newWhy(chain)
		}
		r.Chains = append(r.Chains, c)
	}
	for _, p := range found.Retrieved {
		r.Retrieved = append(r.Retrieved, Ranked{Page: p.Page.Title, ID: p.Page.ID().String(),
			Passage: known.of(p.Page), Score: p.Score})
	}
	return r
}

// RefusedHop returns the record of a claim that was refused.
func RefusedHop(claim *claims.Claim, err error) any {
	return &Hop{ID: claim.ID, Claim: console.Clip(claim.Text, 200), Chains: []Chain{}, Retrieved: []Ranked{},
		Error: err.Error()}
}

// Print shows the chains for people.
func (r *Hop) Print(out *console.Text, found *bridgehop.Chains) {
	if len(r.Chains) == 0 {
		out.Printf("no chain found\n")
	}
	for i := range r.Chains {
		c := &r.Chains[i]
		out.Printf("%d. %s   (%s, %.3f)\n", i+1, draw.Chain(&found.Chains[i]).Line(), ShapeWords(c.Shape), *c.Score)
		PrintParts(out, &found.Chains[i])
		if c.Why != nil {
			c.Why.print(out)
		}
		PrintEvidence(out, c.Evidence)
	}
	if r.Unused > 0 {
		out.Printf("%d words of the claim were not used: it is too long, and they are its most common ones\n", r.Unused)
	}
}

// Scheme returns the label scheme of a name, for an empty one the claim's.
func Scheme(name string, own label.Scheme) (label.Scheme, error) {
	if name == "" {
		return own, nil
	}
	err := own.UnmarshalText([]byte(name))
	return own, console.WithCode(err, console.ExitUsage, "")
}

// Walk and TFIDF are the names of --planner: the planner of this program and the baseline.
const (
	Walk  = "walk"
	TFIDF = "tfidf"
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
