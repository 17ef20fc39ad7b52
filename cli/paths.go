package cli

import (
	"cmp"
	"context"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
)

func pathsCommand() *urfave.Command {
	o := &pathsOptions{}
	return console.Command("paths", &urfave.Command{
		Flags: o.store.Flags(
			&urfave.IntFlag{Name: "max-hops", Value: 3, Usage: "follow at most `N` links", Destination: &o.maxHops},
			&urfave.IntFlag{Name: "k", Value: 5, Usage: "print at most `N` paths", Destination: &o.k},
			&urfave.StringFlag{Name: "svg", Usage: "draw the paths to `FILE`", Destination: &o.svg}),
		Action: console.Action(o.run),
	})
}

// pathsOptions are the flags of paths.
type pathsOptions struct {
	store      console.Store
	maxHops, k int
	svg        string
}

func (o *pathsOptions) run(ctx context.Context, c *console.Console) error {
	if len(c.Args) != 2 {
		return console.Usagef("paths takes two titles, FROM and TO, got %d; quote a title of several words", len(c.Args))
	}
	if err := cmp.Or(console.AtLeast("max-hops", o.maxHops, 1), console.AtLeast("k", o.k, 1)); err != nil {
		return err
	}
	return o.store.Read(ctx, func(s graph.Store) error {
		from, to := c.Args[0], c.Args[1]
		found, err := bridgehop.Paths(ctx, s, from, to, o.maxHops, o.k)
		if err != nil {
			return titleError(ctx, s, o.store.Path(), err, from, to)
		}
		if len(found) == 0 {
			c.Warn("no path of at most %s from %s to %s", console.Count(o.maxHops, "link"), from, to)
		}
		if o.svg != "" && len(found) > 0 {
			if err := console.WriteWhole(o.svg, pathsSVG(found)); err != nil {
				return err
			}
		}
		for _, p := range found {
			r := record.NewPath(p)
			if err := c.Print(r, func(out *console.Text) { out.Printf("%s\n", r) }); err != nil {
				return err
			}
		}
		return nil
	})
}
