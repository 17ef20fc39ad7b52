package onnx_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/verify/onnx"
)

// libraryToTry makes the test program open a model with this library and print the error: a process takes one library
// only, so that each wrong one needs its own.
const libraryToTry = "BRIDGEHOP_TEST_LIBRARY"

func TestWrongLibrary(t *testing.T) {
	if path := os.Getenv(libraryToTry); path != "" {
		dir := tiny{rows: [][]float32{{1, 0}, {0, 1}}}.write(t, labels("supported", "refuted"))
		_, err := onnx.Open(dir, onnx.Options{Device: "cpu", Library: path})
		if !errors.Is(err, onnx.ErrRuntime) {
			t.Fatalf("got %v, want ErrRuntime", err)
		}
		if good, missing := onnx.FindLibrary(); missing == nil { // a wrong library must not keep the right one out
			m, err := onnx.Open(dir, onnx.Options{Device: "cpu", Library: good})
			if err != nil {
				t.Fatal(err)
			}
			m.Close()
		}
		t.Skip("error: " + err.Error()) // for the parent to read
	}
	text := filepath.Join(t.TempDir(), "libonnxruntime.so")
	if err := os.WriteFile(text, []byte("this is a text, not a library\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, path, want string }{
		{"missing", filepath.Join(t.TempDir(), "absent.so"), "no such file"},
		{"a folder", t.TempDir(), "not a file"},
		{"a text", text, "bridgehop setup"},
		{"an empty file", emptyFile(t), "bridgehop setup"},
		{"a program", program, "bridgehop setup"},
		{"a library cut short", cutLibrary(t, t.TempDir()), "cut short (`bridgehop setup`"},
		{"a page of the pinned library cut off", cutLibrary(t, ownFolder(t)), "`bridgehop setup` fetches it again"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := exec.CommandContext(t.Context(), program, "-test.run=^TestWrongLibrary$", "-test.v")
			c.Env = append(os.Environ(), libraryToTry+"="+test.path)
			out, err := c.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			_, said, ok := strings.Cut(string(out), "error: ")
			said, _, _ = strings.Cut(said, "\n")
			if !ok || !strings.Contains(said, test.want) || !strings.Contains(said, filepath.Base(test.path)) {
				t.Errorf("got %q, want one line with %q and the path", said, test.want)
			}
		})
	}
}

// cutLibrary is the library without its end, which a process that maps it dies of.
func cutLibrary(t *testing.T, dir string) string {
	t.Helper()
	data, err := os.ReadFile(needRuntime(t))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "libonnxruntime.so."+onnx.Version)
	if err := os.WriteFile(path, data[:len(data)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// ownFolder is where Setup keeps the library, in a cache of the test's own.
func ownFolder(t *testing.T) string {
	t.Helper()
	needRuntime(t) // from the cache that there is
	cache := t.TempDir()
	if library, err := onnx.FindLibrary(); err == nil {
		t.Setenv(onnx.LibraryVariable, library)
	}
	t.Setenv("XDG_CACHE_HOME", cache)
	dir := filepath.Join(cache, "bridgehop", "onnxruntime", onnx.Version)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func emptyFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "empty.so")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFindLibrary(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv(onnx.LibraryVariable, "")
	if _, err := onnx.FindLibrary(); !errors.Is(err, onnx.ErrRuntime) || !strings.Contains(err.Error(), "bridgehop setup") {
		t.Errorf("nothing there: got %v, want ErrRuntime and the next step", err)
	}
	t.Setenv(onnx.LibraryVariable, filepath.Join(t.TempDir(), "absent"))
	if _, err := onnx.FindLibrary(); !errors.Is(err, onnx.ErrRuntime) || !strings.Contains(err.Error(), onnx.LibraryVariable) {
		t.Errorf("variable names nothing: got %v, want ErrRuntime and the variable", err)
	}
	dir := t.TempDir()
	want := filepath.Join(dir, "libonnxruntime.so.1.99")
	if err := os.WriteFile(want, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, named := range []string{dir, want} {
		t.Setenv(onnx.LibraryVariable, named)
		if got, err := onnx.FindLibrary(); got != want || err != nil {
			t.Errorf("variable %s: got %s, %v, want %s", named, got, err, want)
		}
	}
}

func TestDevices(t *testing.T) {
	needRuntime(t)
	dir := tiny{rows: [][]float32{{1, 0}, {0, 1}}}.write(t, labels("supported", "refuted"))
	for _, name := range []string{"gpu", "cuda:", "cuda:x", "cuda:-1", "cpu:0", "auto:1"} {
		if _, err := onnx.Open(dir, onnx.Options{Device: name}); !errors.Is(err, onnx.ErrDevice) || !strings.Contains(err.Error(), "cuda:N") {
			t.Errorf("device %q: got %v, want ErrDevice and what is possible", name, err)
		}
	}
	m, err := onnx.Open(dir, onnx.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if m.Device() != "cpu" {
		return // there is a GPU, and the library can use it
	}
	if note := m.Note(); !strings.Contains(note, "CPU") || strings.Contains(note, "\n") {
		t.Errorf("note: got %q, want one line that says why the CPU is used", note)
	}
	_, err = onnx.Open(dir, onnx.Options{Device: "cuda"})
	if !errors.Is(err, onnx.ErrDevice) || !strings.Contains(err.Error(), "CUDA") || strings.Contains(err.Error(), "\n") {
		t.Errorf("cuda by name: got %v, want ErrDevice and why in one line", err)
	}
	cpu, err := onnx.Open(dir, onnx.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer cpu.Close()
	if cpu.Note() != "" {
		t.Errorf("cpu by name: got the note %q, want none", cpu.Note())
	}
}
