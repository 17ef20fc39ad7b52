package loader_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
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
	quick, slow := new(graphtest.Memory), new(graphtest.Memory)
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

// A page of which only an author's link changed is looked at again: its words are free now, or another's.
func TestInferLinksAfterALinkChanged(t *testing.T) {
	ola := func(target string) *graph.Page {
		p := &graph.Page{Title: "Ola", Sentences: []graph.Sentence{{Text: "It is by Kell Tarn."}}}
		if target != "" {
			p.Sentences[0].Links = []graph.Hyperlink{{Anchor: "Kell Tarn", Target: target}}
		}
		return p
	}
	tarn := &graph.Page{Title: "Kell Tarn", Sentences: []graph.Sentence{{Text: "A lake."}}}
	noted := filepath.Join(t.TempDir(), "inferred")
	store := new(graphtest.Memory)
	for i, target := range []string{"Elsewhere", "", "Elsewhere", "Nowhere"} {
		pages := []*graph.Page{ola(target), tarn}
		if _, err := store.Put(t.Context(), &graph.Batch{Load: fmt.Sprint(i), Pages: pages}); err != nil {
			t.Fatal(err)
		}
		if err := store.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := loader.InferLinks(t.Context(), store, newNamer(pages), loader.Options{Inferred: noted}); err != nil {
			t.Fatal(err)
		}
		if got, want := len(inferred(t, store)), map[bool]int{true: 1}[target == ""]; got != want {
			t.Errorf("with a link to %q: %d inferred links, want %d", target, got, want)
		}
	}
}

// turned gives candidates in the other order, with other shares, as a Mentioner does once more links are known.
type turned struct{ namer }

func (n turned) Mentions(text string) []graph.Mention {
	out := n.namer.Mentions(text)
	for _, m := range out {
		slices.Reverse(m.Candidates)
	}
	return out
}

// Which of many namesakes are linked doesn't depend on their shares, which change with the links that there are: the page of that
// very title is always among them.
func TestNamesakesAreThoseOfEveryRun(t *testing.T) {
	pages := []*graph.Page{{Title: "By", Sentences: []graph.Sentence{{Text: "It is on Marrow."}}}, {Title: "Marrow"}}
	for i := range 9 {
		pages = append(pages, &graph.Page{Title: fmt.Sprintf("Marrow (%d)", i)})
	}
	var links [2][]string
	for i, m := range []loader.Mentioner{newNamer(pages), turned{newNamer(pages)}} {
		store, err := graphtest.Fill(pages)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := loader.InferLinks(t.Context(), store, m, loader.Options{}); err != nil {
			t.Fatal(err)
		}
		links[i] = inferred(t, store)
	}
	if diff := cmp.Diff(links[0], links[1]); diff != "" || len(links[0]) != 4 || links[0][0] != "By sentence_0 Marrow > Marrow" {
		t.Errorf("got %q; the other way round (-got +want):\n%s", links[0], diff)
	}
}
