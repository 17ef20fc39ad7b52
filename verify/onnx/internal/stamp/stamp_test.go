package stamp_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/stamp"
)

// A stamp holds for the file that was compared, and for no other with its size and time.
func TestStamp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("whole")
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	stamp.Put(path, "a sum")
	if !stamp.Holds(path, "a sum") || stamp.Holds(path, "another") {
		t.Error("the stamp of a file that has not changed doesn't hold, or holds for another sum")
	}
	write("wrong")
	if err := os.Chtimes(path, before.ModTime(), before.ModTime()); err != nil {
		t.Fatal(err)
	}
	if stamp.Holds(path, "a sum") {
		t.Error("the stamp holds for a file with other bytes, and the size and time of the first")
	}
}
