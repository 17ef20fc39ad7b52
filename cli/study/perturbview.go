package study

import (
	"cmp"
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// view is a store with a change: a page replaced by another, the links between two pages removed, or links added. Links are in the order that
// graph.Reader requires.
type view struct {
	graph hop.Graph

	gone, instead graph.PageID
	cut           [2]graph.PageID
	titles        [2]string                                // of the two, folded
	added         map[graph.PageID]map[graph.PageID]string // anchors of links, by from and to
}

func (v *view) link(from, to graph.PageID, anchor string) {
	if v.added[from] == nil {
		v.added[from] = map[graph.PageID]string{}
	}
	v.added[from][to] = anchor
}

// Pages returns pages without the removed page and the removed hyperlinks.
func (v *view) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	pages, err := v.graph.Pages(ctx, ids)
	if err != nil {
		return nil, err
	}
	pages = slices.Clone(pages)
	for i, id := range ids {
		switch {
		case id == v.gone:
			pages[i] = nil
		case pages[i] != nil && id == v.cut[0]:
			pages[i] = unlinked(pages[i], v.titles[1])
		case pages[i] != nil && id == v.cut[1]:
			pages[i] = unlinked(pages[i], v.titles[0])
		}
	}
	return pages, nil
}

// unlinked is a page without the hyperlinks to a title in its sentences and items; its words stay.
func unlinked(p *graph.Page, title string) *graph.Page {
	keep := func(links []graph.Hyperlink) []graph.Hyperlink {
		return slices.DeleteFunc(slices.Clone(links), func(l graph.Hyperlink) bool { return graph.FoldTitle(graph.LinkTitle(l.Target)) == title })
	}
	out := *p
	out.Sentences = slices.Clone(p.Sentences)
	for i := range out.Sentences {
		out.Sentences[i].Links = keep(out.Sentences[i].Links)
	}
	out.Lists = slices.Clone(p.Lists)
	for i := range out.Lists {
		out.Lists[i].Items = slices.Clone(out.Lists[i].Items)
		for j := range out.Lists[i].Items {
			out.Lists[i].Items[j].Links = keep(out.Lists[i].Items[j].Links)
		}
	}
	return &out
}

// Heads returns heads without the removed page. Degrees are those of the store.
func (v *view) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	heads, err := v.graph.Heads(ctx, ids)
	if err != nil {
		return nil, err
	}
	heads = slices.Clone(heads)
	for i, id := range ids {
		if id == v.gone {
			heads[i] = graph.Head{}
		}
	}
	return heads, nil
}

// Neighbors returns the links after the change.
func (v *view) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
	links, err := v.graph.Neighbors(ctx, from, dir, limit)
	if err != nil {
		return nil, err
	}
	moved, err := v.moved(ctx, from, dir, limit)
	if err != nil {
		return nil, err
	}
	var out []graph.Link
	next := 0
	for _, id := range from {
		first := len(out)
		for ; next < len(links); next++ {
			if near, _ := ends(links[next], dir); near != id {
				break
			}
			if l, ok := v.turn(links[next], dir); ok {
				out = append(out, l)
			}
		}
		if id == v.gone {
			out = out[:first]
			continue
		}
		if id == v.instead {
			out = append(out, moved...)
		}
		own := v.insert(out[first:], id, dir)
		if limit > 0 && len(own) > limit {
			own = own[:limit]
		}
		out = append(out[:first], own...)
	}
	return out, nil
}

// moved returns the in-links of the removed page, which lead to its replacement now.
func (v *view) moved(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
	if v.gone == 0 || dir != graph.In || !slices.Contains(from, v.instead) {
		return nil, nil
	}
	links, err := v.graph.Neighbors(ctx, []graph.PageID{v.gone}, graph.In, limit)
	var out []graph.Link
	for _, l := range links {
		if l.From != v.instead {
			l.To = v.instead
			out = append(out, l)
		}
	}
	return out, err
}

// turn returns a link after the change; false if it was removed.
func (v *view) turn(l graph.Link, dir graph.Direction) (graph.Link, bool) {
	switch {
	case l.From == v.cut[0] && l.To == v.cut[1], l.From == v.cut[1] && l.To == v.cut[0]:
		return l, v.cut[0] == 0
	case v.gone == 0:
		return l, true
	case l.From == v.gone:
		return l, false
	case l.To == v.gone && dir == graph.Out && l.From != v.instead:
		l.To = v.instead
		return l, true
	}
	return l, l.To != v.gone
}

// insert puts the added links of a page in, and orders its links.
func (v *view) insert(links []graph.Link, id graph.PageID, dir graph.Direction) []graph.Link {
	links = slices.Clone(links)
	if dir == graph.Out {
		for to, anchor := range v.added[id] {
			links = append(links, decoy(id, to, anchor))
		}
	} else {
		for from, to := range v.added {
			if anchor, ok := to[id]; ok {
				links = append(links, decoy(from, id, anchor))
			}
		}
	}
	slices.SortStableFunc(links, func(a, b graph.Link) int {
		_, x := ends(a, dir)
		_, y := ends(b, dir)
		return cmp.Or(cmp.Compare(x, y), a.Element.Compare(b.Element))
	})
	return links
}

// decoy is a link that no one set, in the page's first sentence.
func decoy(from, to graph.PageID, anchor string) graph.Link {
	return graph.Link{From: from, To: to, Element: graph.Element{Kind: graph.KindSentence}, Anchor: anchor}
}

// ends returns the page whose neighbours are read, and the other page of the link.
func ends(l graph.Link, dir graph.Direction) (near, far graph.PageID) {
	if dir == graph.Out {
		return l.From, l.To
	}
	return l.To, l.From
}

// hiding is a text index without one page.
type hiding struct {
	hop.Text
	page graph.PageID
}

// Seeds returns seeds without the page.
func (h hiding) Seeds(ctx context.Context, terms []string, k int) ([]graph.Hit, error) {
	hits, err := h.Text.Seeds(ctx, terms, k+1)
	hits = slices.DeleteFunc(hits, func(x graph.Hit) bool { return x.Page == h.page })
	return hits[:min(len(hits), k)], err
}

// Weights returns weights, 0 for the page.
func (h hiding) Weights(ctx context.Context, terms []string, pages []graph.PageID) ([]graph.Match, error) {
	all, err := h.Text.Weights(ctx, terms, pages)
	for i, id := range pages[:min(len(pages), len(all))] {
		if id == h.page {
			all[i] = graph.NewMatches(1, len(terms))[0]
		}
	}
	return all, err
}

// First returns pages without the page.
func (h hiding) First(k int) []graph.PageID {
	ids := slices.DeleteFunc(slices.Clone(h.Text.First(k+1)), func(id graph.PageID) bool { return id == h.page })
	return ids[:min(len(ids), k)]
}

// Mentions name other pages.
func (h hiding) Mentions(s string) []graph.Mention { return h.others(h.Text.Mentions(s)) }

// Titles returns titles of other pages.
func (h hiding) Titles(s string) []graph.Mention { return h.others(h.Text.Titles(s)) }

func (h hiding) others(all []graph.Mention) (out []graph.Mention) {
	for _, m := range all {
		m.Candidates = slices.DeleteFunc(slices.Clone(m.Candidates), func(c graph.Candidate) bool { return c.Page == h.page })
		if len(m.Candidates) > 0 {
			out = append(out, m)
		}
	}
	return out
}
