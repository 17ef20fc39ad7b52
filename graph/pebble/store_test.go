package pebble_test

import (
	"context"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

func TestSmoke(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir() + "/w"
	s, err := pebble.Create(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &graph.Batch{Load: "a", Source: "x", Mark: graph.Mark{Records: 2}, Pages: []*graph.Page{
		{Title: "Ola", Sentences: []graph.Sentence{{Text: "Ola is by Tarn", Links: []graph.Hyperlink{{Anchor: "Tarn", Target: "Tarn"}, {Anchor: "R", Target: "River"}}}}},
		{Title: "Tarn", Sentences: []graph.Sentence{{Text: "x"}}}, {Title: "Tarn", Sentences: []graph.Sentence{{Text: "y"}}},
	}, Redirects: []graph.Redirect{{From: "River", To: "Tarn"}}}
	for range 2 {
		c, err := s.Put(ctx, b)
		t.Log(c, err)
	}
	if err := s.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	st, _ := s.Stats(ctx)
	t.Logf("%+v", st)
	ids, err := s.Lookup(ctx, []string{"ola", "river", "no"})
	t.Log(ids, err)
	ns, err := s.Neighbors(ctx, ids[0], graph.Out, 0)
	t.Log(ns, err)
	ns, err = s.Neighbors(ctx, ids[1], graph.In, 3)
	t.Log(ns, err)
	_, err = pebble.OpenReader(dir, nil)
	t.Log(err)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := pebble.OpenReader(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	r2, err := pebble.OpenReader(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = pebble.Open(dir, nil)
	t.Log(err)
	for p, err := range r.All(ctx) {
		t.Log(p, err)
	}
	hs, err := r2.Heads(ctx, ids[1])
	t.Log(hs, err)
	r.Close()
	r2.Close()
	if _, err := pebble.OpenReader(t.TempDir()+"/no", nil); err == nil {
		t.Fatal("no error")
	} else {
		t.Log(err)
	}
}
