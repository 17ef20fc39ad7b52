package onnx_test

import (
	"os"
	"testing"

	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// needRuntime is the path of the runtime library; without it the test is skipped at home and fails in CI.
func needRuntime(t testing.TB) string {
	t.Helper()
	path, err := onnx.FindLibrary()
	if err == nil {
		return path
	}
	if os.Getenv("CI") == "true" {
		t.Fatal(err)
	}
	t.Skipf("%v (make test does it)", err)
	return ""
}

// openShipped opens the model that comes with the program, on the CPU.
func openShipped(t testing.TB, o onnx.Options) *onnx.Model {
	t.Helper()
	needRuntime(t)
	dir, err := shipped.Unpack(cacheDir(t))
	if err != nil {
		t.Fatal(err)
	}
	if o.Device == "" {
		o.Device = "cpu"
	}
	m, err := onnx.Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

var unpacked string

// cacheDir is one folder for all tests of the package, gone at the end.
func cacheDir(t testing.TB) string {
	t.Helper()
	if unpacked == "" {
		t.Fatal("TestMain made no folder")
	}
	return unpacked
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "bridgehop-onnx-")
	if err != nil {
		panic(err)
	}
	unpacked = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}
