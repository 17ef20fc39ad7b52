package loader_test

import (
	"fmt"
	"testing"

	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

// A load with a limit stops there, and goes on from there when the limit is gone.
func TestLimit(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.jsonl", lines(0, 60))
	write(t, dir, "b.jsonl", lines(60, 60))
	whole := graphtest.Store(t)
	if _, err := loader.Load(t.Context(), whole, open(t, loader.Input{}, dir), loader.Options{}); err != nil {
		t.Fatal(err)
	}
	store := graphtest.Store(t)
	var got []string
	for _, limit := range []int64{25, 25, 60, 70, 0} {
		r, err := loader.Load(t.Context(), store, open(t, loader.Input{}, dir), loader.Options{Limit: limit, BatchPages: 7})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(limit, " ", r.Resumed, "+", r.Records))
	}
	if diff := cmp.Diff(got, []string{"25 0+25", "25 25+0", "60 25+35", "70 60+10", "0 70+50"}); diff != "" {
		t.Errorf("limit, records before and now (-got +want):\n%s", diff)
	}
	if got, want := digest(t, store), digest(t, whole); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

// Of a corpus, only pages of some titles are loaded; the whole can be loaded later.
func TestOnly(t *testing.T) {
	path := write(t, "", "a.jsonl", `{"title":"A b","text":"x"}`+"\n"+`{"title":"C","text":"y"}`+"\n"+`{"title":"D","text":"z"}`+"\n")
	redirects := write(t, "", "r.tsv", "a\tA_b\nd\tD\n")
	store := graphtest.Store(t)
	for i, only := range []map[string]bool{{"A b": true, "Nowhere": true}, {"A b": true, "Nowhere": true}, nil} {
		r, err := loader.Load(t.Context(), store, open(t, loader.Input{Redirects: redirects}, path), loader.Options{Only: only})
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(r.Added, r.Duplicates, r.Redirects, r.Resumed)
		if want := []string{"1 0 1 0", "0 0 0 5", "2 1 2 0"}[i]; got != want {
			t.Errorf("load %d: added, duplicates, redirects, resumed = %s, want %s", i, got, want)
		}
	}
}
