package graphtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
	"golang.org/x/text/unicode/norm"
)

// Memory is a store in memory, for tests: the contract of graph.Store, written for reading and not for
// speed. Its methods are safe for concurrent use, and its zero value is empty.
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
	sources   map[string][]string // by load
}

// entry is a page and the load that used its ordinal last. Pages are never changed, only replaced.
type entry struct {
	page    *graph.Page
	passage string
	load    string
}

var _ graph.Store = (*Memory)(nil)

// Fill puts pages and redirects as one load and finishes: a store for a test in one line.
func Fill(pages []*graph.Page, redirects ...graph.Redirect) (*Memory, error) {
	m := &Memory{}
	if _, err := m.Put(context.Background(), &graph.Batch{Load: "fill", Pages: pages,
		Redirects: redirects}); err != nil {
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

// Marks returns the marks of all sources.
func (m *Memory) Marks(ctx context.Context) (map[string]graph.Mark, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return copied(m.marks), ctx.Err()
}

// Held returns the ids of the pages that were put, in order, whether or not Finish made them readable.
func (m *Memory) Held() []graph.PageID {
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

// Readable returns graph.ErrUnfinished before the first Finish.
func (m *Memory) Readable(ctx context.Context) error {
	if m.finished().pages == nil {
		return graph.ErrUnfinished
	}
	return ctx.Err()
}

// Put stores a batch, on a copy that takes the store's place when nothing failed.
func (m *Memory) Put(ctx context.Context, b *graph.Batch) (graph.PutCounts, error) {
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
	i, same := graph.NewOrdinals(len(held), func(i int) string { return held[i].passage }).Choose(len(held), passage,
		func(i int) bool { return held[i].load == load })
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
	return false, fmt.Errorf("page %v: %w", inf.Page, graph.ErrNoPage)
}

// sameAuthored reports whether two pages differ in inferred links at most.
func sameAuthored(a, b *graph.Page) bool {
	a, b = a.Clone(), b.Clone()
	return a.SetInferred(nil) == nil && b.SetInferred(nil) == nil && samePage(a, b)
}

// samePage reports whether two pages are alike; an empty list is like none.
func samePage(a, b *graph.Page) bool { return reflect.DeepEqual(a.Clone(), b.Clone()) }
