package onnx_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// fakeLibrary is a folder that looks like onnxruntime-gpu's.
func fakeLibrary(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"libonnxruntime.so.1", "libonnxruntime_providers_cuda.so", "libonnxruntime_providers_shared.so"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "libonnxruntime.so.1")
}

func TestWhyNoCUDA(t *testing.T) {
	gpu := fakeLibrary(t)
	tests := []struct {
		name, said, library string
		driver              bool
		want                string
	}{
		{"provider missing", "CUDA execution provider is not enabled in this build.", emptyFile(t), true, "setup --cuda"},
		{"provider and driver missing", "CUDA execution provider is not enabled in this build.", emptyFile(t), false, "no NVIDIA driver"},
		{"driver missing", "Failed to load library libonnxruntime_providers_cuda.so with error: libcublasLt.so.13: cannot open shared object file", gpu, false, "no NVIDIA driver"},
		{"CUDA missing", "Failed to load library libonnxruntime_providers_cuda.so with error: libcublasLt.so.13: cannot open shared object file", gpu, true, "needs libcublasLt.so.13"},
		{"cuDNN missing", "error: libcudnn.so.9: cannot open shared object file: No such file or directory", gpu, true, "cuDNN 9"},
		{"memory", "CUDA failure 2: out of memory ; GPU=0", gpu, true, "out of memory"},
		{"number of the GPU", "CUDA failure 101: invalid device ordinal ; GPU=7", gpu, true, "no such GPU"},
		{"driver of old", "CUDA failure 35: CUDA driver version is insufficient for CUDA runtime version", gpu, true, "too old"},
		{"something else", "CUDA failure 999:\n the moon is full", gpu, true, "the moon is full"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := onnx.NoCUDA(errors.New(test.said), test.library, test.driver)
			if !strings.Contains(got, test.want) || strings.Contains(got, "\n") {
				t.Errorf("got %q, want one line with %q", got, test.want)
			}
		})
	}
}

var errStart = errors.New("failed to load library libonnxruntime_providers_cuda.so: the moon is full")

// auto falls back to the CPU and says why in one line; a GPU that was asked for by name is refused.
func TestGPUThatDoesNotStart(t *testing.T) {
	needRuntime(t)
	dir := tiny{rows: [][]float32{{4, 0}, {0, 4}}}.write(t, labels("supported", "refuted"))
	noGPU := func(device string, _ int) error {
		if device != "cpu" {
			return errStart
		}
		return nil
	}
	m, err := onnx.OpenFaulty(dir, onnx.Options{}, noGPU)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if note := m.Note(); m.Device() != "cpu" || !strings.HasPrefix(note, "running on the CPU: ") || strings.Contains(note, "\n") {
		t.Errorf("got %s and %q, want cpu and one line that says why", m.Device(), note)
	}
	if _, err := onnx.OpenFaulty(dir, onnx.Options{Device: "cuda:1"}, noGPU); !errors.Is(err, onnx.ErrDevice) || !strings.Contains(err.Error(), "cuda:1") {
		t.Errorf("by name: got %v, want ErrDevice of cuda:1", err)
	}
}

var errMemory = errors.New("CUDA failure 2: out of memory ; GPU=0 ; Failed to allocate memory for requested buffer of size 1073741824")

// A batch that the GPU has no room for is read in smaller parts, and later ones are packed smaller; answers stay in place.
func TestGPUWithLittleMemory(t *testing.T) {
	needRuntime(t)
	dir := tiny{rows: [][]float32{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}.write(t, labels("entailment", "contradiction", "neutral"))
	pairs := wordPairs(500)
	cpu, err := onnx.Open(dir, onnx.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer cpu.Close()
	want, err := cpu.Predict(t.Context(), pairs)
	if err != nil {
		t.Fatal(err)
	}
	var refused atomic.Int64
	m, err := onnx.OpenFaulty(dir, onnx.Options{Device: "cuda"}, func(_ string, tokens int) error {
		if tokens > 600 {
			refused.Add(1)
			return errMemory
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	got, err := m.Predict(t.Context(), pairs)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Error("answers changed where a batch was read in parts")
	}
	if refused.Load() == 0 {
		t.Error("no batch was too large: the test shows nothing")
	}
	before := refused.Load()
	if _, err := m.Predict(t.Context(), pairs); err != nil {
		t.Fatal(err)
	}
	if again := refused.Load() - before; again > 0 {
		t.Errorf("the second call asked for too much %d times, want 0: batches are to be packed smaller by then", again)
	}
	if m.Device() != "cuda:0" || m.Note() != "" {
		t.Errorf("got %s and note %q, want the GPU and none", m.Device(), m.Note())
	}
}

// With no memory for even one pair the error says so.
func TestGPUWithoutMemory(t *testing.T) {
	needRuntime(t)
	dir := tiny{rows: [][]float32{{4, 0}, {0, 4}}}.write(t, labels("supported", "refuted"))
	full := func(device string, tokens int) error {
		if device != "cpu" && tokens > 0 {
			return errMemory
		}
		return nil
	}
	for _, device := range []string{"", "cuda"} {
		m, err := onnx.OpenFaulty(dir, onnx.Options{Device: device}, full)
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		pairs := []verify.Pair{pair("yes", "claim"), pair("no", "claim")}
		if _, err := m.Predict(t.Context(), pairs); !errors.Is(err, onnx.ErrDevice) || !strings.Contains(err.Error(), "out of memory") {
			t.Errorf("%q: got %v, want ErrDevice about memory", device, err)
		}
	}
}

// wordPairs are of the tiny models' words, and of many lengths.
func wordPairs(n int) []verify.Pair {
	words := []string{"yes", "no", "maybe"}
	out := make([]verify.Pair, n)
	for i := range out {
		out[i] = pair(strings.TrimSpace(strings.Repeat(words[i%3]+" ", 1+i%7)), "claim")
	}
	return out
}
