package bridgehop

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

// mostPages is the most pages of a chain.
const mostPages = 4

// addsPages reports whether pages may be added to the planner's chains: it follows links, and the number of pages is not given.
func (e *Engine) addsPages() bool {
	return e.find == planner(e.walk) && e.settings.MaxPages != 1 && e.settings.Shape.Pages == 0
}

// throughPlace judges a claim again whose place the evidence has another place for, if pages say that the one lies in the other: "born in
// Vellmark" beside "born in Port Almeric", by "Port Almeric is the capital of Vellmark". It returns nil if no page says so.
func (e *Engine) throughPlace(ctx context.Context, a *Answer) (*Answer, error) {
	i := slices.IndexFunc(a.Verdict.Values, func(c verify.Calculation) bool { return c.OtherPlace && !c.Agrees })
	if i < 0 || a.Chain == nil || !e.addsPages() {
		return nil, nil
	}
	c, chain := &a.Verdict.Values[i], a.Chain.Chain
	at := slices.IndexFunc(chain.Steps, func(s hop.Step) bool { return s.Page == c.Operands[0].Element.Page })
	if at < 0 {
		return nil, nil
	}
	steps, says, err := e.within(ctx, hop.Step{Page: chain.Steps[at].Page, Parent: at}, c.Operands[0].Value, c.Claimed, len(chain.Steps))
	if err != nil || steps == nil {
		return nil, err
	}
	steps[len(steps)-1].Answers = c.Claimed
	chain.Steps, chain.Evidence = slices.Concat(chain.Steps, steps), slices.Concat(chain.Evidence, says)
	out, err := e.judge(ctx, a.judged(), &hop.Result{Chains: []hop.Chain{chain}}, e.walk, a.Labels)
	if err != nil {
		return nil, err
	}
	res := *a.Found
	res.Chains = append([]hop.Chain{chain}, res.Chains...)
	out.Claim, out.Bridge, out.Found = a.Claim, a.Bridge, &res
	out.spentAlso(a)
	return out, nil
}

// within returns the steps from a page that names a place to a page that says that the place, or one in which it lies, lies in holder; and
// what these pages say of it. A chain of that many pages goes on by them. There are none if the pages don't say so.
func (e *Engine) within(ctx context.Context, from hop.Step, place, holder string, pages int) ([]hop.Step, []hop.Evidence, error) {
	if pages >= mostPages {
		return nil, nil, nil
	}
	links, err := e.store.Neighbors(ctx, []graph.PageID{from.Page}, graph.Out, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("links of a place: %w", err)
	}
	k := slices.IndexFunc(links, func(l graph.Link) bool { return strings.EqualFold(l.Anchor, place) })
	if k < 0 {
		return nil, nil, nil
	}
	step := hop.Step{Page: links[k].To, Parent: from.Parent, Edge: hop.EdgeOut, Via: links[k]}
	read, err := e.store.Pages(ctx, []graph.PageID{step.Page})
	if err != nil || read[0] == nil {
		return nil, nil, err
	}
	for _, p := range verify.Places(read[0]) {
		says := hop.Evidence{Ref: graph.Ref{Page: step.Page, Element: p.Element}}
		if p.Is(holder) {
			return []hop.Step{step}, []hop.Evidence{says}, nil
		}
		more, also, err := e.within(ctx, hop.Step{Page: step.Page, Parent: pages}, p.Name, holder, pages+1)
		if err != nil || more != nil {
			return slices.Concat([]hop.Step{step}, more), slices.Concat([]hop.Evidence{says}, also), err
		}
	}
	return nil, nil, nil
}
