package loader_test

import (
	"compress/gzip"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/loader"
)

// half loads the first batches of a folder and is interrupted there.
func half(t *testing.T, store *pebble.Store, dir string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	b := &breaking{Store: store, after: 3, stop: stop}
	if _, err := loader.Load(ctx, b, open(t, loader.Input{}, dir), loader.Options{BatchPages: 20}); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want an interruption", err)
	}
}

// A file that vanishes before a load, or before it goes on, is named, and what is stored stays; once it is back, the
// load ends as one that was never disturbed.
func TestVanishedFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.jsonl", lines(0, 100))
	last := write(t, dir, "b.jsonl", lines(100, 100))
	whole := graphtest.Store(t)
	if _, err := loader.Load(t.Context(), whole, open(t, loader.Input{}, dir), loader.Options{}); err != nil {
		t.Fatal(err)
	}
	store := graphtest.Store(t)
	half(t, store, dir)
	sources := open(t, loader.Input{}, dir)
	if err := os.Rename(last, last+".away"); err != nil {
		t.Fatal(err)
	}
	if _, err := loader.Load(t.Context(), store, sources, loader.Options{}); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), last) {
		t.Errorf("got %v, want that %s is not there", err, last)
	}
	if err := os.Rename(last+".away", last); err != nil {
		t.Fatal(err)
	}
	report, err := loader.Load(t.Context(), store, open(t, loader.Input{}, dir), loader.Options{})
	if err != nil || report.Resumed == 0 {
		t.Errorf("got %+v, %v; want a load that goes on", report, err)
	}
	if got, want := digest(t, store), digest(t, whole); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

// A damaged file leaves the others loaded and the store finished, which the report tells apart from a load that was
// interrupted or whose store failed, whatever broke off before.
func TestFinished(t *testing.T) {
	content := gzipped(t, lines(0, 50))
	flipped := []byte(content)
	flipped[len(flipped)-8] ^= 1 // of the checksum
	full := errors.New("no space left on device")
	for _, c := range []struct {
		name, content string
		breaks        bool // at the second put, which is of the whole file
		err           error
		finished      bool
		want          []error
	}{
		{name: "whole", content: content, finished: true},
		{name: "checksum", content: string(flipped), finished: true, want: []error{gzip.ErrChecksum}},
		{name: "cut off", content: content[:len(content)-20], finished: true, want: []error{loader.ErrTruncated}},
		{name: "cut off, interrupted", content: content[:len(content)-20], breaks: true, want: []error{loader.ErrTruncated, context.Canceled}},
		{name: "cut off, store full", content: content[:len(content)-20], breaks: true, err: full, want: []error{loader.ErrTruncated, full}},
	} {
		dir := t.TempDir()
		write(t, dir, "a.gz", c.content)
		write(t, dir, "b.jsonl", lines(50, 50))
		ctx, stop := context.WithCancel(t.Context())
		store := &breaking{Store: graphtest.Store(t), before: true, stop: stop, err: c.err}
		if c.breaks {
			store.after = 2
		}
		if c.err != nil {
			store.stop = func() {}
		}
		report, err := loader.Load(ctx, store, open(t, loader.Input{}, dir), loader.Options{})
		stop()
		if report.Finished != c.finished || (err != nil) != (c.want != nil) {
			t.Errorf("%s: finished %v, %v; want %v", c.name, report.Finished, err, c.finished)
		}
		for _, want := range c.want {
			if !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v in it", c.name, err, want)
			}
		}
	}
}

// A file that changed while a load was interrupted is told by its fingerprint: everything is read again, and the store
// is that of the new files.
func TestChangedWhileInterrupted(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.jsonl", lines(0, 100))
	store := graphtest.Store(t)
	half(t, store, dir)
	changed := strings.ReplaceAll(lines(0, 100), "Page 7", "Page 7b")
	write(t, dir, "a.jsonl", changed)
	report, err := loader.Load(t.Context(), store, open(t, loader.Input{}, dir), loader.Options{})
	if err != nil || report.Resumed != 0 || report.Duplicates == 0 {
		t.Errorf("got %+v, %v; want a new load with duplicates", report, err)
	}
}

// A change anywhere in a large file makes it another file, also when its size and its time are kept.
func TestChangedInTheMiddle(t *testing.T) {
	dir, store := t.TempDir(), graphtest.Store(t)
	content := strings.Repeat(`{"title":"Page 2","text":"A text."}`+"\n", 100_000)
	file := write(t, dir, "a.jsonl", content)
	load := func() loader.Report {
		report, err := loader.Load(t.Context(), store, open(t, loader.Input{}, dir), loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	load()
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if again := load(); again.Added != 0 || again.Records != 0 {
		t.Errorf("the same file again: %+v", again)
	}
	middle := len(content) / 2
	write(t, dir, "a.jsonl", content[:middle]+strings.Replace(content[middle:], "Page 2", "Page x", 1))
	if err := os.Chtimes(file, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if changed := load(); changed.Added != 1 {
		t.Errorf("got %+v, want one new page", changed)
	}
}

// What can't be read is an error that names it, also when it lies in a folder.
func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "a.jsonl", lines(0, 3))
	circle := filepath.Join(t.TempDir(), "circle")
	if err := os.Symlink(circle, circle); err != nil {
		t.Fatal(err)
	}
	paths := map[string]string{"no file": filepath.Join(dir, "none.jsonl"), "below a file": filepath.Join(file, "x"), "a circle": circle, "pattern": filepath.Join(dir, "*.xml")}
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadDir(closed); err != nil { // the superuser may read it
		paths["a closed folder"] = dir
	}
	for name, path := range paths {
		if _, err := loader.Open([]string{path}, loader.Input{}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: got %v, want an error that names %s", name, err, path)
		}
	}
}

// A file whose first lines are all refused is one of another kind: it is read no further, nothing of it is stored, and the error says
// what it looks like. So it ends each time.
func TestOtherKind(t *testing.T) {
	claims := strings.Repeat(`{"uid":"a","claim":"x","supporting_facts":[]}`+"\n", 300)
	late := strings.Repeat("{}\n", 99) + `{"title":"A","text":"x"}` + "\n" + strings.Repeat("{}\n", 300)
	for _, c := range []struct {
		content string
		format  string
		want    string
		rejects int
	}{
		{claims, "passages", "it looks like a claims file", 100},
		{lines(0, 300), "feverous", "it looks like format passages", 100},
		{late, "passages", "", 399},
	} {
		path := write(t, "", "a.jsonl", c.content)
		store := graphtest.Store(t)
		for range 2 {
			refused := 0
			o := loader.Options{Load: "same", Reject: func(*loader.Reject) { refused++ }}
			_, err := loader.Load(t.Context(), store, open(t, loader.Input{Format: c.format}, path), o)
			if (err != nil) != (c.want != "") || err != nil && (!errors.Is(err, loader.ErrFormat) || !strings.Contains(err.Error(), path+": ") || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("error %v, want the file and %q", err, c.want)
			}
			if refused != c.rejects {
				t.Errorf("%d records refused, want %d", refused, c.rejects)
			}
			if c.want == "" {
				break // it is done
			}
		}
	}
}
