package loader_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
)

func TestLoadWikispeedia(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 100 MB")
	}
	store, report := load(t, loader.Input{}, loader.Options{}, data(t, "wikispeedia"))
	titles := map[string]bool{}
	for _, p := range store.pages {
		titles[p.Title] = true
	}
	links, within, unplaced, sentences, cells, items := 0, 0, 0, 0, 0, 0
	for _, p := range store.pages {
		sentences += len(p.Sentences)
		for _, e := range p.Elements() {
			switch e.Element.Kind {
			case graph.KindCell:
				cells++
			case graph.KindItem:
				items++
			}
			for _, l := range e.Links {
				links++
				if titles[l.Target] {
					within++
				}
				if !contains(e.Text, l.Anchor) {
					unplaced++
				}
			}
		}
	}
	got := [...]int{len(store.pages), len(titles), links, within, int(report.Rejects)}
	if want := [...]int{4598, 4598, 119879, 119879, 3}; got != want {
		t.Errorf("pages, titles, links, links within, rejects = %v, want %v", got, want)
	}
	t.Logf("unplaced %d, sentences %d, cells %d, items %d, redirects %d, %v", unplaced, sentences, cells, items, len(store.redirects), report.Elapsed)
}
