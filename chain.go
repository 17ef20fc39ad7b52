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

// mostPages is the most pages of a chain, mostCited the most sentences of a chain of several parts, as of any chain, and
// mostNamed the most descriptions of a claim that are named.
const (
	mostPages = 4
	mostCited = 5
	mostNamed = 3
)

// addsPages reports whether pages may be added to the planner's chains: it follows links, and the number of pages is
// not given.
func (e *Engine) addsPages() bool {
	return e.find == planner(e.walk) && e.settings.MaxPages != 1 && e.settings.Shape.Pages == 0
}

// name names what a claim describes, one description after the other. It returns the last page named, with the others as
// its Inner, and the chain of the claim with the names; nil if no page fits. Own are the claim's chains.
func (e *Engine) name(ctx context.Context, v *verify.Verifier, claim string,
	own []hop.Chain) (last *verify.Bridge, chain *hop.Chain, err error) {
	for range mostNamed {
		b, c, err := e.nameOne(ctx, v, claim, own)
		if err != nil {
			return nil, nil, err
		}
		if c == nil {
			break
		}
		if b.Inner = last; last != nil {
			if err := e.source(ctx, c, chain, slices.Index(chain.Pages(), last.Evidence.Page), last); err != nil {
				return nil, nil, err
			}
		}
		last, chain, claim = b, c, b.Claim()
		if b.Is != "" {
			break
		}
	}
	return last, chain, nil
}

// nameOne returns the page of the first description of a claim that a page fits, and the chain of the claim with its
// name; nil if none fits. A claim that only says who or what is described has its own chains read, too.
func (e *Engine) nameOne(ctx context.Context, v *verify.Verifier, claim string,
	own []hop.Chain) (*verify.Bridge, *hop.Chain, error) {
	for _, d := range e.descriptions(claim) {
		found, err := e.chains(ctx, d.Text+".")
		if err != nil {
			return nil, nil, err
		}
		chains := slices.Clip(found.Chains)
		if d.Is != "" {
			chains = append(chains, own...)
		}
		b, err := v.Bridge(ctx, d, chains, e.index)
		if err != nil {
			return nil, nil, err
		}
		if b == nil {
			continue
		}
		if c, err := e.bridged(ctx, b); err != nil || c != nil {
			return b, c, err
		}
	}
	return nil, nil, nil
}

// descriptions returns what a claim describes and may be named.
func (e *Engine) descriptions(claim string) []verify.Description {
	if !e.addsPages() {
		return nil
	}
	return verify.Descriptions(claim, e.names(claim))
}

// bridged returns the chain of a claim with a bridge's name: the page that names the bridge, if there is room for it,
// the bridge, and the pages of the best chain that has the bridge. It is nil if no chain has it.
func (e *Engine) bridged(ctx context.Context, b *verify.Bridge) (*hop.Chain, error) {
	rest, pages, err := e.behind(ctx, b)
	if err != nil || rest == nil {
		return nil, err
	}
	out := *rest
	out.Steps, out.Evidence = nil, nil
	for _, page := range pages {
		if err := e.link(ctx, &out, rest, slices.Index(rest.Pages(), page), 0, b.Evidence); err != nil {
			return nil, err
		}
	}
	out.Steps[0].Named, out.Steps[0].Described = b.Text, true
	cited := []hop.Evidence{b.Evidence}
	source := slices.IndexFunc(b.Chain.Steps, func(s hop.Step) bool {
		return s.Page != b.Page && (s.Page == b.Evidence.Page || b.Evidence.Page == b.Page && s.Named != "")
	})
	if err := e.source(ctx, &out, &b.Chain, source, b); err != nil {
		return nil, err
	}
	if s := &out.Steps[0]; s.Page != b.Page {
		s.Answers = cmp.Or(s.Answers, b.Text)
		if k := slices.IndexFunc(b.Chain.Evidence, func(o hop.Evidence) bool { return o.Page == s.Page }); k >= 0 {
			cited = append(cited, b.Chain.Evidence[k])
		}
	}
	cite(&out, append(cited, rest.Evidence...)...)
	return &out, nil
}

// source adds to a chain the page that names a bridge, step i of another chain, with what names it, if there is room: in
// front of the bridge, if that is the first page, else behind the chain.
func (e *Engine) source(ctx context.Context, c, from *hop.Chain, i int, b *verify.Bridge) error {
	at, old := slices.Index(c.Pages(), b.Page), hop.Chain{Steps: c.Steps}
	if i < 0 || at < 0 || len(c.Steps) == mostPages || slices.Contains(c.Pages(), from.Steps[i].Page) {
		return nil
	}
	if at == 0 {
		c.Steps = nil
	}
	err := e.link(ctx, c, from, i, at, b.Evidence)
	for k := 0; k < len(old.Steps) && at == 0 && err == nil; k++ {
		err = e.link(ctx, c, &old, k, 0, b.Evidence)
	}
	cite(c, b.Evidence)
	return err
}

