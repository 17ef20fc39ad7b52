package loader_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// bzipped is two pages as bzip2 writes them; the standard library only reads it.
const bzipped = "\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\xa3\x1b\x33\x20\x00\x00\x16\xdd\x80\x00\x10\x10\x04\x00\x10\x30\x00\x02\x24\x04\x6a\x20\x00\x31\x00\x00\x02\xaa\x09\xa6\x4c\x7a\xa4\xc7\xb9\x6d\xa6\x91\x67\x67" +
	"\x04\x65\x4f\x17\x22\xbf\x2b\xd9\x67\xe2\xee\x48\xa7\x0a\x12\x14\x63\x66\x64\x00"

func gzipped(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zstded(t testing.TB, text string) string {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(w.EncodeAll([]byte(text), nil))
}

func xzed(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := xz.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Compression is told by content, whatever the name.
func TestCompressed(t *testing.T) {
	text := `{"title":"A","text":"x"}` + "\n" + `{"title":"B","text":"y"}`
	for name, content := range map[string]string{
		"plain": text, "bzip2": bzipped, "gzip": gzipped(t, text), "zstd": zstded(t, text), "xz": xzed(t, text),
		"two gzips": gzipped(t, text[:30]) + gzipped(t, text[30:]),
	} {
		t.Run(name, func(t *testing.T) {
			store, report := load(t, loader.Input{}, loader.Options{}, write(t, "", "corpus", content))
			if len(store.pages) != 2 || report.Rejects != 0 {
				t.Errorf("%d pages, %d rejects; want 2 and none", len(store.pages), report.Rejects)
			}
		})
	}
}

// What was read before the break is kept, of files whose checksum follows nothing, the rest of the sources are loaded, and the source
// is not done.
func TestTruncated(t *testing.T) {
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 4000 { // hard to compress, so that a break in the middle leaves something before it
		fmt.Fprintf(&b, `{"title":"Page %d","text":"%x %x %x %x"}`+"\n", i, r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64())
	}
	text := b.String()
	cut := func(content string) string { return content[:len(content)*3/4] }
	half := strings.Index(text, "{\"title\":\"Page 2000\"") + 5
	for name, c := range map[string]struct {
		content string
		pages   int
	}{
		"plain": {cut(text), 2900}, "two gzips": {gzipped(t, text[:half]) + cut(gzipped(t, text[half:])), 0},
		"gzip": {cut(gzipped(t, text)), 0}, "zstd": {cut(zstded(t, text)), 0}, "xz": {cut(xzed(t, text)), 0},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "plain" {
				c.content = "[" + strings.ReplaceAll(c.content, "\n", ",\n") // a list says that it isn't whole
			}
			path := write(t, "", "a.jsonl.x", c.content)
			other := write(t, "", "b.jsonl", `{"title":"Other","text":"x"}`)
			store := graphtest.Store(t)
			report, err := loader.Load(t.Context(), store, open(t, loader.Input{Format: "passages"}, path, other), loader.Options{})
			if !errors.Is(err, loader.ErrTruncated) || !strings.Contains(err.Error(), path+":") || !strings.Contains(err.Error(), "load it again") {
				t.Fatalf("error %v, want ErrTruncated with place and next step", err)
			}
			stats, err := store.Stats(t.Context())
			if got := int(stats.Pages) - 1; err != nil || got < c.pages || got > c.pages*11/10 || report.Sources != 1 {
				t.Errorf("%d pages, %v, %d sources read; want %d pages and 1 source", got, err, report.Sources, c.pages)
			}
			if m, _ := store.Mark(t.Context(), path); m.Done || int(m.Records) < c.pages {
				t.Errorf("mark %+v, want %d records, not done", m, c.pages)
			}
			if m, _ := store.Mark(t.Context(), other); !m.Done {
				t.Errorf("mark of the other source %+v, want done", m)
			}
		})
	}
	for _, c := range []struct{ name, content string }{{"gzip header", "\x1f\x8b\x08"}, {"bzip2", bzipped[:40]}, {"list", `[{"title":"A","text":"x"},`}, {"element", `[{"title":"A","te`}, {"second list", `[{"title":"A","text":"x"}] [5,`}} {
		t.Run(c.name, func(t *testing.T) {
			store := &record{}
			_, err := loader.Load(t.Context(), store, open(t, loader.Input{}, write(t, "", "a", c.content)), loader.Options{})
			if !errors.Is(err, loader.ErrTruncated) || store.finished != 1 {
				t.Errorf("error %v, finished %d; want ErrTruncated, finished once", err, store.finished)
			}
		})
	}
}

