package cli_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
)

// A claim that comes again is answered once, also when both come at the same time; an error is not kept.
func TestRepeats(t *testing.T) {
	r := cli.NewRepeats(2)
	var made atomic.Int64
	ask := func(key string, err error) (*cli.Prediction, error) {
		return r.Get(t.Context(), key, func() (*cli.Prediction, error) {
			made.Add(1)
			return &cli.Prediction{Claim: key}, err
		})
	}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if p, err := ask("a", nil); err != nil || p.Claim != "a" {
				t.Errorf("got %+v, %v, want the answer to a", p, err)
			}
		})
	}
	wg.Wait()
	if made.Load() != 1 {
		t.Errorf("20 equal claims were answered %d times, want once", made.Load())
	}
	failed := errors.New("no disk")
	for range 2 {
		if _, err := ask("b", failed); !errors.Is(err, failed) {
			t.Errorf("got %v, want the error", err)
		}
	}
	if made.Load() != 3 {
		t.Errorf("got %d answers, want 3: an error is asked for again", made.Load())
	}
	for i := range 5 {
		if _, err := ask(fmt.Sprint(i), nil); err != nil {
			t.Fatal(err)
		}
	}
	if n := r.Len(); n != 2 {
		t.Errorf("%d answers are kept, want 2", n)
	}
}

// Who waits for an equal claim can be interrupted.
func TestRepeatsInterrupted(t *testing.T) {
	r := cli.NewRepeats(2)
	begun, end := make(chan struct{}), make(chan struct{})
	go r.Get(t.Context(), "a", func() (*cli.Prediction, error) { close(begun); <-end; return &cli.Prediction{}, nil }) //nolint:errcheck // only begun
	<-begun
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Get(ctx, "a", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	close(end)
}
