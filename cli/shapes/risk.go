package shapes

import (
	"context"
	"errors"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/study"
)

// riskOptions are the flags of shapes risk.
type riskOptions struct {
	pred, claims, store string
	error, delta        float64
	seed                uint64
	outputs
}

func riskCommand() *urfave.Command {
	o := &riskOptions{}
	return console.Command("shapes risk", &urfave.Command{
		Flags: console.Flags(
			&urfave.StringFlag{Name: "pred", Usage: "`FILE` written by verify --out", Destination: &o.pred},
			&urfave.StringFlag{Name: "claims", Usage: "`FILE` of the claims with gold pages, to break down by gold shape and family (default: by the shape found)", Destination: &o.claims},
			&urfave.StringFlag{Name: "store", Usage: "the store's `FOLDER` or address, for the gold graphs' links (default: none)", Destination: &o.store},
			&urfave.Float64Flag{Name: "error", Value: 0.1, Usage: "allow at most this `SHARE` of the verdicts given to be wrong", Destination: &o.error},
			&urfave.Float64Flag{Name: "delta", Value: 0.1, Usage: "allow the threshold to fail with at most this `PROBABILITY`", Destination: &o.delta},
			&urfave.StringFlag{Name: "pictures", Usage: "write figures, CSV and pictures into `FOLDER`", Destination: &o.pictures},
			&urfave.StringFlag{Name: "html", Usage: "write tables and pictures to `FILE`, a web page that needs no network", Destination: &o.html},
			&urfave.StringFlag{Name: "markdown", Usage: "write the tables to `FILE`, for docs", Destination: &o.markdown},
			&urfave.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` for splitting the claims and for the intervals' bootstrap samples", Destination: &o.seed},
		),
		Action: console.WithoutArgs(o.run),
	})
}

func (o *riskOptions) run(ctx context.Context, c *console.Console) error {
	if o.pred == "" {
		return console.Usagef("shapes risk needs --pred FILE, written by verify --out")
	}
	for name, v := range map[string]float64{"error": o.error, "delta": o.delta} {
		if !(v > 0 && v < 1) {
			return console.Usagef("--%s: want a number between 0 and 1, got %v", name, v)
		}
	}
	all, bad, err := study.ReadLines(o.pred, study.DecodeVerdict)
	if err == nil && len(bad) > 0 {
		err = bad[0]
	}
	if err != nil {
		return err
	}
	if o.claims != "" {
		gold, _, err := goldGraphs(ctx, c, o.claims, o.store)
		if err != nil {
			return err
		}
		all = study.Shaped(all, gold)
	}
	r := &study.Report{Title: "Risk and coverage"}
	if answers := study.Answers(all); len(answers) > 0 {
		r = study.Risk{Error: o.error, Delta: o.delta, Seed: o.seed}.Report(answers, asTyped(c))
	}
	if t := study.Shortcuts(all, o.seed, asTyped(c)); len(t.Rows) > 0 && t.Rows[0].N > 0 {
		r.Tables = append(r.Tables, t)
	}
	if len(r.Tables) == 0 {
		return console.WithHint(errors.New("shapes risk: no verdict with a gold label and none with an explanation"), "verify --out keeps the labels of the claims file; verify --explain explains")
	}
	return o.show(c, r)
}
