package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// withRun gives f a temporary file with the predictions of a run, in the form that a task's scorer reads.
func withRun(ctx context.Context, store *console.Store, run, task, gold string, f func(file string) error) error {
	format, err := claims.Detect(gold)
	if err != nil {
		return fmt.Errorf("read claims: %w", err)
	}
	labels, ok := map[string]label.Scheme{"feverous": label.FEVEROUS, "hover": label.HoVer}[task]
	if !ok {
		labels = label.FEVER
	}
	file, err := os.CreateTemp("", "bridgehop-run-*.jsonl")
	if err != nil {
		return fmt.Errorf("read the run: %w", err)
	}
	defer os.Remove(file.Name())
	w := bufio.NewWriter(file)
	if labels == label.FEVEROUS {
		_, _ = w.WriteString(feverousHeader) // a writer keeps its first error until Flush
	}
	err = store.Read(ctx, func(s graph.Store) error {
		for r, err := range claimsOfRun(ctx, s, run, labels, format) {
			if err != nil {
				return err
			}
			if err := console.WriteJSON(w, r); err != nil {
				return err
			}
		}
		return nil
	})
	if err = errors.Join(err, w.Flush(), file.Close()); err != nil {
		return fmt.Errorf("read the run: %w", err)
	}
	return f(file.Name())
}
