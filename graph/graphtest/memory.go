package graphtest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
	"golang.org/x/text/unicode/norm"
)

// Memory is a store in memory, for tests: the contract of graph.Store, written for reading and not for
// speed. Its methods are safe for concurrent use.
type Memory struct {
	mu     sync.RWMutex
	put    content // what was put
	marks  map[string]graph.Mark
	change int      // counts changes
	done   finished // what is read
}

// content is everything in a store but its marks.
type content struct {
	titles    map[string][]entry // by title; the place is the ordinal
	redirects map[string]string
}

// entry is a page and the load that used its ordinal last. Pages are never changed, only replaced.
type entry struct {
	page    *graph.Page
	passage string
	load    string
}

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

var _ graph.Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{put: content{titles: map[string][]entry{}, redirects: map[string]string{}}, marks: map[string]graph.Mark{}}
}

// Fill puts pages and redirects as one load and finishes: a store for a test in one line.
func Fill(pages []*graph.Page, redirects ...graph.Redirect) (*Memory, error) {
	m := NewMemory()
	if _, err := m.Put(context.Background(), &graph.Batch{Load: "fill", Pages: pages, Redirects: redirects}); err != nil {
		return nil, err
	}
	return m, m.Finish(context.Background())
}

// Mark returns how far a source was read.
func (m *Memory) Mark(ctx context.Context, source string) (graph.Mark, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.marks[source], ctx.Err()
}

// Put stores a batch, on a copy that takes the store's place when nothing failed.
func (m *Memory) Put(ctx context.Context, b *graph.Batch) (graph.PutCounts, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := content{titles: maps.Clone(m.put.titles), redirects: maps.Clone(m.put.redirects)}
	counts, change, err := c.put(b)
	if err = errors.Join(ctx.Err(), err); err != nil {
		return graph.PutCounts{}, err
	}
	m.put = c
	m.change += change
	if b.Source != "" {
		m.marks[b.Source] = b.Mark
	}
	return counts, nil
}

func (c *content) put(b *graph.Batch) (n graph.PutCounts, change int, err error) {
	for _, title := range b.Removed {
		title = norm.NFC.String(title)
		n.Removed += len(c.titles[title])
		delete(c.titles, title)
		if _, ok := c.redirects[title]; ok {
			delete(c.redirects, title)
			change++
		}
	}
	for _, p := range b.Pages {
		if p.Title == "" {
			return n, 0, graph.ErrNoTitle
		}
		c.page(p, b.Load, &n)
	}
	change += n.Added + n.Replaced + n.Removed
	for _, r := range b.Redirects {
		from, to := norm.NFC.String(r.From), norm.NFC.String(r.To)
		if from == "" || to == "" {
			return n, 0, graph.ErrNoTitle
		}
		if c.redirects[from] != to {
			c.redirects[from] = to
			change++
		}
	}
	for _, inf := range b.Inferred {
		changed, err := c.infer(inf)
		if err != nil {
			return n, 0, err
		}
		if changed {
			change++
		}
	}
	return n, change, nil
}

func (c *content) page(in *graph.Page, load string, n *graph.PutCounts) {
	p := clonePage(in)
	p.Title = norm.NFC.String(p.Title)
	passage := p.Passage()
	held := slices.Clone(c.titles[p.Title])
	c.titles[p.Title] = held
	if i := slices.IndexFunc(held, func(e entry) bool { return e.passage == passage }); i >= 0 {
		held[i].load = load
		n.Duplicates++
		return
	}
	i := slices.IndexFunc(held, func(e entry) bool { return e.load != load })
	if i < 0 {
		p.Ordinal = len(held)
		c.titles[p.Title] = append(held, entry{p, passage, load})
		n.Added++
		return
	}
	p.Ordinal = i
	held[i] = entry{p, passage, load}
	n.Replaced++
}

func (c *content) infer(inf graph.Inference) (bool, error) {
	for title, held := range c.titles {
		for i, e := range held {
			if e.page.ID() != inf.Page {
				continue
			}
			p := clonePage(e.page)
			if err := p.SetInferred(inf.Links); err != nil {
				return false, err
			}
			held = slices.Clone(held)
			held[i].page = p
			c.titles[title] = held
			return !samePage(p, e.page), nil
		}
	}
	return false, fmt.Errorf("page %v: %w", inf.Page, graph.ErrNoPage)
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
	f := finished{pages: map[graph.PageID]*graph.Page{}, folded: map[string][]*graph.Page{}, aliases: map[string][]graph.Redirect{}}
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
	f.stats = graph.Stats{Pages: int64(len(f.pages)), Redirects: int64(len(f.redirects))}
	for _, id := range f.ids {
		p := f.pages[id]
		count(&f.stats, p)
		for _, e := range p.Elements() {
			for _, h := range e.Links {
				f.hyperlink(id, e.Element, h)
			}
		}
	}
	for dir, links := range f.links {
		for id := range links {
			slices.SortStableFunc(links[id], func(a, b graph.Link) int { return compareLinks(graph.Direction(dir), a, b) })
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
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return a.Element.Compare(b.Element)
}

func count(s *graph.Stats, p *graph.Page) {
	s.Sentences += int64(len(p.Sentences))
	s.Tables += int64(len(p.Tables))
	for _, t := range p.Tables {
		for _, row := range t.Rows {
			s.Cells += int64(len(row))
		}
	}
	for _, l := range p.Lists {
		s.Items += int64(len(l.Items))
	}
}

// lookup finds the pages of one title.
func (f *finished) lookup(title string) []graph.PageID {
	found := f.follow(title, map[string]bool{})
	slices.SortStableFunc(found, func(a, b *graph.Page) int {
		if c := strings.Compare(a.Title, b.Title); c != 0 {
			return c
		}
		return a.Ordinal - b.Ordinal
	})
	var ids []graph.PageID
	for _, p := range slices.Compact(found) {
		ids = append(ids, p.ID())
	}
	return ids
}

func (f *finished) follow(title string, seen map[string]bool) (found []*graph.Page) {
	clean := graph.CleanTitle(title)
	if seen[clean] {
		return nil
	}
	seen[clean] = true
	folded := graph.FoldTitle(title)
	if pages := f.folded[folded]; len(pages) > 0 {
		return exact(pages, func(p *graph.Page) bool { return graph.CleanTitle(p.Title) == clean })
	}
	for _, r := range exact(f.aliases[folded], func(r graph.Redirect) bool { return graph.CleanTitle(r.From) == clean }) {
		found = append(found, f.follow(r.To, seen)...)
	}
	return found
}

// exact returns those that are, all when none is.
func exact[T any](all []T, is func(T) bool) []T {
	var out []T
	for _, v := range all {
		if is(v) {
			out = append(out, v)
		}
	}
	if len(out) > 0 {
		return out
	}
	return slices.Clone(all)
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
func (m *Memory) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
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

// Identity is the number of changes up to the last Finish.
func (m *Memory) Identity(ctx context.Context) (string, error) {
	return fmt.Sprintf("memory-%d", m.finished().change), ctx.Err()
}

// Close does nothing.
func (m *Memory) Close() error { return nil }

// finished is what is read now; a later Finish makes another.
func (m *Memory) finished() finished {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.done
}
