package onnx_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/bridgehop/bridgehop/verify"
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

// openShipped opens the model that comes with the program, on the CPU. Tests that leave the options to it have one model together.
func openShipped(t testing.TB, o onnx.Options) *onnx.Model {
	t.Helper()
	needRuntime(t)
	dir := shippedDir(t)
	if o == (onnx.Options{}) {
		m, err := together()
		if err != nil {
			t.Fatal(err)
		}
		return m
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

// folders is gone at the end.
var folders string

// unpacked and together are the shipped model's folder and the model on the CPU, for all tests of the package.
var (
	unpacked = sync.OnceValues(func() (string, error) { return shipped.Unpack(folders) })
	together = sync.OnceValues(func() (*onnx.Model, error) {
		dir, err := unpacked()
		if err != nil {
			return nil, err
		}
		return onnx.Open(dir, onnx.Options{Device: "cpu"})
	})
)

// shippedDir is the folder of the shipped model.
func shippedDir(t testing.TB) string {
	t.Helper()
	dir, err := unpacked()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "bridgehop-onnx-")
	if err != nil {
		panic(err)
	}
	folders = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// dataDir is the shared data: the environment variable BRIDGEHOP_DATA, else beside the repository.
func dataDir(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("needs the shared data: make test-all")
	}
	dir := os.Getenv("BRIDGEHOP_DATA")
	if dir == "" {
		root, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
			root = filepath.Dir(root)
		}
		dir = filepath.Join(root, "..", "shared", "data")
	}
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("%v: put the shared data there, or name its folder in BRIDGEHOP_DATA", err)
	}
	return dir
}

func pair(premise, hypothesis string) verify.Pair {
	return verify.Pair{Premise: premise, Hypothesis: hypothesis}
}
