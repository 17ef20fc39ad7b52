package hop

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// expand adds the pages one hop away: those linked with a page of the beam that was not expanded yet, and those that
// share a name with the last page of one of its best chains. It takes two round trips, one for links and one for
// pages.
func (f *frontier) expand(ctx context.Context, beam []state) error {
	rest, err := f.searchRest(ctx, beam)
	if err != nil {
		return fmt.Errorf("open words: %w", err)
	}
	if err := f.addNodes(ctx, rest); err != nil {
		return fmt.Errorf("pages: %w", err)
	}
	for _, id := range rest {
		f.nodes[f.byID[id]].seed = true
	}
	links, err := f.follow(ctx, beam, rest)
	if err != nil {
		return fmt.Errorf("links: %w", err)
	}
	ids, err := f.admit(ctx, links)
	if err != nil {
		return err
	}
	shared, err := f.searchShared(ctx, beam)
	if err != nil {
		return fmt.Errorf("shared names: %w", err)
	}
	for _, s := range shared {
		for _, h := range s.hits {
			ids = append(ids, h.Page)
		}
	}
	if err := f.addNodes(ctx, ids); err != nil {
		return fmt.Errorf("pages: %w", err)
	}
	f.join(links)
	f.join(f.beyond())
	for _, s := range shared {
		for _, h := range s.hits {
			f.joinShared(s.from, f.byID[h.Page], s.names)
		}
	}
	return nil
}

// follow returns the links of the beam's pages: first the links from them, then the links to them. It keeps the other
// links from hubs for beyond.
func (f *frontier) follow(ctx context.Context, beam []state, found []graph.PageID) ([]*link, error) {
	var ids []graph.PageID
	f.round++
	expand := func(node *node) {
		if node.expanded == 0 {
			node.expanded, ids = f.round, append(ids, node.id)
		}
	}
	for _, id := range found {
		expand(&f.nodes[f.byID[id]])
	}
	for _, s := range beam {
		for _, n := range s.members() {
			expand(&f.nodes[n])
		}
	}
	links, rest, err := f.p.links(ctx, ids)
	f.rest = append(f.rest, rest...)
	return links, err
}

// beyond returns the links that were not followed but join two known pages, one of which was expanded in this round.
// So two hubs that the claim names are joined, however many links they have.
func (f *frontier) beyond() (links []*link) {
	expanded := func(n int) bool { return f.nodes[n].expanded == f.round }
	for _, l := range f.rest {
		if n, met := f.byID[l.To]; met && (expanded(n) || expanded(f.byID[l.From])) {
			links = append(links, l)
		}
	}
	return links
}

// linkedPage is a page that a link leads to, before it is read.
type linkedPage struct {
	id    graph.PageID
	from  set     // terms of the claim that all pages with a link to it have
	near  float64 // context of the best link to it
	score float64
}

// admit chooses which of the linked pages to read: the Frontier pages that add most of the claim to the pages that
// link to them, by their own words and the words around the link.
func (f *frontier) admit(ctx context.Context, links []*link) ([]graph.PageID, error) {
	all, ids := f.linkedPages(links)
	if err := f.weigh(ctx, ids); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	most := frontierPages
	if !f.q.asks && f.articles() {
		most = articleFrontier
	}
	best := make([]linkedPage, 0, most+1) // in order; there are thousands of others
	for i := range all {
		a := &all[i]
		holds, score := f.match(f.weighed[a.id])
		a.score = f.q.weigh(holds.minus(a.from)) + score + a.near
		if len(best) == most && a.compare(best[most-1]) > 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, *a, linkedPage.compare)
		best = slices.Insert(best, at, *a)
		best = best[:min(len(best), most)]
	}
	ids = ids[:0]
	for _, a := range best {
		ids = append(ids, a.id)
	}
	return ids, nil
}

// compare orders pages by score, best first, then by id.
func (a linkedPage) compare(b linkedPage) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
}

// articles reports whether most of the pages read are whole articles.
func (f *frontier) articles() bool {
	n := 0
	for i := range f.nodes {
		if f.nodes[i].words.Long() {
			n++
		}
	}
	return 2*n > len(f.nodes)
}

// linkedPages lists the pages that links lead to and that are not nodes yet, in the order of the links.
func (f *frontier) linkedPages(links []*link) (all []linkedPage, ids []graph.PageID) {
	at := make(map[graph.PageID]int, len(links)/2) // many links lead to one page
	all, ids = make([]linkedPage, 0, len(links)/2), make([]graph.PageID, 0, len(links)/2)
	for _, l := range links {
		other := l.To
		n, ok := f.byID[l.From]
		switch _, known := f.byID[l.To]; {
		case ok && known:
			continue
		case !ok:
			n, other = f.byID[l.To], l.From
		}
		node, near := &f.nodes[n], 0.0
		if other == l.To { // the page that has the link has been read
			_, near = f.context(node, nil, l)
		}
		i, ok := at[other]
		if !ok {
			i = len(all)
			at[other], all, ids = i, append(all, linkedPage{id: other, from: node.holds}), append(ids, other)
		}
		all[i].from, all[i].near = all[i].from.common(node.holds), max(all[i].near, near)
	}
	return all, ids
}

