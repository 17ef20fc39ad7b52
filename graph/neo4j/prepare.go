package neo4j

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/ordered"
)

// prepared is a page with all that its rows are made of, and the digests by which a database is compared with a store.
// Of a page that only the database has, it is the id and the digests.
type prepared struct {
	page   *graph.Page
	id     string
	packed []byte // the record, uncompressed
	load   string // that used the page's ordinal last

	away                 rowsOf // what leads away from the page and its elements, and titles without a page
	resolved, unresolved int    // hyperlinks
	out, arriving        int    // links; a hyperlink to a title of several pages is several links

	content string // digest of the page itself
	head    string // digest of its properties that depend on others
	leaving string // digest of where its links lead
}

// led is a redirect with the pages it leads to, in no order.
type led struct {
	graph.Redirect
	ends []string
}

// source is a store whose rows are made.
type source struct {
	graph.Store
	seen func(pages int) // called for the pages that were prepared; may be nil
}

// pages yields what the rows of pages are made of.
func (s source) pages(ctx context.Context) iter.Seq2[*prepared, error] {
	return batches(ctx, s.All(ctx), 1, s.prepare)
}

// redirects yields all redirects with the pages they lead to.
func (s source) redirects(ctx context.Context) iter.Seq2[*led, error] {
	return batches(ctx, s.Redirects(ctx), 1, func(ctx context.Context, all []graph.Redirect) ([]*led, error) {
		to := make([]string, len(all))
		for i, r := range all {
			to[i] = r.To
		}
		found, err := s.Lookup(ctx, to)
		if err != nil {
			return nil, err
		}
		out := make([]*led, len(all))
		for i, r := range all {
			out[i] = &led{Redirect: r}
			for _, id := range found[i] {
				out[i].ends = append(out[i].ends, id.String())
			}
		}
		return out, nil
	})
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
	loads, err := s.Loads(ctx, ids)
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
		all := occurrences(page)
		if p.packed, err = packPage(page); err == nil {
			err = s.resolve(ctx, all, links[:n])
		}
		if err != nil {
			return nil, fmt.Errorf("page %q: %w", page.Title, err)
		}
		links = links[n:]
		p.lead(all)
		p.digest(heads[i], all)
		out[i] = p
	}
	if s.seen != nil {
		s.seen(len(pages))
	}
	return out, nil
}

// resolve sets the pages that the hyperlinks of a page lead to, from the store's links with the same element and
// anchor. If an element has an anchor with several titles, it looks them up.
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

// digest makes the digests.
func (p *prepared) digest(h graph.Head, all []occurrence) {
	sum := func(b []byte) string {
		h := sha256.Sum256(b)
		return hex.EncodeToString(h[:8])
	}
	p.content = sum(p.packed)
	// The end is of a property that pages have no more: databases keep digests with it.
	p.head = sum(fmt.Appendf(nil, "%q %q %d %t %d %d %d %d <nil>", p.load, h.Title, h.Ordinal, h.Disambiguation,
		p.resolved, p.unresolved, p.out, p.arriving))
	var to []byte
	for i := range all {
		for _, id := range all[i].to {
			to = fmt.Appendf(to, "%v ", id)
		}
		to = append(to, '\n')
	}
	p.leaving = sum(to)
}

// some are values of a sequence, or the error that ended it.
type some[T any] struct {
	all []T
	err error
}

// scanRows is the number of pages, redirects or rows that are read at a time.
const scanRows = 500

// batches yields what of makes of the values of a sequence, of scanRows of them at a time and by several workers.
func batches[T, R any](ctx context.Context, seq iter.Seq2[T, error], workers int,
	of func(context.Context, []T) ([]R, error)) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		var none R
		made := func(ctx context.Context, values some[T]) (out some[R]) {
			if out.err = values.err; out.err == nil {
				out.all, out.err = of(ctx, values.all)
			}
			return out
		}
		for out := range ordered.Map(ctx, chunks(seq, scanRows, func(T) int { return 0 }), workers, made) {
			for _, r := range out.all {
				if !yield(r, nil) {
					return
				}
			}
			if out.err != nil {
				yield(none, out.err)
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(none, err)
		}
	}
}

// chunks yields the values of a sequence, up to n at a time, and up to mostRows rows unless one value has more.
func chunks[T any](seq iter.Seq2[T, error], n int, rows func(T) int) iter.Seq[some[T]] {
	return func(yield func(some[T]) bool) {
		var all []T
		sum := 0
		for v, err := range seq {
			if err != nil {
				yield(some[T]{err: err})
				return
			}
			more := rows(v)
			if len(all) == n || len(all) > 0 && sum+more > mostRows {
				if !yield(some[T]{all: all}) {
					return
				}
				all, sum = nil, 0
			}
			all, sum = append(all, v), sum+more
		}
		if len(all) > 0 {
			yield(some[T]{all: all})
		}
	}
}
