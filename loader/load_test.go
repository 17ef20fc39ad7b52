package loader_test

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
)

// record is a Writer that keeps what it is given, in order. It can be told to fail.
type record struct {
	mu        sync.Mutex
	marks     map[string]graph.Mark
	pages     []*graph.Page
	redirects []graph.Redirect
	batches   int
	finished  int
	onPut     func(batch int) error // called before a batch is taken
}

func (r *record) Mark(_ context.Context, source string) (graph.Mark, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.marks[source], nil
}

func (r *record) Put(_ context.Context, b *graph.Batch) (graph.PutCounts, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.batches++
	if r.onPut != nil {
		if err := r.onPut(r.batches); err != nil {
			return graph.PutCounts{}, err
		}
	}
	if r.marks == nil {
		r.marks = map[string]graph.Mark{}
	}
	r.marks[b.Source] = b.Mark
	r.pages = append(r.pages, b.Pages...)
	r.redirects = append(r.redirects, b.Redirects...)
	return graph.PutCounts{Added: len(b.Pages)}, nil
}

func (r *record) Finish(context.Context) error {
	r.finished++
	return nil
}

// data is a file of the shared data, or the test is skipped.
func data(t testing.TB, path ...string) string {
	t.Helper()
	return graphtest.Data(t, filepath.Join(path...))
}

// load opens and loads paths into a new record.
func load(t testing.TB, in loader.Input, o loader.Options, paths ...string) (*record, loader.Report) {
	t.Helper()
	sources, err := loader.Open(paths, in)
	if err != nil {
		t.Fatal(err)
	}
	var store record
	report, err := loader.Load(t.Context(), &store, sources, o)
	if err != nil {
		t.Fatal(err)
	}
	return &store, report
}
