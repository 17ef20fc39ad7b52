package loader_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
)

// Of a compressed file with a flipped bit or without its end nothing is stored that the whole file doesn't have, and the whole file
// loaded afterwards gives the store that it gives alone.
func TestDamagedCompression(t *testing.T) {
	var b strings.Builder
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 12_000 {
		fmt.Fprintf(&b, `{"title":"Page %d","text":"%x %x %x"}`+"\n", i, r.Uint64(), r.Uint64(), r.Uint64())
	}
	text := b.String()
	clean := digestOf(t, graphtest.Store(t), write(t, "", "a.jsonl", text))
	for name, whole := range map[string]string{
		"gzip": gzipped(t, text), "two gzips": gzipped(t, text[:300_001]) + gzipped(t, text[300_001:]),
		"bzip2": bzip2ed(t, text), "small bzip2": bzip2ed(t, text[:200_000]), "zstd": zstded(t, text), "xz": xzed(t, text),
	} {
		want := clean
		if name == "small bzip2" {
			want = digestOf(t, graphtest.Store(t), write(t, "", "a.jsonl", text[:200_000]))
		}
		for trial := range 6 {
			damaged := []byte(whole)
			if at := 20 + r.IntN(len(whole)-20); trial == 0 {
				damaged = damaged[:at]
			} else {
				damaged[at] ^= 1 << r.IntN(8)
			}
			path := write(t, "", "a.jsonl.x", string(damaged))
			store := graphtest.Store(t)
			in := open(t, loader.Input{Format: "passages"}, path)
			_, err := loader.Load(t.Context(), store, in, loader.Options{})
			for p, perr := range store.All(t.Context()) {
				if perr != nil || !strings.Contains(text, fmt.Sprintf(`{"title":%q,"text":%q}`, p.Title, p.Sentences[0].Text)) {
					t.Fatalf("%s, trial %d: page %q is stored, which the file doesn't have so (%v)", name, trial, p.Title, perr)
				}
			}
			if err != nil && !strings.Contains(err.Error(), "a.jsonl.x:") {
				t.Errorf("%s, trial %d: error without the file and the place: %v", name, trial, err)
			}
			if err := os.WriteFile(path, []byte(whole), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := digestOf(t, store, path); got != want {
				t.Errorf("%s, trial %d: the whole file afterwards gives another store than alone", name, trial)
			}
		}
	}
}

// A compressed stream with a flipped bit is refused before anything of it is stored; a whole one is loaded.
func TestDamagedStream(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	text := lines(0, 20_000)
	for name, whole := range map[string]string{"gzip": gzipped(t, text), "zstd": zstded(t, text), "xz": xzed(t, text)} {
		for _, at := range []int{0, len(whole) / 2, len(whole) - 3} {
			damaged := []byte(whole)
			if at > 0 {
				damaged[at] ^= 1
			}
			asInput(t, bytes.NewReader(damaged))
			store := &record{}
			_, err := loader.Load(t.Context(), store, open(t, loader.Input{Format: "passages"}, "-"), loader.Options{})
			if want := "-: damaged, and nothing of it is loaded"; at > 0 && (len(store.pages) > 0 || err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s, byte %d: %d pages, %v; want %q", name, at, len(store.pages), err, want)
			}
			if at == 0 && (len(store.pages) == 0 || err != nil) {
				t.Errorf("%s, whole: %d pages, %v", name, len(store.pages), err)
			}
		}
	}
	if left, err := filepath.Glob(filepath.Join(os.TempDir(), "bridgehop-*")); err != nil || len(left) > 0 {
		t.Errorf("files that are left: %v, %v", left, err)
	}
}

// digestOf loads files, and returns the digest of the store.
func digestOf(t *testing.T, store graph.Store, path string) string {
	t.Helper()
	if _, err := loader.Load(t.Context(), store, open(t, loader.Input{Format: "passages"}, path), loader.Options{}); err != nil {
		t.Fatal(err)
	}
	d, err := graph.Digest(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A small file of very many line ends is read as fast as it is decompressed.
func TestManyLineEnds(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	ends := bytes.Repeat([]byte("\n"), 1<<20)
	for _, part := range [][]byte{[]byte(`{"title":"A","text":"x"}`), bytes.Repeat(ends, 256), []byte("{\n")} {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var line int
	o := loader.Options{Reject: func(r *loader.Reject) { line = r.Line }}
	begin := time.Now()
	store, report := load(t, loader.Input{}, o, write(t, "", "a.gz", b.String()))
	t.Logf("%d MB in %s", 256, time.Since(begin))
	if len(store.pages) != 1 || report.Rejects != 1 || line != 256<<20+1 {
		t.Errorf("%d pages, %d rejects, the last at line %d; want 1 each, at line %d", len(store.pages), report.Rejects, line, 256<<20+1)
	}
}
