package onnx

import (
	"fmt"
	"strings"
)

// judge runs a batch. When the GPU has not memory enough the batch is read in halves, and later ones are packed smaller; when
// it has not even enough for one pair, the CPU takes over if the device was left to us.
func (m *Model) judge(b *batch, r *rows, stop *stopper) ([]float32, error) {
	m.swap.Lock()
	running, cuda := m.running, m.device.cuda
	m.swap.Unlock()
	r.load(b, m.pad, m.padKind)
	logits, err := running.run(r, stop.options)
	switch {
	case err == nil && len(logits) != len(b.pairs)*len(m.roles):
		return nil, fmt.Errorf("%w: %s: %d logits for %d pairs, want %d each (id2label)", ErrModel, m.folder.graph.path, len(logits), len(b.pairs),
			len(m.roles))
	case err == nil:
		return logits, nil
	case !cuda || !outOfMemory(err):
		return nil, fmt.Errorf("predict: %s", oneLine(err.Error()))
	case len(b.pairs) > 1:
		m.packLess(r.count * r.length)
		return m.halves(b, r, stop)
	}
	if err := m.leaveGPU(running, err); err != nil {
		return nil, err
	}
	return m.judge(b, r, stop)
}

// halves judges the two halves of a batch one after the other.
func (m *Model) halves(b *batch, r *rows, stop *stopper) ([]float32, error) {
	var out []float32
	middle := len(b.pairs) / 2
	for _, pairs := range [][]int{b.pairs[:middle], b.pairs[middle:]} {
		logits, err := m.judge(&batch{encoded: b.encoded, first: b.first, pairs: pairs}, r, stop)
		if err != nil {
			return nil, err
		}
		out = append(out, logits...)
	}
	return out, nil
}

// packed returns the bound of a batch, in tokens.
func (m *Model) packed() int {
	m.swap.Lock()
	defer m.swap.Unlock()
	return m.batchTokens
}

// packLess bounds the batches to come by half of one that was too large.
func (m *Model) packLess(tokens int) {
	m.swap.Lock()
	defer m.swap.Unlock()
	m.batchTokens = max(min(m.batchTokens, tokens/2), 1)
}

// leaveGPU goes over to the CPU, unless the GPU was asked for by name or another run has gone over already.
func (m *Model) leaveGPU(from runner, why error) error {
	m.swap.Lock()
	defer m.swap.Unlock()
	if m.running != from {
		return nil
	}
	if !m.auto {
		return fmt.Errorf("%w: %s: out of memory with one pair: %s", ErrDevice, m.device, oneLine(why.Error()))
	}
	gpu := m.device
	if err := m.loadCPU(way{threads: m.threads, alone: m.folder.graph.dynamic}); err != nil {
		m.running = from
		return err
	}
	m.spare = from
	m.notes = append(m.notes, fmt.Sprintf("went over to the CPU: %s is out of memory", gpu))
	return nil
}

// outOfMemory knows the words of ONNX Runtime, of CUDA and of cuBLAS.
func outOfMemory(err error) bool {
	s := strings.ToLower(err.Error())
	for _, words := range []string{"out of memory", "out_of_memory", "failed to allocate memory", "alloc_failed"} {
		if strings.Contains(s, words) {
			return true
		}
	}
	return false
}
