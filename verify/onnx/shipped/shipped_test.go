package shipped_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// The constant is the sum of what is embedded, and the card names the weights.
func TestFingerprint(t *testing.T) {
	dir, err := shipped.Unpack(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	card, err := os.ReadFile(filepath.Join("nli-base", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	h := sha256.New()
	for _, e := range list {
		if strings.HasSuffix(e.Name(), ".verified") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(h, "%s\x00%d\x00", e.Name(), len(data))
		h.Write(data)
		sum := sha256.Sum256(data)
		if got := hex.EncodeToString(sum[:]); strings.HasPrefix(e.Name(), "model.onnx") && !strings.Contains(string(card), got) {
			t.Errorf("%s has the sum %s, which the card doesn't name", e.Name(), got)
		}
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != shipped.Fingerprint {
		t.Errorf("the embedded files have the sum %s; set Fingerprint to it", got)
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
	file := filepath.Join(dir, "model.onnx.1")
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

func TestRemoveOthers(t *testing.T) {
	parent := t.TempDir()
	ours := shipped.Name + "-" + shipped.Fingerprint[:12]
	old := []string{".unpack-2", "nli-base", "nli-base-0123456789ab", "nli-mini-508c64530543"}
	for _, name := range append([]string{".unpack-1", "mine", ours}, old...) {
		if err := os.Mkdir(filepath.Join(parent, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(filepath.Join(parent, ".unpack-2"), long, long); err != nil {
		t.Fatal(err)
	}
	if got, err := shipped.RemoveOthers(parent); err != nil || !slices.Equal(got, old) {
		t.Errorf("removed %v, %v, want %v", got, err, old)
	}
	list, err := os.ReadDir(parent)
	if err != nil || len(list) != 3 {
		t.Errorf("%v, %v are left, want a process's own folder, another's and the model", list, err)
	}
	if got, err := shipped.RemoveOthers(filepath.Join(parent, "none")); err != nil || got != nil {
		t.Errorf("no folder: %v, %v", got, err)
	}
}
