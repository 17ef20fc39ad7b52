package neo4j

import (
	"cmp"
	"errors"
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

// size is the number of rows of a page without its links, and linkSize of its links.
func (c change) size() int {
	if c.page == nil || !c.content {
		return 1
	}
	return len(c.page.page.Sections) + len(c.page.page.Elements())
}

func (c change) linkSize() int {
	if c.page == nil || !c.links {
		return 0
	}
	return len(c.page.links.links) + len(c.page.links.mentions)
}

// runs splits a list into runs of at most mostRows rows, but at least one value.
func runs[T any](all []T, rows func(T) int) (out [][]T) {
	first, sum := 0, 0
	for i, v := range all {
		n := rows(v)
		if i > first && sum+n > mostRows {
			out, first, sum = append(out, all[first:i]), i, 0
		}
		sum += n
	}
	if first < len(all) {
		out = append(out, all[first:])
	}
	return out
}

// pages compares the pages of the store with the database by their digests, and gives the changes in the order of ids.
func (p *pushing) pages(give func([]change) error) error {
	const query = `MATCH (p:BridgehopPage) WHERE p.id > $id WITH p ORDER BY p.id LIMIT $rows
OPTIONAL MATCH (p)-[:HAS_RECORD]->(r:BridgehopRecord)
RETURN p.id AS id, r.content AS content, r.head AS head, r.links AS links ORDER BY id`
	have := p.s.rows(p.ctx, query, p.s.opts.BatchPages, "id")
	if !p.again {
		have = func(func(record, error) bool) {}
	}
	want := batches(p.from.All(p.ctx), p.s.opts.BatchPages, func(pages []*graph.Page) ([]*prepared, error) {
		return p.from.prepare(p.ctx, pages)
	})
	return compare(want, have, &comparison[*prepared, record, change]{
		want: func(page *prepared) string { return page.id },
		have: func(r record) string { return str(r, "id") },
		differ: func(page *prepared, r record) (change, bool) {
			c := change{id: page.id, page: page, content: true, links: true}
			if r != nil {
				c.content = str(r, "content") != page.content
				c.links = c.content || str(r, "links") != page.leaving
			}
			return c, c.links || str(r, "head") != page.head
		},
		gone: func(r record) change { return change{id: str(r, "id")} },
		give: give, most: p.s.opts.BatchPages,
	})
}

// redirected is a redirect that differs between a store and the database.
type redirected struct {
	led
	gone bool // the store doesn't have it
}

// redirects compares redirects as pages does pages.
func (p *pushing) redirects(give func([]redirected) error) error {
	want := batches(p.from.Redirects(p.ctx), p.s.opts.BatchPages, func(some []graph.Redirect) ([]led, error) {
		return p.from.ends(p.ctx, some)
	})
	return compare(want, p.s.redirects(p.ctx, ""), &comparison[led, led, redirected]{
		want: func(r led) string { return r.From },
		have: func(r led) string { return r.From },
		differ: func(want, have led) (redirected, bool) {
			slices.Sort(have.ends)
			same := have.Redirect == want.Redirect && slices.Equal(have.ends, slices.Sorted(slices.Values(want.ends)))
			return redirected{led: want}, !same
		},
		gone: func(r led) redirected { return redirected{r, true} },
		give: give, most: p.s.opts.BatchPages,
	})
}

// comparison is how the values of a store are compared with the database's.
type comparison[S, D, C any] struct {
	want   func(S) string       // the key of a value of the store
	have   func(D) string       // the key of a value of the database
	differ func(S, D) (C, bool) // given the zero D for what the database doesn't have
	gone   func(D) C            // the change for what only the database has
	give   func([]C) error
	most   int // changes that are given at a time
}

// compare gives what differs between a store and the database, whose values come in the order of their keys.
func compare[S, D, C any](store iter.Seq2[[]S, error], database iter.Seq2[D, error], c *comparison[S, D, C]) error {
	next, stop := iter.Pull2(database)
	defer stop()
	v, failed, more := next()
	var some []C
	flush := func() (err error) {
		for part := range slices.Chunk(some, c.most) {
			if err = cmp.Or(err, failed); err == nil {
				err = c.give(part)
			}
		}
		some = nil
		return cmp.Or(err, failed)
	}
	for batch, err := range store {
		if err != nil {
			return ours(err)
		}
		for _, s := range batch {
			key := c.want(s)
			for more && failed == nil && c.have(v) < key {
				some = append(some, c.gone(v))
				v, failed, more = next()
			}
			var same D
			found := more && failed == nil && c.have(v) == key
			if found {
				same = v
				v, failed, more = next()
			}
			if d, differs := c.differ(s, same); differs || !found {
				some = append(some, d)
			}
		}
		if err := flush(); err != nil {
			return err
		}
	}
	for more && failed == nil {
		some = append(some, c.gone(v))
		v, failed, more = next()
	}
	return flush()
}

// changed are all changes, when these are few.
type changed struct {
	pages   []change
	aliases []redirected
}

// errMany: there are more changes than one transaction takes.
var errMany = errors.New("many changes")

// few returns the changes, or nil if there are too many for one transaction, or the database is empty and so nobody reads it.
func (p *pushing) few() (*changed, error) {
	if !p.again {
		return nil, nil
	}
	few := &changed{}
	err := p.pages(func(some []change) error {
		if few.pages = append(few.pages, some...); len(few.pages) > p.s.opts.AtOnce {
			return errMany
		}
		return nil
	})
	if err == nil {
		err = p.redirects(func(some []redirected) error {
			if few.aliases = append(few.aliases, some...); len(few.aliases) > 10*p.s.opts.AtOnce {
				return errMany
			}
			return nil
		})
	}
	if errors.Is(err, errMany) {
		return nil, nil
	}
	return few, err
}

func (c *changed) eachPage(give func([]change) error) error { return give(c.pages) }

func (c *changed) eachRedirect(give func([]redirected) error) error { return give(c.aliases) }
