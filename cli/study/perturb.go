package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Perturbation is a change of the store around a claim's gold graph, to find what the answer depends on.
type Perturbation string

// The perturbations.
const (
	Unperturbed Perturbation = "none"
	SwapBridge  Perturbation = "bridge" // remove a bridge page; links to it lead to a sibling
	CutLink     Perturbation = "cut"    // remove a link of the graph, in both directions
	AddHubs     Perturbation = "hubs"   // each gold page is linked with hubs of the store, there and back
)

// Perturbations returns all perturbations, in the order of tables.
func Perturbations() []Perturbation {
	return []Perturbation{Unperturbed, SwapBridge, CutLink, AddHubs}
}

// ErrPerturbation: not the name of a perturbation.
var ErrPerturbation = errors.New("want none, bridge, cut or hubs")

// ParsePerturbation reads a perturbation's name.
func ParsePerturbation(name string) (Perturbation, error) {
	if p := Perturbation(name); slices.Contains(Perturbations(), p) {
		return p, nil
	}
	return "", fmt.Errorf("perturbation %q: %w", name, ErrPerturbation)
}

// Perturber makes changed views of a store; the store itself is not changed. The same store, graph and seed give the same change. It is safe for
// concurrent use.
type Perturber struct {
	Store interface {
		Store
		Corpus
	}
	Text hop.Text
	Seed uint64
	// Categories are the categories of titles, if there are any. A sibling shares a category, or without categories, in-links.
	Categories map[string][]string

	lock    sync.Mutex
	hubs    []graph.Head // the pages most links lead to
	members map[string][]string
}

// Change describes a perturbation of a claim.
type Change struct {
	Perturbation Perturbation `json:"perturb"`
	Page         string       `json:"page,omitempty"`    // the bridge page that was removed
	Sibling      string       `json:"sibling,omitempty"` // its replacement
	By           string       `json:"by,omitempty"`      // category or in-links: why the two are siblings
	Cut          []string     `json:"cut,omitempty"`     // the two pages no longer linked
	Hubs         []string     `json:"hubs,omitempty"`    // the decoys
}

// World is a store as it looks after a change: what a planner and a verifier read.
type World struct {
	Graph  hop.Graph
	Text   hop.Text
	Change Change
}

// hubCount is the number of hubs used as decoys.
const hubCount = 10

// Around returns a changed view of the store around a gold graph. It returns nil if no change is possible: there is no bridge page with a
// sibling, or no link between gold pages.
func (p *Perturber) Around(ctx context.Context, g *Graph, how Perturbation) (*World, error) {
	if how == Unperturbed {
		return &World{Graph: p.Store, Text: p.Text, Change: Change{Perturbation: how}}, nil
	}
	found, err := p.Store.Lookup(ctx, g.Pages)
	if err != nil {
		return nil, fmt.Errorf("perturb claim %s: %w", g.ID, err)
	}
	ids := map[string]graph.PageID{}
	for i, title := range g.Pages {
		if len(found[i]) > 0 {
			ids[title] = found[i][0]
		}
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(string(how) + "\x00" + g.ID.Key())) // a hash can't fail
	c := &change{Perturber: p, g: g, ids: ids, random: rand.New(rand.NewPCG(p.Seed, h.Sum64()))}
	var w *World
	switch how {
	case SwapBridge:
		w, err = c.swap(ctx)
	case CutLink:
		w, err = c.cut(ctx)
	case AddHubs:
		w, err = c.add(ctx)
	default:
		return nil, fmt.Errorf("perturbation %q: %w", how, ErrPerturbation)
	}
	if err != nil {
		return nil, fmt.Errorf("perturb claim %s: %w", g.ID, err)
	}
	return w, nil
}

// change is the state of Around.
type change struct {
	*Perturber
	g      *Graph
	ids    map[string]graph.PageID
	random *rand.Rand
}

