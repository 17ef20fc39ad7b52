package bridgehop

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

// throughBridge answers a claim whose subject it describes by the page that it describes: "The man who painted the Mona Lisa died in France."
// as "Leonardo da Vinci died in France.", on a chain from the page that names Leonardo. It returns nil if the claim has no description or no
// page fits. Names are the runs of words of the claim that name pages.
func (e *Engine) throughBridge(ctx context.Context, a *Answer, names []graph.Mention) (*Answer, error) {
	d, ok := verify.Describe(a.Claim, names)
	if !ok || !e.addsPages() {
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
	chain, err := e.bridged(ctx, b)
	if err != nil || chain == nil {
		return nil, err
	}
	if *chain, err = e.joined(ctx, b, *chain); err != nil {
		return nil, err
	}
	res := *a.Found
	res.Chains = append([]hop.Chain{*chain}, res.Chains...)
	out, err := e.judge(ctx, b.Claim(), &hop.Result{Chains: []hop.Chain{*chain}}, e.walk, a.Labels)
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

// bridged returns the best chain of the claim with the bridge's name, of those that begin with the bridge; nil if there is none. If the claim
// only says who or what is described, it is the bridge alone.
func (e *Engine) bridged(ctx context.Context, b *verify.Bridge) (*hop.Chain, error) {
	if b.Is != "" {
		return &hop.Chain{Steps: []hop.Step{{Page: b.Page, Parent: -1}}, Score: b.Chain.Score, Parts: b.Chain.Parts}, nil
	}
	found, err := e.chains(ctx, b.Claim(), nil)
	if err != nil {
		return nil, err
	}
	for _, c := range found.Chains {
		if len(c.Evidence) == 0 || c.Steps[0].Page != b.Page {
			continue
		}
		if len(c.Steps) == mostPages { // room for the page by which the bridge was found
			c, err = e.kept(ctx, c, c.Pages()[:mostPages-1])
		}
		return &c, err
	}
	for _, c := range found.Chains { // in which other pages stand before it: what the pages that the claim names say
		if slices.Contains(c.Pages(), b.Page) {
			if c, err = e.kept(ctx, c, named(&c, b.Page)); err != nil || len(c.Evidence) > 0 {
				return &c, err
			}
		}
	}
	return nil, nil
}

// named returns a page, and the other pages of a chain that the claim names.
func named(c *hop.Chain, page graph.PageID) []graph.PageID {
	out := []graph.PageID{page}
	for _, s := range c.Steps {
		if s.Page != page && s.Named != "" && len(out) < mostPages-1 {
			out = append(out, s.Page)
		}
	}
	return out
}

// kept returns a chain of some pages of a chain, in their order, which hang on the first of them where what they hung on is gone.
func (e *Engine) kept(ctx context.Context, c hop.Chain, pages []graph.PageID) (hop.Chain, error) {
	out := c
	out.Steps = nil
	out.Evidence = slices.DeleteFunc(slices.Clone(c.Evidence), func(o hop.Evidence) bool { return !slices.Contains(pages, o.Page) })
	for _, page := range pages {
		s := c.Steps[slices.Index(c.Pages(), page)]
		parent := -1
		if s.Parent >= 0 {
			parent = slices.Index(out.Pages(), c.Steps[s.Parent].Page)
		}
		switch {
		case len(out.Steps) == 0:
			s.Parent, s.Edge, s.Via = -1, hop.EdgeSeed, graph.Link{}
		case parent >= 0:
			s.Parent = parent
		default:
			s.Parent, s.Edge, s.Via = 0, hop.EdgeClaim, graph.Link{}
			if err := e.linked(ctx, &s, out.Steps[0].Page, s.Page, graph.Element{}); err != nil {
				return out, err
			}
		}
		out.Steps = append(out.Steps, s)
	}
	return out, nil
}

// joined returns a chain that begins with the page by which the bridge was found, if there is room for it.
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
	i := slices.IndexFunc(b.Chain.Steps, func(s hop.Step) bool {
		return s.Page != b.Page && (s.Page == b.Evidence.Page || b.Evidence.Page == b.Page && s.Named != "")
	})
	if i < 0 || slices.Contains(out.Pages(), b.Chain.Steps[i].Page) || len(out.Steps) == mostPages {
		out.Evidence = slices.DeleteFunc(out.Evidence, func(o hop.Evidence) bool { return !slices.Contains(out.Pages(), o.Page) })
		cite(rest.Evidence...)
		return out, nil
	}
	source := b.Chain.Steps[i]
	if k := slices.IndexFunc(b.Chain.Evidence, func(o hop.Evidence) bool { return o.Page == source.Page }); k >= 0 {
		cite(b.Chain.Evidence[k])
	}
	cite(rest.Evidence...)
	source.Answers = cmp.Or(source.Answers, b.Text)
	source.Parent, source.Edge, source.Via = -1, hop.EdgeSeed, graph.Link{}
	for i := range out.Steps {
		out.Steps[i].Parent++
	}
	out.Steps[0].Edge = hop.EdgeClaim
	out.Steps = append([]hop.Step{source}, out.Steps...)
	return out, e.linked(ctx, &out.Steps[1], source.Page, b.Page, b.Evidence.Element)
}

// linked sets the edge of a step, whose page is one of two, by a link from the one to the other, preferably of the element; else by a link
// back. If there is neither, the edge stays.
func (e *Engine) linked(ctx context.Context, step *hop.Step, from, to graph.PageID, element graph.Element) error {
	links, err := e.store.Neighbors(ctx, []graph.PageID{from, to}, graph.Out, 0)
	if err != nil {
		return fmt.Errorf("links of the bridge: %w", err)
	}
	there, back := hop.EdgeOut, hop.EdgeIn
	if step.Page == from {
		there, back = back, there
	}
	for _, l := range links {
		switch {
		case l.From == from && l.To == to && (step.Edge != there || l.Element == element):
			step.Edge, step.Via = there, l
		case l.From == to && l.To == from && step.Edge != there && step.Edge != back:
			step.Edge, step.Via = back, l
		}
	}
	return nil
}

// mostPages is the most pages of a chain.
const mostPages = 4

// addsPages reports whether pages may be added to the planner's chains: it follows links, and the number of pages is not given.
func (e *Engine) addsPages() bool {
	return e.find == planner(e.walk) && e.settings.MaxPages != 1 && e.settings.Shape.Pages == 0
}
