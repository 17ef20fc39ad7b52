package cli

import (
	"cmp"
	"context"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/serve"
	"github.com/bridgehop/bridgehop/loader/claims"
)

func hopCommand() *urfave.Command {
	o := &hopOptions{claimOptions: claimOptions{chains: 5}}
	flags := append(o.planFlags(),
		console.IntFlag(&o.chains, "k", "print at most `N` chains, without those whose pages a better one has"),
		o.plannerFlag(),
		console.BoolFlag(&o.explain, "explain",
			"print the parts of each chain's score, how each page was reached, and the words of the claim it has"))
	flags = append(flags, o.recordFlags("claim, chains and gold evidence")...)
	return console.Command("hop", append(o.store.Flags(flags...), o.pictures.flags()...), console.Action(o.hop))
}

// hopOptions are the flags of hop.
type hopOptions struct {
	claimOptions
	pictures pictures
}

func (o *hopOptions) hop(ctx context.Context, c *console.Console) error {
	claim, err := o.check(c, "claim")
	if err = cmp.Or(err, o.pictures.check(c, o.claims != "")); err != nil {
		return err
	}
	return o.withEngine(ctx, c, o.engine(), false, func(e *bridgehop.Engine, run *recording) error {
		return o.answerAll(ctx, c, run, claim, &batch.Batch{Refused: record.RefusedHop,
			Answer: func(ctx context.Context, claim *claims.Claim) (batch.Answer, error) {
				return o.chainsOf(ctx, c, e, run, claim)
			}})
	})
}

// chainsOf returns the chains of a claim and, with --record, what is recorded of them. It draws the chains of a claim
// of the command line.
func (o *hopOptions) chainsOf(ctx context.Context, c *console.Console, e *bridgehop.Engine, run *recording,
	claim *claims.Claim) (a batch.Answer, err error) {
	found, err := e.Chains(ctx, claim.Text)
	if err == nil && o.record {
		a.Reasoning, err = o.hopReasoning(ctx, e.Store(), claim, found, run.prints)
	}
	if err != nil {
		return a, err
	}
	if o.claims == "" {
		s := &serve.Saved{Claim: claim.Text, Command: "hop", Store: o.store.Path(), Found: found}
		var best *bridgehop.Chain
		if len(found.Chains) > 0 {
			best = &found.Chains[0]
		}
		if printed, err := o.pictures.write(c, s, best); printed || err != nil {
			return a, err
		}
		if stats, err := e.Store().Stats(ctx); err == nil && stats.Pages == 0 {
			c.Warn("the store has no pages; `bridgehop load --store %s PATH` adds pages", o.store.Path())
		}
	}
	r := record.NewHop(claim, found, o.explain)
	a.Record, a.Print = r, func(out *console.Text) { r.Print(out, found) }
	return a, nil
}
