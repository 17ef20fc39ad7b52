package cli

import (
	"context"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/claims"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// verifyClaimOnly judges a file of claims by the model with nothing to read beside them (HoVer, Table 6: claim-only):
// what a verdict owes to the claims' own wording. It needs no store. The trained baseline of the same name is eval's.
func verifyClaimOnly(c *urfave.Context) error {
	return withModel(c, func(m *onnx.Model) error {
		j := &judge{c: c, verifier: &verify.Verifier{Model: m}}
		f, err := newFingerprints(c, nil)
		if err != nil {
			return err
		}
		return j.file(f)
	})
}

// alone judges a claim without evidence.
func (j *judge) alone(ctx context.Context, claim *claims.Claim, scheme verify.Scheme) (*judged, error) {
	if _, err := j.verifier.Verify(ctx, claim.Text, nil); err != nil { // refuses what is no claim
		return nil, err
	}
	p, err := j.verifier.Model.Predict(ctx, []verify.Pair{{Hypothesis: strings.Join(strings.Fields(claim.Text), " ")}})
	if err != nil {
		return nil, fmt.Errorf("judge the claim alone: %w", err)
	}
	a := &judged{scheme: scheme, verdict: verify.Verdict{Probabilities: p[0], Chain: -1}, pages: reading{}}
	return a, j.decide(claim.Text, nil, a)
}
