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
	prints batch.Fingerprints // with --record, of what the answers depend on
}

// judged is an answer before it is shown.
type judged struct {
	*bridgehop.Answer
	blame     *record.Blame    // with --explain
	reasoning *graph.Reasoning // with --record
	timing    bool             // print what it took
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
		a, err = j.engine.ClaimOnly(ctx, claim.Text, scheme)
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
func (o *verifyOptions) verifyFile(ctx context.Context, j *judge) error {
	c := j.Console
	f, err := o.fingerprints(ctx, c, j.engine.Store())
	if err != nil {
		return err
	}
	j.prints = f
	r, err := o.begin(ctx, c, j.engine.Store(), f)
	if err != nil {
		return err
	}
	if _, err := j.engine.Model(); err != nil {
		return err
	}
	header, err := o.predictionHeader()
	if err != nil {
		return err
	}
	out, readable := o.answersTo(c)
	b := &batch.Batch{Console: c, What: "verify", Input: o.claims, Silent: readable, Refused: j.refused,
		Answer: func(ctx context.Context, claim *claims.Claim) (any, error) {
			a, err := j.answer(ctx, claim)
			if err != nil {
				return nil, err
			}
			return recorded{a.prediction(claim), func(out *console.Text) {
				out.Printf("%s\n", claim.Text)
				a.print(out, claim.Label)
			}, a.reasoning}, nil
		},
		Answered: func(claim *claims.Claim, line any) {
			warnOfNote(c, fmt.Sprintf("%s: claim %s", claim.Place, claim.ID), line.(recorded).line.(*prediction).Note)
		},
	}
	if readable {
		header = ""
	}
	if err := b.Open(ctx, out, f, header, o.restart); err != nil {
		return err
	}
	r.writeTo(ctx, c, b, readable)
	return b.Run(ctx)
}

// recording opens the run of a claim of the command line, if it is to be recorded.
func (j *judge) recording(ctx context.Context) (*recording, error) {
	if !j.verifyOptions.record {
		return &recording{}, nil
	}
	var err error
	if j.prints, err = j.fingerprints(ctx, j.Console, j.engine.Store()); err != nil {
		return nil, err
	}
	return j.begin(ctx, j.Console, j.engine.Store(), j.prints)
}
