package cli

import (
	"errors"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
)

// verifyClaimOnly judges a file of claims by the model with nothing to read beside them (HoVer, Table 6: claim-only):
// what a verdict owes to the claims' own wording. It needs no store. The trained baseline of the same name is eval's.
func verifyClaimOnly(c *urfave.Context) error {
	e := bridgehop.Given(engineOptions(c)...)
	f, err := newFingerprints(c, nil)
	if err == nil {
		err = (&judge{c: c, engine: e}).run(func(j *judge) error { return j.file(f) })
	}
	return errors.Join(err, e.Close())
}
