package bridgehop

import (
	"errors"
	"fmt"
	"sync"

	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// model is a model that is opened when it is first needed.
type model struct {
	settings *Options
	begun    sync.Once // see ahead

	mu     sync.Mutex
	opened *onnx.Model
	err    error
}

func (m *model) open() (*onnx.Model, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opened == nil && (m.err == nil || errors.Is(m.err, onnx.ErrRuntime)) { // which may have been installed meanwhile
		m.opened, m.err = m.settings.openModel()
	}
	return m.opened, m.err
}

// ahead opens the model in the background; open returns the error, if any.
func (m *model) ahead() {
	m.begun.Do(func() { go func() { _, _ = m.open() }() })
}

func (m *model) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opened == nil {
		m.err = onnx.ErrClosed // so that ahead doesn't open it later
		return nil
	}
	return m.opened.Close()
}

func (o *Options) openModel() (*onnx.Model, error) {
	dir := o.Model
	if dir == "" {
		var err error
		if dir, err = shipped.Dir(); err != nil {
			return nil, fmt.Errorf("%w: %w", onnx.ErrModel, err)
		}
	}
	return onnx.Open(dir, onnx.Options{Device: o.Device, Threads: o.Threads})
}
