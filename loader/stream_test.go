//go:build unix

package loader_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

// pipe makes a named pipe.
func pipe(t *testing.T, dir, name string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	return path
}

// soon fails the test when do takes too long.
func soon(t *testing.T, do func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); do() }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("it waits without end")
	}
}

// A pipe is read as standard input is: once, whatever its format, and each time as a new load. As a table of redirects, too.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	pages, aliases := pipe(t, dir, "pages"), pipe(t, dir, "aliases")
	store := graphtest.Store(t)
	for i, want := range []string{"1 0 1", "0 1 1"} {
		content := []string{`{"title":"Kell","text":"A river."}`, gzipped(t, `{"title":"Kell","text":"A river."}`)}[i]
		soon(t, func() {
			go func() {
				_ = os.WriteFile(pages, []byte(content), 0o600)
				_ = os.WriteFile(aliases, []byte("The Kell\tKell\n"), 0o600)
			}()
			r, err := loader.Load(t.Context(), store, open(t, loader.Input{Redirects: aliases}, pages), loader.Options{})
			if got := fmt.Sprint(r.Added, r.Duplicates, r.Redirects); err != nil || got != want {
				t.Errorf("load %d: added, duplicates, redirects = %s, %v; want %s", i, got, err, want)
			}
		})
	}
}

// A pipe that lies in a folder was not named: it is refused and not waited for.
func TestPipeInAFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "pages.jsonl", `{"title":"Ostby","text":"x"}`)
	pipe(t, dir, "pipe.jsonl")
	pipe(t, dir, "pipe.html")
	soon(t, func() {
		if diff := cmp.Diff(loadedTitles(t, dir), []string{"Ostby", "! pipe.html", "! pipe.jsonl"}); diff != "" {
			t.Errorf("(-got +want):\n%s", diff)
		}
	})
	soon(t, func() {
		if _, err := loader.Open([]string{filepath.Join(dir, "pipe.jsonl")}, loader.Input{Format: "hover"}); err == nil {
			t.Error("hover from a pipe: no error")
		}
	})
}

// A rendered page may come from standard input when its format is named, as the error without says.
func TestHTMLFromStandardInput(t *testing.T) {
	for format, want := range map[string]string{"html": "[Kell] <nil>", "auto": "[] -: not a corpus format that can be loaded: html must be named by --format"} {
		asInput(t, strings.NewReader("<html><h1>Kell</h1><p>A river."))
		store := &record{}
		_, err := loader.Load(t.Context(), store, open(t, loader.Input{Format: format}, "-"), loader.Options{})
		titles := []string{}
		for _, p := range store.pages {
			titles = append(titles, p.Title)
		}
		if got := fmt.Sprint(titles, err); got != want {
			t.Errorf("%s: got %s, want %s", format, got, want)
		}
	}
}

// A load that waits for its input is interrupted like others: for standard input that gives nothing (more), for a pipe that
// nobody writes to.
func TestWaitingIsInterrupted(t *testing.T) {
	for name, begin := range map[string]string{"nothing": "", "a line": `{"title":"Ostby","text":"x"}` + "\n", "gzip": "\x1f\x8b", "pipe": ""} {
		path := "-"
		if name == "pipe" {
			path = pipe(t, t.TempDir(), "pages")
		} else {
			out, in, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			old := os.Stdin
			os.Stdin = out
			t.Cleanup(func() { os.Stdin = old; in.Close(); out.Close() })
			if _, err := in.WriteString(begin); err != nil {
				t.Fatal(err)
			}
		}
		for _, format := range []string{"auto", "wikipedia", "html"} {
			ctx, stop := context.WithCancel(t.Context())
			time.AfterFunc(50*time.Millisecond, stop)
			soon(t, func() {
				store := &record{}
				_, err := loader.Load(ctx, store, open(t, loader.Input{Format: format}, path), loader.Options{})
				if !errors.Is(err, context.Canceled) || store.finished != 0 {
					t.Errorf("%s, %s: %v, want it cancelled", name, format, err)
				}
			})
			stop()
		}
	}
}

// faulty gives a text, then one error, and then goes on as if nothing had been.
type faulty struct {
	text   string
	err    error
	with   bool // the error comes with the text
	failed bool
}

