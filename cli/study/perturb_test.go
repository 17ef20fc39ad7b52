package study_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// indexed is the shipped wiki with its text index.
func indexed(t *testing.T) (*graphtest.Memory, *text.Index) {
	t.Helper()
	store, dir := shipped(t), t.TempDir()
	if err := text.Build(t.Context(), dir, store, text.Options{}); err != nil {
		t.Fatal(err)
	}
	ix, err := text.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return store, ix
}

func id(title string) graph.PageID { return graph.NewPageID(title, 0) }

// skarn is a path of the shipped wiki.
func skarn() *study.Graph {
	g := &study.Graph{ID: claims.TextID("skarn"), Claim: "The light that replaced the board's first tower was designed by an engineer born in Saint-Évrard.",
		Pages: []string{"Sound Lights Board", "Old Skarn Point Light", "Skarn Point Light"}, Named: []string{"Sound Lights Board"}}
	for i := 1; i < 3; i++ {
		g.Edges = append(g.Edges, study.Edge{From: g.Pages[i-1], To: g.Pages[i], Kind: study.OutLink, Source: study.Generated, Confidence: 1})
	}
	g.Settle()
	return g
}

func titles(t *testing.T, g hop.Graph, links []graph.Link, dir graph.Direction) []string {
	t.Helper()
	var ids []graph.PageID
	for _, l := range links {
		if dir == graph.Out {
			ids = append(ids, l.To)
		} else {
			ids = append(ids, l.From)
		}
	}
	heads, err := g.Heads(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, h := range heads {
		out = append(out, h.Title)
	}
	return out
}

func neighbors(t *testing.T, g hop.Graph, title string, dir graph.Direction) []string {
	t.Helper()
	links, err := g.Neighbors(t.Context(), []graph.PageID{id(title)}, dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	return titles(t, g, links, dir)
}

func TestSwappedBridge(t *testing.T) {
	store, ix := indexed(t)
	p := &study.Perturber{Store: store, Text: ix, Seed: 1}
	w, err := p.Around(t.Context(), skarn(), study.SwapBridge)
	if err != nil || w == nil {
		t.Fatalf("got %v, %v, want a world", w, err)
	}
	gone, sibling := w.Change.Page, w.Change.Sibling
	if gone != "Old Skarn Point Light" || sibling == "" || slices.Contains(skarn().Pages, sibling) || w.Change.By != "in-links" {
		t.Fatalf("got %+v, want the middle page swapped for one outside", w.Change)
	}
	pages, err := w.Graph.Pages(t.Context(), []graph.PageID{id(gone), id(sibling)})
	if err != nil || pages[0] != nil || pages[1] == nil {
		t.Errorf("got %v, %v, want the page gone and the sibling there", pages, err)
	}
	for _, linking := range neighbors(t, store, gone, graph.In) {
		if linking == sibling {
			continue
		}
		if out := neighbors(t, w.Graph, linking, graph.Out); slices.Contains(out, gone) || !slices.Contains(out, sibling) {
			t.Errorf("%s links to %q, want the sibling %s and not %s", linking, out, sibling, gone)
		}
		if in := neighbors(t, w.Graph, sibling, graph.In); !slices.Contains(in, linking) {
			t.Errorf("links into the sibling come from %q, want %s among them", in, linking)
		}
	}
	if out := neighbors(t, w.Graph, gone, graph.Out); len(out) > 0 {
		t.Errorf("the page that is gone links to %q", out)
	}
	for _, m := range w.Text.Mentions("Where is Old Skarn Point Light?") {
		for _, c := range m.Candidates {
			if c.Page == id(gone) {
				t.Error("the claim still names the page that is gone")
			}
		}
	}
	hits, err := w.Text.Seeds(t.Context(), []string{"skarn", "light"}, 5)
	if err != nil || len(hits) != 5 || slices.ContainsFunc(hits, func(h graph.Hit) bool { return h.Page == id(gone) }) {
		t.Errorf("got %v, %v, want 5 pages without the one that is gone", hits, err)
	}
	if before, err := store.Pages(t.Context(), []graph.PageID{id(gone)}); err != nil || before[0] == nil {
		t.Errorf("got %v, %v, want the store untouched", before, err)
	}
}

func TestSiblingOfACategory(t *testing.T) {
	store, ix := indexed(t)
	p := &study.Perturber{Store: store, Text: ix, Categories: map[string][]string{
		"Old Skarn Point Light": {"lights"}, "Cape Telmo Light": {"lights"}, "Hrafney FC": {"clubs"}}}
	w, err := p.Around(t.Context(), skarn(), study.SwapBridge)
	if err != nil || w == nil || w.Change.Sibling != "Cape Telmo Light" || w.Change.By != "category" {
		t.Errorf("got %+v, %v, want the other page of its category", w, err)
	}
}

func TestCutLink(t *testing.T) {
	store, ix := indexed(t)
	w, err := (&study.Perturber{Store: store, Text: ix, Seed: 1}).Around(t.Context(), skarn(), study.CutLink)
	if err != nil || w == nil {
		t.Fatalf("got %v, %v, want a world", w, err)
	}
	a, b := w.Change.Cut[0], w.Change.Cut[1]
	for _, pair := range [][2]string{{a, b}, {b, a}} {
		for _, dir := range []graph.Direction{graph.Out, graph.In} {
			if got := neighbors(t, w.Graph, pair[0], dir); slices.Contains(got, pair[1]) {
				t.Errorf("%s is still linked with %s", pair[0], pair[1])
			}
		}
		if len(neighbors(t, w.Graph, pair[0], graph.Out)) == 0 {
			t.Errorf("%s lost all its links, want one cut", pair[0])
		}
	}
	pages, err := w.Graph.Pages(t.Context(), []graph.PageID{id(a)})
	if err != nil {
		t.Fatal(err)
	}
	before, err := store.Pages(t.Context(), []graph.PageID{id(a)})
	if err != nil {
		t.Fatal(err)
	}
	leads := func(p *graph.Page) bool {
		return slices.ContainsFunc(p.Elements(), func(e graph.Text) bool {
			return e.Element.Kind == graph.KindSentence && slices.ContainsFunc(e.Links, func(l graph.Hyperlink) bool { return graph.LinkTitle(l.Target) == b })
		})
	}
	if leads(pages[0]) || pages[0].PlainText() != before[0].PlainText() || !leads(before[0]) {
		t.Error("want the page without the hyperlink, its words and the store as they were")
	}
}

func TestAddedHubs(t *testing.T) {
	store, ix := indexed(t)
	w, err := (&study.Perturber{Store: store, Text: ix, Seed: 1}).Around(t.Context(), skarn(), study.AddHubs)
	if err != nil || w == nil || len(w.Change.Hubs) != 10 {
		t.Fatalf("got %+v, %v, want 10 hubs", w, err)
	}
	for _, gold := range skarn().Pages {
		for _, dir := range []graph.Direction{graph.Out, graph.In} {
			got := neighbors(t, w.Graph, gold, dir)
			for _, h := range w.Change.Hubs {
				if !slices.Contains(got, h) {
					t.Errorf("%s is not linked with the hub %s", gold, h)
				}
			}
		}
	}
	// Order and limit are those of graph.Reader, whatever was added.
	for _, dir := range []graph.Direction{graph.Out, graph.In} {
		from := []graph.PageID{id("Sound Lights Board"), id(w.Change.Hubs[0])}
		all, err := w.Graph.Neighbors(t.Context(), from, dir, 0)
		if err != nil {
			t.Fatal(err)
		}
		few, err := w.Graph.Neighbors(t.Context(), from, dir, 3)
		if err != nil || len(few) != 6 {
			t.Fatalf("got %d links, %v, want 3 for each page", len(few), err)
		}
		second := slices.IndexFunc(all, func(l graph.Link) bool {
			return l.From != from[0] && l.To != from[0] || dir == graph.Out && l.From == from[1] || dir == graph.In && l.To == from[1]
		})
		if !slices.Equal(few, slices.Concat(all[:3], all[second:second+3])) {
			t.Errorf("got %v, want the first 3 of each page of %v", few, all)
		}
	}
}

func TestNothingToPerturb(t *testing.T) {
	store, ix := indexed(t)
	p := &study.Perturber{Store: store, Text: ix}
	one := &study.Graph{ID: claims.TextID("one"), Pages: []string{"Vellmark"}, Edges: []study.Edge{}}
	for _, how := range []study.Perturbation{study.SwapBridge, study.CutLink} {
		if w, err := p.Around(t.Context(), one, how); w != nil || err != nil {
			t.Errorf("%s: got %v, %v, want nothing", how, w, err)
		}
	}
	if _, err := study.ParsePerturbation("rain"); !errors.Is(err, study.ErrPerturbation) {
		t.Errorf("got %v, want ErrPerturbation", err)
	}
}

func TestTrials(t *testing.T) {
	store, ix := indexed(t)
	g := &study.Generator{Store: store, Seed: 2}
	var gold []*study.Graph
	for _, shape := range []string{"path", "star"} {
		for _, q := range collect(t, g.Queries(t.Context(), shape, 4, 6)) {
			q.Graph.Label = "SUPPORTS"
			gold = append(gold, q.Graph)
		}
	}
	run := func(threads int) ([]*study.Trial, string) {
		trials := &study.Trials{Perturber: &study.Perturber{Store: store, Text: ix, Seed: 1},
			Plan: func(g hop.Graph, x hop.Text) *hop.Planner { return &hop.Planner{Graph: g, Text: x} },
			Judge: func(_ context.Context, _ string, chains []hop.Chain, _ verify.Pages) (verify.Probabilities, error) {
				if len(chains) > 0 && len(chains[0].Steps) == 4 {
					return verify.Probabilities{Supported: .9, Refuted: .1}, nil
				}
				return verify.Probabilities{Refuted: 1}, nil
			}}
		out, err := trials.Run(t.Context(), gold, study.Perturbations(), threads)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := study.WriteLines(&b, out); err != nil {
			t.Fatal(err)
		}
		return out, b.String()
	}
	trials, lines := run(1)
	if _, again := run(3); again != lines {
		t.Error("got other lines by more goroutines")
	}
	if len(trials) != len(gold)*4 {
		t.Errorf("got %d trials of %d claims, want 4 each", len(trials), len(gold))
	}
	for _, x := range trials {
		if x.Weighed == 0 || len(x.Pages) != 4 || len(x.Found) == 0 || x.Says == "" {
			t.Errorf("got %+v, want what was read, found and said", x)
		}
		for _, p := range x.Pages {
			if p.Gone && p.Rank > 0 || p.Gone != (p.Page == x.Page) {
				t.Errorf("%s: got %+v, want no rank for the page that is gone", x.ID, p)
			}
		}
	}
	r := study.TrialReport{Seed: 1}.Tables(trials)
	var names []string
	for _, table := range r.Tables {
		names = append(names, table.Name)
		if len(table.Rows) == 0 {
			t.Errorf("%s has no rows", table.Name)
		}
	}
	if !slices.Equal(names, []string{"known-recall", "known-cost", "perturbed"}) {
		t.Errorf("got tables %q", names)
	}
	for _, want := range []string{"accuracy, less none", "decoy in the best chain", "verdict changed", "r@10, less none"} {
		if !slices.ContainsFunc(r.Tables[2].Rows, func(x study.Row) bool { return x.Measure == want }) {
			t.Errorf("no figure %q", want)
		}
	}
	if !strings.Contains(lines, `"perturb":"cut"`) || !strings.Contains(lines, `"pages_weighed":`) {
		t.Errorf("got %.300s, want the change and the cost", lines)
	}
}
