package cli

import (
	"context"
	"fmt"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/graph/text"
)

// indexRecord is the output of index --json.
type indexRecord struct {
	Pages   int64   `json:"pages"`
	Seconds float64 `json:"seconds"`
}

func indexCommand() *urfave.Command {
	store := &console.Store{}
	searched := false
	flags := store.Flags(console.BoolFlag(&searched, "search", "make the index of `bridgehop search` instead"))
	return console.Command("index", flags, console.WithoutArgs(func(ctx context.Context, c *console.Console) error {
		return writeStore(ctx, store, func(s graph.Store) error {
			begun := time.Now()
			var err error
			if searched {
				err = searchIndex(ctx, c, s, store.Path())
			} else {
				err = index(ctx, c, s, store.Path(), true)
			}
			if err != nil || !c.JSON {
				return err
			}
			stats, err := s.Stats(ctx)
			if err != nil {
				return err
			}
			return console.WriteJSON(c.Out, indexRecord{stats.Pages, console.Round3(time.Since(begun).Seconds())})
		})
	}))
}

// writeStore opens a store that is there, and can be read, for writing.
func writeStore(ctx context.Context, store *console.Store, f func(graph.Store) error) error {
	return store.Write(ctx, false, func(s graph.Store) error {
		if err := s.Readable(ctx); err != nil {
			return err
		}
		return f(s)
	})
}

// index builds the text index of the store at a path if it is stale or can't be opened; with anew it always builds it.
func index(ctx context.Context, c *console.Console, store graph.Store, path string, anew bool) error {
	dir, err := stores.TextDir(ctx, store, path)
	if err != nil {
		return err
	}
	bar := c.Progress("index", "pages")
	defer bar.End()
	if err := text.Build(ctx, dir, store, text.Options{Force: anew, Progress: bar.At}); err != nil {
		return console.WithHint(fmt.Errorf("text index: %w", err),
			"`bridgehop check --store "+path+"` says whether all pages are there; `bridgehop index --store "+path+
				"` makes the index")
	}
	return nil
}

// searchIndex builds the index of bridgehop search.
func searchIndex(ctx context.Context, c *console.Console, store graph.Store, path string) error {
	dir, err := stores.SearchDir(ctx, store, path)
	if err != nil {
		return err
	}
	bar := c.Progress("index", "pages")
	defer bar.End()
	if err := search.Build(ctx, dir, store, bar.At); err != nil {
		return fmt.Errorf("search index: %w", err)
	}
	return nil
}