func TestRejects(t *testing.T) {
	binary := "\x7fELF\x02\x01\x00\x00" + strings.Repeat("\x00\xff", 500)
	for _, c := range []struct {
		name, content string
		pages         int
		rejects       []string // "line: text"
	}{
		{"empty", "", 0, []string{"0: empty file"}},
		{"blank", " \n\t\n", 0, []string{"0: empty file"}},
		{"blank, long", strings.Repeat(" \n", 5000), 0, []string{"0: empty file"}},
		{"byte order mark alone", "\ufeff", 0, []string{"0: empty file"}},
		{"blank before", strings.Repeat("\n", 5000) + `{"title":"A","text":"x"}` + "\n{", 1, []string{"5002: broken JSON"}},
		{"blank before a list", strings.Repeat("\n", 5000) + `[{"title":"A","text":"x"}, {}]`, 1, []string{"5001: page without a title"}},
		{"binary", binary, 0, []string{"0: not text"}},
		{"compressed and empty", "GZ", 0, []string{"0: empty file"}},
		{"broken line", "{\"title\":\"A\",\"text\":\"x\"}\n{\"title\":\"B\n{\"title\":\"C\",\"text\":\"z\"}", 2, []string{"2: broken JSON"}},
		{"no title", "{\"title\":\"A\",\"text\":\"x\"}\n\n{\"text\":\"y\"}\n", 1, []string{"3: page without a title"}},
		{"long line", `{"title":"A","text":"x"}` + "\n" + `{"title":"` + strings.Repeat("b", 1<<20) + "\"}\n" + `{"title":"C","text":"x"}`, 2, []string{"2: record too long"}},
		{"list", "[\n{\"title\":\"A\",\"text\":\"x]}\\\"\"},\n\n{\"title\":\"\",\n\"text\":\"\"}, 5,\n{\"title\":\"C\",\"text\":[\"[\"]} ]\n", 2,
			[]string{"4: page without a title", "5: broken JSON"}},
		{"long element", `[{"title":"A","text":"x"},{"title":"` + strings.Repeat("b", 1<<20) + `"},{"title":"C","text":"x"}]`, 2, []string{"1: record too long"}},
		{"empty list", "[]", 0, nil},
		{"two lists", `[{"title":"A","text":"x"}]` + "\n\ufeff[] [{\"title\":\"B\",\"text\":\"y\"},\n5]\n", 2, []string{"3: broken JSON"}},
		{"lines behind a list", `[{"title":"A","text":"x"}]` + "\n\n{\"title\":\"B\",\"text\":\"y\"}\n{}\n", 1, []string{"3: broken JSON"}},
		{"byte order mark, CRLF", "\ufeff{\"title\":\"A\",\"text\":\"x\"}\r\n{\"title\":\"B\",\"text\":\"y\"}\r\n", 2, nil},
		{"byte order mark before a list", "\ufeff[{\"title\":\"A\",\"text\":\"x\"}]", 1, nil},
		{"Latin-1", "{\"title\":\"Caf\xe9\",\"text\":\"x\"}\n{\"title\":\"B\",\"text\":\"y\"}\n", 1, []string{"1: not UTF-8; convert the file"}},
		{"Latin-1 in a list", "[{\"title\":\"B\",\"text\":\"y\"},\n{\"title\":\"Caf\xe9\",\"text\":\"x\"}]", 1, []string{"2: not UTF-8"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.content == "GZ" {
				c.content = gzipped(t, "")
			}
			var got []string
			o := loader.Options{Reject: func(r *loader.Reject) { got = append(got, fmt.Sprintf("%d: %v", r.Line, r.Err)) }}
			store, report := load(t, loader.Input{MaxRecord: 1 << 19}, o, write(t, "", "a", c.content))
			if len(store.pages) != c.pages || int(report.Rejects) != len(c.rejects) || store.finished != 1 {
				t.Fatalf("%d pages, rejects %q; want %d, %q", len(store.pages), got, c.pages, c.rejects)
			}
			for i, r := range c.rejects {
				if !strings.HasPrefix(got[i], r) {
					t.Errorf("reject %q, want %q…", got[i], r)
				}
			}
		})
	}
}

