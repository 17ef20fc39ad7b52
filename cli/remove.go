package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/graph/text"
)

func removeCommand() *urfave.Command {
	store := &console.Store{}
	return console.Command("remove", store.Flags(),
		console.Action(func(ctx context.Context, c *console.Console) error { return remove(ctx, c, store) }))
}

// removeRecord is what remove --json prints.
type removeRecord struct {
	Removed   int `json:"removed"`
	Redirects int `json:"redirects"`
	graph.Stats
}

func remove(ctx context.Context, c *console.Console, store *console.Store) error {
	if len(c.Args) == 0 {
		return console.Usagef("remove takes titles of pages; quote a title of several words")
	}
	return writeStore(ctx, store, func(s graph.Store) error {
		titles, err := removedTitles(ctx, s, c.Args)
		if errors.Is(err, bridgehop.ErrNoPage) {
			if done, err := finishRemoval(ctx, c, s, store.Path()); done || err != nil {
				return err
			}
		}
		if err != nil {
			return titleError(ctx, s, store.Path(), err, c.Args...)
		}
		aliases, hidden, err := aliasesOf(ctx, s, titles)
		if err != nil {
			return err
		}
		counts, err := s.Put(ctx, &graph.Batch{Removed: slices.Concat(titles, aliases)})
		if err == nil {
			err = s.Finish(ctx)
		}
		if err == nil {
			err = index(ctx, c, s, store.Path(), false)
		}
		if err != nil {
			return console.WithHint(err, "run the same command again to finish it")
		}
		return printRemoved(ctx, c, s, counts.Removed, len(aliases)+hidden)
	})
}

func printRemoved(ctx context.Context, c *console.Console, s graph.Store, pages, redirects int) error {
	stats, err := s.Stats(ctx)
	if err != nil {
		return err
	}
	r := removeRecord{Removed: pages, Redirects: redirects, Stats: stats}
	return c.Print(r, func(out *console.Text) {
		out.Printf("%-16s %10d\n%-16s %10d\n", "pages removed", r.Removed, "pages", r.Pages)
	})
}

// finishRemoval makes the text index of a store whose pages were removed by a command that ended before it had done so.
func finishRemoval(ctx context.Context, c *console.Console, s graph.Store, path string) (done bool, err error) {
	ix, err := stores.OpenIndex(ctx, s, path)
	if err == nil {
		return false, ix.Close()
	}
	if !errors.Is(err, text.ErrStale) {
		return false, nil
	}
	if err := index(ctx, c, s, path, false); err != nil {
		return false, err
	}
	c.Warn("no page has these titles; the text index was of an earlier state, as after a remove or load that was " +
		"interrupted, and is up to date now")
	return true, printRemoved(ctx, c, s, 0, 0)
}

// removedTitles returns the titles, as the store has them, of the pages that words name.
func removedTitles(ctx context.Context, s graph.Store, words []string) ([]string, error) {
	found, err := s.Lookup(ctx, words)
	if err != nil {
		return nil, err
	}
	var titles []string
	for i, ids := range found {
		if len(ids) == 0 {
			return nil, fmt.Errorf("%w %q; nothing was removed", bridgehop.ErrNoPage, words[i])
		}
		heads, err := s.Heads(ctx, ids)
		if err != nil {
			return nil, err
		}
		for _, h := range heads {
			titles = append(titles, h.Title)
		}
	}
	slices.Sort(titles)
	return slices.Compact(titles), nil
}

// aliasesOf returns the redirects that lead to the pages of these titles and to no other, by whatever way. One whose
// title a page has leads to that page; hidden is how many have a title of these, and go with it.
func aliasesOf(ctx context.Context, s graph.Store, titles []string) (aliases []string, hidden int, err error) {
	removed, seen := map[graph.PageID]bool{}, map[string]bool{}
	found, err := s.Lookup(ctx, titles)
	if err != nil {
		return nil, 0, err
	}
	for i, ids := range found {
		seen[titles[i]] = true
		for _, id := range ids {
			removed[id] = true
		}
	}
	for leadTo, first := titles, true; len(leadTo) > 0; first = false {
		to := map[string]bool{}
		for _, t := range leadTo {
			to[graph.FoldTitle(t)] = true
		}
		var words []string
		for r, err := range s.Redirects(ctx) {
			if err != nil {
				return nil, 0, err
			}
			if first && seen[r.From] {
				hidden++
			}
			if to[graph.FoldTitle(r.To)] && !seen[r.From] {
				seen[r.From] = true
				words = append(words, r.From)
			}
		}
		found, err := s.Lookup(ctx, words)
		if err != nil {
			return nil, 0, err
		}
		leadTo = nil
		for i, ids := range found {
			stays := func(id graph.PageID) bool { return !removed[id] }
			if len(ids) > 0 && !slices.ContainsFunc(ids, stays) {
				leadTo = append(leadTo, words[i])
			}
		}
		aliases = append(aliases, leadTo...)
	}
	return aliases, hidden, nil
}
