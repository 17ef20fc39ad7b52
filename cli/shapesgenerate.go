package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/study"
)

func shapesGenerateCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "generate",
		Usage: "retrieval queries of known shape, made of the store's own pages",
		Description: examples("Grows reasoning graphs along the store's links as HoVer's claims were grown (its Methods 1 and 2), and masks the\nanchors: of a path the ends are named, of a star the leaves; no title of a hidden page stands in a query. Writes a\nplain claims file with gold pages, sentences, edges and shape, each line of kind \"generated\", for hop --claims and\neval --task retrieval. The same store and seed give the same bytes.",
			"bridgehop shapes generate --shape both --pages 4 --n 5000 --seed 1 --out queries.jsonl",
			"bridgehop shapes generate --shape path --pages 2-6 --n 1000 --out queries.jsonl --graphs graphs.jsonl",
			"bridgehop hop --claims queries.jsonl --out hops.jsonl && bridgehop eval --task retrieval --gold queries.jsonl --pred hops.jsonl --by shape"),
		Flags: storeFlags(
			&urfave.StringFlag{Name: "shape", Value: "both", Usage: "`SHAPE` of the graphs: path, star, both; of two and three pages there are paths only"},
			&urfave.StringFlag{Name: "pages", Value: "4", Usage: "`PAGES` a query needs: 4, or a range such as 2-6"},
			&urfave.IntFlag{Name: "n", Value: 1000, Usage: "make `N` queries of each shape and size"},
			&urfave.Uint64Flag{Name: "seed", Value: 1, Usage: "choose pages and links by this `SEED`"},
			&urfave.IntFlag{Name: "words", Value: study.DefaultWords, Usage: "keep `N` words of each sentence, around what is masked"},
			&urfave.StringFlag{Name: "out", Usage: "write the queries to `FILE`; - is standard output"},
			&urfave.StringFlag{Name: "graphs", Usage: "write their reasoning graphs to `FILE`, as shapes --out does"}),
		Action: shapesGenerate,
	}
}

// order is what to generate: a shape and a size.
type order struct {
	shape string
	pages int
}

// orders reads --shape and --pages.
func orders(c *urfave.Context) ([]order, error) {
	from, to, ranged := strings.Cut(c.String("pages"), "-")
	if !ranged {
		to = from
	}
	least, err := strconv.Atoi(from)
	most, err2 := strconv.Atoi(to)
	if errors.Join(err, err2) != nil || least < 2 || most > study.MostPages || least > most {
		return nil, usagef("--pages %s: want a number of pages from 2 to %d, or a range such as 2-6", c.String("pages"), study.MostPages)
	}
	shapes := map[string][]string{"path": {"path"}, "star": {"star"}, "both": {"path", "star"}}[c.String("shape")]
	if shapes == nil {
		return nil, usagef("--shape %s: want path, star or both", c.String("shape"))
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
		return nil, usagef("--shape star --pages %s: a star has 4 pages or more; of 2 and 3 pages there are paths only", c.String("pages"))
	}
	return out, nil
}

func shapesGenerate(c *urfave.Context) error {
	if err := noArgs(c); err != nil {
		return err
	}
	wanted, err := orders(c)
	if err != nil {
		return err
	}
	if c.String("out") == "" {
		return usagef("shapes generate needs --out FILE")
	}
	for _, flag := range []string{"n", "words"} {
		if err := atLeast(c, flag, 1); err != nil {
			return err
		}
	}
	return withReader(c, func(s graph.Store) error {
		g := &study.Generator{Store: s, Seed: c.Uint64("seed"), Words: c.Int("words")}
		var graphs []*study.Graph
		begun := time.Now()
		write := func(w io.Writer) (err error) {
			graphs, err = generate(c, g, wanted, w)
			return err
		}
		if c.String("out") == "-" {
			err = write(c.App.Writer)
		} else {
			err = writeWhole(c.String("out"), write)
		}
		if err == nil && c.String("graphs") != "" {
			err = writeWhole(c.String("graphs"), func(w io.Writer) error { return study.Write(w, graphs) })
		}
		if err != nil || c.String("out") == "-" || !c.Bool("json") {
			return err
		}
		return printJSON(c.App.Writer, writtenRecord{Out: c.String("out"), Lines: int64(len(graphs)), Seconds: round3(time.Since(begun).Seconds())})
	})
}

// generate writes what was asked for; it warns of shapes that the store has fewer of.
func generate(c *urfave.Context, g *study.Generator, wanted []order, w io.Writer) ([]*study.Graph, error) {
	out := study.NewQueryWriter(w, g)
	bar := newProgress(c, "generate", "queries")
	defer bar.end()
	var graphs []*study.Graph
	for _, o := range wanted {
		made := 0
		for q, err := range g.Queries(c.Context, o.shape, o.pages, c.Int("n")) {
			if err == nil {
				err = errors.Join(out.Write(q), c.Context.Err())
			}
			if err != nil {
				return nil, err
			}
			made++
			graphs = append(graphs, q.Graph)
			bar.at(int64(len(graphs)), int64(len(wanted)*c.Int("n")))
		}
		if made < c.Int("n") {
			warn(c, "generate: the store gives %d of %d queries over a %s of %d pages", made, c.Int("n"), o.shape, o.pages)
		}
	}
	return graphs, out.Flush()
}

// partSuffix is added to the name of a file that is not whole yet.
const partSuffix = ".part"

// writeWhole makes a file in one step: until it is whole, the one that was there stays.
func writeWhole(name string, write func(io.Writer) error) error {
	part := name + partSuffix
	f, err := os.Create(part)
	if err != nil {
		return fmt.Errorf("open output: %w", err)
	}
	err = errors.Join(write(f), f.Close())
	if err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return nil
}