// join makes edges from the links whose two ends are nodes, the best link for each pair, direction and node.
func (f *frontier) join(links []*link) {
	for _, l := range links {
		from, ok := f.byID[l.From]
		if !ok {
			continue
		}
		to, ok := f.byID[l.To]
		if !ok || from == to {
			continue
		}
		e := edge{to: int32(to), kind: EdgeOut, via: l, strength: damp(f.nodes[to].head.In)}
		e.near, e.context = f.context(&f.nodes[from], &f.nodes[to], l)
		e.hub = math.Log10(1 + float64(f.nodes[to].head.In))
		e.bare = one(l.Inferred && graph.BareTitle(f.nodes[to].head.Title) != f.nodes[to].head.Title)
		if w := f.nodes[from].words; !f.q.asks && w != nil {
			if i := l.in(w); i >= 0 {
				e.passages = []int32{int32(w.PassageOf(i))}
			}
		}
		back := e
		back.to, back.kind = int32(from), EdgeIn
		f.nodes[from].link(int32(to))
		f.nodes[to].link(int32(from))
		f.nodes[from].addEdge(e)
		f.nodes[to].addEdge(back)
	}
}

// addEdge adds an edge. For each neighbour and kind it keeps the link with the best context. It marks edges of
// several kinds to one neighbour as double.
func (n *node) addEdge(e edge) {
	for i, o := range n.edges {
		if o.to == e.to && o.kind == e.kind {
			e.double = e.double || o.double
			for _, p := range o.passages {
				if !slices.Contains(e.passages, p) {
					e.passages = append(e.passages, p)
				}
			}
			o.passages = e.passages
			if e.context > o.context {
				kept := e // chains have the other one
				n.edges[i] = &kept
			}
			return
		}
		if o.to == e.to {
			o.double, e.double = true, true
		}
	}
	kept := e
	n.edges = append(n.edges, &kept)
}

// damp returns the strength of a link to a page with so many in-links: 1 for up to ten, then falling with the
// logarithm.
func damp(in int) float64 {
	return 1 / (1 + 0.5*math.Log10(max(1, float64(in)/10)))
}

// context returns the claim's words near a link, without the words of the two titles, and their share of the claim. A
// word counts more if it is nearer to the anchor.
func (f *frontier) context(from, to *node, l *link) (near set, share float64) {
	if from.words == nil {
		return near, 0
	}
	e := l.in(from.words)
	if e < 0 {
		return near, 0
	}
	known := from.title
	if to != nil {
		known = known.union(to.title)
	}
	marks, _ := f.marksOf(from, e)
	if len(marks) == 0 {
		return near, 0
	}
	anchor := l.at(from.words, f.p.Text.Analyze)
	var best [maxTerms]float64
	for _, m := range marks {
		k, worth := int(m.term), kinWorth[m.kin]
		if known.has(k) {
			continue
		}
		if anchor >= 0 {
			worth *= anchorDistance / (anchorDistance + math.Abs(float64(int(m.at)-anchor)))
		}
		near.add(k)
		best[k] = max(best[k], worth)
	}
	return near, f.q.share(&best)
}

// searchRest searches again, with the words of the claim that the best chains leave open: alone, and together with
// the title of the page that was added last, since a page that names it may say the rest. The first search ranks a
// page by the whole claim, and a page that answers a small part of it is buried there.
func (f *frontier) searchRest(ctx context.Context, beam []state) ([]graph.PageID, error) {
	if f.q.asks {
		return nil, nil
	}
	var found []graph.PageID
	var known []set
	for i := range beam {
		s := &beam[i]
		rest := f.q.all().minus(s.seen.holds)
		if len(known) == restChains {
			break
		}
		if f.q.weigh(rest) < leastRest || slices.Contains(known, rest) {
			continue
		}
		known = append(known, rest)
		terms := pick(f.q.terms, rest)
		queries := [][]string{terms}
		if last := f.nodes[s.node[s.n-1]].head.Title; last != "" {
			with := slices.Clone(terms)
			for _, t := range f.p.Text.Analyze(graph.BareTitle(last)) {
				with = append(with, t.Text)
			}
			queries = append(queries, with)
		}
		for _, terms := range queries {
			hits, err := f.p.Text.Seeds(ctx, terms, restPages)
			if err != nil {
				return nil, err
			}
			for _, h := range hits {
				if !slices.Contains(found, h.Page) {
					found = append(found, h.Page)
				}
			}
		}
	}
	return found, nil
}
