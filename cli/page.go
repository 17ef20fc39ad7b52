package cli

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
)

func pageCommand() *urfave.Command {
	o := &pageOptions{}
	return console.Command("page", &urfave.Command{
		Flags: o.store.Flags(&urfave.IntFlag{Name: "links", Value: 10,
			Usage: "print `N` links in each direction; --json always prints all", Destination: &o.links}),
		Action: console.Action(o.run),
	})
}

// pageOptions are the flags of page.
type pageOptions struct {
	store console.Store
	links int
}

func (o *pageOptions) run(ctx context.Context, c *console.Console) error {
	title, err := c.OneArg("title")
	if err == nil {
		err = console.AtLeast("links", o.links, 0)
	}
	if err != nil {
		return err
	}
	return o.store.Read(ctx, func(s graph.Store) error {
		found, err := bridgehop.FindPages(ctx, s, title)
		if err != nil {
			return titleError(ctx, s, o.store.Path(), err, title)
		}
		pages, err := s.Pages(ctx, found[0])
		if err != nil {
			return fmt.Errorf("read %q: %w", title, err)
		}
		for _, p := range pages {
			if p == nil {
				return fmt.Errorf("read %q: %w: the title leads to a page that the store lacks", title, graph.ErrDamaged)
			}
			r, err := record.NewPage(ctx, s, p)
			if err == nil {
				err = c.Print(r, func(out *console.Text) { r.Print(out, p, o.links) })
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}
