package shipped_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// The card names the weights by their hash; what is unpacked must be them.
func TestUnpackWritesTheModelOfTheCard(t *testing.T) {
	dir, err := shipped.Unpack(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "model.onnx"))
	if err != nil {
		t.Fatal(err)
	}
	card, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	if got := hex.EncodeToString(sum[:]); !strings.Contains(string(card), "sha256 of model.onnx `"+got+"`") {
		t.Errorf("model.onnx: got %s, want the hash that the card names", got)
	}
}

func TestUnpackRepairsADamagedFolder(t *testing.T) {
	parent := t.TempDir()
	dir, err := shipped.Unpack(parent)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"config.json", "tokenizer.json"} {
		file := filepath.Join(dir, name)
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		changed := bytes.Replace(want, []byte("{"), []byte("["), 1) // as long as it was
		for _, damaged := range [][]byte{want[:10], changed} {
			if err := os.WriteFile(file, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := shipped.Unpack(parent); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s of %d bytes was not written again: %v", name, len(damaged), err)
			}
		}
	}
}

// A page of the weights that was overwritten is found at the next start, and one that left size and time as they were by Unpack.
func TestDamagedWeights(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", os.Getenv("XDG_CACHE_HOME"))
	dir, err := shipped.Dir()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "model.onnx")
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, sameTime := range []bool{false, true} {
		if _, err := shipped.Dir(); err != nil { // which keeps that the file is right
			t.Fatal(err)
		}
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		damaged := bytes.Clone(want)
		copy(damaged[20<<20:], make([]byte, 4096))
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		again := shipped.Dir
		if sameTime {
			if err := os.Chtimes(file, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
			again = func() (string, error) { return shipped.Unpack(filepath.Dir(dir)) }
		}
		if _, err := again(); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("time kept %v: the damaged weights are still there, %v", sameTime, err)
		}
	}
}

func TestUnpackTogether(t *testing.T) {
	parent := t.TempDir()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if _, err := shipped.Unpack(parent); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	entries, err := os.ReadDir(parent)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 {
		t.Errorf("got %d entries below the cache, want the model alone", len(entries))
	}
}

func TestUnpackSaysWhereItFailed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := shipped.Unpack(file); err == nil {
		t.Error("unpacking below a file: got no error")
	}
}

func TestTheLargerModelIsFoundWhereItWasPlaced(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if _, err := shipped.Find("base"); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("got %v, want fs.ErrNotExist", err)
	}
	from := t.TempDir()
	file := filepath.Join(from, "model.onnx")
	for _, text := range []string{"first", "second"} { // which takes the place of the first
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		placed, err := shipped.Place([]string{file})
		if err != nil {
			t.Fatal(err)
		}
		dir, err := shipped.Find("base")
		if err != nil || dir != placed {
			t.Fatalf("got %q, %v, want %q", dir, err, placed)
		}
		if got, err := os.ReadFile(filepath.Join(dir, "model.onnx")); err != nil || string(got) != text {
			t.Errorf("got %q, %v, want %q", got, err, text)
		}
	}
	if _, err := shipped.Place([]string{file, file + ".data"}); err == nil {
		t.Error("a file that is missing: got no error")
	}
	if dir, err := shipped.Find("base"); err != nil {
		t.Errorf("what was in place is gone: %v", err)
	} else if dir, err = shipped.Find(dir); err != nil || filepath.Base(dir) != "nli-base" {
		t.Errorf("a folder as it is given: got %q, %v", dir, err)
	}
}

func TestADamagedCopyOfTheLargerModelIsNotPlaced(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var files []string
	for _, name := range []string{"config.json", "model.onnx", "model.onnx.0", "model.onnx.1", "tokenizer.json"} {
		files = append(files, filepath.Join("nli-base", name))
	}
	if dir, err := shipped.Place(files); err != nil || filepath.Base(dir) != "nli-base" {
		t.Fatalf("as it is published: got %q, %v", dir, err)
	}
	whole, err := os.ReadFile(filepath.Join("nli-base", "model.onnx"))
	if err != nil {
		t.Fatal(err)
	}
	whole[len(whole)/2]++
	damaged := filepath.Join(t.TempDir(), "model.onnx")
	if err := os.WriteFile(damaged, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	files[1] = damaged
	if _, err := shipped.Place(files); err == nil || !strings.Contains(err.Error(), damaged+" isn't as it was published") {
		t.Errorf("a byte changed: got %v", err)
	}
}
