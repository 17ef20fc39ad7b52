package neo4j

import (
	"cmp"
	"iter"
	"slices"
)

// change is a page that differs between a store and the database. What has another content has other links, too.
type change struct {
	*prepared           // as the store has it; if gone, as the database has it
	gone           bool // the store doesn't have it
	content, links bool // differ
}

// size is the number of rows of a page.
func (c change) size() (n int) {
	if c.content {
		n = len(c.page.Sections) + len(c.page.Elements())
	}
	if c.links {
		for _, rows := range c.away {
			n += len(rows)
		}
	}
	return n + 1
}

// changes compares the pages of the store with the database by their digests, and yields what differs in the order of
// ids.
func (p *pushing) changes() iter.Seq2[change, error] {
	const query = `MATCH (p:BridgehopPage) WHERE p.id > $after WITH p ORDER BY p.id LIMIT $rows
OPTIONAL MATCH (p)-[:HAS_RECORD]->(r:BridgehopRecord)
RETURN p.id AS id, r.content AS content, r.head AS head, r.links AS links ORDER BY id`
	have := converted(p.s.rows(p.ctx, query, "id"), func(r record) (*prepared, error) {
		return &prepared{id: str(r, "id"), content: str(r, "content"), head: str(r, "head"),
			leaving: str(r, "links")}, nil
	})
	return merge(p.from.pages(p.ctx), have, func(p *prepared) string { return p.id },
		func(want, have *prepared) (change, bool) {
			switch {
			case want == nil:
				return change{prepared: have, gone: true}, true
			case have == nil || have.content != want.content:
				return change{prepared: want, content: true, links: true}, true
			}
			c := change{prepared: want, links: have.leaving != want.leaving}
			return c, c.links || have.head != want.head
		})
}

// redirected is a redirect that differs between a store and the database.
type redirected struct {
	*led
	gone bool // the store doesn't have it
}

func (r redirected) size() int { return 1 + len(r.ends) }

// redirects compares redirects as changes does pages.
func (p *pushing) redirects() iter.Seq2[redirected, error] {
	return merge(p.from.redirects(p.ctx), p.s.redirects(p.ctx), func(r *led) string { return r.From },
		func(want, have *led) (redirected, bool) {
			switch {
			case want == nil:
				return redirected{have, true}, true
			case have == nil:
				return redirected{want, false}, true
			}
			a, b := slices.Sorted(slices.Values(want.ends)), slices.Sorted(slices.Values(have.ends))
			return redirected{want, false}, have.Redirect != want.Redirect || !slices.Equal(a, b)
		})
}

// merge compares the values of a store and of the database, which both come in the order of their keys, and yields what
// compare makes of those that differ. One of them is nil if the other one's key is of that one alone.
func merge[T, R any](store, database iter.Seq2[*T, error], key func(*T) string,
	compare func(want, have *T) (R, bool)) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		nextWant, stopWant := iter.Pull2(store)
		defer stopWant()
		nextHave, stopHave := iter.Pull2(database)
		defer stopHave()
		want, failed, _ := nextWant()
		have, broken, _ := nextHave()
		for want != nil || have != nil || failed != nil || broken != nil {
			if err := cmp.Or(failed, broken); err != nil {
				var none R
				yield(none, err)
				return
			}
			a, b := want, have
			switch {
			case have == nil || want != nil && key(want) < key(have):
				b = nil
			case want == nil || key(have) < key(want):
				a = nil
			}
			if r, differ := compare(a, b); differ && !yield(r, nil) {
				return
			}
			if a != nil {
				want, failed, _ = nextWant()
			}
			if b != nil {
				have, broken, _ = nextHave()
			}
		}
	}
}
