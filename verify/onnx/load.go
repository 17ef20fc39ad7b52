package onnx

import (
	"errors"
	"fmt"
	"runtime"
)

// runner gives the logits of rows: a session, or what a test puts in its place.
type runner interface {
	run(r *rows, stop *stopper) ([]float32, error)
	close() error
}

// opener loads a graph on a device. It returns how many logits a row gives, 0 when the graph leaves it open.
type opener func(g *graphFile, d device) (r runner, logits int, err error)

// load starts the session on the device, or on the CPU where that may be taken instead; then it leaves why as a note.
func (m *Model) load(d device, threads int) error {
	path := m.folder.graph.path
	s, logits, err := m.open(m.folder.graph, d)
	if err != nil && d.auto && !errors.Is(err, ErrModel) {
		m.note = "running on the CPU: " + noCUDA(err, m.library)
		d = device{}
		s, logits, err = m.open(m.folder.graph, d)
	}
	switch {
	case err == nil:
	case errors.Is(err, ErrModel):
		return err
	case d.cuda:
		return fmt.Errorf("%w: %s: %s", ErrDevice, d, noCUDA(err, m.library))
	default:
		return fmt.Errorf("%w: %s: %s", ErrModel, path, oneLine(err.Error()))
	}
	// A graph may leave open how many it gives; then the first run tells.
	if logits > 0 && logits != len(m.roles) {
		err := fmt.Errorf("%w: %s gives %d logits, but config.json names %d labels in id2label", ErrModel, path,
			logits, len(m.roles))
		return errors.Join(err, s.close())
	}
	m.running, m.device = s, d
	m.schedule(threads)
	return nil
}

// schedule decides what is run together: on a CPU one pair a run, as many runs at a time as there are threads; on a GPU
// padded batches.
func (m *Model) schedule(threads int) {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	m.window, m.workers = 64, threads
	if m.device.cuda && !m.folder.graph.dynamic {
		m.batchTokens.Store(gpuTokens)
		m.window, m.workers = 2048, 2 // one runs, one is made ready
	}
	m.slots = make(chan struct{}, m.workers)
}