func (f *faulty) Read(p []byte) (int, error) {
	n := copy(p, f.text)
	f.text = f.text[n:]
	if f.text == "" && !f.failed && (f.with || n == 0) {
		f.failed = true
		return n, f.err
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// An error of reading is told, though it comes while the beginning is looked at; what was read before it is kept.
func TestErrorOfReadingStays(t *testing.T) {
	bad := errors.New("input/output error")
	for _, with := range []bool{false, true} {
		n, last := 0, error(nil)
		for _, err := range loader.ReadFrom(t.Context(), &faulty{text: `{"title":"A","text":"x"}` + "\n", err: bad, with: with}) {
			if last = err; err == nil {
				n++
			}
		}
		if n != 1 || !errors.Is(last, bad) {
			t.Errorf("with the text %v: %d records, %v; want 1 and %v", with, n, last, bad)
		}
		n, err := loader.CutPages(&faulty{text: "<page>a</page>\n<page>b</page>\n<page>", err: bad, with: with})
		if n != 2 || !errors.Is(err, bad) {
			t.Errorf("with the text %v: %d pages of a dump, %v; want 2 and %v", with, n, err, bad)
		}
	}
}

// Objects may take several lines, with the lines that they begin at in messages; what is broken is refused, and what is behind it
// read. A first line that is broken off makes no object of several lines.
func TestObjectsOfSeveralLines(t *testing.T) {
	spread := func(title string) string {
		return "{\n  \"title\": \"" + title + "\",\n  \"text\": [\n    \"a }\",\n    \"b\"\n  ]\n}"
	}
	for _, c := range []struct{ name, content, want string }{
		{"one", spread("A"), "[A]"},
		{"several", "\ufeff\n" + spread("A") + "\n" + spread("B") + spread("C") + "\r\n\n" + `{"title":"D","text":"x"}` + "\n", "[A B C D]"},
		{"no title, and no object", spread("A") + "\n" + "{\n\"text\": \"x\"\n}\nword } {\n" + spread("B"), "[A B] 8 11"},
		{"a string without its end", spread("A") + "\n{\n\"title\": \"B,\n\"text\": \"x\"\n}\n" + spread("C"), "[A C] 8"},
		{"longer than what is looked at", "{\n\"title\": \"A\",\n\"text\": \"" + strings.Repeat("x ", 1<<17) + "\"\n}\n" + spread("B"), "[A B]"},
		{"broken off", "{\"title\": \"A\",\n" + `{"title":"B","text":"x"}` + "\n", "[B] 1"},
		{"broken off in a string", "{\"title\": \"A\n" + `{"title":"B","text":"x"}` + "\n", "[B] 1"},
		{"broken off, and an object for a value", "{\"title\": \"A\", \"text\":\n" + `{"title":"B","text":"x"}` + "\n" + `{"title":"C","text":"x"}` + "\n", "[B C] 1"},
		{"broken off, and alone", "{\"title\": \"A\"\n", "[] 1"},
		{"no end", spread("A") + "\n{\n\"title\": \"B\"", "[A] input ends in the middle"},
	} {
		got := []string{}
		titles := []string{}
		sources := open(t, loader.Input{}, write(t, "", "a", c.content))
		store := &record{}
		_, err := loader.Load(t.Context(), store, sources, loader.Options{Reject: func(r *loader.Reject) { got = append(got, fmt.Sprint(r.Line)) }})
		for _, p := range store.pages {
			titles = append(titles, p.Title)
		}
		if errors.Is(err, loader.ErrTruncated) {
			got = append(got, loader.ErrTruncated.Error())
		} else if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if all := strings.Join(append([]string{fmt.Sprint(titles)}, got...), " "); all != c.want {
			t.Errorf("%s: got %s, want %s", c.name, all, c.want)
		}
	}
}

// What is of another format than the one that was named says so.
func TestOtherThanNamed(t *testing.T) {
	path := write(t, "", "pages.jsonl", `{"title":"A","text":"x"}`+"\n")
	_, err := loader.Open([]string{path}, loader.Input{Format: "hover"})
	if want := path + ": SQLite database that can not be read: format hover needs one, and this file is not one"; err == nil || err.Error() != want {
		t.Errorf("hover: got %v, want %s", err, want)
	}
	for content, want := range map[string]string{`{"title":"A","text":"x"}`: "want the XML of a MediaWiki", "": ""} {
		_, err := loader.Load(t.Context(), &record{}, open(t, loader.Input{Format: "wikipedia"}, write(t, "", "pages.jsonl", content)), loader.Options{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, loader.ErrTruncated)) {
			t.Errorf("wikipedia, %q: got %v, want %q", content, err, want)
		}
	}
}
