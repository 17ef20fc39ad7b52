package onnx

import (
	"errors"
	"fmt"
	"runtime"
)

// load starts the session: on the device asked for, or on the CPU when that was left to us.
func (m *Model) load(d device, o Options) error {
	if m.threads = o.Threads; m.threads <= 0 {
		m.threads = runtime.GOMAXPROCS(0)
	}
	if d.cuda {
		if err := m.loadCUDA(d); err != nil {
			return err
		}
	}
	m.batchTokens = o.BatchTokens
	if m.running == nil {
		w := way{threads: m.threads, alone: m.batchTokens <= 0 || m.folder.graph.dynamic}
		if m.batchTokens <= 0 {
			w.threads = 1 // the rows run side by side instead
		}
		if err := m.loadCPU(w); err != nil {
			return err
		}
	}
	m.schedule()
	return nil
}

// loadCUDA starts the session on the GPU, with the half-precision file when there is one. Where the CPU may be taken instead,
// it leaves why as a note.
func (m *Model) loadCUDA(d device) error {
	path := m.folder.weights
	if m.folder.half != "" {
		path = m.folder.half
	}
	s, graph, err := m.open(path, way{device: d, threads: m.threads}, len(m.roles))
	switch {
	case err == nil:
		m.path, m.running, m.device, m.auto = path, s, d, d.auto
		return m.fits(graph)
	case errors.Is(err, ErrModel):
		return err
	case !d.auto:
		return fmt.Errorf("%w: %s: %s", ErrDevice, d, noCUDA(err, m.library))
	}
	m.whyCPU = "running on the CPU: " + noCUDA(err, m.library)
	return nil
}

func (m *Model) loadCPU(w way) error {
	s, graph, err := m.open(m.folder.weights, w, len(m.roles))
	if err != nil {
		if !errors.Is(err, ErrModel) {
			err = fmt.Errorf("%w: %s: %s", ErrModel, m.folder.weights, oneLine(err.Error()))
		}
		return err
	}
	m.path, m.running, m.device = m.folder.weights, s, device{}
	return m.fits(graph)
}

// fits compares the logits with the labels. Where the configuration names none, the graph says how many there are.
func (m *Model) fits(g shape) (err error) {
	m.inputs = g.inputs
	switch width := g.width; {
	case width <= 0 || width == len(m.roles):
	case m.named:
		err = fmt.Errorf("%w: %s gives %d logits, but config.json names %d labels in id2label", ErrModel, m.path, width, len(m.roles))
	case width <= 3:
		m.roles = namelessRoles(width)
	default:
		err = fmt.Errorf("%w: %s gives %d logits, and config.json names no labels in id2label", ErrModel, m.path, width)
	}
	if err != nil {
		return errors.Join(err, m.running.close())
	}
	m.named = true // by what runs
	return nil
}

// apart reports whether a graph of the folder quantises its activations as it runs, so that pairs must be read one by one.
func (m *Model) apart(path string) bool { return m.folder.graph.dynamic && path == m.folder.weights }

// schedule decides what is run together.
func (m *Model) schedule() {
	if m.batchTokens <= 0 && m.device.cuda {
		m.batchTokens = gpuTokens
	}
	if m.apart(m.path) {
		m.batchTokens = 0
	}
	m.window, m.workers = 64, m.threads
	if m.batchTokens > 0 {
		m.window, m.workers = 2048, 2 // one runs, one is made ready
	}
	m.slots = make(chan struct{}, m.workers)
}