// bridges are the pages of a graph that join others; of two pages, the one the claim doesn't name.
func (g *Graph) bridges() []string {
	var out []string
	for _, p := range g.Pages {
		if at := g.Position(p); at == Middle || at == Centre {
			out = append(out, p)
		}
	}
	if len(g.Pages) == 2 && len(g.Named) == 1 {
		for _, p := range g.Pages {
			if p != g.Named[0] {
				out = append(out, p)
			}
		}
	}
	return out
}

// cut removes all links between two joined pages.
func (c *change) cut(ctx context.Context) (*World, error) {
	linked, err := c.linked(ctx)
	if err != nil {
		return nil, err
	}
	var edges []Edge
	for _, e := range c.g.Tree() {
		if a, b := c.ids[e.From], c.ids[e.To]; linked[[2]graph.PageID{a, b}] || linked[[2]graph.PageID{b, a}] {
			edges = append(edges, e)
		}
	}
	if len(edges) == 0 {
		return nil, ctx.Err()
	}
	e := edges[c.random.IntN(len(edges))]
	view := &view{graph: c.Store, cut: [2]graph.PageID{c.ids[e.From], c.ids[e.To]}, titles: [2]string{graph.FoldTitle(e.From), graph.FoldTitle(e.To)}}
	return &World{Graph: view, Text: c.Text, Change: Change{Perturbation: CutLink, Cut: []string{e.From, e.To}}}, nil
}

// linked are the pairs of gold pages of which the first links to the second.
func (c *change) linked(ctx context.Context) (map[[2]graph.PageID]bool, error) {
	var from []graph.PageID
	for _, p := range c.g.Pages {
		if id, ok := c.ids[p]; ok {
			from = append(from, id)
		}
	}
	out := map[[2]graph.PageID]bool{}
	if len(from) == 0 {
		return out, nil
	}
	links, err := c.Store.Neighbors(ctx, from, graph.Out, 0)
	for _, l := range links {
		if c.gold(l.To) {
			out[[2]graph.PageID{l.From, l.To}] = true
		}
	}
	return out, err
}

// add links gold pages with hubs.
func (c *change) add(ctx context.Context) (*World, error) {
	if err := c.findHubs(ctx); err != nil {
		return nil, err
	}
	view := &view{graph: c.Store, added: map[graph.PageID]map[graph.PageID]string{}}
	w := &World{Graph: view, Text: c.Text, Change: Change{Perturbation: AddHubs}}
	titles := map[graph.PageID]string{}
	for _, h := range c.hubs {
		if !c.gold(h.ID) && len(w.Change.Hubs) < hubCount {
			w.Change.Hubs = append(w.Change.Hubs, h.Title)
			titles[h.ID] = h.Title
		}
	}
	for title, id := range c.ids {
		for hub, name := range titles {
			view.link(id, hub, name)
			view.link(hub, id, title)
		}
	}
	if len(titles) == 0 || len(c.ids) == 0 {
		return nil, nil
	}
	return w, nil
}

// findHubs looks for the pages most links lead to, once.
func (p *Perturber) findHubs(ctx context.Context) error {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.hubs != nil {
		return nil
	}
	var ids []graph.PageID
	var top []graph.Head
	take := func() error {
		heads, err := p.Store.Heads(ctx, ids)
		if err != nil {
			return err
		}
		top = append(top, heads...)
		slices.SortFunc(top, func(a, b graph.Head) int { return cmp.Or(cmp.Compare(b.In, a.In), cmp.Compare(a.ID, b.ID)) })
		top, ids = top[:min(len(top), hubCount+MostPages)], ids[:0]
		return nil
	}
	for page, err := range p.Store.All(ctx) {
		if err != nil {
			return err
		}
		if ids = append(ids, page.ID()); len(ids) == 1024 {
			if err := take(); err != nil {
				return err
			}
		}
	}
	if err := take(); err != nil {
		return err
	}
	p.hubs = top
	return nil
}
