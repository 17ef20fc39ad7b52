package graphtest

import (
	"os"
	"path/filepath"
	"testing"
)

// Data returns the path of a file of the real data sets, under $BRIDGEHOP_DATA or beside the repository. Without it the
// test is skipped, with a line that says how to get it; in CI, where nothing may be skipped, it fails.
func Data(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("BRIDGEHOP_DATA")
	if root == "" {
		root = filepath.Join(repository(t), "..", "shared", "data")
	}
	path := filepath.Join(root, filepath.FromSlash(name))
	if _, err := os.Stat(path); err == nil {
		return path
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s is missing: set BRIDGEHOP_DATA to the folder of the data sets", path)
	}
	t.Skipf("%s is missing: set BRIDGEHOP_DATA to the folder of the data sets", path)
	return ""
}

// repository returns the folder of the repository that a test runs in.
func repository(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	t.Fatal("no go.mod above the test")
	return ""
}
