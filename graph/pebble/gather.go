package pebble

import (
	"context"
	"fmt"
	"hash/maphash"
	"runtime"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/ordered"
)

// gatherBytes is the approximate size of the bodies that a goroutine decodes at a time.
const gatherBytes = 256 << 10

// body is a page as it is stored.
type body struct {
	id     graph.PageID
	record string
}

// readPages decodes every page, on all processors, and collects its links and counts.
func (f *finishing) readPages(ctx context.Context) error {
	var read error
	some := func(yield func([]body) bool) {
		defer f.s.fail.caught(&read)
		var bodies []body
		size := 0
		read = eachBody(ctx, f.s.db, f.bodies, func(i int, record []byte) error {
			id := f.bodies[i].id
			f.digest += digestOf(idKey(keyBody, id), record)
			bodies = append(bodies, body{id, string(record)})
			if size += len(record); size < gatherBytes {
				return nil
			}
			if !yield(bodies) {
				return context.Canceled // after an error of a goroutine
			}
			bodies, size = nil, 0
			return nil
		})
		if read == nil {
			yield(bodies)
		}
	}
	for err := range ordered.Map(ctx, some, runtime.GOMAXPROCS(0), f.gather) {
		if err != nil {
			return err
		}
	}
	return read
}

// gather collects the links and counts of some pages.
func (f *finishing) gather(_ context.Context, some []body) (err error) {
	defer f.s.fail.caught(&err)
	g := &gathering{f: f, find: &finder{gen: f.gen, from: f.s.db, trails: &f.trails}}
	for _, b := range some {
		if err := g.page(b); err != nil {
			return err
		}
	}
	return nil
}

// gathering is the state of gather.
type gathering struct {
	f     *finishing
	find  *finder
	pages []graph.PageID // the pages that the current hyperlink leads to
	rec   []byte
}

func (g *gathering) page(b body) error {
	p, err := decodePage(b.record)
	if err != nil {
		return err
	}
	links, unresolved, err := g.links(b.id, p)
	if err != nil {
		return err
	}
	g.f.mu.Lock()
	defer g.f.mu.Unlock()
	g.f.stats.Count(p)
	g.f.stats.Links += links
	g.f.stats.LinksUnresolved += unresolved
	return nil
}

// links resolves the hyperlinks of a page, and adds each link to f.out and f.in. It returns how many lead to a page,
// and to none.
func (g *gathering) links(id graph.PageID, p *graph.Page) (links, unresolved int64, err error) {
	place := 0
	for _, t := range p.Elements() {
		for i := range t.Links {
			l := &t.Links[i]
			if err := g.lead(l.Target); err != nil {
				return 0, 0, err
			}
			if place++; len(g.pages) == 0 {
				unresolved++
				continue
			}
			links++
			for _, to := range g.pages {
				g.rec = appendLink(g.rec[:0], id, to, t.Element, place, l)
				if err := g.f.out.Add(g.rec); err != nil {
					return 0, 0, err
				}
				g.rec = appendLink(g.rec[:0], to, id, t.Element, place, l)
				if err := g.f.in.Add(g.rec); err != nil {
					return 0, 0, err
				}
			}
		}
	}
	return links, unresolved, nil
}

// lead sets g.pages to the pages that a title leads to.
func (g *gathering) lead(title string) (err error) {
	folded := graph.FoldTitle(title)
	switch id := g.f.known.page(folded); id {
	case 0:
		g.pages = g.pages[:0]
	case severalPages:
		if g.pages, err = g.find.find(title); err != nil {
			return fmt.Errorf("look up %q: %w", title, err)
		}
	default:
		g.pages = append(g.pages[:0], id)
	}
	return nil
}

// known has the page that a title leads to while links are resolved, by a hash of 64 bits of the normal form, for all
// titles and redirects: 20 to 40 bytes each. That one of a million titles which are no page's passes for one of a
// million that are has a chance of one in twenty million.
type known struct {
	seed  maphash.Seed
	pages map[uint64]graph.PageID
}

// severalPages marks what only the store knows: a title of several pages, or two titles of one hash. It is no page's
// id.
const severalPages graph.PageID = 1 << 63

func newKnown(titles int) *known {
	return &known{maphash.MakeSeed(), make(map[uint64]graph.PageID, titles)}
}

// set notes what a title leads to, once for each title.
func (k *known) set(folded string, page graph.PageID) {
	hash := maphash.String(k.seed, folded)
	if k.pages[hash] != 0 { // two titles of one hash
		page = severalPages
	}
	k.pages[hash] = page
}

// page returns what a title leads to: a page, 0 for none, or severalPages.
func (k *known) page(folded string) graph.PageID { return k.pages[maphash.String(k.seed, folded)] }

// setNames notes the pages of a normal form.
func (k *known) setNames(folded string, names []namesake) {
	page := severalPages
	if len(names) == 1 {
		page = names[0].id
	}
	k.set(folded, page)
}

// setAliases notes the redirects of a normal form, after all names. One that leads to a page by a title of its own, as
// most do, leads there from now on.
func (k *known) setAliases(folded string, aliases []alias) {
	if k.page(folded) != 0 {
		return
	}
	page := severalPages
	if len(aliases) == 1 {
		if id := k.page(graph.FoldTitle(aliases[0].to)); id != 0 {
			page = id
		}
	}
	k.set(folded, page)
}
