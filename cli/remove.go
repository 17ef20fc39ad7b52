package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
)

func removeCommand() *urfave.Command {
	return &urfave.Command{
		Name:      "remove",
		Usage:     "take pages out of the store",
		ArgsUsage: "TITLE…",
		Description: examples("Takes all pages of each title out, with their sentences, tables, lists and links, and the redirects that lead\nto them, and makes the text index anew. Links of other pages to them stay, unresolved. The same load\nagain does not bring the pages back; loading a file that has changed, or the same file beside others, does.",
			"bridgehop remove 'Skarn Point Light'",
			"bridgehop remove --store wiki.bridgehop Asteroid Viking",
			"bridgehop remove --json 'Étienne Carvel'"),
		Flags:  storeFlags(),
		Action: remove,
	}
}

// removeRecord is what remove --json prints.
type removeRecord struct {
	Removed   int `json:"removed"`
	Redirects int `json:"redirects"`
	graph.Stats
}

func remove(c *urfave.Context) (err error) {
	if c.NArg() == 0 {
		return usagef("remove takes titles of pages; quote a title of several words")
	}
	store, err := openWriter(c, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := store.Readable(c.Context); err != nil {
		return err
	}
	titles, err := removedTitles(c.Context, store, c.Args().Slice())
	if err != nil {
		return err
	}
	aliases, hidden, err := aliasesOf(c.Context, store, titles)
	if err != nil {
		return err
	}
	counts, err := store.Put(c.Context, &graph.Batch{Removed: slices.Concat(titles, aliases)})
	if err == nil {
		err = store.Finish(c.Context)
	}
	if err == nil {
		err = index(c, store, false)
	}
	if err != nil {
		return err
	}
	stats, err := store.Stats(c.Context)
	if err != nil {
		return err
	}
	r := removeRecord{Removed: counts.Removed, Redirects: len(aliases) + hidden, Stats: stats}
	if c.Bool("json") {
		return printJSON(c.App.Writer, r)
	}
	out := &show{w: c.App.Writer}
	out.f("%-16s %10d\n%-16s %10d\n", "pages removed", r.Removed, "pages", r.Pages)
	return out.err
}

// removedTitles are the titles, as the store has them, of the pages that words name.
func removedTitles(ctx context.Context, s graph.Store, words []string) ([]string, error) {
	found, err := s.Lookup(ctx, words)
	if err != nil {
		return nil, err
	}
	var titles []string
	for i, ids := range found {
		if len(ids) == 0 {
			return nil, fmt.Errorf("no page %q; nothing was removed", words[i])
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

// aliasesOf are the redirects that lead to the pages of these titles and to no other, by whatever way. One whose
// title a page has leads to that page; hidden is how many have a title of these, and go with it.
func aliasesOf(ctx context.Context, s graph.Store, titles []string) (aliases []string, hidden int, err error) {
	gone, seen := map[string]bool{}, map[string]bool{}
	for _, t := range titles {
		gone[graph.FoldTitle(t)], seen[t] = true, true
	}
	for first := true; ; first = false {
		var found []string
		for r, err := range s.Redirects(ctx) {
			if err != nil {
				return nil, 0, err
			}
			if first && seen[r.From] {
				hidden++
			}
			if gone[graph.FoldTitle(r.To)] && !seen[r.From] {
				seen[r.From] = true
				found = append(found, r.From)
			}
		}
		if len(found) == 0 {
			return aliases, hidden, nil
		}
		found, err := leading(ctx, s, found, titles)
		if err != nil {
			return nil, 0, err
		}
		for _, from := range found {
			gone[graph.FoldTitle(from)] = true
		}
		aliases = append(aliases, found...)
	}
}

// leading are the words that lead to pages of these titles and to no other.
func leading(ctx context.Context, s graph.Store, words, titles []string) ([]string, error) {
	found, err := s.Lookup(ctx, words)
	if err != nil {
		return nil, err
	}
	heads, err := s.Heads(ctx, slices.Concat(found...))
	if err != nil {
		return nil, err
	}
	var out []string
	for i, word := range words {
		of := heads[:len(found[i])]
		heads = heads[len(of):]
		other := func(h graph.Head) bool { return !slices.Contains(titles, h.Title) }
		if len(of) > 0 && !slices.ContainsFunc(of, other) {
			out = append(out, word)
		}
	}
	return out, nil
}

// readTitles reads a file of titles, one a line, under their normal form; nil without a file.
func readTitles(file string) (map[string]bool, error) {
	if file == "" {
		return nil, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read titles: %w", err)
	}
	titles := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if title := graph.FoldTitle(line); title != "" {
			titles[title] = true
		}
	}
	if len(titles) == 0 {
		return nil, usagef("--only-pages %s: there is no title in it", file)
	}
	return titles, nil
}
