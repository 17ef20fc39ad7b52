package onnx

import (
	"fmt"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/ort"
)

// leastPair is the room, in tokens, that a claim and its evidence need beside the special tokens.
const leastPair = 32

// check sees that the tokenizer fits the graph and the lengths of the configuration: what doesn't would fail pair after pair.
func (m *Model) check() error {
	if added := m.tok.Added(true); m.cut.Max < added+leastPair {
		return fmt.Errorf("%w: %s: pairs of %d tokens, %d of them special, leave no room for a claim and evidence: see max_length and "+
			"max_position_embeddings in config.json, model_max_length in tokenizer_config.json",
			ErrModel, m.dir, m.cut.Max, added)
	}
	ids, kinds, err := m.tok.AppendPair(nil, nil, "a", "a", m.cut)
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrModel, m.dir, err)
	}
	last := m.tok.Last()
	ids, kinds = append(ids, last), append(kinds, 0)
	r := &rows{count: 1, length: len(ids), ids: ids, kinds: kinds, mask: make([]int64, len(ids))}
	for i := range r.mask {
		r.mask[i] = 1
	}
	o, err := ort.NewRunOptions()
	if err != nil {
		return err
	}
	defer o.Destroy()
	if _, err := m.running.run(r, o); err != nil && !outOfMemory(err) { // which Predict deals with
		return fmt.Errorf("%w: %s doesn't take what tokenizer.json gives, whose ids go up to %d: %s", ErrModel, m.path, last,
			oneLine(err.Error()))
	}
	return nil
}
