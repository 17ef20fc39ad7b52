package onnx_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

func yesAndNo(t *testing.T, dir string) onnx.Info {
	t.Helper()
	m, err := onnx.Open(dir, onnx.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	got, err := m.Predict(t.Context(), []verify.Pair{pair("yes", "claim"), pair("no", "claim")})
	if err != nil || got[0].Supported < .9 || got[1].Refuted < .9 {
		t.Errorf("got %+v, %v, want yes and no", got, err)
	}
	return m.Info()
}

// Weights in half precision and weights beside the graph say the same.
func TestFormsOfWeights(t *testing.T) {
	needRuntime(t)
	rows := [][]float32{{4, 0}, {0, 4}}
	tests := []struct {
		name     string
		model    tiny
		external bool
	}{
		{"plain", tiny{rows: rows}, false},
		{"half weights", tiny{rows: rows, store: protoHalf}, false},
		{"external data", tiny{rows: rows, beside: "model.onnx_data"}, true},
		{"external halves", tiny{rows: rows, beside: "weights.bin", store: protoHalf}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := test.model.write(t, labels("supported", "refuted"))
			i := yesAndNo(t, dir)
			if len(i.External) > 0 != test.external {
				t.Errorf("got external %v, want %v", i.External, test.external)
			}
			files, err := onnx.Files(dir)
			if err != nil || slices.ContainsFunc(files, func(f string) bool { return filepath.Base(f) == test.model.beside }) != test.external {
				t.Errorf("files: got %v, %v, want those of the weights among them", files, err)
			}
		})
	}
}

func TestExternalDataMissing(t *testing.T) {
	needRuntime(t)
	dir := tiny{rows: [][]float32{{4, 0}, {0, 4}}, beside: "model.onnx_data"}.write(t, labels("supported", "refuted"))
	if err := os.Remove(filepath.Join(dir, "model.onnx_data")); err != nil {
		t.Fatal(err)
	}
	_, err := onnx.Open(dir, onnx.Options{Device: "cpu"})
	if !errors.Is(err, onnx.ErrModel) || !strings.Contains(err.Error(), `"model.onnx_data"`) {
		t.Errorf("got %v, want ErrModel and the file that is missing", err)
	}
}

// Of several graphs the plain one is run, unless one is named.
func TestChoiceOfGraph(t *testing.T) {
	needRuntime(t)
	config := labels("supported", "refuted")
	tests := []struct {
		have []string
		open string // beneath the folder
		want string
	}{
		{[]string{"model_quantized.onnx", "model.onnx"}, "", "model.onnx"},
		{[]string{"model_quantized.onnx", "onnx/model.onnx"}, "", "model.onnx"},
		{[]string{"onnx/model_qint8_avx512.onnx"}, "onnx/model_qint8_avx512.onnx", "model_qint8_avx512.onnx"},
		{[]string{"onnx/model_uint8.onnx", "onnx/model.onnx"}, "onnx/model_uint8.onnx", "model_uint8.onnx"},
		{[]string{"model.onnx", "other.onnx"}, "other.onnx", "other.onnx"},
	}
	for _, test := range tests {
		y := tiny{rows: [][]float32{{4, 0}, {0, 4}}}
		dir := y.write(t, config)
		if err := errors.Join(os.Remove(filepath.Join(dir, "model.onnx")), os.MkdirAll(filepath.Join(dir, "onnx"), 0o700)); err != nil {
			t.Fatal(err)
		}
		for _, name := range test.have {
			if err := os.WriteFile(filepath.Join(dir, name), y.graph(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if i := yesAndNo(t, filepath.Join(dir, test.open)); filepath.Base(i.Weights) != test.want {
			t.Errorf("of %v, opening %q: got %s, want %s", test.have, test.open, i.Weights, test.want)
		}
	}
}

// The temperature of the configuration flattens the probabilities and keeps their order.
func TestTemperature(t *testing.T) {
	needRuntime(t)
	config := labels("supported", "refuted")
	config["verifier"] = map[string]any{"temperature": 2}
	m, err := onnx.Open(tiny{rows: [][]float32{{4, 0}, {0, 4}}}.write(t, config), onnx.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	got, err := m.Predict(t.Context(), []verify.Pair{pair("yes", "claim")})
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 / (1 + math.Exp(-2)); math.Abs(got[0].Supported-want) > 1e-6 {
		t.Errorf("got %g, want %g: logits 4 and 0 at temperature 2", got[0].Supported, want)
	}
	if m.Info().Temperature != 2 {
		t.Errorf("info: got %g, want 2", m.Info().Temperature)
	}
	config["verifier"] = map[string]any{"temperature": -1}
	if _, err := onnx.Open(tiny{rows: [][]float32{{4, 0}, {0, 4}}}.write(t, config), onnx.Options{Device: "cpu"}); !errors.Is(err, onnx.ErrModel) {
		t.Errorf("below nothing: got %v, want ErrModel", err)
	}
}

// A folder may say what its neutral counts for; without a word it is taken at its word.
func TestNeutral(t *testing.T) {
	needRuntime(t)
	for _, test := range []struct{ has, want float64 }{{0, 1}, {.25, .25}} {
		config := labels("supported", "refuted")
		config["verifier"] = map[string]any{"neutral": test.has}
		m, err := onnx.Open(tiny{rows: [][]float32{{4, 0}, {0, 4}}}.write(t, config), onnx.Options{Device: "cpu"})
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Neutral(); got != test.want {
			t.Errorf("of %g: got %g, want %g", test.has, got, test.want)
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
	}
	config := labels("supported", "refuted")
	config["verifier"] = map[string]any{"neutral": -1}
	if _, err := onnx.Open(tiny{rows: [][]float32{{4, 0}, {0, 4}}}.write(t, config), onnx.Options{Device: "cpu"}); !errors.Is(err, onnx.ErrModel) {
		t.Errorf("below nothing: got %v, want ErrModel", err)
	}
}

// The shipped model in its own words.
func TestInfoOfShipped(t *testing.T) {
	m := openShipped(t, onnx.Options{})
	i := m.Info()
	if !m.Dynamic() || i.Bytes < 110e6 || len(i.External) != 2 {
		t.Errorf("got %+v, want 110 MB of weights that are quantised as it runs", i)
	}
	if i.Tokenizer != "WordPiece" || i.Vocabulary != 30527 || i.MaxTokens != 512 || i.Providers[0] != "CPU" {
		t.Errorf("got %+v, want WordPiece of 30527 tokens and pairs of 512", i)
	}
	want := "[{entailment SUPPORTS} {neutral NOT ENOUGH INFO} {contradiction REFUTES}]"
	if fmt.Sprint(i.Labels) != want {
		t.Errorf("got %v, want %s", i.Labels, want)
	}
}

// A model may be named by one of its graphs, as exporters lay them out.
func TestFolderOf(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/model.onnx", "a/config.json", "b/onnx/model.onnx", "b/tokenizer.json", "c/onnx/model.onnx", "c/onnx/tokenizer.json", "d.onnx/model.onnx"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{"a": "a", "a/model.onnx": "a", "b/onnx/model.onnx": "b", "c/onnx/model.onnx": "c/onnx",
		"d.onnx": "d.onnx", "d.onnx/model.onnx": "d.onnx", "nowhere.onnx": "nowhere.onnx"} {
		if got := onnx.FolderOf(filepath.Join(dir, filepath.FromSlash(path))); got != filepath.Join(dir, filepath.FromSlash(want)) {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}
