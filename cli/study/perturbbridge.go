package study

import (
	"cmp"
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// swap takes a bridge page away and leads its links to a sibling.
func (c *change) swap(ctx context.Context) (*World, error) {
	bridges := c.g.bridges()
	c.random.Shuffle(len(bridges), func(i, j int) { bridges[i], bridges[j] = bridges[j], bridges[i] })
	for _, title := range bridges {
		id, ok := c.ids[title]
		if !ok {
			continue
		}
		sibling, by, err := c.sibling(ctx, title, id)
		if err != nil {
			return nil, err
		}
		if sibling.ID == 0 {
			continue
		}
		view := &view{graph: c.Store, gone: id, instead: sibling.ID}
		return &World{Graph: view, Text: hiding{c.Text, id}, Change: Change{Perturbation: SwapBridge, Page: title, Sibling: sibling.Title, By: by}}, nil
	}
	return nil, nil
}

// sibling finds the page with the most similar in-links (by cosine) to those of a page, among the pages that share a category, or among all if
// there are no categories. Pages of the graph are left out.
func (c *change) sibling(ctx context.Context, title string, id graph.PageID) (graph.Head, string, error) {
	shared, err := c.cocited(ctx, id)
	if err != nil {
		return graph.Head{}, "", err
	}
	by := "in-links"
	candidates := make([]graph.PageID, 0, len(shared))
	if titles := c.kin(title); len(titles) > 0 {
		found, err := c.Store.Lookup(ctx, titles)
		if err != nil {
			return graph.Head{}, "", err
		}
		for _, f := range found {
			if len(f) > 0 {
				candidates = append(candidates, f[0])
			}
		}
		by = "category"
	} else {
		for other := range shared {
			candidates = append(candidates, other)
		}
	}
	slices.Sort(candidates)
	heads, err := c.Store.Heads(ctx, slices.Compact(candidates))
	if err != nil {
		return graph.Head{}, "", err
	}
	heads = slices.DeleteFunc(heads, func(h graph.Head) bool { return h.ID == 0 || h.ID == id || c.gold(h.ID) })
	if len(heads) == 0 {
		return graph.Head{}, "", nil
	}
	closeness := func(h graph.Head) float64 {
		n := float64(shared[h.ID])
		return n * n / float64(max(1, h.In))
	}
	return slices.MinFunc(heads, func(a, b graph.Head) int {
		return cmp.Or(cmp.Compare(closeness(b), closeness(a)), cmp.Compare(a.Title, b.Title), cmp.Compare(a.ID, b.ID))
	}), by, nil
}

// gold reports whether a page is one of the graph.
func (c *change) gold(id graph.PageID) bool {
	for _, g := range c.ids {
		if g == id {
			return true
		}
	}
	return false
}

// kin returns the titles in the smallest category of a title.
func (p *Perturber) kin(title string) []string {
	if p.Categories == nil {
		return nil
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.members == nil {
		p.members = map[string][]string{}
		for t, list := range p.Categories {
			for _, c := range list {
				p.members[c] = append(p.members[c], t)
			}
		}
	}
	var best []string
	for _, c := range p.Categories[title] {
		if m := p.members[c]; len(m) > 1 && (best == nil || len(m) < len(best)) {
			best = m
		}
	}
	return best
}

// mostCiting is the largest number of linking pages that are compared.
const mostCiting = 128

// cocited counts, for each page, the pages that link to it and to the page given.
func (c *change) cocited(ctx context.Context, id graph.PageID) (map[graph.PageID]int, error) {
	in, err := c.Store.Neighbors(ctx, []graph.PageID{id}, graph.In, 4*mostCiting)
	if err != nil {
		return nil, err
	}
	var citing []graph.PageID
	for _, l := range in {
		if !slices.Contains(citing, l.From) && len(citing) < mostCiting {
			citing = append(citing, l.From)
		}
	}
	out := map[graph.PageID]int{}
	if len(citing) == 0 {
		return out, nil
	}
	links, err := c.Store.Neighbors(ctx, citing, graph.Out, 0)
	if err != nil {
		return nil, err
	}
	last := map[graph.PageID]graph.PageID{} // the links of a page are adjacent
	for _, l := range links {
		if l.To != id && last[l.To] != l.From {
			last[l.To] = l.From
			out[l.To]++
		}
	}
	return out, nil
}
