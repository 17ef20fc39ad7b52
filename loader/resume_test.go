package loader_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

// write makes a file in a new folder, or in dir.
func write(t testing.TB, dir, name, content string) string {
	t.Helper()
	if dir == "" {
		dir = t.TempDir()
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// lines are n pages that link to one another, some of one title, some twice, some refused.
func lines(from, n int) string {
	var b strings.Builder
	for i := from; i < from+n; i++ {
		switch {
		case i%17 == 3:
			b.WriteString("{\"title\":\n")
		case i%11 == 5:
			fmt.Fprintf(&b, `{"title":"Page %d","text":"Another text %d."}`+"\n", i-1, i)
		default:
			fmt.Fprintf(&b, `{"title":"Page %d","text":"It is by [[Page_%d|that]] and [[Nowhere]]. More of %d."}`+"\n", i, i/2, i)
		}
	}
	return b.String()
}

func open(t testing.TB, in loader.Input, paths ...string) []loader.Source {
	t.Helper()
	s, err := loader.Open(paths, in)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func digest(t testing.TB, store graph.Reader) string {
	t.Helper()
	d, err := graph.Digest(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// breaking is a store whose Put ends the context, or fails, at a given call.
type breaking struct {
	graph.Store
	after  int
	before bool // break before the batch is stored
	stop   func()
	err    error
}

func (b *breaking) Put(ctx context.Context, batch *graph.Batch) (graph.PutCounts, error) {
	b.after--
	if b.after == 0 && b.before {
		b.stop()
		return graph.PutCounts{}, errors.Join(b.err, ctx.Err())
	}
	c, err := b.Store.Put(ctx, batch)
	if b.after == 0 {
		b.stop()
	}
	return c, err
}

// A load that is interrupted wherever it may be, and taken up until it ends, gives the same store as one that
// ran through, and the same counts of rejects.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "part2.jsonl", lines(0, 150))
	write(t, dir, "part10.jsonl", lines(150, 150))
	write(t, dir, "part9.jsonl", lines(120, 100))
	redirects := write(t, "", "redirects.tsv", "# alias\ttitle\nP1\tPage_1\nno tab\n")
	in := loader.Input{Redirects: redirects}
	whole := graphtest.Store(t)
	want, err := loader.Load(t.Context(), whole, open(t, in, dir), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want.Rejects != 25 || want.Sources != 4 || want.Redirects != 1 {
		t.Fatalf("report %+v, want 25 rejects, 4 sources, 1 redirect", want)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 25 {
		store := graphtest.Store(t)
		runs := 0
		for {
			ctx, stop := context.WithCancel(t.Context())
			b := &breaking{Store: store, after: 1 + r.IntN(6), before: r.IntN(2) == 0, stop: stop}
			got, err := loader.Load(ctx, b, open(t, in, dir), loader.Options{BatchPages: 1 + r.IntN(40), Workers: 1 + r.IntN(4)})
			stop()
			if runs++; runs > 500 {
				t.Fatalf("round %d does not end", round)
			}
			if errors.Is(err, context.Canceled) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if got.Rejects != want.Rejects || got.Records+got.Resumed != want.Records {
				t.Errorf("round %d: report %+v, want %d rejects, %d records in all", round, got, want.Rejects, want.Records)
			}
			break
		}
		if got, want := digest(t, store), digest(t, whole); got != want {
			t.Errorf("round %d: digest %s after %d runs, want %s", round, got, runs, want)
		}
	}
}

// Loaded again, nothing is read; a file that changed makes a new load, in which its pages replace the old ones.
func TestLoadAgain(t *testing.T) {
	path := write(t, "", "a.jsonl", `{"title":"A","text":"Old."}`+"\n"+`{"title":"B","text":"Same."}`+"\n")
	store := graphtest.Store(t)
	run := func() loader.Report {
		t.Helper()
		r, err := loader.Load(t.Context(), store, open(t, loader.Input{}, path), loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first, again := run(), run()
	if first.Added != 2 || again.Records != 0 || again.Resumed != 2 || again.Load != first.Load {
		t.Errorf("first %+v, again %+v; want 2 pages, then none read", first, again)
	}
	write(t, filepath.Dir(path), "a.jsonl", `{"title":"A","text":"New."}`+"\n"+`{"title":"B","text":"Same."}`+"\n")
	changed := run()
	if changed.Replaced != 1 || changed.Duplicates != 1 || changed.Load == first.Load {
		t.Errorf("changed %+v, want 1 replaced, 1 duplicate, another load than %s", changed, first.Load)
	}
}

// Passages of one title are numbered in the order of the input, however many workers parse.
func TestLoadKeepsOrder(t *testing.T) {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, `{"title":"T%d","text":"Text %d%s"}`+"\n", i%7, i, strings.Repeat(" x", i%200))
	}
	path := write(t, "", "a.jsonl", b.String())
	store, _ := load(t, loader.Input{}, loader.Options{Workers: 8, BatchPages: 100}, path)
	for i, p := range store.pages {
		if want := fmt.Sprintf("Text %d", i); !strings.HasPrefix(p.PlainText(), want) {
			t.Fatalf("page %d is %q, want %q", i, p.PlainText(), want)
		}
	}
	if store.batches < 30 {
		t.Errorf("%d batches, want 30 or more", store.batches)
	}
}

// A store that fails stops the load with the place, without Finish.
func TestLoadStoreFails(t *testing.T) {
	full := errors.New("no space left on device")
	path := write(t, "", "a.jsonl", lines(0, 100))
	store := &record{onPut: func(batch int) error {
		if batch == 3 {
			return full
		}
		return nil
	}}
	_, err := loader.Load(t.Context(), store, open(t, loader.Input{}, path), loader.Options{BatchPages: 10})
	if !errors.Is(err, full) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want %v with the file's name", err, full)
	}
	if store.finished != 0 || store.marks[path].Done {
		t.Errorf("finished %d, mark %+v; want neither finished nor done", store.finished, store.marks[path])
	}
}

func TestProgress(t *testing.T) {
	path := write(t, "", "a.jsonl", lines(0, 200))
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	var told [][2]int64 // bytes read, and in all
	var rejects []string
	o := loader.Options{
		BatchPages: 50,
		Progress:   func(done, total int64) { told = append(told, [2]int64{done, total}) },
		Reject:     func(r *loader.Reject) { rejects = append(rejects, r.Error()) },
	}
	load(t, loader.Input{}, o, path)
	if last := told[len(told)-1]; last != [2]int64{info.Size(), info.Size()} {
		t.Errorf("last progress %v, want all %d bytes", last, info.Size())
	}
	for i, p := range told[1:] {
		if p[0] < told[i][0] {
			t.Errorf("progress goes back: %+v after %+v", p, told[i])
		}
	}
	if want := path + ":4: broken JSON: unexpected end of JSON input"; len(rejects) != 12 || rejects[0] != want {
		t.Errorf("%d rejects, the first %q; want 12, %q", len(rejects), rejects[0], want)
	}
}

func TestRedirects(t *testing.T) {
	pages := write(t, "", "a.jsonl", `{"title":"A","text":"x"}`+"\n")
	redirects := write(t, "", "redirects.tsv", "\ufeffThe_A\tA\r\n# alias\ttitle\na &amp; co\tA\n\nbroken\n\tA\nx\t\n")
	store, report := load(t, loader.Input{Redirects: redirects}, loader.Options{}, pages)
	if diff := cmp.Diff(store.redirects, []graph.Redirect{{From: "The A", To: "A"}, {From: "a & co", To: "A"}}); diff != "" {
		t.Errorf("redirects (-got +want):\n%s", diff)
	}
	if report.Rejects != 3 {
		t.Errorf("%d rejects, want 3", report.Rejects)
	}
	if f, err := loader.Detect(redirects); f != "redirects" || err != nil {
		t.Errorf("Detect: %v, %v; want %v", f, err, "redirects")
	}
}
