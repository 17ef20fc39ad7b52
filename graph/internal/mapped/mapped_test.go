package mapped_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// sample is a finished file of n bytes, made by Create or written and sealed.
func sample(t testing.TB, n int, written bool) (path string, data []byte) {
	t.Helper()
	path, data = filepath.Join(t.TempDir(), "file"), make([]byte, n)
	for i := range data {
		data[i] = byte(i * 7 / 3)
	}
	if written {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Write(data)
		if err := errors.Join(err, mapped.Seal(f), f.Close()); err != nil {
			t.Fatal(err)
		}
		return path, data
	}
	f, err := mapped.Create(path, n)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(f.Data(), make([]byte, n)) {
		t.Fatal("a new file has bytes that are not 0")
	}
	copy(f.Data(), data)
	if err := errors.Join(f.Finish(), f.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path, data
}

// What is written to a file is there when it is opened, whichever way it was written; a file may be empty.
func TestFile(t *testing.T) {
	for _, n := range []int{0, 1, 8191, 8192, 8193, 100_000} {
		path, data := sample(t, n, false)
		other, _ := sample(t, n, true)
		f, err := mapped.Open(path)
		if err != nil || f.Len() != n {
			t.Fatalf("open: got %d bytes, want %d; %v", f.Len(), n, err)
		}
		g, err := mapped.Open(other)
		if err != nil || g.Sum() != f.Sum() {
			t.Errorf("%d bytes: a Writer's file has another sum: %v", n, err)
		}
		if !bytes.Equal(f.Bytes(0, n), data) || f.Bytes(1, n) != nil || f.Bytes(-1, 1) != nil {
			t.Errorf("%d bytes: got others", n)
		}
		if err := errors.Join(f.Check(), f.Close(), g.Close()); err != nil {
			t.Error(err)
		}
	}
	if _, err := mapped.Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want %v", err, fs.ErrNotExist)
	}
}

// read reads all bytes of a file, as a caller of Recover does.
func read(f *mapped.File) (b []byte, err error) {
	defer mapped.Files{f}.Recover(&err, debug.SetPanicOnFault(true))
	return bytes.Clone(f.Bytes(0, f.Len())), nil
}

// Whatever bit of a file is flipped, and wherever it ends, it can't be opened or can't be read.
func TestDamageIsSeen(t *testing.T) {
	path, data := sample(t, 3*8192+100, false)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 300 {
		b := bytes.Clone(whole)
		if at := rng.IntN(len(b)); rng.IntN(4) == 0 {
			b = b[:at]
		} else {
			b[at] ^= 1 << rng.IntN(8)
		}
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := mapped.Open(path)
		if err == nil {
			if err = f.Check(); !errors.Is(err, graph.ErrDamaged) {
				t.Fatalf("seed %d: check: got %v, want %v", seed, err, graph.ErrDamaged)
			}
			_, err = read(f)
			err = errors.Join(err, f.Close())
		}
		if !errors.Is(err, graph.ErrDamaged) {
			t.Fatalf("seed %d: got %v, want %v", seed, err, graph.ErrDamaged)
		}
	}
	if err := os.WriteFile(path, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := mapped.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := read(f); err != nil || !bytes.Equal(b, data) {
		t.Errorf("the whole file can't be read: %v", err)
	}
}

// A file that is cut short while it is open is an error, be it within the last page of memory or before it.
func TestCutShortWhileRead(t *testing.T) {
	for _, left := range []int64{0, 5000, 50_000, 100_010} {
		path, _ := sample(t, 100_000, false)
		f, err := mapped.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := read(f); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, left); err != nil {
			t.Fatal(err)
		}
		if _, err := read(f); !errors.Is(err, graph.ErrDamaged) {
			t.Errorf("%d bytes left: got %v, want %v", left, err, graph.ErrDamaged)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Panics that are of something else stay panics.
func TestRecoverLeavesOtherPanics(t *testing.T) {
	path, _ := sample(t, 10, false)
	f, err := mapped.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	defer func() {
		if recover() == nil {
			t.Error("a panic was made an error")
		}
	}()
	err = func() (err error) {
		defer mapped.Files{f}.Recover(&err, debug.SetPanicOnFault(true))
		var none *int
		*none++
		return nil
	}()
	t.Errorf("got %v", err)
}

// Whatever a file holds, it is opened or is refused, and reading it doesn't panic.
func FuzzOpen(f *testing.F) {
	for _, n := range []int{0, 10, 9000} {
		path, _ := sample(f, n, false)
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		file, err := mapped.Open(path)
		if err != nil {
			return
		}
		got, err := read(file)
		if err == nil && !bytes.Equal(got, b[:len(got)]) {
			t.Error("other bytes than the file's")
		}
		if err := errors.Join(file.Close()); err != nil {
			t.Error(err)
		}
	})
}

func BenchmarkUint32(b *testing.B) {
	path, _ := sample(b, 1<<20, false)
	f, err := mapped.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	sum, at := uint32(0), 0
	for b.Loop() {
		sum += f.Uint32(at & (1<<20 - 1))
		at += 4
	}
	_ = sum
}
