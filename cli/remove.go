package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/graph/text"
)

// removeOptions are the flags of remove.
type removeOptions struct{ console.Store }

// removeRecord is what remove --json prints.
type removeRecord struct {
	Removed   int `json:"removed"`
	Redirects int `json:"redirects"`
	graph.Stats
}

// Run removes the pages that the arguments name.
func (o *removeOptions) Run(ctx context.Context, c *console.Console) error {
	if len(c.Args) == 0 {
		return console.Usagef("remove takes titles of pages; quote a title of several words")
	}
	return writeStore(ctx, &o.Store, func(s graph.Store) error {
		var r removeRecord
		titles, err := removedTitles(ctx, s, c.Args)
		interrupted := errors.Is(err, bridgehop.ErrNoPage) && indexStale(ctx, s, o.Path())
		switch {
		case interrupted:
			err = nil
		case err != nil:
			return titleError(ctx, s, o.Path(), err, c.Args...)
		default:
			err = r.remove(ctx, s, titles)
		}
		if err == nil {
			err = index(ctx, c, s, o.Path(), "text", false)
		}
		if err != nil {
			return console.WithHint(err, "run the same command again to finish it")
		}
		if interrupted {
			c.Warn("no page has these titles; the text index was of an earlier state, as after a remove or load that " +
				"was interrupted, and is up to date now")
		}
		if r.Stats, err = s.Stats(ctx); err != nil {
			return err
		}
		return c.Print(r, func(out *console.Text) {
			out.Printf("%-16s %10d\n%-16s %10d\n", "pages removed", r.Removed, "pages", r.Pages)
		})
	})
}

// remove removes the pages of these titles, and the redirects to them.
func (r *removeRecord) remove(ctx context.Context, s graph.Store, titles []string) error {
	redirects, err := redirectsTo(ctx, s, titles)
	if err != nil {
		return err
	}
	counts, err := s.Put(ctx, &graph.Batch{Removed: slices.Concat(titles, redirects)})
	if err == nil {
		err = s.Finish(ctx)
	}
	r.Removed, r.Redirects = counts.Removed, len(redirects)
	return err
}

// indexStale reports whether the text index is of an earlier state, as after a command that ended before it made it.
func indexStale(ctx context.Context, s graph.Store, path string) bool {
	ix, err := stores.OpenIndex(ctx, s, path)
	if err == nil {
		err = ix.Close()
	}
	return errors.Is(err, text.ErrStale)
}

// removedTitles returns the titles, as the store has them, of the pages that words name.
func removedTitles(ctx context.Context, s graph.Store, words []string) ([]string, error) {
	found, err := bridgehop.FindPages(ctx, s, words...)
	if err != nil {
		return nil, fmt.Errorf("%w; nothing was removed", err)
	}
	heads, err := s.Heads(ctx, slices.Concat(found...))
	titles := make([]string, len(heads))
	for i, h := range heads {
		titles[i] = h.Title
	}
	slices.Sort(titles)
	return slices.Compact(titles), err
}

// redirectsTo returns the redirects that lead to the pages of these titles and to no other. One whose title a page has
// leads to that page.
func redirectsTo(ctx context.Context, s graph.Store, titles []string) (out []string, err error) {
	found, err := s.Lookup(ctx, titles)
	if err != nil {
		return nil, err
	}
	removed := map[graph.PageID]bool{}
	for _, id := range slices.Concat(found...) {
		removed[id] = true
	}
	stays := func(id graph.PageID) bool { return !removed[id] }
	err = graph.LookupRedirects(ctx, s, func(batch []graph.Redirect, found [][]graph.PageID) error {
		for i, r := range batch {
			if len(found[i]) > 0 && !slices.ContainsFunc(found[i], stays) {
				out = append(out, r.From)
			}
		}
		return nil
	})
	return out, err
}
