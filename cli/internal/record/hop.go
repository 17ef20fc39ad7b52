// Package record holds the JSON records of what a planner found, and prints them.
package record

import (
	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
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
	s, err := label.ParseScheme(name)
	return s, console.WithCode(err, console.ExitUsage, "")
}

// Walk and TFIDF are the names of --planner: the planner of this program and the baseline.
const (
	Walk  = "walk"
	TFIDF = "tfidf"
)
