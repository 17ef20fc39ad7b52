package stores_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
	"golang.org/x/text/unicode/norm"
)

// memory is the contract of graph.Store, written for reading and not for speed: what every backend is compared with.
// Its methods are safe for concurrent use, and its zero value is empty.
type memory struct {
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
	sources   map[string][]string // by load
}

// entry is a page and the load that used its ordinal last. Pages are never changed, only replaced.
type entry struct {
	page    *graph.Page
	passage string
	load    string
}

var _ graph.Store = (*memory)(nil)

// Mark returns how far a source was read.
func (m *memory) Mark(ctx context.Context, source string) (graph.Mark, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.marks[source], ctx.Err()
}

// Marks returns the marks of all sources.
func (m *memory) Marks(ctx context.Context) (map[string]graph.Mark, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return copied(m.marks), ctx.Err()
}

// Held returns the ids of the pages that were put, in order, whether or not Finish made them readable.
func (m *memory) Held() []graph.PageID {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var ids []graph.PageID
	for _, held := range m.put.titles {
		for _, e := range held {
			ids = append(ids, e.page.ID())
		}
	}
	slices.Sort(ids)
	return ids
}

// Loads returns no names.
func (m *memory) Loads(ctx context.Context, ids []graph.PageID) ([]string, error) {
	return make([]string, len(ids)), ctx.Err()
}

// Readable returns graph.ErrUnfinished before the first Finish.
func (m *memory) Readable(ctx context.Context) error {
	if m.finished().pages == nil {
		return graph.ErrUnfinished
	}
	return ctx.Err()
}

// Put stores a batch, on a copy that takes the store's place when nothing failed.
func (m *memory) Put(ctx context.Context, b *graph.Batch) (graph.PutCounts, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := content{titles: copied(m.put.titles), redirects: copied(m.put.redirects), sources: copied(m.put.sources)}
	counts, change, err := c.put(b)
	if err = errors.Join(ctx.Err(), err); err != nil {
		return graph.PutCounts{}, err
	}
	m.put = c
	m.change += change
	if b.Source != "" {
		m.marks = copied(m.marks)
		m.marks[b.Source] = b.Mark
	}
	return counts, nil
}

// copied copies a map; of none it is an empty one.
func copied[K comparable, V any](m map[K]V) map[K]V {
	out := map[K]V{}
	maps.Copy(out, m)
	return out
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
		if !slices.Contains(c.sources[b.Load], b.Source) && b.Source != "" {
			c.sources[b.Load] = append(slices.Clone(c.sources[b.Load]), b.Source)
		}
		c.page(p, b, &n)
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

func (c *content) page(in *graph.Page, b *graph.Batch, n *graph.PutCounts) {
	load := b.Load
	p := in.Clone()
	p.Title = norm.NFC.String(p.Title)
	passage := p.Passage()
	held := slices.Clone(c.titles[p.Title])
	i := slices.IndexFunc(held, func(e entry) bool { return e.passage == passage })
	same := i >= 0
	if !same {
		if i = slices.IndexFunc(held, func(e entry) bool { return e.load != load }); i < 0 {
			i = len(held)
		}
	}
	p.Ordinal = i
	switch {
	case same && (held[i].load == load || sameAuthored(p, held[i].page)):
		p = held[i].page
		n.Duplicates++
	case i < len(held):
		n.Replaced++
		if of := c.sources[held[i].load]; b.Source != "" && !slices.Contains(of, b.Source) {
			if n.From == nil {
				n.From = map[string]int{}
			}
			n.From[strings.Join(of, ", ")]++
		}
	default:
		held = append(held, entry{})
		n.Added++
	}
	held[i] = entry{p, passage, load}
	c.titles[p.Title] = held
}

func (c *content) infer(inf graph.Inference) (bool, error) {
	for title, held := range c.titles {
		for i, e := range held {
			if e.page.ID() != inf.Page {
				continue
			}
			p := e.page.Clone()
			if err := p.SetInferred(inf.Links); err != nil {
				return false, err
			}
			held = slices.Clone(held)
			held[i].page = p
			c.titles[title] = held
			return !samePage(p, e.page), nil
		}
	}
	return false, fmt.Errorf("page %v: %w", inf.Page, graph.ErrNoElement)
}

// sameAuthored reports whether two pages differ in inferred links at most.
func sameAuthored(a, b *graph.Page) bool {
	a, b = a.Clone(), b.Clone()
	return a.SetInferred(nil) == nil && b.SetInferred(nil) == nil && samePage(a, b)
}

// samePage reports whether two pages are alike; an empty list is like none.
func samePage(a, b *graph.Page) bool { return reflect.DeepEqual(a.Clone(), b.Clone()) }

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
func (m *memory) Finish(ctx context.Context) error {
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
	found := f.follow(title, map[string]bool{})
	slices.SortFunc(found, func(a, b *graph.Page) int {
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.Ordinal, b.Ordinal))
	})
	for _, p := range slices.Compact(found) {
		ids = append(ids, p.ID())
	}
	return ids
}

// follow returns the pages that a title leads to.
func (f *finished) follow(title string, seen map[string]bool) (found []*graph.Page) {
	if pages := f.folded[graph.FoldTitle(title)]; len(pages) > 0 {
		return slices.Clone(graph.Exact(pages, title, func(p *graph.Page) string { return p.Title }))
	}
	if seen[title] {
		return nil
	}
	seen[title] = true
	for _, r := range graph.Exact(f.aliases[graph.FoldTitle(title)], title, func(r graph.Redirect) string { return r.From }) {
		found = append(found, f.follow(r.To, seen)...)
	}
	return found
}

// Pages returns whole pages.
func (m *memory) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	f := m.finished()
	out := make([]*graph.Page, len(ids))
	for i, id := range ids {
		out[i] = f.pages[id]
	}
	return out, ctx.Err()
}

// Heads returns titles and degrees.
func (m *memory) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
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
func (m *memory) Lookup(ctx context.Context, titles []string) ([][]graph.PageID, error) {
	f := m.finished()
	out := make([][]graph.PageID, len(titles))
	for i, t := range titles {
		out[i] = f.lookup(t)
	}
	return out, ctx.Err()
}

// Neighbors returns the links of pages.
func (m *memory) Neighbors(
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
func (m *memory) All(ctx context.Context) iter.Seq2[*graph.Page, error] {
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
func (m *memory) Redirects(ctx context.Context) iter.Seq2[graph.Redirect, error] {
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
func (m *memory) Stats(ctx context.Context) (graph.Stats, error) {
	return m.finished().stats, ctx.Err()
}

// Identity returns the number of changes up to the last Finish.
func (m *memory) Identity(ctx context.Context) (string, error) {
	return fmt.Sprintf("memory-%d", m.finished().change), ctx.Err()
}

// Close does nothing.
func (m *memory) Close() error { return nil }

// finished returns what is read now; a later Finish makes another.
func (m *memory) finished() finished {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.done
}
