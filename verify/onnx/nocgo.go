//go:build !cgo

package onnx

import "context"

// Without cgo there is no binding to ONNX Runtime: Open fails with ErrNoCgo before any of these is called.
const built = false

type stopper struct{}

func (*stopper) release() {}

func newStopper(context.Context) (*stopper, error) { return nil, ErrNoCgo }

func openSession(*graphFile, device) (runner, int, error) { return nil, 0, ErrNoCgo }

func start(string) error { return ErrNoCgo }
