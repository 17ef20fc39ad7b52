package record

import (
	"time"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// Verdict is what verify --json prints.
type Verdict struct {
	Claim          string `json:"claim"`
	PredictedLabel string `json:"predicted_label"`
	Withheld
	Bridge        *Bridge            `json:"bridge,omitempty"`
	Probabilities map[string]float64 `json:"probabilities"`
	Evidence      []Evidence         `json:"evidence"`
	Chain         *Chain             `json:"chain"` // null when nothing was found
	Values        []Calculation      `json:"values,omitempty"`
	Took          Took               `json:"ms"`
	Explain       *Blame             `json:"explain,omitempty"` // with --explain
}

// Bridge is the page that a claim describes instead of naming it.
type Bridge struct {
	Description string  `json:"description"` // the words of the claim
	Page        string  `json:"page"`
	PageID      string  `json:"page_id"`
	Probability float64 `json:"probability"`    // that the page is what is described
	Claim       string  `json:"claim"`          // the claim that was judged, with the page's name
	Says        string  `json:"says,omitempty"` // the name that the claim says instead
}

// Took is the milliseconds a claim cost.
type Took struct {
	Seed   float64 `json:"seed"`
	Hop    float64 `json:"hop"`
	Verify float64 `json:"verify"`
}

// Withheld says how far a label can be trusted, and why a claim has no other than NOT ENOUGH INFO.
type Withheld struct {
	Certainty string `json:"certainty,omitempty"` // empty if it is no claim
	Reason    string `json:"reason,omitempty"`
	Note      string `json:"note,omitempty"`      // it is no claim
	Abstained bool   `json:"abstained,omitempty"` // with --abstain
}

// NewVerdict returns the record of an answer; explain may be nil.
func NewVerdict(a *bridgehop.Answer, explain *Blame) *Verdict {
	r := &Verdict{Claim: a.Claim, PredictedLabel: a.String(), Withheld: newWithheld(a),
		Probabilities: Probabilities(a.Labels, a.Probabilities), Evidence: []Evidence{},
		Took: Took{milliseconds(a.Found.Took.Seed), milliseconds(a.Found.Took.Hop), milliseconds(a.Took)}, Explain: explain}
	if b := a.Bridge; b != nil {
		r.Bridge = &Bridge{b.Text, a.Chain.Title(b.Page), b.Page.String(), console.Round3(b.Probability), b.Claim(), b.Is}
	}
	if a.Chain != nil {
		chain := NewChain(a.Chain)
		r.Chain, r.Evidence = &chain, NewEvidence(a.Chain, a.Verdict.Premise.Evidence)
		r.Values = newCalculations(a)
	}
	return r
}

// newWithheld says why an answer has no other label.
func newWithheld(a *bridgehop.Answer) Withheld {
	r := Withheld{Certainty: a.Certainty(), Reason: a.Reason, Abstained: a.Abstained}
	if a.Form != verify.FormStatement {
		r.Note = a.Form.String()
	}
	return r
}

func milliseconds(d time.Duration) float64 { return console.Round3(d.Seconds() * 1000) }

// Probabilities returns the probabilities by the names of the scheme's labels. HoVer has two: refuted and not enough info are one.
func Probabilities(s label.Scheme, p label.Probabilities) map[string]float64 {
	if s == label.HoVer {
		return map[string]float64{s.Name(label.Supported): p.Supported, s.Name(label.NotSupported): p.Refuted + p.NotEnough}
	}
	return map[string]float64{s.Name(label.Supported): p.Supported, s.Name(label.Refuted): p.Refuted,
		s.Name(label.NotEnoughInfo): p.NotEnough}
}
