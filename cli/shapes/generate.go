package shapes

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph"
)

// generateOptions are the flags of shapes generate.
type generateOptions struct {
	Store             console.Store
	Shape, Pages, Out string
	N, Named          int
	Seed              uint64
}

// sizes reads --pages: the least and the largest number of pages.
func (o *generateOptions) sizes() (least, most int, err error) {
	from, to, ranged := strings.Cut(o.Pages, "-")
	if !ranged {
		to = from
	}
	least, err = strconv.Atoi(from)
	most, err2 := strconv.Atoi(to)
	switch {
	case errors.Join(err, err2) != nil || least < 2 || most > study.MostPages || least > most:
		return 0, 0, console.Usagef("--pages %s: want a number of pages from 2 to %d, or a range such as 2-6",
			o.Pages, study.MostPages)
	case o.Named < 0 || o.Named > least:
		return 0, 0, console.Usagef("--named %d: want a number of pages from 1 to %d, as --pages has it",
			o.Named, least)
	case !slices.Contains([]string{"path", "star", "both"}, o.Shape):
		return 0, 0, console.Usagef("--shape %s: want path, star or both", o.Shape)
	case o.Shape == "star" && most < 4:
		return 0, 0, console.Usagef(
			"--shape star --pages %s: a star has at least 4 pages; graphs of 2 and 3 pages are always paths", o.Pages)
	case o.Out == "":
		return 0, 0, console.Usagef("shapes generate needs --out FILE")
	}
	return least, most, console.AtLeast("n", o.N, 1)
}

// Run makes queries over a store.
func (o *generateOptions) Run(ctx context.Context, c *console.Console) error {
	least, most, err := o.sizes()
	if err != nil {
		return err
	}
	lines := 0
	begun := time.Now()
	err = o.Store.Read(ctx, func(s graph.Store) error {
		g := &study.Generator{Store: s, Seed: o.Seed, Named: o.Named}
		return c.WriteFile(o.Out, func(w io.Writer) error {
			out := bufio.NewWriter(w)
			for _, shape := range []string{"path", "star"} {
				for pages := least; pages <= most; pages++ {
					if o.Shape != "both" && o.Shape != shape || shape == "star" && pages < 4 {
						continue
					}
					n, err := o.generate(ctx, c, g, shape, pages, out)
					if err != nil {
						return err
					}
					lines += n
				}
			}
			return out.Flush()
		})
	})
	if err != nil || o.Out == "-" || !c.JSON {
		return err
	}
	done := batch.Written{Out: o.Out, Lines: int64(lines), Seconds: console.Round3(time.Since(begun).Seconds())}
	return console.WriteJSON(c.Out, done)
}

// generate writes queries of one shape and size and counts them; it warns if the store has fewer.
func (o *generateOptions) generate(ctx context.Context, c *console.Console, g *study.Generator, shape string, pages int,
	w io.Writer) (made int, err error) {
	bar := c.Progress(fmt.Sprintf("generate %s of %d pages", shape, pages), "queries")
	defer bar.End()
	for q, err := range g.Queries(ctx, shape, pages, o.N) {
		if err == nil {
			err = errors.Join(console.WriteJSON(w, q), ctx.Err())
		}
		if err != nil {
			return 0, err
		}
		made++
		bar.At(int64(made), int64(o.N))
	}
	if made < o.N {
		c.Warn("generate: the store has enough links for only %d of %d queries over a %s of %d pages",
			made, o.N, shape, pages)
	}
	return made, nil
}
