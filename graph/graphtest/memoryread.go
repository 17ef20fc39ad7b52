package graphtest

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// finished is a store as a Finish left it.
type finished struct {
	change    int
	pages     map[graph.PageID]*graph.Page
	ids       []graph.PageID                   // in order
	folded    map[string][]*graph.Page         // by normal form
	aliases   map[string][]graph.Redirect      // by normal form
	redirects []graph.Redirect                 // in order
	links     [2]map[graph.PageID][]graph.Link // by direction
	stats     graph.Stats
}

// Finish makes what was put readable.
func (m *Memory) Finish(ctx context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if m.done.pages == nil || m.done.change != m.change {
		m.done = m.put.finish()
		m.done.change = m.change
	}
	return nil
}

func (c *content) finish() finished {
	f := finished{pages: map[graph.PageID]*graph.Page{}, folded: map[string][]*graph.Page{},
		aliases: map[string][]graph.Redirect{}}
	for _, title := range slices.Sorted(maps.Keys(c.titles)) {
		for _, e := range c.titles[title] {
			f.pages[e.page.ID()] = e.page
			f.folded[graph.FoldTitle(title)] = append(f.folded[graph.FoldTitle(title)], e.page)
		}
	}
	f.ids = slices.Sorted(maps.Keys(f.pages))
	for _, from := range slices.Sorted(maps.Keys(c.redirects)) {
		r := graph.Redirect{From: from, To: c.redirects[from]}
		f.redirects = append(f.redirects, r)
		f.aliases[graph.FoldTitle(from)] = append(f.aliases[graph.FoldTitle(from)], r)
	}
	f.link()
	return f
}

// link resolves hyperlinks and counts.
func (f *finished) link() {
	f.links = [2]map[graph.PageID][]graph.Link{{}, {}}
	f.stats = graph.Stats{Redirects: int64(len(f.redirects))}
	for _, id := range f.ids {
		p := f.pages[id]
		f.stats.Count(p)
		for _, e := range p.Elements() {
			for _, h := range e.Links {
				f.hyperlink(id, e.Element, h)
			}
		}
	}
	for dir, links := range f.links {
		for id := range links {
			slices.SortStableFunc(links[id], func(a, b graph.Link) int {
				return compareLinks(graph.Direction(dir), a, b)
			})
		}
	}
}

func (f *finished) hyperlink(from graph.PageID, e graph.Element, h graph.Hyperlink) {
	to := f.lookup(h.Target)
	if len(to) == 0 {
		f.stats.LinksUnresolved++
		return
	}
	f.stats.Links++
	for _, id := range to {
		l := graph.Link{From: from, To: id, Element: e, Anchor: h.Anchor, Inferred: h.Inferred}
		f.links[graph.Out][from] = append(f.links[graph.Out][from], l)
		f.links[graph.In][id] = append(f.links[graph.In][id], l)
	}
}

func compareLinks(dir graph.Direction, a, b graph.Link) int {
	x, y := a.To, b.To
	if dir == graph.In {
		x, y = a.From, b.From
	}
	return cmp.Or(cmp.Compare(x, y), a.Element.Compare(b.Element))
}

// lookup finds the pages of one title.
func (f *finished) lookup(title string) (ids []graph.PageID) {
	var trails graph.Trails[graph.TitleKey, *graph.Page]
	found, _ := trails.Follow(graph.KeyOf(title), func(title graph.TitleKey) (
		pages []*graph.Page, to []graph.TitleKey, err error,
	) {
		if pages = f.folded[title.Folded]; len(pages) > 0 {
			return graph.Exact(pages, title, func(p *graph.Page) string { return p.Title }), nil, nil
		}
		for _, r := range graph.Exact(f.aliases[title.Folded], title, func(r graph.Redirect) string { return r.From }) {
			to = append(to, graph.KeyOf(r.To))
		}
		return nil, to, nil
	})
	slices.SortFunc(found, func(a, b *graph.Page) int {
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.Ordinal, b.Ordinal))
	})
	for _, p := range slices.Compact(found) {
		ids = append(ids, p.ID())
	}
	return ids
}

// Pages returns whole pages.
func (m *Memory) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	f := m.finished()
	out := make([]*graph.Page, len(ids))
	for i, id := range ids {
		out[i] = f.pages[id]
	}
	return out, ctx.Err()
}

// Heads returns titles and degrees.
func (m *Memory) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	f := m.finished()
	out := make([]graph.Head, len(ids))
	for i, id := range ids {
		if p := f.pages[id]; p != nil {
			out[i] = graph.Head{ID: id, Title: p.Title, Ordinal: p.Ordinal, Disambiguation: p.Disambiguation,
				Out: len(f.links[graph.Out][id]), In: len(f.links[graph.In][id])}
		}
	}
	return out, ctx.Err()
}

// Lookup finds the pages of titles.
func (m *Memory) Lookup(ctx context.Context, titles []string) ([][]graph.PageID, error) {
	f := m.finished()
	out := make([][]graph.PageID, len(titles))
	for i, t := range titles {
		out[i] = f.lookup(t)
	}
	return out, ctx.Err()
}

// Neighbors returns the links of pages.
func (m *Memory) Neighbors(
	ctx context.Context, from []graph.PageID, dir graph.Direction, limit int,
) ([]graph.Link, error) {
	f := m.finished()
	var out []graph.Link
	for _, id := range from {
		links := f.links[dir][id]
		if limit > 0 && len(links) > limit {
			links = links[:limit]
		}
		out = append(out, links...)
	}
	return out, ctx.Err()
}

// All yields every page by id.
func (m *Memory) All(ctx context.Context) iter.Seq2[*graph.Page, error] {
	return func(yield func(*graph.Page, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(nil, err)
			return
		}
		f := m.finished()
		for _, id := range f.ids {
			if !yield(f.pages[id], nil) {
				return
			}
		}
	}
}

// Redirects yields every redirect by its title.
func (m *Memory) Redirects(ctx context.Context) iter.Seq2[graph.Redirect, error] {
	return func(yield func(graph.Redirect, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(graph.Redirect{}, err)
			return
		}
		for _, r := range m.finished().redirects {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// Stats counts what is in the store.
func (m *Memory) Stats(ctx context.Context) (graph.Stats, error) {
	return m.finished().stats, ctx.Err()
}

// Identity returns the number of changes up to the last Finish.
func (m *Memory) Identity(ctx context.Context) (string, error) {
	return fmt.Sprintf("memory-%d", m.finished().change), ctx.Err()
}

// Close does nothing.
func (m *Memory) Close() error { return nil }

// finished returns what is read now; a later Finish makes another.
func (m *Memory) finished() finished {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.done
}
