package neo4j

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/ordered"
)

// pageSheets are the rows of some pages.
type pageSheets struct {
	sheets
	pages   int
	missing []string // titles, in the order of their mentions
	err     error
}

// pages writes all pages and calls done. Rows are made on all cores and written in the order of the pages.
func (e *export) pages(ctx context.Context, r graph.Store, total int64, done func(pages, total int64)) error {
	var failed error // of reading; read when that is over
	batches := func(yield func([]*graph.Page) bool) {
		var batch []*graph.Page
		for p, err := range r.All(ctx) {
			if failed = err; err != nil {
				return
			}
			if batch = append(batch, p); len(batch) == exportPages {
				if !yield(batch) {
					return
				}
				batch = nil
			}
		}
		yield(batch)
	}
	n := int64(0)
	for x := range ordered.Map(ctx, batches, runtime.GOMAXPROCS(0), func(ctx context.Context, pages []*graph.Page) *pageSheets {
		x := &pageSheets{sheets: e.sheets(), pages: len(pages)}
		x.err = x.add(ctx, r, pages)
		return x
	}) {
		if x.err != nil {
			return fmt.Errorf("export: %w", x.err)
		}
		e.absent(x)
		e.write(x.sheets)
		if n += int64(x.pages); done != nil {
			done(n, total)
		}
	}
	if err := cmp.Or(failed, ctx.Err()); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// absent adds the Missing nodes that no pages before had.
func (e *export) absent(x *pageSheets) {
	for _, title := range x.missing {
		h := sha256.Sum256([]byte(title))
		if k := [16]byte(h[:16]); !e.seen[k] {
			e.seen[k] = true
			x.sheets["Missing"].add(row{title})
		}
	}
}

// add adds the rows of pages.
func (x *pageSheets) add(ctx context.Context, r graph.Store, pages []*graph.Page) error {
	ids := make([]graph.PageID, len(pages))
	for i, p := range pages {
		ids[i] = p.ID()
	}
	heads, err := r.Heads(ctx, ids)
	if err != nil {
		return err
	}
	links, err := r.Neighbors(ctx, ids, graph.Out, 0)
	if err != nil {
		return err
	}
	elements := elementRows{}
	for i, p := range pages {
		n := 0
		for n < len(links) && links[n].From == ids[i] {
			n++
		}
		all := occurrences(p)
		if err := resolve(ctx, r, all, links[:n]); err != nil {
			return err
		}
		links = links[n:]
		if err := x.page(ctx, r, p, heads[i], linksOfPage(ids[i], all)); err != nil {
			return err
		}
		elements.add(p)
	}
	for _, k := range elementKinds {
		for _, v := range elements[k.label] {
			x.sheets[k.label].add(v.(row))
			x.sheets[has(k.label)].add(v.(row))
		}
	}
	return nil
}

// page adds the rows of a page and its links.
func (x *pageSheets) page(ctx context.Context, r graph.Store, p *graph.Page, h graph.Head, of pageLinks) error {
	record, err := encodePage(p)
	if err != nil {
		return err
	}
	first, err := firstIn(ctx, r, h)
	if err != nil {
		return err
	}
	title, full := titles(p.Title)
	x.sheets["Page"].add(row{of.page, title, full, p.Ordinal, key(graph.FoldTitle(p.Title)), p.Disambiguation, p.Passage(), "export",
		record,
		of.resolved, of.unresolved, of.out, h.In, first})
	for i := range of.links {
		x.sheets["LINKS_TO"].add(of.links[i].row(of.page))
	}
	for _, m := range of.mentions {
		if m.to == "Missing" {
			x.missing = append(x.missing, m.row[1].(string))
		}
		x.sheets["MENTIONS_"+m.to].add(m.row)
	}
	return nil
}

// resolve sets the pages that the hyperlinks of a page lead to, from the store's links with the same element and anchor. If an element has
// an anchor with several titles, it looks them up.
func resolve(ctx context.Context, r graph.Reader, all []occurrence, links []graph.Link) error {
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
			found, err := r.Lookup(ctx, []string{o.link.Target})
			if err != nil {
				return err
			}
			o.to = found[0]
		}
	}
	return nil
}
