package onnx_test

import (
	"archive/zip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/verify/onnx"
)

// script writes an executable that stands for Python.
func script(t *testing.T, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "python3")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// fetch runs Setup with a Python, or with none where it is no file, and returns the folder of the library.
func fetch(ctx context.Context, t *testing.T, python string, cuda bool) (dir string, err error) {
	t.Helper()
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	path := filepath.Dir(python)
	if _, err := os.Stat(python); err == nil {
		path += string(filepath.ListSeparator) + os.Getenv("PATH")
	}
	t.Setenv("PATH", path)
	root, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	name := onnx.Version
	if cuda {
		name += "-cuda"
	}
	_, _, err = onnx.Setup(ctx, cuda, func() {})
	return filepath.Join(root, "bridgehop", "onnxruntime", name), err
}

func TestSetupSaysWhatIsMissing(t *testing.T) {
	tests := []struct {
		name, python, want string
	}{
		{"no python", filepath.Join(t.TempDir(), "absent"), "install Python 3"},
		{"no pip", script(t, "echo '/usr/bin/python3: No module named pip' >&2; exit 1"), "has no pip"},
		{"no network", script(t, "echo 'WARNING: Retrying: Failed to establish a new connection' >&2; echo 'ERROR: No matching distribution found for onnxruntime' >&2; exit 1"), "network"},
		{"another file", script(t, "echo 'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.' >&2; exit 1"), "hash mismatch"},
		{"something else", script(t, "echo noise; echo 'ERROR: the moon is full' >&2; exit 1"), "the moon is full"},
		{"no wheel", script(t, "exit 0"), "0 wheels"},
		{"broken wheel", script(t, `while [ "$1" != --dest ]; do shift; done; echo text > "$2/onnxruntime-0.whl"`), "not a valid zip"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir, err := fetch(t.Context(), t, test.python, false)
			if !errors.Is(err, onnx.ErrRuntime) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want ErrRuntime with %q", err, test.want)
			}
			if left, _ := os.ReadDir(dir); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestSetupStops(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	begun := time.Now()
	_, err := fetch(ctx, t, script(t, "exec sleep 60"), false)
	if took := time.Since(begun); !errors.Is(err, context.DeadlineExceeded) || took > 20*time.Second {
		t.Errorf("got %v after %v, want context.DeadlineExceeded within 20 s", err, took)
	}
}

// The second run needs neither Python nor a network, and a damaged library is noticed.
func TestSetupAgain(t *testing.T) {
	library := needRuntime(t)
	if os.Getenv(onnx.LibraryVariable) != "" {
		t.Skip("the library is not the one of Setup, as BRIDGEHOP_ORT names another")
	}
	data, err := os.ReadFile(library)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := fetch(t.Context(), t, filepath.Join(t.TempDir(), "absent"), false)
	if !errors.Is(err, onnx.ErrRuntime) {
		t.Fatalf("without Python: %v, want ErrRuntime", err)
	}
	path := filepath.Join(dir, filepath.Base(library))
	if err := os.WriteFile(path, data, 0o755); err != nil {
		t.Fatal(err)
	}
	got, fetched, err := onnx.Setup(t.Context(), false, func() { t.Error("a library that is there is fetched") })
	if err != nil || fetched || got != path {
		t.Fatalf("got %s, fetched %v, %v, want the library that is there", got, fetched, err)
	}
	if err := os.Truncate(path, int64(len(data)-1)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := onnx.Setup(t.Context(), false, func() {}); !errors.Is(err, onnx.ErrRuntime) {
		t.Errorf("damaged library: got %v, want ErrRuntime, as it can't be fetched again", err)
	}
}

// The wheel with CUDA is another package of its own hash, and is asked for by both.
func TestSetupForGPUs(t *testing.T) {
	if runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		t.Skip("no wheel with CUDA is pinned for this platform")
	}
	list := filepath.Join(t.TempDir(), "asked")
	python := script(t, `while [ "$1" != --dest ]; do shift; done; cp "$2/requirements.txt" '`+list+`'; echo "ERROR: no space" >&2; echo "No space left on device" >&2; exit 1`)
	dir, err := fetch(t.Context(), t, python, true)
	if !errors.Is(err, onnx.ErrRuntime) || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("got %v, want ErrRuntime about space", err)
	}
	asked, err := os.ReadFile(list)
	if err != nil || !strings.HasPrefix(string(asked), "onnxruntime-gpu=="+onnx.Version+" --hash=sha256:") {
		t.Errorf("asked pip for %q, %v, want onnxruntime-gpu by hash", asked, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A wheel that pip let through, but whose libraries are others, is refused and nothing of it kept.
func TestSetupChecksLibraries(t *testing.T) {
	if runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		t.Skip("no wheel with CUDA is pinned for this platform")
	}
	archive := filepath.Join(t.TempDir(), "onnxruntime_gpu-0.whl")
	f, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for _, name := range []string{"libonnxruntime.so." + onnx.Version, "libonnxruntime_providers_cuda.so", "libonnxruntime_providers_shared.so"} {
		w, err := z.Create("onnxruntime/capi/" + name)
		if err == nil {
			_, err = w.Write([]byte("not what was pinned"))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	python := script(t, `while [ "$1" != --dest ]; do shift; done; cp '`+archive+`' "$2"`)
	dir, err := fetch(t.Context(), t, python, true)
	if !errors.Is(err, onnx.ErrRuntime) || !strings.Contains(err.Error(), "SHA-256") {
		t.Errorf("got %v, want ErrRuntime about the hash", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Once the library for GPUs is there, it is the one that is found.
func TestFindLibraryForGPUs(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	t.Setenv(onnx.LibraryVariable, "")
	root, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	name := "libonnxruntime.so." + onnx.Version
	if runtime.GOOS == "darwin" {
		name = "libonnxruntime." + onnx.Version + ".dylib"
	}
	for _, folder := range []string{onnx.Version, onnx.Version + "-cuda"} {
		want := filepath.Join(root, "bridgehop", "onnxruntime", folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(want), 0o700), os.WriteFile(want, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		if got, err := onnx.FindLibrary(); got != want || err != nil {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	}
}