// behind returns the best chain of a claim with its bridge's name that has the bridge, and which pages to take of it:
// the bridge first, then the pages behind it or, if others stand before it, those that the claim names. There is room
// for one more.
func (e *Engine) behind(ctx context.Context, b *verify.Bridge) (*hop.Chain, []graph.PageID, error) {
	if b.Is != "" { // the claim only says who or what is described
		alone := &hop.Chain{Steps: []hop.Step{{Page: b.Page, Parent: -1}}, Score: b.Chain.Score, Parts: b.Chain.Parts}
		return alone, alone.Pages(), nil
	}
	found, err := e.chains(ctx, b.Claim())
	if err != nil {
		return nil, nil, err
	}
	homonyms, err := e.homonyms(ctx, b, found.Chains)
	if err != nil {
		return nil, nil, err
	}
	for _, first := range []bool{true, false} {
		for _, c := range found.Chains {
			pages := []graph.PageID{b.Page}
			for _, s := range c.Steps {
				if s.Page != b.Page && (first || s.Named != "") && len(pages) < mostPages-1 && !homonyms[s.Page] {
					pages = append(pages, s.Page)
				}
			}
			has := slices.Index(c.Pages(), b.Page)
			cited := func(o hop.Evidence) bool { return slices.Contains(pages, o.Page) }
			if (has == 0 || has > 0 && !first) && slices.ContainsFunc(c.Evidence, cited) {
				return &c, pages, nil
			}
		}
	}
	return nil, nil, nil
}

// homonyms returns the pages of chains that have a bridge's name and are not the bridge.
func (e *Engine) homonyms(ctx context.Context, b *verify.Bridge, chains []hop.Chain) (map[graph.PageID]bool, error) {
	var ids []graph.PageID
	for _, c := range chains {
		ids = append(ids, c.Pages()...)
	}
	pages, err := e.walk.Pages(ctx, ids) // which the planner has read
	if err != nil {
		return nil, fmt.Errorf("read pages: %w", err)
	}
	out := map[graph.PageID]bool{}
	for i, p := range pages {
		out[ids[i]] = p != nil && ids[i] != b.Page && graph.BareTitle(p.Title) == b.Title
	}
	return out, nil
}

// together returns the chain of a claim's parts: their pages, as long as a chain may be, and in turn the evidence of
// each.
func together(parts []*Answer) hop.Chain {
	out := hop.Chain{Score: parts[0].Chain.Score, Parts: parts[0].Chain.Parts}
	for _, part := range parts {
		for i, s := range part.Chain.Steps {
			if !slices.Contains(out.Pages(), s.Page) && len(out.Steps) < mostPages {
				hang(&out, &part.Chain.Chain, i, 0, hop.EdgeComparison)
			}
		}
		out.Open = append(out.Open, part.Chain.Open...)
	}
	for i, more := 0, true; more && len(out.Evidence) < mostCited; i++ {
		more = false
		for _, part := range parts {
			if all := part.Verdict.Premise.Evidence; i < len(all) {
				more = true
				cite(&out, all[i])
			}
		}
	}
	return out
}

// hang adds step i of another chain. It stays on the page that it hangs on; if this page is missing, it is put on page
// at, by an edge.
func hang(c, from *hop.Chain, i, at int, edge hop.EdgeKind) {
	s, parent := from.Steps[i], -1
	if s.Parent >= 0 {
		parent = slices.Index(c.Pages(), from.Steps[s.Parent].Page)
	}
	switch {
	case parent >= 0:
		s.Parent = parent
	case len(c.Steps) == 0:
		s.Parent, s.Edge, s.Via = -1, hop.EdgeSeed, graph.Link{}
	default:
		s.Parent, s.Edge, s.Via = at, edge, graph.Link{}
	}
	c.Steps = append(c.Steps, s)
}

// cite adds evidence of a chain's pages that the chain doesn't cite yet.
func cite(c *hop.Chain, more ...hop.Evidence) {
	for _, o := range more {
		cited := slices.ContainsFunc(c.Evidence, func(x hop.Evidence) bool { return x.Ref == o.Ref })
		if !cited && slices.Contains(c.Pages(), o.Page) {
			c.Evidence = append(c.Evidence, o)
		}
	}
}

// link hangs step i of another chain and joins it by a link, if only the claim joins it: by one to it, preferably of an
// element, else by one back.
func (e *Engine) link(ctx context.Context, c, other *hop.Chain, i, at int, of hop.Evidence) error {
	hang(c, other, i, at, hop.EdgeClaim)
	s := &c.Steps[len(c.Steps)-1]
	if s.Edge != hop.EdgeClaim {
		return nil
	}
	from, to := c.Steps[s.Parent].Page, s.Page
	links, err := e.store.Neighbors(ctx, []graph.PageID{from, to}, graph.Out, 0)
	if err != nil {
		return fmt.Errorf("links of the bridge: %w", err)
	}
	for _, l := range links {
		switch {
		case l.From == from && l.To == to && (s.Edge != hop.EdgeOut || l.Element == of.Element):
			s.Edge, s.Via = hop.EdgeOut, l
		case l.From == to && l.To == from && s.Edge == hop.EdgeClaim:
			s.Edge, s.Via = hop.EdgeIn, l
		}
	}
	return nil
}
