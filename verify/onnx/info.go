package onnx

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Info is what a model's folder holds, and how it is run.
type Info struct {
	Weights string `json:"weights"` // path of the graph
	// Paths of the files its weights lie in, where they are not in the graph.
	External    []string `json:"external,omitempty"`
	Bytes       int64    `json:"bytes"`          // of all of these
	Labels      []named  `json:"labels"`         // in the order of the logits
	Temperature float64  `json:"temperature"`    // the logits are divided by it
	Tokenizer   string   `json:"tokenizer"`      // WordPiece, BPE or Unigram
	Vocabulary  int      `json:"vocabulary"`     // tokens
	MaxTokens   int      `json:"max_tokens"`     // of a pair, special tokens counted
	Device      string   `json:"device"`         // cpu or cuda:N
	Note        string   `json:"note,omitempty"` // see Model.Note
	// Execution providers the runtime library comes with; CPU is always among them.
	Providers []string `json:"providers"`
	Library   string   `json:"runtime"` // path of the runtime
}

// named is a label of config.json, with what it is taken for: SUPPORTS, REFUTES, NOT ENOUGH INFO or NOT_SUPPORTED.
type named struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
}

// Info describes the model.
func (m *Model) Info() Info {
	g := m.folder.graph
	i := Info{Weights: g.path, External: g.external, Bytes: g.bytes,
		Temperature: m.folder.config.Verifier.Temperature, Tokenizer: m.tok.Kind(), Vocabulary: m.tok.Size(),
		MaxTokens: m.cut.Max, Device: m.Device(), Note: m.Note(), Providers: Providers(m.library), Library: m.library}
	names, _ := m.folder.labels() // read before, when the model was opened
	for n, name := range names {
		i.Labels = append(i.Labels, named{name, m.roles[n].String()})
	}
	return i
}

// Providers returns the execution providers that lie beside a runtime library, CPU first.
func Providers(library string) []string {
	out := []string{"CPU"}
	if path, err := filepath.EvalSymlinks(library); err == nil {
		library = path
	}
	// The pattern is sound.
	found, _ := filepath.Glob(filepath.Join(filepath.Dir(library), "libonnxruntime_providers_*"))
	for _, path := range found {
		name, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(path), "libonnxruntime_providers_"), ".")
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && name != "shared" {
			out = append(out, strings.ToUpper(name))
		}
	}
	slices.Sort(out[1:])
	return out
}

// leastPair is the room, in tokens, that a claim and its evidence need beside the special tokens.
const leastPair = 32

// check sees that the tokenizer fits the graph and the lengths of the configuration: what doesn't would fail pair after
// pair.
func (m *Model) check() error {
	if added := m.tok.Added(true); m.cut.Max < added+leastPair {
		return fmt.Errorf("%w: %s: pairs of %d tokens, %d of them special, leave no room for a claim and evidence: see max_length and "+
			"max_position_embeddings in config.json, model_max_length in tokenizer_config.json",
			ErrModel, m.folder.dir, m.cut.Max, added)
	}
	ids, kinds, err := m.tok.AppendPair(nil, nil, "a", "a", m.cut)
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrModel, m.folder.dir, err)
	}
	last := m.tok.Last()
	ids, kinds = append(ids, last), append(kinds, 0)
	r := &rows{count: 1, length: len(ids), ids: ids, kinds: kinds, mask: make([]int64, len(ids))}
	for i := range r.mask {
		r.mask[i] = 1
	}
	stop, err := newStopper(context.Background())
	if err != nil {
		return err
	}
	defer stop.release()
	if _, err := m.running.run(r, stop); err != nil && !outOfMemory(err) { // which Predict deals with
		return fmt.Errorf("%w: %s doesn't take what tokenizer.json gives, whose ids go up to %d: %s", ErrModel,
			m.folder.graph.path, last,
			oneLine(err.Error()))
	}
	return nil
}
