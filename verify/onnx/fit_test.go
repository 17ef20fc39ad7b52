package onnx_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// replaceIn edits a file of a model's folder.
func replaceIn(t *testing.T, path, old, by string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		t.Fatalf("%s has no %q", path, old)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(data), old, by, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// What would fail pair after pair is told when the model is opened.
func TestPartsThatDoNotFit(t *testing.T) {
	needRuntime(t)
	two := [][]float32{{4, 0}, {0, 4}}
	short := labels("supported", "refuted")
	short["verifier"] = map[string]any{"max_length": 20}
	positions := labels("supported", "refuted")
	positions["max_position_embeddings"] = 16
	four := [][]float32{{1, 0, 0, 0}}
	tests := []struct {
		name   string
		model  tiny
		config map[string]any
		edit   func(dir string)
		want   string
	}{
		{"rows of one length", tiny{rows: two, length: 128}, labels("supported", "refuted"), nil, "dynamic axes"},
		{"tokens without a vector", tiny{rows: two}, labels("supported", "refuted"), func(dir string) {
			replaceIn(t, filepath.Join(dir, "tokenizer.json"), `"claim": 7`, `"claim": 7, "zebra": 8`)
		}, "ids go up to 8"},
		{"no room for a claim", tiny{rows: two}, short, nil, "no room for a claim"},
		{"few positions", tiny{rows: two}, positions, nil, "no room for a claim"},
		{"labels without names", tiny{rows: four}, map[string]any{}, nil, "which label is which verdict"},
		{"logits in half precision", tiny{rows: two, half: true}, labels("supported", "refuted"), nil, "export the model again in fp32"},
		{"a mask of floats", tiny{rows: two, floats: protoFloat}, labels("supported", "refuted"), nil, `"attention_mask" takes`},
		{"too few names", tiny{rows: [][]float32{{1, 0, 0}}}, labels("supported", "refuted"), nil, "names 2 labels"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := test.model.write(t, test.config)
			if test.edit != nil {
				test.edit(dir)
			}
			m, err := onnx.Open(dir, onnx.Options{Device: "cpu"})
			if err == nil {
				m.Close()
			}
			if !errors.Is(err, onnx.ErrModel) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want ErrModel with %q", err, test.want)
			}
		})
	}
}

// A special token that neither text nor template can become may lack a vector.
func TestSpecialTokenWithoutVector(t *testing.T) {
	needRuntime(t)
	dir := tiny{rows: [][]float32{{4, 0}, {0, 4}}}.write(t, labels("supported", "refuted"))
	replaceIn(t, filepath.Join(dir, "tokenizer.json"), `"added_tokens": [`, `"added_tokens": [{"id": 8, "content": "[MASK]", "special": true, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false},`)
	yesAndNo(t, dir)
}

// Parts of the configuration that aren't needed, or are written otherwise, refuse no model.
func TestLenientConfig(t *testing.T) {
	needRuntime(t)
	names := map[string]string{"0": "supported", "1": "refuted"}
	for name, config := range map[string]map[string]any{
		"numbers not needed":   {"id2label": names, "label2id": []int{1}},
		"numbers with a point": {"id2label": names, "max_position_embeddings": 512., "pad_token_id": "0"},
		"no numbers":           {"id2label": names, "max_position_embeddings": nil, "pad_token_id": []int{0}},
	} {
		t.Run(name, func(t *testing.T) {
			yesAndNo(t, tiny{rows: [][]float32{{4, 0}, {0, 4}}}.write(t, config))
		})
	}
	dir := tiny{rows: [][]float32{{4, 0}, {0, 4}}}.write(t, map[string]any{"id2label": names})
	replaceIn(t, filepath.Join(dir, "config.json"), "{", `{"max_position_embeddings": 512.0,`)
	if i := yesAndNo(t, dir); i.MaxTokens != 512 {
		t.Errorf("got pairs of %d tokens, want 512", i.MaxTokens)
	}
	for name, config := range map[string]map[string]any{
		"labels that are none": {"id2label": 5},
		"a list of labels":     {"id2label": []string{"supported", "refuted"}},
		"keys that are none":   {"id2label": map[string]string{"0x": "supported", "1": "refuted"}},
		"numbers alone":        {"label2id": map[string]any{"supported": 0, "refuted": 1}},
	} {
		if _, err := onnx.Open(tiny{rows: [][]float32{{4, 0}, {0, 4}}}.write(t, config), onnx.Options{Device: "cpu"}); !errors.Is(err, onnx.ErrModel) || !strings.Contains(err.Error(), "2") {
			t.Errorf("%s: got %v, want ErrModel", name, err)
		}
	}
}

