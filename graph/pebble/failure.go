package pebble

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/cockroachdb/pebble/v2"
)

// failure remembers the first error that pebble can't go on after: a full disk under its log, a manifest
// that can't be written. It is pebble's logger, since pebble reports such errors only there, and expects
// its process to end.
type failure struct {
	once     sync.Once
	done     chan struct{} // closed by the first failure
	err      error
	reported atomic.Bool // a caller of the store got it
}

func newFailure() *failure { return &failure{done: make(chan struct{})} }

// fail keeps err if it is the first.
func (f *failure) fail(err error) {
	f.once.Do(func() {
		f.err = asDamage(err)
		close(f.done)
	})
}

// failed is the first failure, nil while there is none.
func (f *failure) failed() error {
	select {
	case <-f.done:
		return f.err
	default:
		return nil
	}
}

// do runs a write whose error the store's caller gets, and gives up on it when pebble fails meanwhile: pebble then never
// returns.
func (f *failure) do(write func() error) error {
	err := f.try(write)
	if err != nil && f.failed() != nil {
		f.reported.Store(true)
	}
	return err
}

// report returns an error of a file that pebble doesn't write, and notes that the store's caller gets it: what pebble then fails
// with has the same cause.
func (f *failure) report(err error) error {
	if err != nil {
		f.reported.Store(true)
	}
	return err
}

// try is do for a write whose error nobody gets.
func (f *failure) try(write func() error) error {
	if err := f.failed(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- write() }()
	select {
	case err := <-done:
		return err
	case <-f.done:
		return f.err
	}
}

// Infof drops what pebble logs.
func (f *failure) Infof(string, ...any) {}

// Errorf drops what pebble also returns as an error.
func (f *failure) Errorf(string, ...any) {}

// Fatalf keeps the error and stops the goroutine it happened in, whose locks may be half-way; the store is
// of no use after it but can be opened again.
func (f *failure) Fatalf(format string, args ...any) {
	err := errors.New(strings.TrimPrefix(fmt.Sprintf(format, args...), "pebble: "))
	for _, a := range args {
		if cause, ok := a.(error); ok {
			err = cause
		}
	}
	f.fail(fmt.Errorf("write to store: %w", err))
	select {}
}

func (f *failure) listener() *pebble.EventListener {
	l := &pebble.EventListener{
		BackgroundError: func(err error) { f.fail(fmt.Errorf("write to store: %w", err)) },
		DataCorruption:  func(pebble.DataCorruptionInfo) {},
	}
	l.EnsureDefaults(f)
	return l
}
