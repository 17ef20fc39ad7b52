package neo4j

import (
	"cmp"
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
type prepared struct {
	page   *graph.Page
	id     string
	packed []byte // the record, uncompressed
	load   string // that used the page's ordinal last

	away                 rowsOf // relationships that lead away from the page and its elements
	missing              []any  // rows of the titles without a page that these lead to
	resolved, unresolved int    // hyperlinks
	out, arriving        int    // links; a hyperlink to a title of several pages is several links

	content string // digest of the page itself
	head    string // digest of its properties that depend on others
	leaving string // digest of where its links lead
}

// linkSize is the number of rows of a page's links.
func (p *prepared) linkSize() (n int) {
	for _, rows := range p.away {
		n += len(rows)
	}
	return n
}

// scanRows is the number of pages, redirects or rows that are read at a time.
const scanRows = 500

// source is a store whose rows are made. A store may have a method Loads, which returns the names of the loads that
// used the ordinals of pages last.
type source struct {
	graph.Store
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

// prepared yields what the rows of pages are made of.
func (s source) prepared(ctx context.Context, pages iter.Seq2[*graph.Page, error]) iter.Seq2[*prepared, error] {
	return batches(ctx, pages, 1, s.prepare)
}

// named yields the pages of ids.
func (s source) named(ctx context.Context, ids []graph.PageID) iter.Seq2[*graph.Page, error] {
	return func(yield func(*graph.Page, error) bool) {
		for some := range slices.Chunk(ids, scanRows) {
			pages, err := s.Pages(ctx, some)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, p := range pages {
				if !yield(p, nil) {
					return
				}
			}
		}
	}
}

// batches yields what of makes of the values of a sequence, of some of them at a time and by several workers.
func batches[T, R any](ctx context.Context, seq iter.Seq2[T, error], workers int,
	of func(context.Context, []T) ([]R, error)) iter.Seq2[R, error] {
	type made struct {
		all []R
		err error
	}
	return func(yield func(R, error) bool) {
		var none R
		var failed error // of reading; read when that is over
		some := func(yield func([]T) bool) {
			for values, err := range chunks(seq, scanRows, one) {
				if failed = err; err != nil || !yield(values) {
					return
				}
			}
		}
		for m := range ordered.Map(ctx, some, workers, func(ctx context.Context, values []T) made {
			all, err := of(ctx, values)
			return made{all, err}
		}) {
			if m.err != nil {
				yield(none, m.err)
				return
			}
			for _, r := range m.all {
				if !yield(r, nil) {
					return
				}
			}
		}
		if err := cmp.Or(failed, ctx.Err()); err != nil {
			yield(none, err)
		}
	}
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

// led yields all redirects with the pages they lead to.
func (s source) led(ctx context.Context) iter.Seq2[*led, error] {
	return batches(ctx, s.Redirects(ctx), 1, func(ctx context.Context, some []graph.Redirect) ([]*led, error) {
		to := make([]string, len(some))
		for i, r := range some {
			to[i] = r.To
		}
		found, err := s.Lookup(ctx, to)
		if err != nil {
			return nil, err
		}
		out := make([]*led, len(some))
		for i, r := range some {
			out[i] = &led{Redirect: r}
			for _, id := range found[i] {
				out[i].ends = append(out[i].ends, id.String())
			}
		}
		return out, nil
	})
}

// redirect adds the rows of a redirect.
func (r rowsOf) redirect(from *led) {
	title, full := titles(from.From)
	r.add(kind{name: "Redirect"}, title, full, escape(from.To), key(graph.FoldTitle(from.From)), bytewise(from.From))
	for _, id := range from.ends {
		r.add(redirectsTo, title, id)
	}
}

// titles returns a string as it is indexed, and the whole of it, null unless it is shortened.
func titles(title string) (short string, full any) {
	short = key(title)
	if whole := escape(title); whole != short {
		full = whole
	}
	return short, full
}
