package cli

import (
	"context"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// askOptions are the flags of ask.
type askOptions struct {
	claimOptions
	answers int
	given   bool
}

func askCommand() *urfave.Command {
	o := &askOptions{claimOptions: claimOptions{planner: record.Walk, chains: 5}, answers: 1}
	return console.Command("ask", o.store.Flags(append(o.planFlags(), o.model.DirFlag(), o.model.DeviceFlag(),
		console.BoolFlag(&o.given, "given",
			"answer each question of --claims by the paragraphs that come with it, which the store must have"),
		console.IntFlag(&o.answers, "k", "print at most `N` answers"))...), console.Action(o.ask))
}

func (o *askOptions) ask(ctx context.Context, c *console.Console) error {
	if err := console.AtLeast("k", o.answers, 1); err != nil {
		return err
	}
	question, err := o.check(c, "question")
	if err != nil {
		return err
	}
	return o.withEngine(ctx, c, o.engine(), false, func(e *bridgehop.Engine, run *recording) error {
		return o.answerAll(ctx, c, run, question, &batch.Batch{Refused: record.RefusedAsk,
			Answer: func(ctx context.Context, claim *claims.Claim) (batch.Answer, error) {
				a, err := o.reply(ctx, e, claim)
				if err != nil {
					return batch.Answer{}, err
				}
				r := record.NewAsked(claim, a, o.answers)
				return batch.Answer{Record: r, Print: func(out *console.Text) { r.Print(out, a) }}, nil
			}})
	})
}

func (o *askOptions) reply(ctx context.Context, e *bridgehop.Engine, claim *claims.Claim) (*bridgehop.Reply, error) {
	if !o.given {
		return e.Ask(ctx, claim.Text)
	}
	pages, err := claim.Given(ctx, e.Store())
	if err != nil {
		return nil, err
	}
	if len(pages) == 0 {
		return &bridgehop.Reply{Question: claim.Text, Reason: "no paragraph of the store comes with the question"}, nil
	}
	return e.AskWithin(ctx, claim.Text, pages)
}
