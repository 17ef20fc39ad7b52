package cli

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/internal/claims"
)

func verifyFile(c *urfave.Context) error {
	return withJudge(c, func(j *judge) error {
		f, err := newFingerprints(c, j.engine.Store())
		if err != nil {
			return err
		}
		return j.file(f)
	})
}

// file judges the claims of --claims into --out.
func (j *judge) file(f fingerprints) (err error) {
	c := j.c
	if f.Model, err = modelFingerprint(c); err != nil {
		return err
	}
	if err := j.ready(); err != nil {
		return err
	}
	header, err := predictionHeader(c)
	if err != nil {
		return err
	}
	known := newRepeats(repeatedAnswers)
	b := &batch{c: c, what: "verify", input: c.String("claims"),
		answer: func(ctx context.Context, claim *claims.Claim) (any, error) {
			if c.Bool("record") {
				return j.predictAndRecord(ctx, claim)
			}
			if c.String("oracle") != "" { // these depend on more of a claim than its words
				return j.predict(ctx, claim)
			}
			scheme, err := labelScheme(c, claim.Scheme)
			if err != nil {
				return nil, err
			}
			p, err := known.get(ctx, scheme.String()+"\x00"+claim.Text, func() (*prediction, error) { return j.predict(ctx, claim) })
			if err != nil {
				return nil, err
			}
			return p.of(claim, scheme), nil
		},
		refused: func(claim *claims.Claim, err error) any { return j.refused(claim, err) },
		answered: func(claim *claims.Claim, line any) {
			warnOfLine(c, fmt.Sprintf("%s: claim %s", claim.Place, claim.ID), line)
		},
	}
	if err := b.open(c.String("out"), f, header, c.Bool("restart")); err != nil {
		return err
	}
	if c.Bool("record") {
		store, err := j.recorder()
		if err != nil {
			return err
		}
		r := &recording{store: store, ctx: context.WithoutCancel(c.Context), write: func(line any) error { return printJSON(b.out, line) }}
		b.emit, b.flush = r.emit, r.flush
	}
	return b.run()
}

// predictAndRecord makes the line of a claim, with the reasoning that is to be kept before it is written.
func (j *judge) predictAndRecord(ctx context.Context, claim *claims.Claim) (any, error) {
	a, err := j.answer(ctx, claim)
	if err != nil {
		return nil, err
	}
	return recorded{a.prediction(claim), a.reasoning}, nil
}

// predict makes the line of a claim.
func (j *judge) predict(ctx context.Context, claim *claims.Claim) (*prediction, error) {
	a, err := j.answer(ctx, claim)
	if err != nil {
		return nil, err
	}
	return a.prediction(claim), nil
}
