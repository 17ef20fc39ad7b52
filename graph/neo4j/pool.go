package neo4j

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
)

// stretches does something to all nodes of a label that has ids, a batch in each step, several steps at once. What
// is done must not touch nodes that another step may touch.
func (f *finishing) stretches(label string, do func(t *tx, stretch params) error) error {
	group, ctx := errgroup.WithContext(f.ctx)
	group.SetLimit(f.s.opts.Writers)
	query := "MATCH (n:" + label + ") WHERE n.id > $after WITH n.id AS id ORDER BY id LIMIT $rows RETURN max(id) AS last, count(*) AS n"
	for after, more := "", true; more && ctx.Err() == nil; {
		rows, err := f.run(query, params{"after": after, "rows": f.s.opts.BatchPages})
		if err != nil || len(rows) == 0 || num(rows[0], "n") == 0 {
			return cmp.Or(group.Wait(), err)
		}
		stretch := params{"after": after, "last": str(rows[0], "last")}
		after, more = str(rows[0], "last"), num(rows[0], "n") == int64(f.s.opts.BatchPages)
		if f.t != nil {
			if err := do(f.t, stretch); err != nil {
				return err
			}
			continue
		}
		group.Go(func() error { return f.s.update(f.ctx, func(t *tx) error { return do(t, stretch) }) })
	}
	return cmp.Or(group.Wait(), f.ctx.Err())
}

// run reads, within the one transaction where there is one.
func (f *finishing) run(text string, p params) ([]record, error) {
	if f.t != nil {
		return f.t.run(text, p)
	}
	return f.s.query(f.ctx, text, p)
}

// pairs does something for every two of a number of groups, and for each with itself: several at once, none beside
// another that has a group in common with it.
func pairs(ctx context.Context, groups, workers int, do func(ctx context.Context, a, b int) error) error {
	type pair struct{ a, b int }
	var todo []pair
	for a := range groups {
		for b := a; b < groups; b++ {
			todo = append(todo, pair{a, b})
		}
	}
	var mu sync.Mutex
	busy, freed := make([]bool, groups), sync.NewCond(&mu)
	next := func() (pair, bool) {
		mu.Lock()
		defer mu.Unlock()
		for len(todo) > 0 {
			i := slices.IndexFunc(todo, func(p pair) bool { return !busy[p.a] && !busy[p.b] })
			if i < 0 {
				freed.Wait()
				continue
			}
			p := todo[i]
			todo = slices.Delete(todo, i, i+1)
			busy[p.a], busy[p.b] = true, true
			return p, true
		}
		return pair{}, false
	}
	work, ctx := errgroup.WithContext(ctx)
	for range workers {
		work.Go(func() error {
			for p, ok := next(); ok; p, ok = next() {
				err := do(ctx, p.a, p.b)
				mu.Lock()
				if busy[p.a], busy[p.b] = false, false; err != nil {
					todo = nil
				}
				freed.Broadcast()
				mu.Unlock()
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	return work.Wait()
}

func sortedIDs(ids map[graph.PageID]bool) []graph.PageID {
	sorted := make([]graph.PageID, 0, len(ids))
	for id := range ids {
		sorted = append(sorted, id)
	}
	slices.Sort(sorted)
	return sorted
}
