package cli

import (
	"context"
	"errors"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/graph/stores"
)

func searchCommand() *urfave.Command {
	o := &searchOptions{}
	return console.Command("search", &urfave.Command{
		Flags:  o.store.Flags(&urfave.IntFlag{Name: "k", Value: 10, Usage: "print at most `N` pages", Destination: &o.k}),
		Action: console.Action(o.run),
	})
}

// searchOptions are the flags of search.
type searchOptions struct {
	store console.Store
	k     int
}

func (o *searchOptions) run(ctx context.Context, c *console.Console) error {
	query, err := c.OneArg("query")
	if err == nil {
		err = console.AtLeast("k", o.k, 1)
	}
	if err != nil {
		return err
	}
	return o.store.Read(ctx, func(s graph.Store) (err error) {
		ix, err := stores.OpenSearch(ctx, s, o.store.Path())
		if err != nil {
			return o.store.Error(err)
		}
		defer func() { err = errors.Join(err, ix.Close()) }()
		found, err := ix.Search(ctx, query, 0, o.k)
		if errors.Is(err, search.ErrQuery) {
			return console.Usage(err)
		}
		if err != nil {
			return o.store.Error(err)
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
		err := c.Print(record.NewFound(h), func(out *console.Text) {
			out.Printf("%s\n", h.Page.Title)
			for _, f := range h.Fragments {
				out.Printf("  %s: %s\n", f.Element, record.Marked(&f, "**", "**"))
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
