package mapped_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/internal/mapped"
)

// What is written to a file's bytes is there when it is opened again; a file may be empty.
func TestFile(t *testing.T) {
	for _, n := range []int{0, 1, 100_000} {
		path := filepath.Join(t.TempDir(), "file")
		f, err := mapped.Create(path, n)
		if err != nil {
			t.Fatal(err)
		}
		for i := range f.Bytes {
			if f.Bytes[i] != 0 {
				t.Fatalf("byte %d of %d is not 0", i, n)
			}
			f.Bytes[i] = byte(i * 7)
		}
		if err := errors.Join(f.Sync(), f.Close(), f.Close()); err != nil {
			t.Fatal(err)
		}
		if f, err = mapped.Open(path); err != nil || len(f.Bytes) != n {
			t.Fatalf("open: got %d bytes, want %d; %v", len(f.Bytes), n, err)
		}
		for i, b := range f.Bytes {
			if b != byte(i*7) {
				t.Fatalf("byte %d of %d is %d", i, n, b)
			}
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := mapped.Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want %v", err, fs.ErrNotExist)
	}
}
