package record

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// Verdict is what verify --json prints.
type Verdict struct {
	Claim string `json:"claim"`
	Outcome
	Probabilities map[string]float64 `json:"probabilities"`
	Evidence      []Evidence         `json:"evidence"`
	Chain         *Chain             `json:"chain"` // null when nothing was found
	Values        []Calculation      `json:"values,omitempty"`
	Took          Took               `json:"ms"`
	Explain       *Blame             `json:"explain,omitempty"` // with --explain
}

// Outcome is the label of a verdict, how far it can be trusted, why a claim has no other than NOT ENOUGH INFO, and what
// was judged.
type Outcome struct {
	PredictedLabel string   `json:"predicted_label"`
	Certainty      string   `json:"certainty,omitempty"` // empty if it is no claim
	Reason         string   `json:"reason,omitempty"`
	Note           string   `json:"note,omitempty"`      // it is no claim
	Abstained      bool     `json:"abstained,omitempty"` // with --abstain
	Bridge         *Bridge  `json:"bridge,omitempty"`
	Parts          []Judged `json:"parts,omitempty"`
}

// Bridge is the page that a claim describes instead of naming it.
type Bridge struct {
	Description string  `json:"description"` // the words of the claim
	Page        string  `json:"page"`
	PageID      string  `json:"page_id"`
	Probability float64 `json:"probability"`     // that the page is what is described
	Claim       string  `json:"claim"`           // the claim that was judged, with the page's name
	Says        string  `json:"says,omitempty"`  // the name that the claim says instead
	Inner       *Bridge `json:"inner,omitempty"` // the page that was named before, by which this one is described
}

// Judged is what a claim says of one of several things, with its verdict.
type Judged struct {
	Claim       string  `json:"claim"`
	Label       string  `json:"label"`
	Probability float64 `json:"probability"`
	As          string  `json:"as,omitempty"` // the claim as it was judged, with the names of pages that it describes
}

// Took is the milliseconds a claim cost. Premises, tokens and model are parts of verify.
type Took struct {
	Seed      float64 `json:"seed"`
	Hop       float64 `json:"hop"`
	Verify    float64 `json:"verify"`
	Premises  float64 `json:"premises"`
	Tokens    float64 `json:"tokens"`
	Model     float64 `json:"model"`
	Described float64 `json:"described"`
	Opening   float64 `json:"opening"`
	Read      int     `json:"model_tokens"`
}

func newTook(a *bridgehop.Answer) Took {
	s := a.Spent
	return Took{milliseconds(a.Found.Took.Seed), milliseconds(a.Found.Took.Hop), milliseconds(a.Took),
		milliseconds(a.Took - s.Tokens - s.Model), milliseconds(s.Tokens), milliseconds(s.Model),
		milliseconds(a.Described), milliseconds(a.Opening), s.Read}
}

// NewVerdict returns the record of an answer; explain may be nil.
func NewVerdict(a *bridgehop.Answer, explain *Blame) *Verdict {
	r := &Verdict{Claim: a.Claim, Probabilities: Probabilities(a.Labels, a.Probabilities), Evidence: []Evidence{},
		Took: newTook(a), Explain: explain}
	r.Outcome = Outcome{PredictedLabel: a.String(), Certainty: a.Certainty(), Reason: a.Reason,
		Abstained: a.Abstained, Bridge: newBridge(a, a.Bridge)}
	if a.Form != english.Statement {
		r.Note = a.Form.String()
	}
	for _, p := range a.Parts {
		part := Judged{Claim: p.Claim, Label: p.String(),
			Probability: console.Round3(p.Labels.Probability(p.Label, p.Probabilities))}
		if p.Bridge != nil {
			part.As = p.Bridge.Claim()
		}
		r.Parts = append(r.Parts, part)
	}
	if a.Chain != nil {
		chain := NewChain(a.Chain)
		r.Chain, r.Evidence = &chain, NewEvidence(a.Chain, a.Verdict.Premise.Evidence)
		r.Values = newCalculations(a)
	}
	return r
}

