package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/graph/stores"
)

// pageOptions are the flags of page.
type pageOptions struct{ console.Store }

// Run prints the pages of a title.
func (o *pageOptions) Run(ctx context.Context, c *console.Console) error {
	title, err := c.OneArg("title")
	if err != nil {
		return err
	}
	return o.Read(ctx, func(s graph.Store) error {
		found, err := bridgehop.FindPages(ctx, s, title)
		if errors.Is(err, bridgehop.ErrNoPage) {
			near := titlesNear(ctx, s, o.Path(), title)
			same := func(t string) bool { return strings.EqualFold(t, graph.CleanTitle(title)) }
			if i := slices.IndexFunc(near, same); i >= 0 {
				found, err = bridgehop.FindPages(ctx, s, near[i])
			}
		}
		if err != nil {
			return titleError(ctx, s, o.Path(), err, title)
		}
		pages, err := s.Pages(ctx, found[0])
		if err == nil && slices.Contains(pages, nil) {
			err = fmt.Errorf("%w: the title leads to a page that the store lacks", graph.ErrDamaged)
		}
		if err != nil {
			return fmt.Errorf("read %q: %w", title, err)
		}
		for _, p := range pages {
			r, err := record.NewPage(ctx, s, p)
			if err == nil {
				err = c.Print(r, func(out *console.Text) { r.Print(out, p) })
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// pathsOptions are the flags of paths.
type pathsOptions struct {
	Store      console.Store
	MaxHops, K int
	SVG        string
}

// Run prints the shortest paths.
func (o *pathsOptions) Run(ctx context.Context, c *console.Console) error {
	if len(c.Args) != 2 {
		return console.Usagef("paths takes two titles, FROM and TO, got %d; quote a title of several words",
			len(c.Args))
	}
	if err := cmp.Or(console.AtLeast("max-hops", o.MaxHops, 1), console.AtLeast("k", o.K, 1)); err != nil {
		return err
	}
	return o.Store.Read(ctx, func(s graph.Store) error {
		from, to := c.Args[0], c.Args[1]
		found, err := bridgehop.Paths(ctx, s, from, to, o.MaxHops, o.K)
		if err != nil {
			return titleError(ctx, s, o.Store.Path(), err, from, to)
		}
		if len(found) == 0 {
			c.Warn("no path of at most %s from %s to %s", console.Count(o.MaxHops, "link"), from, to)
		}
		if o.SVG != "" && len(found) > 0 {
			err := console.WriteWhole(o.SVG, func(w io.Writer) error { return draw.Paths(w, found) })
			if err != nil {
				return err
			}
		}
		for _, p := range found {
			line := func(out *console.Text) { out.Printf("%s\n", draw.Path(&p).Line()) }
			if err := c.Print(record.NewPath(p), line); err != nil {
				return err
			}
		}
		return nil
	})
}

// searchOptions are the flags of search.
type searchOptions struct {
	Store console.Store
	K     int
}

// Run prints the pages that a query finds.
func (o *searchOptions) Run(ctx context.Context, c *console.Console) error {
	query, err := c.OneArg("query")
	if err == nil {
		err = console.AtLeast("k", o.K, 1)
	}
	if err != nil {
		return err
	}
	return o.Store.Read(ctx, func(s graph.Store) (err error) {
		ix, err := stores.OpenSearch(ctx, s, o.Store.Path())
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, ix.Close()) }()
		found, err := ix.Search(ctx, query, 0, o.K)
		if errors.Is(err, search.ErrQuery) {
			return console.Usage(err)
		}
		if err != nil {
			return err
		}
		return printFound(c, found)
	})
}

func printFound(c *console.Console, found *search.Result) error {
	switch {
	case found.Total == 0:
		c.Warn("no page matches")
	case found.Fuzzy:
		c.Warn("no page has these words; the pages below have words that differ by one letter")
	}
	for i := range found.Hits {
		h := &found.Hits[i]
		r := record.NewFound(h)
		err := c.Print(r, func(out *console.Text) {
			out.Printf("%s\n", r.Title)
			for i, f := range h.Fragments {
				out.Printf("  %s: %s\n", f.Element, r.Fragments[i].Marked("**", "**", strings.Clone))
			}
		})
		if err != nil {
			return err
		}
	}
	if more := found.Total - len(found.Hits); more > 0 {
		c.Warn("%d more pages match; use -k to print more", more)
	}
	return nil
}

// titleError proposes titles for the first of these that no page has.
func titleError(ctx context.Context, s graph.Store, store string, err error, titles ...string) error {
	if !errors.Is(err, bridgehop.ErrNoPage) {
		return err
	}
	missing := slices.IndexFunc(titles, func(title string) bool {
		_, err := bridgehop.FindPages(ctx, s, title)
		return err != nil
	})
	if near := titlesNear(ctx, s, store, titles[max(missing, 0)]); len(near) > 0 {
		return console.WithHint(err, `did you mean "`+strings.Join(near, `", or "`)+`"?`)
	}
	return console.WithHint(err, "no title is similar; `bridgehop hop TEXT` finds pages by their words")
}

// titlesNear returns the titles that are most like one, at most five: of pages that go by it in other case or without
// accents, then the titles among the first 100,000 pages that are spelt most like it. It returns none where there is no index.
func titlesNear(ctx context.Context, s graph.Store, store, title string) (out []string) {
	index, err := stores.OpenIndex(ctx, s, store)
	if err != nil {
		return nil
	}
	defer index.Close()
	var named []graph.PageID
	for _, m := range append(index.Mentions(title), index.Titles(title)...) {
		for _, c := range m.Candidates {
			if m.Start == 0 && m.End == len(title) {
				named = append(named, c.Page)
			}
		}
	}
	heads, err := s.Heads(ctx, append(named, index.First(100_000)...))
	if err != nil {
		return nil
	}
	titles := make([]string, len(heads))
	for i, h := range heads {
		titles[i] = h.Title
	}
	const most = 5
	for _, t := range slices.Concat(titles[:len(named)], console.Nearest(title, titles[len(named):], most)) {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out[:min(len(out), most)]
}
