package neo4j

import (
	"cmp"
	"iter"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// change is a page that differs between a store and the database. What has another content has other links, too.
type change struct {
	id             string
	page           *prepared // as the store has it; nil if it has none
	content, links bool      // differ
}

// size is the number of rows of a page without its links.
func (c change) size() int {
	if c.page == nil || !c.content {
		return 1
	}
	return len(c.page.page.Sections) + len(c.page.page.Elements())
}

// changes compares the pages of the store with the database by their digests, and yields what differs in the order of
// ids.
func (p *pushing) changes() iter.Seq2[change, error] {
	const query = `MATCH (p:BridgehopPage) WHERE p.id > $id WITH p ORDER BY p.id LIMIT $rows
OPTIONAL MATCH (p)-[:HAS_RECORD]->(r:BridgehopRecord)
RETURN p.id AS id, r.content AS content, r.head AS head, r.links AS links ORDER BY id`
	have := p.s.rows(p.ctx, query, "id")
	if !p.again {
		have = func(func(record, error) bool) {}
	}
	want := p.from.prepared(p.ctx, p.from.All(p.ctx))
	return func(yield func(change, error) bool) {
		for both, err := range merge(want, have, func(p *prepared) string { return p.id },
			func(r record) string { return str(r, "id") }) {
			if err != nil {
				yield(change{}, err)
				return
			}
			page, r := both.store, both.database
			c, same := change{page: page, content: true, links: true}, false
			switch {
			case page == nil:
				c.id = str(r, "id")
			case r == nil:
				c.id = page.id
			default:
				c.id, c.content = page.id, str(r, "content") != page.content
				c.links = c.content || str(r, "links") != page.leaving
				same = !c.links && str(r, "head") == page.head
			}
			if !same && !yield(c, nil) {
				return
			}
		}
	}
}

// led is a redirect with the pages it leads to, in no order.
type led struct {
	graph.Redirect
	ends []string
}

// redirected is a redirect that differs between a store and the database.
type redirected struct {
	*led
	gone bool // the store doesn't have it
}

func (r redirected) size() int { return 1 + len(r.ends) }

// redirects compares redirects as changes does pages.
func (p *pushing) redirects() iter.Seq2[redirected, error] {
	title := func(r *led) string { return r.From }
	return func(yield func(redirected, error) bool) {
		for both, err := range merge(p.from.led(p.ctx), p.s.redirects(p.ctx, ""), title, title) {
			want, have := both.store, both.database
			r := redirected{led: want}
			if want == nil {
				r = redirected{have, true}
			} else if have != nil && err == nil {
				slices.Sort(have.ends)
				if have.Redirect == want.Redirect && slices.Equal(have.ends, slices.Sorted(slices.Values(want.ends))) {
					continue
				}
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// pairOf is a value of a store and the one of the database with the same key; nil is what one of them doesn't have.
type pairOf[S, D any] struct {
	store    *S
	database *D
}

// merge yields the values of a store and of the database, which both come in the order of their keys.
func merge[S, D any](store iter.Seq2[*S, error], database iter.Seq2[*D, error], want func(*S) string,
	have func(*D) string) iter.Seq2[pairOf[S, D], error] {
	return func(yield func(pairOf[S, D], error) bool) {
		next, stop := iter.Pull2(database)
		defer stop()
		d, failed, more := next()
		for s, err := range store {
			for err == nil && more && failed == nil && have(d) < want(s) {
				if !yield(pairOf[S, D]{database: d}, nil) {
					return
				}
				d, failed, more = next()
			}
			if err = cmp.Or(err, failed); err != nil {
				yield(pairOf[S, D]{}, err)
				return
			}
			both := pairOf[S, D]{store: s}
			if more && have(d) == want(s) {
				both.database = d
				d, failed, more = next()
			}
			if !yield(both, nil) {
				return
			}
		}
		for ; more; d, failed, more = next() {
			if !yield(pairOf[S, D]{database: d}, failed) || failed != nil {
				return
			}
		}
	}
}

// chunks yields the values of a sequence, up to n at a time, and up to mostRows rows unless one value has more.
func chunks[T any](seq iter.Seq2[T, error], n int, rows func(T) int) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		var some []T
		sum := 0
		for v, err := range seq {
			if err != nil {
				yield(nil, err)
				return
			}
			more := rows(v)
			if len(some) == n || len(some) > 0 && sum+more > mostRows {
				if !yield(some, nil) {
					return
				}
				some, sum = nil, 0
			}
			some, sum = append(some, v), sum+more
		}
		if len(some) > 0 {
			yield(some, nil)
		}
	}
}

// one counts a value as one row.
func one[T any](T) int { return 1 }