func newBridge(a *bridgehop.Answer, b *verify.Bridge) *Bridge {
	if b == nil {
		return nil
	}
	return &Bridge{b.Text, cmp.Or(a.Chain.Title(b.Page), b.Title), b.Page.String(), console.Round3(b.Probability),
		b.Claim(), b.Is, newBridge(a, b.Inner)}
}

func milliseconds(d time.Duration) float64 { return console.Round3(d.Seconds() * 1000) }

// Probabilities returns the probabilities by the names of the scheme's labels. HoVer has two: refuted and not enough
// info are one.
func Probabilities(s label.Scheme, p label.Probabilities) map[string]float64 {
	out := map[string]float64{}
	for _, l := range s.Labels() {
		out[s.Name(l)] = s.Probability(l, p)
	}
	return out
}

// Calculation is a calculation over dates, numbers and quantities that a verdict was weighed by.
type Calculation struct {
	Operation string    `json:"operation"`
	Attribute string    `json:"attribute"`
	Operands  []operand `json:"operands"`
	Result    string    `json:"result"`
	Claimed   string    `json:"claimed"`
	Agrees    bool      `json:"agrees"`
}

type operand struct {
	Value   string `json:"value"`
	Unit    string `json:"unit"`
	Element string `json:"element"`
}

// newCalculations returns the calculations that the verdict was weighed by.
func newCalculations(a *bridgehop.Answer) []Calculation {
	var out []Calculation
	for i := range a.Verdict.Values {
		c := &a.Verdict.Values[i]
		if !c.Used {
			continue
		}
		r := Calculation{Operation: c.Operation, Attribute: c.Attribute, Result: c.Result, Claimed: c.Claimed,
			Agrees: c.Agrees}
		for _, o := range c.Operands {
			element := graph.Address{Title: a.Chain.Title(o.Element.Page), Element: o.Element.Element}
			r.Operands = append(r.Operands, operand{o.Value, o.Unit, element.String()})
		}
		out = append(out, r)
	}
	return out
}

// Print shows the verdict for people: the label with its probability, the chain with its shape, what was cited. Gold is
// the gold label, if it is known. The short form has at most two elements of each page.
func (r *Verdict) Print(out *console.Text, a *bridgehop.Answer, gold string, short bool) {
	out.Paint(labelColour(r.PredictedLabel), r.PredictedLabel)
	if best := a.Labels.Name(a.Best()); r.Abstained {
		out.Printf(" (abstained: %s %.2f)", best, r.Probabilities[best])
	} else if r.Note == "" {
		out.Printf(" %.2f (%s certainty)", r.Probabilities[r.PredictedLabel], r.Certainty)
	}
	if gold != "" {
		out.Printf("   (gold %s)", gold)
	}
	out.Printf("\n")
	if why := r.Reason + r.Note; why != "" { // one of them is empty
		out.Printf("  %s\n", why)
	}
	if others := others(a); others != "" && !short {
		out.Printf("  no label is more probable than not: %s\n", others)
	}
	for _, line := range a.JudgedAs() {
		out.Printf("  %s\n", line)
	}
	if a.Chain == nil {
		out.Printf("  no chain found\n")
		return
	}
	out.Printf("  %s   (%s)\n", draw.Chain(a.Chain).Line(), ShapeWords(r.Chain.Shape))
	if !short {
		PrintParts(out, a.Chain)
	}
	shown := map[string]int{}
	for _, e := range r.Evidence {
		if shown[e.Page]++; !short || shown[e.Page] <= 2 {
			PrintEvidence(out, []Evidence{e})
		}
	}
	for i := range a.Verdict.Values { // those that were dropped only with --explain
		switch c := &a.Verdict.Values[i]; {
		case c.Used:
			out.Printf("  %s\n", c)
		case r.Explain != nil:
			out.Printf("  tried and dropped: %s\n", c)
		}
	}
	if r.Explain != nil {
		r.Explain.Print(out)
	}
}

