package bridgehop

import (
	"cmp"
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// inParts answers a claim that says the same of several things by what it says of each (verify.Several): it is supported if all of them
// are, refuted if one is. The chain has the pages of all. It returns nil for other claims, and if a part has no chain.
func (e *Engine) inParts(ctx context.Context, a *Answer, names []graph.Mention) (*Answer, error) {
	said := verify.Several(a.Claim, names)
	if said == nil || !e.addsPages() {
		return nil, nil
	}
	out := *a
	var each []label.Probabilities
	for _, claim := range said {
		part, err := e.read(ctx, claim, a.Labels, nil, e.throughBridge)
		if err != nil || part.Chain == nil || part.Form != english.Statement {
			return nil, err
		}
		each = append(each, part.Probabilities)
		out.Parts = append(out.Parts, part)
		out.spentAlso(part)
	}
	out.Probabilities = ofAll(each)
	chain := together(out.Parts)
	found := *a.Found
	found.Chains = append([]hop.Chain{chain}, found.Chains...)
	out.Found, out.Bridge, out.Abstained = &found, nil, false // Abstained is of the claim as one
	out.Verdict = verify.Verdict{Label: label.FEVER.Decide(out.Probabilities), Probabilities: out.Probabilities,
		Together: out.Probabilities, Alone: out.Probabilities}
	for _, part := range out.Parts {
		out.Verdict.Values = append(out.Verdict.Values, part.Verdict.Values...)
	}
	var err error
	if out.Verdict.Premise, err = a.verifier.Write(ctx, a.Claim, chain.Pages(), chain.Evidence); err != nil {
		return nil, err
	}
	return &out, out.readChain(ctx, e.walk)
}

// ofAll returns the probabilities of a claim whose parts have these: supported as the least one, refuted as the most refuted.
func ofAll(parts []label.Probabilities) label.Probabilities {
	p := label.Probabilities{Supported: 1}
	for _, part := range parts {
		p.Supported, p.Refuted = min(p.Supported, part.Supported), max(p.Refuted, part.Refuted)
		p.NotEnough = max(p.NotEnough, part.NotEnough)
	}
	sum := p.Supported + p.Refuted + p.NotEnough
	return label.Probabilities{Supported: p.Supported / sum, Refuted: p.Refuted / sum, NotEnough: p.NotEnough / sum}
}

// mostCited is the most sentences of a chain of several parts, as of any chain.
const mostCited = 5

// together returns the chain of a claim's parts: their pages, as long as a chain may be, and in turn the evidence of each.
func together(parts []*Answer) (out hop.Chain) {
	for _, part := range parts {
		at := len(out.Steps)
		for i, s := range part.Chain.Steps {
			if slices.Contains(out.Pages(), s.Page) || len(out.Steps) == mostPages {
				continue
			}
			if i == 0 && at > 0 {
				s.Parent, s.Edge, s.Via = 0, hop.EdgeComparison, graph.Link{}
			} else if i > 0 {
				s.Parent = max(0, slices.Index(out.Pages(), part.Chain.Steps[s.Parent].Page))
			}
			out.Steps = append(out.Steps, s)
		}
		out.Open = append(out.Open, part.Chain.Open...)
	}
	out.Score, out.Parts = parts[0].Chain.Score, parts[0].Chain.Parts
	for i := 0; len(out.Evidence) < mostCited; i++ {
		more := false
		for _, part := range parts {
			if all := part.Verdict.Premise.Evidence; i < len(all) {
				more = true
				has := slices.ContainsFunc(out.Evidence, func(e hop.Evidence) bool { return e.Ref == all[i].Ref })
				if !has && slices.Contains(out.Pages(), all[i].Page) {
					out.Evidence = append(out.Evidence, all[i])
				}
			}
		}
		if !more {
			break
		}
	}
	return out
}

// Deciding returns the part of a claim that decides its label: one that is refuted, or the least supported; the answer itself if the claim
// has no parts.
func (a *Answer) Deciding() *Answer {
	if len(a.Parts) == 0 {
		return a
	}
	return slices.MaxFunc(a.Parts, func(x, y *Answer) int {
		p, q := x.Labels.Probability(a.Label, x.Probabilities), y.Labels.Probability(a.Label, y.Probabilities)
		if a.Label == label.Supported {
			p, q = q, p
		}
		return cmp.Compare(p, q)
	})
}
