package neo4j

import (
	"cmp"
	"context"
	"iter"
)

// change is a page or a redirect that differs between a store and the database. What has another content has other
// links, too.
type change struct {
	*prepared           // as the store has it; if gone, as the database has it
	gone           bool // the store doesn't have it
	content, links bool // differ
}

// size is the number of rows of a page or a redirect.
func (c change) size() (n int) {
	if c.content && c.page != nil {
		n = len(c.page.Sections) + len(c.page.Elements())
	}
	if c.links {
		for _, rows := range c.away {
			n += len(rows)
		}
	}
	return n + 1
}

// digests yields the digests of the database's pages.
func (s *Store) digests(ctx context.Context) iter.Seq2[*prepared, error] {
	const query = `MATCH (p:BridgehopPage) WHERE p.id > $after WITH p ORDER BY p.id LIMIT $rows
OPTIONAL MATCH (p)-[:HAS_RECORD]->(r:BridgehopRecord)
RETURN p.id AS id, r.content AS content, r.head AS head, r.links AS links ORDER BY id`
	return scan(ctx, s, query, "id", func(r record) ([]*prepared, error) {
		return []*prepared{{id: str(r, "id"), content: str(r, "content"), state: str(r, "head"),
			leaving: str(r, "links")}}, nil
	})
}

// changes compares pages or redirects of a store and of the database, both in the order of their ids, by their digests,
// and yields what differs.
func changes(store, database iter.Seq2[*prepared, error]) iter.Seq2[change, error] {
	return func(yield func(change, error) bool) {
		nextWant, stopWant := iter.Pull2(store)
		defer stopWant()
		nextHave, stopHave := iter.Pull2(database)
		defer stopHave()
		want, failed, _ := nextWant()
		have, broken, _ := nextHave()
		for want != nil || have != nil || failed != nil || broken != nil {
			if err := cmp.Or(failed, broken); err != nil {
				yield(change{}, err)
				return
			}
			var c change
			fresh := have == nil || want != nil && want.id < have.id
			switch {
			case fresh:
				c = change{prepared: want, content: true, links: true}
			case want == nil || have.id < want.id:
				c = change{prepared: have, gone: true}
			default:
				c = change{prepared: want, content: have.content != want.content}
				c.links = c.content || have.leaving != want.leaving
			}
			if (c.gone || c.links || have.state != want.state) && !yield(c, nil) {
				return
			}
			if !c.gone {
				want, failed, _ = nextWant()
			}
			if !fresh {
				have, broken, _ = nextHave()
			}
		}
	}
}
