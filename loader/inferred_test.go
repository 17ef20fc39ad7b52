package loader_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
)

// Pages that come later are linked, and old pages to them; few are looked at for that, and the store is the one
// that a run over all pages gives. Changed and removed pages are seen.
func TestInferLinksIncrementally(t *testing.T) {
	page := func(i int, more string) *graph.Page {
		return &graph.Page{Title: fmt.Sprintf("Ola%d Tarn", i), Sentences: []graph.Sentence{{Text: fmt.Sprintf("It is by Ola%d Tarn and Ola%d Tarn. %s", (i+1)%300, i*7%300, more)}}}
	}
	var first, second, changed []*graph.Page
	for i := range 300 {
		if i%30 == 7 {
			second = append(second, page(i, ""))
		} else {
			first = append(first, page(i, ""))
		}
	}
	changed = append(changed, page(5, "Kell Vorn is near."), &graph.Page{Title: "Kell Vorn", Sentences: []graph.Sentence{{Text: "By Ola8 Tarn."}}})
	noted := filepath.Join(t.TempDir(), "inferred")
	quick, slow := graphtest.NewMemory(), graphtest.NewMemory()
	for step, b := range []*graph.Batch{{Load: "1", Pages: first}, {Load: "2", Pages: second}, {Load: "3", Pages: changed}, {Removed: []string{"Ola9 Tarn"}}, {Load: "4", Pages: []*graph.Page{page(9, "")}}} {
		var looked [2]int64
		for i, store := range []*graphtest.Memory{quick, slow} {
			if _, err := store.Put(t.Context(), b); err != nil {
				t.Fatal(err)
			}
			if err := store.Finish(t.Context()); err != nil {
				t.Fatal(err)
			}
			var all []*graph.Page
			for p, err := range store.All(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, p)
			}
			o := loader.Options{BatchPages: 16}
			if i == 0 {
				o.Inferred = noted
			}
			r, err := loader.InferLinks(t.Context(), store, newNamer(all), o)
			if err != nil {
				t.Fatal(err)
			}
			looked[i] = r.Records
		}
		if got, want := digest(t, quick), digest(t, slow); got != want {
			t.Errorf("step %d: digest %s, want %s", step, got, want)
		}
		if most := [...]int64{290, 60, 5, 301, 5}[step]; looked[0] > most || looked[1] < 270 {
			t.Errorf("step %d: %d pages looked at, of %d; want at most %d", step, looked[0], looked[1], most)
		}
	}
	if err := os.WriteFile(noted, []byte("cut off"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := quick.Put(t.Context(), &graph.Batch{Load: "5", Pages: []*graph.Page{page(301, "")}}); err != nil {
		t.Fatal(err)
	}
	if err := quick.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r, err := loader.InferLinks(t.Context(), quick, newNamer(first), loader.Options{Inferred: noted}); err != nil || r.Records != 302 {
		t.Errorf("with a damaged file: %d pages looked at, %v; want all 302", r.Records, err)
	}
}
