package shapes

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph"
)

// generateOptions are the flags of shapes generate.
type generateOptions struct {
	store             console.Store
	shape, pages, out string
	n, named          int
	seed              uint64
}

func generateCommand() *urfave.Command {
	o := &generateOptions{}
	return console.Command("shapes generate", o.store.Flags(
		&urfave.StringFlag{Name: "shape", Value: "both", Destination: &o.shape,
			Usage: "`SHAPE` of the graphs: path, star, both; graphs of two and three pages are always paths"},
		&urfave.StringFlag{Name: "pages", Value: "4", Destination: &o.pages,
			Usage: "number of `PAGES` that a query needs: 4, or a range such as 2-6"},
		&urfave.IntFlag{Name: "n", Value: 1000, Usage: "make `N` queries of each shape and size", Destination: &o.n},
		&urfave.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` for choosing pages and links", Destination: &o.seed},
		&urfave.IntFlag{Name: "named", Destination: &o.named,
			Usage: "name `N` pages in every query, whatever its shape, to compare shapes (default: the shape's own)"},
		&urfave.StringFlag{Name: "out", Usage: "write the queries to `FILE`; - is standard output", Destination: &o.out}), console.WithoutArgs(o.run))
}

// order is what to generate: a shape and a size.
type order struct {
	shape string
	pages int
}

// orders reads --shape and --pages.
func (o *generateOptions) orders() ([]order, error) {
	from, to, ranged := strings.Cut(o.pages, "-")
	if !ranged {
		to = from
	}
	least, err := strconv.Atoi(from)
	most, err2 := strconv.Atoi(to)
	if errors.Join(err, err2) != nil || least < 2 || most > study.MostPages || least > most {
		return nil, console.Usagef("--pages %s: want a number of pages from 2 to %d, or a range such as 2-6", o.pages, study.MostPages)
	}
	if o.named < 0 || o.named > least {
		return nil, console.Usagef("--named %d: want a number of pages from 1 to %d, as --pages has it", o.named, least)
	}
	shapes := map[string][]string{"path": {"path"}, "star": {"star"}, "both": {"path", "star"}}[o.shape]
	if shapes == nil {
		return nil, console.Usagef("--shape %s: want path, star or both", o.shape)
	}
	var out []order
	for _, s := range shapes {
		for n := least; n <= most; n++ {
			if s == "path" || n > 3 {
				out = append(out, order{s, n})
			}
		}
	}
	if len(out) == 0 {
		return nil, console.Usagef("--shape star --pages %s: a star has at least 4 pages; graphs of 2 and 3 pages are always paths",
			o.pages)
	}
	return out, nil
}

func (o *generateOptions) run(ctx context.Context, c *console.Console) error {
	wanted, err := o.orders()
	if err != nil {
		return err
	}
	if o.out == "" {
		return console.Usagef("shapes generate needs --out FILE")
	}
	if err := console.AtLeast("n", o.n, 1); err != nil {
		return err
	}
	return o.store.Read(ctx, func(s graph.Store) error { return o.write(ctx, c, s, wanted) })
}

// write writes the queries.
func (o *generateOptions) write(ctx context.Context, c *console.Console, s graph.Store, wanted []order) error {
	n := 0
	begun := time.Now()
	err := c.WriteFile(o.out, func(w io.Writer) (err error) {
		n, err = o.generate(ctx, c, s, wanted, w)
		return err
	})
	if err != nil || o.out == "-" || !c.JSON {
		return err
	}
	done := batch.Written{Out: o.out, Lines: int64(n), Seconds: console.Round3(time.Since(begun).Seconds())}
	return console.WriteJSON(c.Out, done)
}

// generate writes what was asked for and counts the queries; it warns of shapes that the store has fewer of.
func (o *generateOptions) generate(ctx context.Context, c *console.Console, s graph.Store, wanted []order, w io.Writer) (n int, err error) {
	g := &study.Generator{Store: s, Seed: o.seed, Named: o.named}
	out := bufio.NewWriter(w)
	bar := c.Progress("generate", "queries")
	defer bar.End()
	for _, want := range wanted {
		made := 0
		for q, err := range g.Queries(ctx, want.shape, want.pages, o.n) {
			if err == nil {
				err = errors.Join(q.Write(out), ctx.Err())
			}
			if err != nil {
				return 0, err
			}
			made++
			n++
			bar.At(int64(n), int64(len(wanted)*o.n))
		}
		if made < o.n {
			c.Warn("generate: the store has enough links for only %d of %d queries over a %s of %d pages",
				made, o.n, want.shape, want.pages)
		}
	}
	return n, out.Flush()
}
