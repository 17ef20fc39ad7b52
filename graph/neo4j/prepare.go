package neo4j

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/ordered"
)

// prepared is a page or a redirect with what its rows are made of, and the digests by which a database is compared with
// a store. Of a page that only the database has, it is the id and the digests.
type prepared struct {
	id   string // of a page, the title of a redirect
	to   string // of a redirect
	page *graph.Page
	head graph.Head
	load string // that used the page's ordinal last

	packed               []byte // the record, uncompressed
	away                 rowsOf // what leads away from the page and its elements
	resolved, unresolved int    // hyperlinks

	content string // digest of the page itself, or where the redirect leads
	state   string // digest of its properties that depend on others
	leaving string // digest of its links
}

// source is a store whose rows are made.
type source struct {
	graph.Store
	seen func(pages int) // called for the pages that were prepared; may be nil
	bare bool            // pages have their digests alone
}

// pages yields what the rows of pages are made of.
func (s source) pages(ctx context.Context) iter.Seq2[*prepared, error] {
	return batches(ctx, s.All(ctx), 1, s.prepare)
}

// redirects yields all redirects with the pages they lead to.
func (s source) redirects(ctx context.Context) iter.Seq2[*prepared, error] {
	return batches(ctx, s.Redirects(ctx), 1, func(ctx context.Context, all []graph.Redirect) ([]*prepared, error) {
		var titles []string
		for _, r := range all {
			titles = append(titles, r.To)
		}
		found, err := s.Lookup(ctx, titles)
		if err != nil {
			return nil, err
		}
		out := make([]*prepared, len(all))
		for i, r := range all {
			out[i] = &prepared{id: r.From, to: r.To, away: rowsOf{}}
			var ends []string
			for _, id := range found[i] {
				ends = append(ends, id.String())
				out[i].away.add(redirectsTo, key(r.From), id.String())
			}
			out[i].content = leadsTo(r.To, ends)
		}
		return out, nil
	})
}

// leadsTo returns what a redirect is compared by: its target and the ids of the pages that this title has, in any order.
func leadsTo(to string, ends []string) string {
	slices.Sort(ends)
	return to + "\x00" + strings.Join(ends, " ")
}

// prepare reads what the rows of pages are made of.
func (s source) prepare(ctx context.Context, pages []*graph.Page) ([]*prepared, error) {
	ids := make([]graph.PageID, len(pages))
	var titles []string
	for i, p := range pages {
		ids[i] = p.ID()
		for _, o := range occurrences(p) {
			if !s.bare {
				titles = append(titles, o.Target)
			}
		}
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
	found, err := s.Lookup(ctx, titles)
	if err != nil {
		return nil, err
	}
	out := make([]*prepared, len(pages))
	for i, page := range pages {
		p := &prepared{page: page, id: ids[i].String(), head: heads[i], load: loads[i], away: rowsOf{}}
		if p.packed, err = packPage(page); err != nil {
			return nil, fmt.Errorf("page %q: %w", page.Title, err)
		}
		n := 0
		for n < len(links) && links[n].From == ids[i] {
			n++
		}
		var leaving []byte
		for _, l := range links[:n] {
			leaving = fmt.Appendf(leaving, "%v %v %q %t\n", l.To, l.Element, l.Anchor, l.Inferred)
		}
		p.content, p.leaving = digest(p.packed), digest(leaving)
		p.state = digest(fmt.Appendf(nil, "%q %q %+v", p.load, p.head.Title, p.head))
		links = links[n:]
		if !s.bare {
			all := occurrences(page)
			p.lead(all, found[:len(all)])
			found = found[len(all):]
		}
		out[i] = p
	}
	if s.seen != nil {
		s.seen(len(pages))
	}
	return out, nil
}

// digest returns a hash.
func digest(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:8])
}

// scanRows is the number of pages, redirects or rows that are read at a time.
const scanRows = 500

// batches yields what of makes of the values of a sequence, of scanRows of them at a time and by several workers.
func batches[T, R any](ctx context.Context, seq iter.Seq2[T, error], workers int,
	of func(context.Context, []T) ([]R, error)) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		var failed error // reading the sequence
		some := func(yield func([]T) bool) {
			for values, err := range chunks(seq, scanRows, func(T) int { return 0 }) {
				if failed = err; err != nil || !yield(values) {
					return
				}
			}
		}
		make := func(ctx context.Context, values []T) func() ([]R, error) {
			all, err := of(ctx, values)
			return func() ([]R, error) { return all, err }
		}
		var none R
		for made := range ordered.Map(ctx, some, workers, make) {
			all, err := made()
			for _, r := range all {
				if !yield(r, nil) {
					return
				}
			}
			if err != nil {
				yield(none, err)
				return
			}
		}
		if err := cmp.Or(failed, ctx.Err()); err != nil {
			yield(none, err)
		}
	}
}

// chunks yields the values of a sequence, up to n at a time, and up to mostRows rows unless one value has more.
func chunks[T any](seq iter.Seq2[T, error], n int, rows func(T) int) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		var all []T
		sum := 0
		for v, err := range seq {
			if err != nil {
				yield(nil, err)
				return
			}
			more := rows(v)
			if len(all) == n || len(all) > 0 && sum+more > mostRows {
				if !yield(all, nil) {
					return
				}
				all, sum = nil, 0
			}
			all, sum = append(all, v), sum+more
		}
		if len(all) > 0 {
			yield(all, nil)
		}
	}
}