// A line of any length is skipped without being kept in memory.
func TestLongLineIsSkipped(t *testing.T) {
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	block := bytes.Repeat([]byte("a"), 1<<20)
	for range 512 {
		if _, err := w.Write(block); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Write([]byte("\n" + `{"title":"A","text":"x"}`)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := write(t, "", "a.zst", b.String())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	store, report := load(t, loader.Input{Format: "passages", MaxRecord: 1 << 20}, loader.Options{}, path)
	runtime.ReadMemStats(&after)
	if len(store.pages) != 1 || report.Rejects != 1 {
		t.Errorf("%d pages, %d rejects; want 1 and 1", len(store.pages), report.Rejects)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 100<<20 {
		t.Errorf("%d MB allocated for a line of 512 MB, want less than 100", used>>20)
	}
}

func TestCancelled(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	store := &record{}
	_, err := loader.Load(ctx, store, open(t, loader.Input{}, write(t, "", "a", lines(0, 50))), loader.Options{})
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "run the same command again") || store.batches+store.finished != 0 {
		t.Errorf("error %v, %d batches, finished %d; want it cancelled, with the next step, and nothing stored", err, store.batches, store.finished)
	}
}

// Standard input is read whatever its format, and is a new load each time.
func TestStandardInput(t *testing.T) {
	old := os.Stdin
	t.Cleanup(func() { os.Stdin = old })
	store := graphtest.Store(t)
	for i, content := range []string{vornLine, gzipped(t, vornLine), `{"title":"A","text":"x"}`, `{"claim":"x"}`, "", strings.Repeat(" \n", 5000)} {
		f, err := os.Open(write(t, "", "in", content))
		if err != nil {
			t.Fatal(err)
		}
		os.Stdin = f
		report, err := loader.Load(t.Context(), store, open(t, loader.Input{}, "-"), loader.Options{})
		got := fmt.Sprint(report.Added, report.Duplicates, report.Rejects, errors.Is(err, loader.ErrFormat))
		if want := []string{"1 0 0 false", "0 1 0 false", "1 0 0 false", "0 0 0 true", "0 0 1 false", "0 0 1 false"}[i]; got != want {
			t.Errorf("input %d: added, duplicates, rejects, unknown format = %s, want %s (%v)", i, got, want, err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

var vornLine = strings.ReplaceAll(vorn, "\n", "")

// A file that grows without end when it is decompressed, and a megabyte of nested brackets, are refused in
// bounded memory.
func TestBombs(t *testing.T) {
	bomb := strings.Repeat(bzip2ed(t, strings.Repeat("x", 8<<20)), 16)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, format := range []string{"passages", "feverous", "wikipedia", "html"} {
		in := loader.Input{Format: format, MaxRecord: 1 << 20}
		store := &record{}
		report, err := loader.Load(t.Context(), store, open(t, in, write(t, "", "a.bz2", bomb)), loader.Options{})
		if len(store.pages) != 0 || report.Rejects == 0 && err == nil && format != "wikipedia" {
			t.Errorf("%s: %d pages, %+v, %v; want it refused", format, len(store.pages), report, err)
		}
	}
	runtime.ReadMemStats(&after)
	if used := after.Sys - before.Sys; used > 200<<20 {
		t.Errorf("%d MB more from the system, want less than 200", used>>20)
	}
	deep := strings.Repeat("[", 1_000_000)
	for _, s := range []string{`{"title":"A","text":` + deep, `{"title":"A","text_with_links":` + deep, `{"context":` + deep, `{"title":"A","order":` + deep} {
		for _, parse := range []func([]byte) error{
			func(b []byte) error { _, err := loader.ParsePassage(b); return err }, func(b []byte) error { _, err := loader.ParseHotpotQA(b); return err },
			func(b []byte) error { _, err := loader.ParseQuestion(b); return err }, func(b []byte) error { _, err := loader.ParseFEVEROUS(b); return err },
		} {
			if err := parse([]byte(s)); !errors.Is(err, loader.ErrJSON) {
				t.Errorf("a million brackets: %v, want %v", err, loader.ErrJSON)
			}
		}
	}
}
