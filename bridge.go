package bridgehop

import (
	"context"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

// throughBridge answers a claim whose subject is a description by the page that it describes: "The man who painted the Mona Lisa died in
// France." as "Leonardo da Vinci died in France.", on a chain from the page that names Leonardo. It returns nil if the claim has no such
// subject or no page fits. Names are the runs of words of the claim that name pages.
func (e *Engine) throughBridge(ctx context.Context, a *Answer, names []graph.Mention) (*Answer, error) {
	d, ok := verify.Describe(a.Claim, names)
	if !ok || e.find != planner(e.walk) || e.settings.maxPages == 1 || e.settings.shape.Pages > 0 {
		return nil, nil
	}
	found, err := e.chains(ctx, d.Text+".", nil)
	if err != nil {
		return nil, err
	}
	if d.Is != "" {
		found.Chains = append(slices.Clip(found.Chains), a.Found.Chains...)
	}
	b, err := a.verifier.Bridge(ctx, d, found.Chains, e.index)
	if err != nil || b == nil {
		return nil, err
	}
	rest, err := e.bridged(ctx, b)
	if err != nil || rest == nil {
		return nil, err
	}
	chain, err := e.joined(ctx, b, *rest)
	if err != nil {
		return nil, err
	}
	res := *a.Found
	res.Chains = append([]hop.Chain{chain}, res.Chains...)
	out, err := e.judge(ctx, b.Claim(), &hop.Result{Chains: []hop.Chain{chain}}, e.walk, a.Labels)
	if err != nil {
		return nil, err
	}
	out.Claim, out.Bridge, out.Found = a.Claim, b, &res
	if b.Is != "" {
		out.Probabilities = b.Otherwise()
	}
	out.spentAlso(a)
	return out, nil
}

// bridged returns the best chain of a bridge's claim that begins with the bridge, or nil if there is none. If the claim only says who or
// what is described, it is the bridge alone.
func (e *Engine) bridged(ctx context.Context, b *verify.Bridge) (*hop.Chain, error) {
	if b.Is != "" {
		return &hop.Chain{Steps: []hop.Step{{Page: b.Page, Parent: -1}}, Score: b.Chain.Score, Parts: b.Chain.Parts}, nil
	}
	found, err := e.chains(ctx, b.Claim(), nil)
	if err != nil {
		return nil, err
	}
	for i := range found.Chains {
		if c := &found.Chains[i]; c.Steps[0].Page == b.Page && len(c.Evidence) > 0 && len(c.Steps) < 4 {
			return c, nil
		}
	}
	return nil, nil
}

// joined returns a chain from the page by which the bridge was found to the chain that begins with the bridge.
func (e *Engine) joined(ctx context.Context, b *verify.Bridge, rest hop.Chain) (hop.Chain, error) {
	out := rest
	out.Steps = slices.Clone(rest.Steps)
	out.Steps[0].Named, out.Steps[0].Described = b.Text, true
	out.Evidence = []hop.Evidence{b.Evidence}
	cite := func(more ...hop.Evidence) {
		for _, o := range more {
			if !slices.ContainsFunc(out.Evidence, func(x hop.Evidence) bool { return x.Ref == o.Ref }) {
				out.Evidence = append(out.Evidence, o)
			}
		}
	}
	at := slices.IndexFunc(b.Chain.Steps, func(s hop.Step) bool {
		return s.Page != b.Page && (s.Page == b.Evidence.Page || b.Evidence.Page == b.Page && s.Named != "")
	})
	if at < 0 || slices.Contains(rest.Pages(), b.Chain.Steps[at].Page) {
		cite(rest.Evidence...)
		return out, nil
	}
	source := b.Chain.Steps[at]
	if i := slices.IndexFunc(b.Chain.Evidence, func(o hop.Evidence) bool { return o.Page == source.Page }); i >= 0 {
		cite(b.Chain.Evidence[i])
	}
	cite(rest.Evidence...)
	source.Parent, source.Edge, source.Via = -1, hop.EdgeSeed, graph.Link{}
	for i := range out.Steps {
		out.Steps[i].Parent++
	}
	first := &out.Steps[0]
	first.Edge = hop.EdgeClaim
	links, err := e.store.Neighbors(ctx, []graph.PageID{source.Page, b.Page}, graph.Out, 0)
	if err != nil {
		return out, fmt.Errorf("links of the bridge: %w", err)
	}
	for _, l := range links {
		switch {
		case l.From == source.Page && l.To == b.Page && (first.Edge != hop.EdgeOut || l.Element == b.Evidence.Element):
			first.Edge, first.Via = hop.EdgeOut, l
		case l.From == b.Page && l.To == source.Page && first.Edge == hop.EdgeClaim:
			first.Edge, first.Via = hop.EdgeIn, l
		}
	}
	out.Steps = append([]hop.Step{source}, out.Steps...)
	return out, nil
}
