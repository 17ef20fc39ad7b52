package cli

import (
	"context"
	"fmt"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// judge answers claims as the flags of verify ask.
type judge struct {
	*console.Console
	*verifyOptions
	engine *bridgehop.Engine
	run    *recording
}

// judged is an answer before it is shown.
type judged struct {
	*bridgehop.Answer
	blame     *record.Blame    // with --explain
	reasoning *graph.Reasoning // with --record
	timing    bool             // print what it took
	short     bool             // print at most two elements of each page
}

// with calls f with the judge, and the run that its answers are recorded into.
func (j *judge) with(ctx context.Context, f func(context.Context, *judge) error) (err error) {
	if j.run, err = j.begin(ctx, j.Console, j.engine.Store()); err != nil {
		return err
	}
	return f(ctx, j)
}

// answer plans and judges one claim.
func (j *judge) answer(ctx context.Context, claim *claims.Claim) (*judged, error) {
	scheme, err := record.Scheme(j.labels, claim.Scheme)
	if err != nil {
		return nil, err
	}
	var a *bridgehop.Answer
	switch {
	case j.claimOnly:
		a, err = j.engine.Judge(ctx, claim.Text, nil, nil, scheme)
	case j.oracle != "":
		a, err = j.judgeGold(ctx, claim, scheme)
	default:
		a, err = j.engine.VerifyIn(ctx, claim.Text, scheme)
	}
	if err != nil {
		return nil, err
	}
	out := &judged{Answer: a, timing: j.timing}
	if j.explain {
		if out.blame, err = record.NewBlame(ctx, a); err != nil {
			return nil, err
		}
	}
	if j.verifyOptions.record {
		out.reasoning, err = j.verdictReasoning(ctx, claim, a)
	}
	return out, err
}

// verifyFile judges the claims of --claims into --out.
func verifyFile(ctx context.Context, j *judge) error {
	if _, err := j.engine.Model(); err != nil {
		return err
	}
	header, err := j.predictionHeader()
	if err != nil {
		return err
	}
	return j.answerFile(ctx, j.Console, j.run, header, &batch.Batch{Refused: j.refused,
		Answer: func(ctx context.Context, claim *claims.Claim) (batch.Answer, error) {
			a, err := j.answer(ctx, claim)
			if err != nil {
				return batch.Answer{}, err
			}
			return batch.Answer{Record: a.prediction(claim), Reasoning: a.reasoning,
				Print: func(out *console.Text) { a.print(out, claim.Label) }}, nil
		},
		Answered: func(claim *claims.Claim, a batch.Answer) error {
			warnOfNote(j.Console, fmt.Sprintf("%s: claim %s", claim.Place, claim.ID), a.Record.(*prediction).Note)
			return nil
		},
	})
}
