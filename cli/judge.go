package cli

import (
	"context"
	"fmt"
	"strconv"

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
	out := &judged{Answer: a}
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

// answerAll judges the claims of --claims, or else the one of the command line.
func (j *judge) answerAll(ctx context.Context, claim string) error {
	b := &batch.Batch{Refused: j.refused, Answer: j.one}
	if j.claims != "" {
		if _, err := j.engine.Model(); err != nil {
			return err
		}
		var err error
		if b.Header, err = j.predictionHeader(); err != nil {
			return err
		}
		b.Answered = func(claim *claims.Claim, a batch.Answer) error {
			warnOfNote(j.Console, fmt.Sprintf("%s: claim %s", claim.Place, claim.ID), a.Record.(*prediction).Note)
			return nil
		}
	}
	return j.verifyOptions.answerAll(ctx, j.Console, j.run, claim, b)
}

// one judges a claim. What is printed of one of the command line is no prediction, and may be a picture.
func (j *judge) one(ctx context.Context, claim *claims.Claim) (out batch.Answer, err error) {
	a, err := j.answer(ctx, claim)
	if err != nil {
		return out, err
	}
	out = batch.Answer{Reasoning: a.reasoning, Print: func(out *console.Text) {
		record.NewVerdict(a.Answer, a.blame).Print(out, a.Answer, claim.Label, false)
	}}
	if j.claims != "" {
		out.Record = a.prediction(claim)
		return out, nil
	}
	if printed, err := j.saved(ctx, claim.Text, a); printed || err != nil {
		return out, err
	}
	v := record.NewVerdict(a.Answer, a.blame)
	v.Claim = claim.Text // as it was typed
	warnOfNote(j.Console, strconv.Quote(console.Clip(claim.Text, 80)), v.Note)
	out.Record = v
	return out, nil
}