// One score is that of support, or what is left of 1 where it is named for the opposite; a score of one other verdict says nothing of it.
func TestNameOfOneScore(t *testing.T) {
	needRuntime(t)
	for name, want := range map[string]float64{"LABEL_0": 1, "entailment": 1, "relevance": 1, "not_entailment": 0, "contradiction": -1, "neutral": -1} {
		m, err := onnx.Open(tiny{rows: [][]float32{{9}, {-9}}}.write(t, labels(name)), onnx.Options{Device: "cpu"})
		if want < 0 {
			if !errors.Is(err, onnx.ErrModel) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: got %v, want ErrModel", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := m.Predict(t.Context(), []verify.Pair{pair("yes", "claim")})
		if err != nil || got[0].Supported-want > .01 || want-got[0].Supported > .01 {
			t.Errorf("%s: got %+v, %v, want support %g", name, got, err, want)
		}
		m.Close()
	}
}

// linked lays a model's folder out as Hugging Face's cache does: links to files elsewhere, under names of their own.
func linked(t *testing.T, from string) string {
	t.Helper()
	root := t.TempDir()
	dir, blobs := filepath.Join(root, "snapshot"), filepath.Join(root, "blobs")
	if err := errors.Join(os.Mkdir(dir, 0o700), os.Mkdir(blobs, 0o700)); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range entries {
		blob := "blob" + string(rune('a'+i))
		if err := errors.Join(os.Link(filepath.Join(from, e.Name()), filepath.Join(blobs, blob)), os.Symlink(filepath.Join("..", "blobs", blob), filepath.Join(dir, e.Name()))); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A model of links gives the same numbers as one of files: ONNX Runtime follows no link to weights, so that we do.
func TestLinkedModel(t *testing.T) {
	m := openShipped(t, onnx.Options{})
	links, err := onnx.Open(linked(t, shippedDir(t)), onnx.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer links.Close()
	if note := links.Note(); note != "" {
		t.Errorf("got the note %q, want none", note)
	}
	pairs := []verify.Pair{pair("The bridge was built in 1931 and is made of steel.", "The bridge is made of steel."), pair("The Varn is a river. It rises on the Kell.", "The Varn rises on the Kell."), pair("Ida Holm was born in 1902.", "Ida Holm was not born.")}
	got, gerr := links.Predict(t.Context(), pairs)
	want, werr := m.Predict(t.Context(), pairs)
	if gerr != nil || werr != nil {
		t.Fatal(gerr, werr)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("pair %d: got %+v, want %+v", i, got[i], want[i])
		}
	}
}

// Weights beside a linked graph stand beside the link.
func TestLinkedWeights(t *testing.T) {
	needRuntime(t)
	from := tiny{rows: [][]float32{{4, 0}, {0, 4}}, beside: "model.onnx_data"}.write(t, labels("supported", "refuted"))
	yesAndNo(t, linked(t, from))
}

// If a model has a neutral label, its weight is never 0, because 0 means that it has none.
func TestNeutralIsNeverZero(t *testing.T) {
	needRuntime(t)
	m, err := onnx.Open(tiny{rows: [][]float32{{0, 3000, 0}}}.write(t, labels("entailment", "contradiction", "neutral")), onnx.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if got, err := m.Predict(t.Context(), []verify.Pair{pair("yes", "claim")}); err != nil || got[0].Refuted != 1 || got[0].NotEnough <= 0 {
		t.Errorf("got %+v, %v, want refuted and a neutral above 0", got, err)
	}
}
