package neo4j

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
)

// several does things side by side, Options.Writers at a time; within one transaction, one after the other.
type several struct {
	f     *finishing
	group *errgroup.Group
	ctx   context.Context
}

func (f *finishing) several() *several {
	g := &several{f: f}
	g.group, g.ctx = errgroup.WithContext(f.ctx)
	g.group.SetLimit(f.s.opts.Writers)
	return g
}

// do does it, soon or now. Its context ends when another thing fails; who writes must not be cut off by that in a commit.
func (g *several) do(it func(context.Context) error) error {
	if g.f.t != nil {
		return it(g.ctx)
	}
	if err := g.ctx.Err(); err != nil {
		return err
	}
	g.group.Go(func() error { return it(g.ctx) })
	return nil
}

// wait waits for all of it, and returns the first error.
func (g *several) wait() error { return g.group.Wait() }

// scan reads what has ids in their order, Options.BatchPages rows at a time. The query takes $after and $rows.
func (f *finishing) scan(query string, give func([]record) error) error {
	for after, more := "", true; more; {
		rows, err := f.run(query, params{"after": after, "rows": f.s.opts.BatchPages})
		if err != nil || len(rows) == 0 {
			return err
		}
		after, more = str(rows[len(rows)-1], "id"), len(rows) == f.s.opts.BatchPages
		if err := give(rows); err != nil {
			return err
		}
	}
	return nil
}

// run reads, within the one transaction where there is one.
func (f *finishing) run(text string, p params) ([]record, error) {
	if f.t != nil {
		return f.t.run(text, p)
	}
	return f.s.query(f.ctx, text, p)
}

func sortedIDs(ids map[graph.PageID]bool) []graph.PageID {
	sorted := make([]graph.PageID, 0, len(ids))
	for id := range ids {
		sorted = append(sorted, id)
	}
	slices.Sort(sorted)
	return sorted
}
