package cli

import (
	"cmp"
	"context"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/serve"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// hopOptions are the flags of hop.
type hopOptions struct {
	claimOptions
	K        int // chains
	Pictures pictures
}

// Run prints the chains of a claim, or of each claim of a file.
func (o *hopOptions) Run(ctx context.Context, c *console.Console) error {
	o.Console = c
	claim, err := o.check("claim")
	if err = cmp.Or(err, console.AtLeast("k", o.K, 1), o.Pictures.check(c, o.Claims != "")); err != nil {
		return err
	}
	options := o.engineOptions()
	options.Chains = o.K
	return o.withEngine(ctx, options, false, func() error {
		return o.answerAll(ctx, claim, &batch.Batch{Refused: record.RefusedHop, Answer: o.chainsOf})
	})
}

// chainsOf returns the chains of a claim and, with --record, what is recorded of them. It draws the chains of a claim
// of the command line.
func (o *hopOptions) chainsOf(ctx context.Context, claim *claims.Claim) (a batch.Answer, err error) {
	found, err := o.engine.Chains(ctx, claim.Text)
	if err == nil && o.Record {
		var chains []hop.Chain
		for _, c := range found.Chains {
			chains = append(chains, c.Chain)
		}
		a.Reasoning, err = o.reasoning(ctx, o.engine.Store(), claim, chains, -1)
	}
	if err != nil {
		return a, err
	}
	if o.Claims == "" {
		s := &serve.Saved{Claim: claim.Text, Command: "hop", Store: o.Store.Path(), Found: found}
		var best *bridgehop.Chain
		if len(found.Chains) > 0 {
			best = &found.Chains[0]
		}
		if printed, err := o.Pictures.write(o.Console, s, best); printed || err != nil {
			return a, err
		}
		if stats, err := o.engine.Store().Stats(ctx); err == nil && stats.Pages == 0 {
			o.Warn("the store has no pages; `bridgehop load --store %s PATH` adds pages", o.Store.Path())
		}
	}
	r := record.NewHop(claim, found, o.Explain)
	a.Record, a.Print = r, func(out *console.Text) { r.Print(out, found) }
	return a, nil
}

// askOptions are the flags of ask.
type askOptions struct {
	claimOptions
	K     int // answers
	Given bool
}

// Run answers a question, or each question of a file.
func (o *askOptions) Run(ctx context.Context, c *console.Console) error {
	if err := console.AtLeast("k", o.K, 1); err != nil {
		return err
	}
	o.Console = c
	question, err := o.check("question")
	if err != nil {
		return err
	}
	options := o.engineOptions()
	options.Chains = 5
	return o.withEngine(ctx, options, false, func() error {
		return o.answerAll(ctx, question, &batch.Batch{Refused: record.RefusedAsk, Answer: o.answer})
	})
}

func (o *askOptions) answer(ctx context.Context, claim *claims.Claim) (batch.Answer, error) {
	a, err := o.reply(ctx, claim)
	if err != nil {
		return batch.Answer{}, err
	}
	r := record.NewAsked(claim, a, o.K)
	return batch.Answer{Record: r, Print: func(out *console.Text) { r.Print(out, a) }}, nil
}

func (o *askOptions) reply(ctx context.Context, claim *claims.Claim) (*bridgehop.Reply, error) {
	if !o.Given {
		return o.engine.Ask(ctx, claim.Text)
	}
	pages, err := claim.Given(ctx, o.engine.Store())
	if err != nil {
		return nil, err
	}
	if len(pages) == 0 {
		return &bridgehop.Reply{Question: claim.Text, Reason: "no paragraph of the store comes with the question"}, nil
	}
	return o.engine.AskWithin(ctx, claim.Text, pages)
}