// others returns the other labels with their probabilities, if none of all labels has more than half.
func others(a *bridgehop.Answer) string {
	if a.Labels.Probability(a.Best(), a.Probabilities) > .5 {
		return ""
	}
	var out []string
	for _, l := range []label.Label{label.Supported, label.Refuted, label.NotEnoughInfo} {
		if l != a.Best() {
			out = append(out, fmt.Sprintf("%s %.2f", a.Labels.Name(l), a.Labels.Probability(l, a.Probabilities)))
		}
	}
	return strings.Join(out, ", ")
}

func labelColour(label string) console.Colour {
	switch label {
	case "SUPPORTS", "SUPPORTED":
		return console.Green
	case "REFUTES", "NOT_SUPPORTED":
		return console.Red
	}
	return console.Yellow
}

// Blame is the "explain" of a verdict: how it changes without each page and each cited element.
type Blame struct {
	Label    string         `json:"label"`
	Value    float64        `json:"value"` // the label's probability
	Pages    []blamePage    `json:"pages"`
	Evidence []blameElement `json:"evidence"`
}

type blamePage struct {
	Page   string `json:"page"`
	Bridge bool   `json:"bridge"`
	Counterfactual
}

type blameElement struct {
	ID string `json:"id"`
	Counterfactual
}

// Counterfactual is the verdict without something.
type Counterfactual struct {
	Without string  `json:"without"` // the label then
	Left    float64 `json:"left"`    // what is left of the label's probability
	Changes bool    `json:"changes"`
}

// NewBlame explains a verdict (--explain). It returns nil for a verdict that is not based on a chain.
func NewBlame(ctx context.Context, a *bridgehop.Answer) (*Blame, error) {
	b, err := a.Explain(ctx)
	if b == nil || err != nil {
		return nil, err
	}
	r := &Blame{Label: a.Labels.Name(b.Label), Value: round4(b.Value), Pages: []blamePage{}, Evidence: []blameElement{}}
	counterfactual := func(w verify.Without) Counterfactual {
		return Counterfactual{a.Labels.Name(w.Label), round4(w.Value), w.Changed}
	}
	for _, p := range b.Pages {
		r.Pages = append(r.Pages, blamePage{a.Chain.Title(p.Lost.Page), p.Bridge, counterfactual(p)})
	}
	for _, e := range b.Evidence {
		id := graph.Address{Title: a.Chain.Title(e.Lost.Page), Element: e.Lost.Element}.String()
		r.Evidence = append(r.Evidence, blameElement{id, counterfactual(e)})
	}
	return r, nil
}

// Print shows the blame for people.
func (r *Blame) Print(out *console.Text) {
	out.Printf("  P(%s) is %.2f; page by page:\n", r.Label, r.Value)
	for _, p := range r.Pages {
		bridge := ""
		if p.Bridge {
			bridge = " (bridge)"
		}
		out.Printf("    %s%s: %s\n", p.Page, bridge, p.Line(r.Label))
	}
	out.Printf("  sentence by sentence:\n")
	for _, e := range r.Evidence {
		out.Printf("    [%s] %s\n", e.ID, e.Line(r.Label))
	}
}

// Line returns a line like: without it: REFUTES, P(SUPPORTS) 0.15 (changes the verdict). Label is that of all the
// evidence.
func (w Counterfactual) Line(label string) string {
	s := fmt.Sprintf("without it: %s, P(%s) %.2f", w.Without, label, w.Left)
	if w.Changes {
		s += " (changes the verdict)"
	}
	return s
}

// round4 keeps 4 digits, so that what a model's batches differ by isn't shown.
func round4(f float64) float64 { return math.Round(f*1e4)/1e4 + 0 }
