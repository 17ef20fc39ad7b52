// Package shapes is the command shapes: the reasoning graphs of claims, gold and found.
package shapes

import (
	"context"
	"errors"
	"io"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// options are the flags of shapes.
type options struct {
	claims, store, out, pred, pictures string
	ids                                urfave.StringSlice
	seed                               uint64
}

// Command returns the command shapes.
func Command() *urfave.Command {
	o := &options{}
	return console.Command("shapes", console.Flags(
		&urfave.StringFlag{Name: "claims", Usage: "`FILE` of claims or questions with gold pages", Destination: &o.claims},
		&urfave.StringFlag{Name: "store", Usage: "the store's `FOLDER` or address, for links and mentions (default: none)",
			Destination: &o.store},
		&urfave.StringFlag{Name: "out", Usage: "write the gold graphs to `FILE`, one JSON line a claim; - is standard output",
			Destination: &o.out},
		&urfave.StringFlag{Name: "pred", Usage: "`FILE` written by hop --out or verify --out, to compare with gold",
			Destination: &o.pred},
		&urfave.StringSliceFlag{Name: "id", Usage: "only the claim with this `ID`; may be repeated", Destination: &o.ids},
		&urfave.StringFlag{Name: "pictures", Usage: "with --pred, draw the comparison into `FOLDER`, as SVG and CSV",
			Destination: &o.pictures},
		&urfave.Uint64Flag{Name: "seed", Usage: "`SEED` for the intervals' bootstrap samples", Destination: &o.seed},
	), console.WithoutArgs(o.run), generateCommand(), reportCommand())
}

func (o *options) run(ctx context.Context, c *console.Console) error {
	if o.claims == "" {
		return console.Usagef("shapes needs --claims FILE")
	}
	gold, rejects, err := goldGraphs(ctx, c, o.claims, o.store)
	if err != nil {
		return err
	}
	gold = chosen(gold, o.ids.Value())
	if len(gold) == 0 {
		return console.Usagef("%s: no claim has gold pages%s", o.claims, map[bool]string{true: " among the given ids"}[c.IsSet("id")])
	}
	if err := o.showGraphs(c, gold); err != nil {
		return err
	}
	if rejects == 0 {
		return nil
	}
	return console.WithCode(errors.New(c.Command+": some records have no claim"), console.ExitRejects, "")
}

// showGraphs does what the flags ask for with the gold graphs.
func (o *options) showGraphs(c *console.Console, gold []*study.Graph) error {
	if o.out != "" {
		if err := c.WriteFile(o.out, func(w io.Writer) error { return study.WriteLines(w, gold) }); err != nil {
			return err
		}
	}
	found, err := foundGraphs(c, o.pred)
	if err != nil {
		return err
	}
	r := &study.Report{Title: "Reasoning graphs"}
	switch {
	case found != nil:
		p := study.Compare(gold, found, o.seed)
		p.AddTo(r)
		if t := p.Controlled(); len(t.Rows) > 0 {
			r.Tables = append(r.Tables, t)
		}
	case o.out == "-":
		return nil
	default:
		r.Tables = append(r.Tables, study.Overview(gold, o.seed))
	}
	return o.show(c, r)
}

// goldGraphs reads a file of claims and makes their graphs, with a store where one is named; it counts the records that hold none.
func goldGraphs(ctx context.Context, c *console.Console, file, store string) (gold []*study.Graph, rejects int, err error) {
	all, bad, err := claims.ReadAll(file, claims.Auto)
	if err != nil {
		return nil, 0, console.WithHint(err, "want a claims file of HoVer, FEVER, FEVEROUS, HotpotQA, MuSiQue, 2WikiMultihopQA or EX-FEVER")
	}
	for _, b := range bad {
		c.Warn("%v", b)
	}
	maker := &study.Gold{}
	if store == "" {
		gold, err = maker.Graphs(ctx, all)
		return gold, len(bad), err
	}
	s := console.Store{Given: store}
	err = s.Read(ctx, func(s graph.Store) error {
		maker.Store = s
		gold, err = maker.Graphs(ctx, all)
		return err
	})
	return gold, len(bad), err
}

// chosen returns the graphs of the claims with these ids; all of them without ids.
func chosen(all []*study.Graph, ids []string) []*study.Graph {
	if len(ids) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(g *study.Graph) bool { return !slices.Contains(ids, g.ID.Key()) })
}

// foundGraphs reads hop --out or verify --out; nil without a name.
func foundGraphs(c *console.Console, name string) (map[string]*study.Found, error) {
	if name == "" {
		return nil, nil
	}
	all, bad, err := study.ReadLines(name, study.DecodeFound)
	for _, b := range bad {
		c.Warn("%v", b)
	}
	out := map[string]*study.Found{}
	for _, f := range all {
		out[f.ID.Key()] = f
	}
	return out, err
}
