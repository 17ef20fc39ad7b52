// Package shapes is the command shapes: the reasoning graphs of claims, gold and found.
package shapes

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// options are the flags of shapes.
type options struct {
	claims, store, out string
	ids                urfave.StringSlice
	seed               uint64
}

// Command returns the command shapes.
func Command() *urfave.Command {
	o := &options{}
	return console.Command("shapes", console.Flags(
		&urfave.StringFlag{Name: "claims", Usage: "`FILE` of claims or questions with gold pages", Destination: &o.claims},
		&urfave.StringFlag{Name: "store", Usage: "the store's `FOLDER` or address, for links (default: none)",
			Destination: &o.store},
		&urfave.StringFlag{Name: "out", Usage: "write the gold graphs to `FILE`, one JSON line a claim; - is standard output",
			Destination: &o.out},
		&urfave.StringSliceFlag{Name: "id", Usage: "only the claim with this `ID`; may be repeated", Destination: &o.ids},
		&urfave.Uint64Flag{Name: "seed", Usage: "`SEED` for the intervals' bootstrap samples", Destination: &o.seed},
	), console.WithoutArgs(o.run), generateCommand(), reportCommand())
}

func (o *options) run(ctx context.Context, c *console.Console) error {
	if o.claims == "" {
		return console.Usagef("shapes needs --claims FILE")
	}
	all, rejects, err := readClaims(c, o.claims)
	if err != nil {
		return err
	}
	gold, err := o.gold(ctx, c, all)
	if err != nil {
		return err
	}
	if ids := o.ids.Value(); len(ids) > 0 {
		gold = slices.DeleteFunc(gold, func(g *study.Graph) bool { return !slices.Contains(ids, g.ID.Key()) })
	}
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

// gold makes the graphs of claims, with the store if one is given.
func (o *options) gold(ctx context.Context, c *console.Console, all []*claims.Claim) (gold []*study.Graph, err error) {
	if o.store == "" {
		return goldGraphs(ctx, c, all, nil)
	}
	s := console.Store{Given: o.store}
	err = s.Read(ctx, func(s graph.Store) error {
		gold, err = goldGraphs(ctx, c, all, s)
		return err
	})
	return gold, err
}

// showGraphs does what the flags ask for with the gold graphs.
func (o *options) showGraphs(c *console.Console, gold []*study.Graph) error {
	if o.out != "" {
		if err := c.WriteFile(o.out, func(w io.Writer) error { return study.WriteLines(w, gold) }); err != nil {
			return err
		}
	}
	if o.out == "-" {
		return nil
	}
	r := study.NewReport("", o.seed)
	r.Overview("", gold)
	if c.JSON {
		return r.WriteJSON(c.Out)
	}
	return r.Write(c.Out)
}

// readClaims reads a file of claims, warns of the records that hold none, and counts them.
func readClaims(c *console.Console, file string) (all []*claims.Claim, rejects int, err error) {
	all, bad, err := claims.ReadAll(file, claims.Auto)
	if err != nil {
		return nil, 0, console.WithHint(err, "want a claims file of HoVer, FEVER, FEVEROUS, HotpotQA, MuSiQue, 2WikiMultihopQA or EX-FEVER")
	}
	for _, b := range bad {
		c.Warn("%v", b)
	}
	return all, len(bad), nil
}

// goldGraphs makes the graphs of claims, with a store unless it is nil. It warns of those whose edges hold a cycle.
func goldGraphs(ctx context.Context, c *console.Console, all []*claims.Claim, s graph.Store) ([]*study.Graph, error) {
	maker := &study.Gold{}
	if s != nil {
		maker.Store = s
	}
	gold, err := maker.Graphs(ctx, all)
	place := map[string]claims.Place{}
	for _, claim := range all {
		place[claim.ID.Key()] = claim.Place
	}
	for _, g := range gold {
		if g.Cycle != nil {
			c.Warn("%s: claim %s is left out of shapes: its edges hold the cycle %s", place[g.ID.Key()], g.ID, strings.Join(g.Cycle, " - "))
		}
	}
	return gold, err
}
