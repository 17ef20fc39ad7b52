package neo4j

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// prepared is a page with all that its rows are made of, and the digests by which a database is compared with a store.
type prepared struct {
	page     *graph.Page
	id       string
	packed   []byte // the record, uncompressed
	load     string // that used the page's ordinal last
	links    pageLinks
	arriving int // number of links that arrive
	firstIn  any // pages of the first links that arrive, of a hub

	content string // digest of the page itself
	head    string // digest of its properties that depend on others
	leaving string // digest of where its links lead
}

// A hub is a page with very many in-links. The server would sort all of them to return the first few, so a hub has the ids of the pages of
// its first in-links, in the order of graph.Reader.Neighbors.
const (
	hubLinks   = 10_000 // Options.Hub
	firstLinks = 1000   // pages a hub keeps; who asks for more links visits all
)

// source is a store whose rows are made. A store may have a method Loads, which returns the names of the loads that used the ordinals of
// pages last.
type source struct {
	graph.Store
	hub  int
	seen func(pages int) // called for the pages that were prepared; may be nil
}

func (s source) loads(ctx context.Context, ids []graph.PageID) ([]string, error) {
	if r, ok := s.Store.(interface {
		Loads(context.Context, []graph.PageID) ([]string, error)
	}); ok {
		return r.Loads(ctx, ids)
	}
	return make([]string, len(ids)), nil
}

// prepare reads what the rows of pages are made of.
func (s source) prepare(ctx context.Context, pages []*graph.Page) ([]*prepared, error) {
	ids := make([]graph.PageID, len(pages))
	for i, p := range pages {
		ids[i] = p.ID()
	}
	heads, err := s.Heads(ctx, ids)
	if err != nil {
		return nil, err
	}
	links, err := s.Neighbors(ctx, ids, graph.Out, 0)
	if err != nil {
		return nil, err
	}
	loads, err := s.loads(ctx, ids)
	if err != nil {
		return nil, err
	}
	out := make([]*prepared, len(pages))
	for i, page := range pages {
		n := 0
		for n < len(links) && links[n].From == ids[i] {
			n++
		}
		p := &prepared{page: page, id: ids[i].String(), load: loads[i], arriving: heads[i].In}
		if p.firstIn, err = s.firstIn(ctx, heads[i]); err == nil {
			p.packed, err = packPage(page)
		}
		all := occurrences(page)
		if err == nil {
			err = s.resolve(ctx, all, links[:n])
		}
		if err != nil {
			return nil, fmt.Errorf("page %q: %w", page.Title, err)
		}
		links = links[n:]
		p.links = linksOfPage(ids[i], all)
		p.digest(heads[i], all)
		out[i] = p
	}
	if s.seen != nil {
		s.seen(len(pages))
	}
	return out, nil
}

// digest makes the digests.
func (p *prepared) digest(h graph.Head, all []occurrence) {
	sum := func(b []byte) string {
		h := sha256.Sum256(b)
		return hex.EncodeToString(h[:8])
	}
	p.content = sum(p.packed)
	l := &p.links
	p.head = sum(fmt.Appendf(nil, "%q %q %d %t %d %d %d %d %v", p.load, h.Title, h.Ordinal, h.Disambiguation, l.resolved, l.unresolved,
		l.out, p.arriving, p.firstIn))
	var to []byte
	for i := range all {
		for _, id := range all[i].to {
			to = fmt.Appendf(to, "%v ", id)
		}
		to = append(to, '\n')
	}
	p.leaving = sum(to)
}

// firstIn returns the pages of the first in-links of a hub; null for other pages.
func (s source) firstIn(ctx context.Context, h graph.Head) (any, error) {
	if h.In < s.hub {
		return nil, nil
	}
	ends, _, err := graph.LinkEnds(ctx, s.Store, []graph.PageID{h.ID}, graph.In)
	if err != nil {
		return nil, fmt.Errorf("links of %v: %w", h.ID, err)
	}
	var ids []string
	for _, id := range ends[:min(len(ends), firstLinks)] {
		ids = append(ids, id.String())
	}
	return ids, nil
}

// resolve sets the pages that the hyperlinks of a page lead to, from the store's links with the same element and anchor. If an element has
// an anchor with several titles, it looks them up.
func (s source) resolve(ctx context.Context, all []occurrence, links []graph.Link) error {
	type spot struct {
		element  graph.Element
		anchor   string
		inferred bool
	}
	to, titles, several := map[spot][]graph.PageID{}, map[spot]string{}, map[spot]bool{}
	for _, l := range links {
		at := spot{l.Element, l.Anchor, l.Inferred}
		if !slices.Contains(to[at], l.To) {
			to[at] = append(to[at], l.To)
		}
	}
	for _, o := range all {
		at := spot{o.element, o.link.Anchor, o.link.Inferred}
		if title, known := titles[at]; known && title != o.link.Target {
			several[at] = true
		}
		titles[at] = o.link.Target
	}
	for i := range all {
		o := &all[i]
		at := spot{o.element, o.link.Anchor, o.link.Inferred}
		o.to = to[at]
		if several[at] {
			found, err := s.Lookup(ctx, []string{o.link.Target})
			if err != nil {
				return err
			}
			o.to = found[0]
		}
	}
	return nil
}

// ends returns redirects with the pages they lead to.
func (s source) ends(ctx context.Context, redirects []graph.Redirect) ([]led, error) {
	to := make([]string, len(redirects))
	for i, r := range redirects {
		to[i] = r.To
	}
	found, err := s.Lookup(ctx, to)
	if err != nil {
		return nil, err
	}
	out := make([]led, len(redirects))
	for i, r := range redirects {
		out[i].Redirect = r
		for _, id := range found[i] {
			out[i].ends = append(out[i].ends, id.String())
		}
	}
	return out, nil
}

func redirectRow(r graph.Redirect) row {
	title, full := titles(r.From)
	return row{title, full, escape(r.To), key(graph.FoldTitle(r.From)), bytewise(r.From)}
}

// titles returns a string as it is indexed, and the whole of it, null unless it is shortened.
func titles(title string) (short string, full any) {
	short = key(title)
	if whole := escape(title); whole != short {
		full = whole
	}
	return short, full
}
