package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
)

// maxHub is the most links into a page that a walk goes over: hubs make claims that any page answers.
const maxHub = 40

// walks makes n claims out of the links of a store, in the manner of HoVer (Jiang et al. 2020, section 2.1.2): a
// tree of 2 to 4 pages is grown along links, and the claim says what the sentences of its links and leads say,
// with the titles of all its pages but one left out. So the pages between must be found, not read off.
func walks(ctx context.Context, w *gold.Wiki, n int, r *rand.Rand) ([]*example, error) {
	if n == 0 {
		return nil, nil
	}
	var ids []graph.PageID
	for p, err := range w.Store.All(ctx) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, p.ID())
	}
	var out []*example
	for try := 0; len(out) < n && try < 20*n; try++ {
		e, err := walk(ctx, w, ids[r.IntN(len(ids))], 2+r.IntN(3), r)
		if err != nil {
			return nil, err
		}
		if e != nil {
			out = append(out, e)
		}
	}
	return out, nil
}

// walk grows a tree of size pages from a first one and makes its claim; nil where the links don't suffice.
func walk(ctx context.Context, w *gold.Wiki, first graph.PageID, size int, r *rand.Rand) (*example, error) {
	tree := []graph.PageID{first}
	said := map[graph.PageID]graph.Element{} // the element a page is told by
	for len(tree) < size {
		from := tree[r.IntN(len(tree))]
		l, ok, err := step(ctx, w, from, tree, r)
		if err != nil || !ok {
			return nil, err
		}
		said[l.From] = l.Element
		tree = append(tree, l.To+l.From-from)
	}
	pages, err := w.Store.Pages(ctx, tree)
	if err != nil {
		return nil, err
	}
	shown := r.IntN(len(pages))
	hidden := map[string]bool{}
	for i, p := range pages {
		for word := range strings.FieldsSeq(p.Title) {
			hidden[strings.ToLower(word)] = i != shown
		}
	}
	var claim []string
	for i, p := range pages {
		t, ok := p.Text(said[p.ID()])
		if !ok && len(p.Sentences) > 0 {
			t.Text = p.Sentences[0].Text
		}
		if i == shown {
			claim = append(claim, graph.BareTitle(p.Title))
		}
		words := thin(t.Text, hidden, 0.6, r)
		claim = append(claim, words[:min(len(words), 14)]...)
	}
	slices.Sort(tree)
	return &example{wiki: w, claim: strings.Join(claim, " "), gold: tree}, nil
}

// step chooses a link between a page of the tree and a page outside it.
func step(ctx context.Context, w *gold.Wiki, from graph.PageID, tree []graph.PageID, r *rand.Rand) (graph.Link, bool, error) {
	dir := graph.Direction(r.IntN(2))
	links, err := w.Store.Neighbors(ctx, []graph.PageID{from}, dir, 0)
	if err != nil || len(links) == 0 {
		return graph.Link{}, false, err
	}
	l := links[r.IntN(len(links))]
	heads, err := w.Store.Heads(ctx, []graph.PageID{l.To})
	if err != nil || heads[0].In > maxHub || slices.Contains(tree, l.To+l.From-from) {
		return graph.Link{}, false, err
	}
	return l, true, nil
}
