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

// mostDescribed is how many descriptions of a claim are named, one after the other.
const mostDescribed = 3

// throughBridge answers a claim that describes pages by the pages that it describes: "The man who painted the Mona Lisa died in the
// country whose capital is Paris." as "Leonardo da Vinci died in France.", on a chain from the pages that name Leonardo and France. It
// returns nil if the claim has no description or no page fits. Names are the runs of words of the claim that name pages.
func (e *Engine) throughBridge(ctx context.Context, a *Answer, names []graph.Mention) (*Answer, error) {
	if !e.addsPages() {
		return nil, nil
	}
	var bridges []*verify.Bridge
	for claim := a.Claim; len(bridges) < mostDescribed; {
		b, err := e.described(ctx, a, claim, names)
		if err != nil {
			return nil, err
		}
		if b == nil {
			break
		}
		if len(bridges) > 0 {
			b.Earlier = bridges[len(bridges)-1]
		}
		bridges = append(bridges, b)
		if b.Is != "" {
			break
		}
		claim = b.Claim()
		names = e.names(claim)
	}
	if len(bridges) == 0 {
		return nil, nil
	}
	chain, err := e.bridged(ctx, bridges)
	if err != nil || chain == nil {
		return nil, err
	}
	for _, b := range slices.Backward(bridges) {
		if *chain, err = e.joined(ctx, b, *chain); err != nil {
			return nil, err
		}
	}
	b := bridges[len(bridges)-1]
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

// described returns the page that the first description of a claim describes of which a page is found, nil if there is none.
func (e *Engine) described(ctx context.Context, a *Answer, claim string, names []graph.Mention) (*verify.Bridge, error) {
	for _, d := range verify.Descriptions(claim, names) {
		found, err := e.chains(ctx, d.Text+".", nil)
		if err != nil {
			return nil, err
		}
		if d.Is != "" {
			found.Chains = append(slices.Clip(found.Chains), a.Found.Chains...)
		}
		if b, err := a.verifier.Bridge(ctx, d, found.Chains, e.index); err != nil || b != nil {
			return b, err
		}
	}
	return nil, nil
}

// bridged returns the best chain of the claim with the bridges' names, of those that begin with the bridge that is its subject; nil if
// there is none. If the claim only says who or what is described, it is the bridge alone.
func (e *Engine) bridged(ctx context.Context, bridges []*verify.Bridge) (*hop.Chain, error) {
	b := bridges[len(bridges)-1]
	if b.Is != "" {
		return &hop.Chain{Steps: []hop.Step{{Page: b.Page, Parent: -1}}, Score: b.Chain.Score, Parts: b.Chain.Parts}, nil
	}
	found, err := e.chains(ctx, b.Claim(), nil)
	if err != nil {
		return nil, err
	}
	subject := bridges[0]
	for _, c := range found.Chains {
		begins, room := c.Steps[0].Page == subject.Page, len(c.Steps) < mostPages
		switch {
		case len(c.Evidence) == 0, subject.Before == "" && !begins, subject.Before != "" && !room:
			continue
		case !room: // room for the page by which the bridge was found
			c, err = e.kept(ctx, c, c.Pages()[:mostPages-1])
		}
		return &c, err
	}
	if subject.Before != "" {
		return nil, nil
	}
	for _, c := range found.Chains { // in which other pages stand before it: what the pages that the claim names say
		if slices.Contains(c.Pages(), subject.Page) {
			if c, err = e.kept(ctx, c, named(&c, subject.Page)); err != nil || len(c.Evidence) > 0 {
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

// joined returns a chain that has the bridge and the page by which it was found, too: before the bridge that the chain begins with, or
// else at its end, where it hangs on the bridge.
func (e *Engine) joined(ctx context.Context, b *verify.Bridge, rest hop.Chain) (hop.Chain, error) {
	out := rest
	out.Steps = slices.Clone(rest.Steps)
	at := slices.IndexFunc(out.Steps, func(s hop.Step) bool { return s.Page == b.Page })
	if at < 0 && len(out.Steps) < mostPages { // described elsewhere than as the subject
		step := hop.Step{Page: b.Page, Edge: hop.EdgeShared, Answers: b.Text}
		if err := e.linked(ctx, &step, out.Steps[0].Page, b.Page, graph.Element{}); err != nil {
			return out, err
		}
		at, out.Steps = len(out.Steps), append(out.Steps, step)
	}
	if at >= 0 {
		out.Steps[at].Named, out.Steps[at].Described = b.Text, true
	}
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
	if b.Before != "" { // what describes it is in the evidence alone
		i = slices.IndexFunc(b.Chain.Steps, func(s hop.Step) bool { return s.Page == b.Evidence.Page })
	}
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
	if at > 0 || b.Before != "" { // at < 0 only in a full chain
		source.Parent, source.Edge, source.Via = at, hop.EdgeShared, graph.Link{}
		out.Steps = append(out.Steps, source)
		return out, e.linked(ctx, &out.Steps[len(out.Steps)-1], source.Page, b.Page, b.Evidence.Element)
	}
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
