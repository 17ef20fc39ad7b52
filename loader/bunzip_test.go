package loader_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/loader"
	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// bzip2ed compresses with bzip2, or the test is skipped.
func bzip2ed(t *testing.T, text string) string {
	t.Helper()
	c := exec.Command("bzip2", "-c")
	c.Stdin = strings.NewReader(text)
	out, err := c.Output()
	if errors.Is(err, exec.ErrNotFound) && os.Getenv("CI") != "true" {
		t.Skip("bzip2 is missing: install it to run this test")
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// Much bzip2 is decompressed in parallel: one stream, several, cut off, left in the middle.
func TestParallelBzip2(t *testing.T) {
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, 2))
	const pages = 30_000
	for i := range pages {
		fmt.Fprintf(&b, `{"title":"Page %d","text":"%x %x %x %x"}`+"\n", i, r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64())
	}
	text := b.String()
	half := strings.Index(text[len(text)/2:], "\n") + len(text)/2 + 1
	one := bzip2ed(t, text)
	if len(one) < 1<<20 {
		t.Fatalf("%d bytes are too few for this test", len(one))
	}
	before := runtime.NumGoroutine()
	for name, content := range map[string]string{"one stream": one, "two streams": bzip2ed(t, text[:half]) + bzip2ed(t, text[half:])} {
		store, report := load(t, loader.Input{}, loader.Options{}, write(t, "", "a.bz2", content))
		if len(store.pages) != pages || report.Rejects != 0 {
			t.Errorf("%s: %d pages, %d rejects; want %d and none", name, len(store.pages), report.Rejects, pages)
		}
	}
	store := &record{}
	path := write(t, "", "a.bz2", one[:len(one)*3/4])
	_, err := loader.Load(t.Context(), store, open(t, loader.Input{}, path), loader.Options{})
	if !errors.Is(err, loader.ErrTruncated) || len(store.pages) < pages/4 {
		t.Errorf("cut off: %v, %d pages; want ErrTruncated and what came before", err, len(store.pages))
	}
	for i := 0; runtime.NumGoroutine() > before+2; i++ { // Detect leaves each in the middle
		if i == 100 {
			t.Fatalf("%d goroutines are left of %d", runtime.NumGoroutine(), before)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// A block that lost bytes is an error, wherever they were: it never goes without one.
func TestShortenedBzip2(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var b strings.Builder
	for b.Len() < 2_600_000 {
		fmt.Fprintf(&b, "%x %x\n", r.Uint64(), r.Uint64())
	}
	text := b.String()
	whole := bzip2ed(t, text)
	if got, err := bunzip(t.Context(), strings.NewReader(whole)); err != nil || got != text {
		t.Fatalf("undamaged: %d bytes of %d, %v", len(got), len(text), err)
	}
	for _, end := range blockEnds(whole) {
		for _, before := range []int{20, 45, 300, 100_000} {
			at := end - before
			got, err := bunzip(t.Context(), strings.NewReader(whole[:at]+whole[at+9:]))
			if err == nil && got != text {
				t.Errorf("9 bytes lost %d before a block's end: %d bytes of %d and no error", before, len(got), len(text))
			}
		}
	}
}

// blockEnds are the bytes in which bzip2's blocks end.
func blockEnds(z string) (ends []int) {
	var last uint64
	for i := range len(z) {
		last = last<<8 | uint64(z[i])
		for shift := range 8 {
			if v := last >> shift & (1<<48 - 1); (v == 0x314159265359 || v == 0x177245385090) && i > 100 {
				ends = append(ends, i-6)
			}
		}
	}
	return ends
}

// Damaged anywhere, much bzip2 is an error, and no page is another than it was; what comes before the damage is kept.
func TestDamagedBzip2(t *testing.T) {
	var b strings.Builder
	r := rand.New(rand.NewPCG(3, 4))
	const pages = 24_000
	for i := range pages {
		fmt.Fprintf(&b, `{"title":"Page %d","text":"%x %x %x %x"}`+"\n", i, r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64())
	}
	whole := bzip2ed(t, b.String())
	for name, damage := range map[string]func(c []byte) []byte{
		"header":           func(c []byte) []byte { c[3] = 'x'; return c },
		"first magic":      func(c []byte) []byte { c[5] ^= 1; return c },
		"first block":      func(c []byte) []byte { c[2000] ^= 0x10; return c },
		"second block":     func(c []byte) []byte { c[len(c)*2/3] ^= 0x80; return c },
		"checksum":         func(c []byte) []byte { c[len(c)-3] ^= 2; return c },
		"zeros":            func(c []byte) []byte { clear(c[len(c)/2:]); return c },
		"no second block":  func(c []byte) []byte { clear(c[100:]); return append(c, make([]byte, 3<<20)...) },
		"something behind": func(c []byte) []byte { return append(c, "what is this?"...) },
		"blocks repeated":  func(c []byte) []byte { return append(c[:len(c)-10], c[4:]...) },
		"only magics": func(c []byte) []byte {
			return append(c[:4], strings.Repeat("\x31\x41\x59\x26\x53\x59", 1<<18)...)
		},
	} {
		path := write(t, "", "a.bz2", string(damage([]byte(whole))))
		store := &record{}
		_, err := loader.Load(t.Context(), store, open(t, loader.Input{Format: "passages"}, path), loader.Options{})
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: got %v, want an error with the file's name", name, err)
		}
		titles := map[string]bool{} // blocks that are repeated are noticed at the end of their stream
		for _, p := range store.pages {
			titles[p.Title] = true
		}
		if len(titles) > pages {
			t.Errorf("%s: got %d titles of %d", name, len(titles), pages)
		}
	}
}

// bunzip is what bzip2 holds.
func bunzip(ctx context.Context, r io.Reader) (string, error) {
	z, stop := records.Bunzip(ctx, r)
	defer stop()
	text, err := io.ReadAll(z)
	return string(text), err
}
