package pebble_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

func page(title, text string) *graph.Page {
	return &graph.Page{Title: title, Sentences: []graph.Sentence{{Text: text}}}
}

// created makes a store with one page, finished and closed.
func created(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "wiki")
	s, err := pebble.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, page("Ola", "a mountain"))
	if err := errors.Join(s.Finish(context.Background()), s.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

func put(t *testing.T, s *pebble.Store, pages ...*graph.Page) {
	t.Helper()
	if _, err := s.Put(context.Background(), &graph.Batch{Load: "1", Pages: pages}); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func TestOpenErrors(t *testing.T) {
	tmp := t.TempDir()
	write(t, filepath.Join(tmp, "file"), "words")
	write(t, filepath.Join(tmp, "other", "letter.txt"), "words")
	write(t, filepath.Join(tmp, "newer", "format"), "bridgehop store 999\n")
	write(t, filepath.Join(tmp, "older", "format"), "bridgehop store 2\n")
	write(t, filepath.Join(tmp, "strange", "format"), "mp3")
	if err := os.MkdirAll(filepath.Join(tmp, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		dir    string
		open   error
		create error
	}{
		{"none", graph.ErrNoStore, nil},
		{"empty", graph.ErrNoStore, nil},
		{"file", graph.ErrFormat, graph.ErrFormat},
		{"other", graph.ErrFormat, graph.ErrFormat},
		{"newer", graph.ErrFormat, graph.ErrFormat},
		{"older", graph.ErrFormat, graph.ErrFormat},
		{"strange", graph.ErrFormat, graph.ErrFormat},
	}
	for _, tt := range tests {
		dir := filepath.Join(tmp, tt.dir)
		for name, open := range map[string]func(string) (*pebble.Store, error){"Open": pebble.Open, "OpenReader": pebble.OpenReader} {
			if _, err := open(dir); !errors.Is(err, tt.open) {
				t.Errorf("%s(%s): got %v, want %v", name, tt.dir, err, tt.open)
			}
		}
		s, err := pebble.Create(dir)
		if !errors.Is(err, tt.create) {
			t.Errorf("Create(%s): got %v, want %v", tt.dir, err, tt.create)
		}
		if err == nil {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if got, err := os.ReadFile(filepath.Join(tmp, "other", "letter.txt")); err != nil || string(got) != "words" {
		t.Errorf("another folder's file: got %q, %v", got, err)
	}
	if _, err := os.Stat(filepath.Join(tmp, "other", "lock")); err == nil {
		t.Error("a lock was left in another folder")
	}
}

func TestLocks(t *testing.T) {
	dir := created(t)
	w, err := pebble.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func(string) (*pebble.Store, error){"Create": pebble.Create, "Open": pebble.Open, "OpenReader": pebble.OpenReader} {
		_, err := open(dir)
		if !errors.Is(err, graph.ErrLocked) {
			t.Errorf("%s beside a writer: got %v, want %v", name, err, graph.ErrLocked)
		}
	}
	if err := errors.Join(w.Close(), w.Close()); err != nil {
		t.Errorf("close twice: got %v", err)
	}
	var readers []*pebble.Store
	for range 3 {
		r, err := pebble.OpenReader(dir)
		if err != nil {
			t.Fatal(err)
		}
		readers = append(readers, r)
	}
	if err := os.WriteFile(filepath.Join(dir, "lock"), []byte(`{"pid":1}`), 0o644); err != nil { // as earlier versions leave it
		t.Fatal(err)
	}
	if _, err := pebble.Open(dir); !errors.Is(err, graph.ErrLocked) {
		t.Errorf("writer beside readers: got %v, want %v", err, graph.ErrLocked)
	}
	for _, r := range readers {
		if st, err := r.Stats(context.Background()); err != nil || st.Pages != 1 {
			t.Errorf("stats: got %+v, %v", st, err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	if w, err = pebble.Open(dir); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

func TestReaderDoesNotWrite(t *testing.T) {
	ctx, dir := context.Background(), created(t)
	before := listing(t, dir)
	r, err := pebble.OpenReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Put(ctx, &graph.Batch{}); !errors.Is(err, graph.ErrReadOnly) {
		t.Errorf("put: got %v, want %v", err, graph.ErrReadOnly)
	}
	if err := r.Finish(ctx); !errors.Is(err, graph.ErrReadOnly) {
		t.Errorf("finish: got %v, want %v", err, graph.ErrReadOnly)
	}
	if _, err := graph.Digest(ctx, r); err != nil {
		t.Error(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if got := listing(t, dir); got != before {
		t.Errorf("files: got\n%s\nwant\n%s", got, before)
	}
	if _, err := r.Stats(ctx); err == nil {
		t.Error("stats of a closed store: got no error")
	}
}

func listing(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			b.WriteString(path + " " + strconv.FormatInt(info.Size(), 10) + " " + info.ModTime().String() + "\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A reader sees the last Finish; before the first there is nothing to read.
func TestUnfinished(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "wiki")
	s, err := pebble.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, page("Ola", "a mountain"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := pebble.OpenReader(dir); !errors.Is(err, graph.ErrUnfinished) {
		t.Fatalf("never finished: got %v, want %v", err, graph.ErrUnfinished)
	}
	for _, begun := range []string{"", "graph"} { // killed as soon as there was a store
		young := filepath.Join(t.TempDir(), "wiki")
		if err := os.MkdirAll(filepath.Join(young, begun), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(young, "format"), []byte("bridgehop store 5\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := pebble.OpenReader(young); !errors.Is(err, graph.ErrUnfinished) {
			t.Errorf("hardly begun: got %v, want %v", err, graph.ErrUnfinished)
		}
	}
	if s, err = pebble.Open(dir); err != nil {
		t.Fatal(err)
	}
	if !s.Unfinished() {
		t.Error("unfinished: got false before Finish")
	}
	if err := s.Readable(ctx); !errors.Is(err, graph.ErrUnfinished) {
		t.Errorf("readable before Finish: got %v, want %v", err, graph.ErrUnfinished)
	}
	if err := s.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.Readable(ctx); err != nil {
		t.Errorf("readable after Finish: got %v", err)
	}
	if s.Unfinished() {
		t.Error("unfinished: got true after Finish")
	}
	put(t, s, page("Tarn", "a river"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := pebble.OpenReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	ids, err := r.Lookup(ctx, []string{"Ola", "Tarn"})
	if err != nil || len(ids[0]) != 1 || len(ids[1]) != 0 {
		t.Errorf("lookup: got %v, %v, want Ola alone", ids, err)
	}
	if !r.Unfinished() {
		t.Error("unfinished: got false after a load that was not finished")
	}
}

// A Finish that is stopped leaves the store as it was, and can be run again.
func TestFinishCancelled(t *testing.T) {
	dir := created(t)
	s, err := pebble.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put(t, s, page("Tarn", "a river"))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Finish(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want %v", err, context.Canceled)
	}
	for want := int64(1); want <= 2; want++ {
		if st, err := s.Stats(context.Background()); err != nil || st.Pages != want {
			t.Errorf("pages: got %d, %v, want %d", st.Pages, err, want)
		}
		if err := s.Finish(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "tmp")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("temporary folder: got %v, want none", err)
	}
}
