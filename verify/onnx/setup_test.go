package onnx_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
			dir := t.TempDir()
			_, err := onnx.Setup{Python: test.python, Dir: dir}.Run(t.Context())
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
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := onnx.Setup{Python: script(t, "exec sleep 60"), Dir: t.TempDir()}.Run(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

// The second run needs neither Python nor a network, and a damaged library is noticed.
func TestSetupAgain(t *testing.T) {
	library := needRuntime(t)
	if os.Getenv(onnx.LibraryVariable) != "" {
		t.Skip("the library is not the one of Setup, as BRIDGEHOP_ORT names another")
	}
	dir := t.TempDir()
	data, err := os.ReadFile(library)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, filepath.Base(library))
	if err := os.WriteFile(path, data, 0o755); err != nil {
		t.Fatal(err)
	}
	s := onnx.Setup{Python: filepath.Join(dir, "absent"), Dir: dir}
	got, err := s.Run(t.Context())
	if err != nil || got.Fetched || got.Path != path {
		t.Fatalf("got %+v, %v, want the library that is there", got, err)
	}
	if err := os.Truncate(path, int64(len(data)-1)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); !errors.Is(err, onnx.ErrRuntime) {
		t.Errorf("damaged library: got %v, want ErrRuntime, as it can't be fetched again", err)
	}
}
