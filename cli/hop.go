package cli

import (
	"cmp"
	"context"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/serve"
	"github.com/bridgehop/bridgehop/loader/claims"
)

func hopCommand() *urfave.Command {
	o := &hopOptions{}
	return console.Command("hop", slices.Concat(o.store.Flags(slices.Concat(o.planFlags(), []urfave.Flag{
		&urfave.IntFlag{Name: "k", Value: 5, Usage: "print at most `N` chains, without those whose pages a better one has",
			Destination: &o.chains}, o.plannerFlag(),
		&urfave.BoolFlag{Name: "explain", Usage: "print the parts of each chain's score, how each page was reached, and the words " +
			"of the claim it has", Destination: &o.explain}}, o.recordFlags("claim, chains and gold evidence"))...), o.pictures.flags()), console.Action(o.hop))
}

// hopOptions are the flags of hop.
type hopOptions struct {
	claimOptions
	pictures pictures
}

func (o *hopOptions) hop(ctx context.Context, c *console.Console) error {
	if err := cmp.Or(o.check(c), o.checkRecord(), o.pictures.check(c, o.claims != "")); err != nil {
		return err
	}
	if o.claims != "" {
		return o.withEngine(ctx, o.engine(), func(e *bridgehop.Engine) error { return o.hopFile(ctx, c, e) })
	}
	claim, err := c.OneArg("claim")
	if err != nil {
		return err
	}
	return o.withEngine(ctx, o.engine(), func(e *bridgehop.Engine) error {
		found, err := e.Chains(ctx, claim)
		if err != nil {
			return claimError(err)
		}
		if err := o.recordOne(ctx, c, e, claim, found); err != nil {
			return err
		}
		var best *bridgehop.Chain
		if len(found.Chains) > 0 {
			best = &found.Chains[0]
		}
		s := &serve.Saved{Claim: claim, Command: "hop", Store: o.store.Path(), Found: found}
		if printed, err := o.pictures.write(c, s, best); printed || err != nil {
			return err
		}
		if stats, err := e.Store().Stats(ctx); err == nil && stats.Pages == 0 {
			c.Warn("the store has no pages; `bridgehop load --store %s PATH` adds pages", o.store.Path())
		}
		r := record.NewHop(&claims.Claim{Text: claim}, found, o.explain)
		return c.Print(r, func(out *console.Text) { r.Print(out, found) })
	})
}

func (o *hopOptions) hopFile(ctx context.Context, c *console.Console, e *bridgehop.Engine) error {
	answer := func(ctx context.Context, claim *claims.Claim, f batch.Fingerprints) (recorded, error) {
		found, err := e.Chains(ctx, claim.Text)
		if err != nil {
			return recorded{}, err
		}
		r := record.NewHop(claim, found, o.explain)
		out := recorded{line: r, print: func(out *console.Text) {
			out.Printf("%s\n", r.Claim)
			r.Print(out, found)
		}}
		if o.record {
			out.reasoning, err = o.hopReasoning(ctx, e.Store(), claim, found, f)
		}
		return out, err
	}
	return o.claimsFile(ctx, c, e, "hop", record.RefusedHop, answer)
}

// recordOne records a claim of the command line, with --record.
func (o *hopOptions) recordOne(ctx context.Context, c *console.Console, e *bridgehop.Engine, claim string, found *bridgehop.Chains) error {
	if !o.record {
		return nil
	}
	f, err := o.fingerprints(ctx, c, e.Store())
	if err != nil {
		return err
	}
	r, err := o.begin(ctx, c, e.Store(), f)
	if err != nil {
		return err
	}
	reasoning, err := o.hopReasoning(ctx, e.Store(), &claims.Claim{Text: claim}, found, f)
	if err != nil {
		return err
	}
	return r.one(ctx, reasoning)
}

// claimsFile answers the claims of --claims. answer returns the record of a claim, what prints it for people, and what is recorded.
func (o *claimOptions) claimsFile(ctx context.Context, c *console.Console, e *bridgehop.Engine, what string,
	refused func(*claims.Claim, error) any, answer func(context.Context, *claims.Claim, batch.Fingerprints) (recorded, error)) error {
	f, err := o.fingerprints(ctx, c, e.Store())
	if err != nil {
		return err
	}
	r, err := o.begin(ctx, c, e.Store(), f)
	if err != nil {
		return err
	}
	out, readable := o.answersTo(c)
	b := &batch.Batch{Console: c, What: what, Input: o.claims, Silent: readable,
		Refused: func(claim *claims.Claim, err error) any { return recorded{line: refused(claim, err)} },
		Answer:  func(ctx context.Context, claim *claims.Claim) (any, error) { return answer(ctx, claim, f) }}
	r.writeTo(ctx, c, b, readable)
	if err := b.Open(ctx, out, f, "", o.restart); err != nil {
		return err
	}
	return b.Run(ctx)
}
