package cli

import (
	"bytes"
	"context"
	"fmt"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// predictionsOfRun returns the predictions of the run, in the form that the task's scorer reads.
func (o *evalOptions) predictionsOfRun(ctx context.Context) ([]byte, error) {
	format, err := claims.Detect(o.gold)
	if err != nil {
		return nil, fmt.Errorf("read claims: %w", err)
	}
	var out bytes.Buffer
	labels := label.FEVER
	switch o.task {
	case "hover":
		labels = label.HoVer
	case "feverous":
		labels = label.FEVEROUS
		out.WriteString(feverousHeader)
	}
	err = o.store.Read(ctx, func(s graph.Store) error {
		for r, err := range claimsOfRun(ctx, s, o.ofRun, labels, format) {
			if err == nil {
				err = console.WriteJSON(&out, r)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the run: %w", err)
	}
	return out.Bytes(), nil
}
