package record

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify"
)

// Blame is the "explain" of a verdict: what each page and each cited element did for it.
type Blame struct {
	Label     string         `json:"label"`
	Value     float64        `json:"value"`      // the label's probability by all the evidence
	ClaimOnly float64        `json:"claim_only"` // and by the claim's wording alone
	Pages     []blamePage    `json:"pages"`      // shares sum to value - claim_only
	Evidence  []blameElement `json:"evidence"`
	Smallest  []string       `json:"smallest"`       // ids of the smallest evidence that keeps the label
	Whole     bool           `json:"smallest_exact"` // every smaller set was tried
	Flip      []string       `json:"flip"`           // the nearest pages whose loss changes the label; empty when none does
	Shortcut  bool           `json:"shortcut"`       // supported, and a bridge page has no share
}

type blamePage struct {
	Page   string  `json:"page"`
	Share  float64 `json:"share"` // Shapley value
	Bridge bool    `json:"bridge"`
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
	if errors.Is(err, verify.ErrNoChain) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r := &Blame{Label: a.Labels.Name(b.Label), Value: round4(b.Value), ClaimOnly: round4(b.None), Whole: b.Whole, Shortcut: b.Shortcut,
		Pages: []blamePage{}, Evidence: []blameElement{}, Smallest: []string{}, Flip: []string{}}
	id := func(ref graph.Ref) string {
		return graph.Address{Title: a.Chain.Title(ref.Page), Element: ref.Element}.String()
	}
	counterfactual := func(w verify.Without) Counterfactual {
		return Counterfactual{a.Labels.Name(w.Label), round4(w.Value), w.Changed}
	}
	for _, p := range b.Pages {
		r.Pages = append(r.Pages, blamePage{a.Chain.Title(p.Page), round4(p.Share), p.Bridge, counterfactual(p.Without)})
	}
	for _, e := range b.Evidence {
		r.Evidence = append(r.Evidence, blameElement{id(e.Ref), counterfactual(e.Without)})
	}
	for _, e := range b.Smallest {
		r.Smallest = append(r.Smallest, id(e.Ref))
	}
	for _, p := range b.Flip {
		r.Flip = append(r.Flip, a.Chain.Title(p))
	}
	return r, nil
}

// Print shows the blame for people, what changes the verdict first in its line.
func (r *Blame) Print(out *console.Text) {
	out.Printf("  P(%s) %.2f without any page, %.2f with all pages (%+.2f):\n", r.Label, r.ClaimOnly, r.Value, r.Value-r.ClaimOnly)
	for _, p := range r.Pages {
		bridge := ""
		if p.Bridge {
			bridge = " (bridge)"
		}
		out.Printf("    %+.2f  %s%s; %s\n", p.Share, p.Page, bridge, p.Line(r.Label))
	}
	out.Printf("  sentence by sentence:\n")
	for _, e := range r.Evidence {
		out.Printf("    [%s] %s\n", e.ID, e.Line(r.Label))
	}
	for _, note := range r.Notes() {
		out.Printf("  %s\n", note)
	}
}

// Notes say, a line each, what evidence is enough, whose loss changes the verdict, and whether it goes round a bridge page.
func (r *Blame) Notes() []string {
	var out []string
	switch {
	case len(r.Smallest) == 0:
		out = append(out, "the verdict needs no evidence")
	case r.Whole:
		out = append(out, "smallest evidence that keeps the verdict: "+strings.Join(r.Smallest, ", "))
	default:
		out = append(out, "minimal evidence that keeps the verdict: "+strings.Join(r.Smallest, ", "))
	}
	if len(r.Flip) > 0 {
		out = append(out, "fewest pages whose removal changes the verdict: "+strings.Join(r.Flip, " and "))
	}
	if r.Shortcut {
		out = append(out, "shortcut: a bridge page contributes nothing to this verdict")
	}
	return out
}

// Line returns a line like: without it: REFUTES, P(SUPPORTS) 0.15 (changes the verdict). Label is that of all the evidence.
func (w Counterfactual) Line(label string) string {
	s := fmt.Sprintf("without it: %s, P(%s) %.2f", w.Without, label, w.Left)
	if w.Changes {
		s += " (changes the verdict)"
	}
	return s
}

// round4 keeps 4 digits, so that what a model's batches differ by isn't shown.
func round4(f float64) float64 { return math.Round(f*1e4)/1e4 + 0 }
