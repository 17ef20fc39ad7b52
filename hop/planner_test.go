package hop_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// coast is a wiki in which each claim below has one answer, among pages that share its words.
func coast() *world {
	pages := []*graph.Page{
		page("Skerry Light", "Skerry Light is a lighthouse designed by [[Ada Holm]].", "It was lit in 1871."),
		page("Ada Holm", "Ada Holm was an engineer born in [[Varde]].", "She kept bees all her life."),
		page("Varde", "Varde is a port known for its weavers."),
		page("Otter Light", "Otter Light is a lighthouse designed by [[Nils Berg]]."),
		page("Nils Berg", "Nils Berg was an engineer born in [[Osby]]."),
		page("Osby", "Osby is a village of salt pans."),
		page("Gull Prize", "The Gull Prize went to [[Ada Holm]], [[Nils Berg]] and [[Ruth Eng]] in 1880."),
		page("Ruth Eng", "Ruth Eng was a painter."),
	}
	for i := range 30 {
		pages = append(pages, page(fmt.Sprintf("Filler %c%c", 'A'+i/10, 'A'+i%10), "A street with a bakery and a chapel."))
	}
	return newWorld(pages...)
}

func titles(w *world, c hop.Chain) string {
	var out []string
	for _, id := range c.Pages() {
		out = append(out, w.at[id].Title)
	}
	slices.Sort(out)
	return strings.Join(out, "|")
}

func TestPlanFindsTheBridge(t *testing.T) {
	w := coast()
	for _, tt := range []struct{ claim, want, shape string }{
		{"The engineer who designed Skerry Light kept bees.", "Ada Holm|Skerry Light", "2"},
		{"Skerry Light was designed by an engineer from a port known for weavers.", "Ada Holm|Skerry Light|Varde", "3"},
		{"Skerry Light and Otter Light were both designed by an engineer.", "Ada Holm|Nils Berg|Otter Light|Skerry Light", "path4"},
		{"Ruth Eng was a painter.", "Ruth Eng", "single"},
	} {
		p := hop.Planner{Graph: w, Text: w, Chains: 10} // a claim seldom needs four pages: such a chain comes late
		got, err := p.Plan(context.Background(), tt.claim)
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, c := range got.Chains {
			found = append(found, titles(w, c)+" "+c.Shape())
		}
		if !slices.Contains(found, tt.want+" "+tt.shape) {
			t.Errorf("%q: chains %q, want %s %s among them", tt.claim, found, tt.want, tt.shape)
		}
		gold := strings.Split(tt.want, "|")
		for _, r := range got.Retrieved[:min(len(gold)+1, len(got.Retrieved))] {
			gold = slices.DeleteFunc(gold, func(s string) bool { return s == w.at[r.Page].Title })
		}
		if len(gold) > 0 {
			t.Errorf("%q: %q not among the first pages retrieved", tt.claim, gold)
		}
	}
}

func TestPlanRefuses(t *testing.T) {
	w := coast()
	p := hop.Planner{Graph: w, Text: w}
	for _, tt := range []struct {
		claim string
		want  error
	}{
		{"", hop.ErrEmptyClaim},
		{" \t\n", hop.ErrEmptyClaim},
		{strings.Repeat("bees ", 20000), hop.ErrLongClaim},
	} {
		if _, err := p.Plan(context.Background(), tt.claim); !errors.Is(err, tt.want) {
			t.Errorf("claim of %d bytes: %v, want %v", len(tt.claim), err, tt.want)
		}
	}
	got, err := p.Plan(context.Background(), "zyxw vuts")
	if err != nil || len(got.Chains) != 0 {
		t.Errorf("a claim none of whose words is known: %d chains, %v; want none and no error", len(got.Chains), err)
	}
	got, err = p.Plan(context.Background(), "The of and?")
	if err != nil || len(got.Retrieved) != 20 || math.Signbit(got.Retrieved[0].Score) {
		t.Errorf("a claim of stop words: %v, %v; want pages that fill the list from 0 down, no -0", got.Retrieved, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Plan(ctx, "Ada Holm kept bees."); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestSettingsBind(t *testing.T) {
	w := coast()
	claim := "Skerry Light was designed by an engineer from a port known for weavers."
	plan := func(p *hop.Planner) *hop.Result {
		p.Graph, p.Text = w, w
		got, err := p.Plan(context.Background(), claim)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for _, c := range plan(&hop.Planner{MaxPages: 2}).Chains {
		if len(c.Steps) > 2 {
			t.Errorf("MaxPages 2: a chain of %d pages", len(c.Steps))
		}
	}
	if got := plan(&hop.Planner{Chains: 2}); len(got.Chains) != 2 {
		t.Errorf("Chains 2: %d", len(got.Chains))
	}
}

// An edge of each kind comes out, and none of a shared target where no page is found by its words.
func TestEdgesOfEachKind(t *testing.T) {
	w := coast()
	count := func(text hop.Text, kind hop.EdgeKind) (n int) {
		p := &hop.Planner{Graph: w, Text: text, Chains: 1000}
		for _, claim := range []string{"Skerry Light was designed by an engineer from a port known for weavers.",
			"Skerry Light and Otter Light were both designed by an engineer."} {
			got, err := p.Plan(context.Background(), claim)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range got.Chains {
				for _, s := range c.Steps {
					if s.Edge == kind {
						n++
					}
				}
			}
		}
		return n
	}
	for _, kind := range []hop.EdgeKind{hop.EdgeOut, hop.EdgeIn, hop.EdgeComparison, hop.EdgeShared} {
		if count(w, kind) == 0 {
			t.Errorf("no edge is a %s", kind)
		}
	}
	if n := count(linksOnly{w}, hop.EdgeShared); n > 0 {
		t.Errorf("%d edges are a %s, and links alone are followed", n, hop.EdgeShared)
	}
}

// Pages share a target when there is one that both name, whatever the claim says of both.
func TestSharedTargetsAreShared(t *testing.T) {
	w := newWorld(page("Skerry Light", "Skerry Light is a lighthouse designed by Ada Holm."),
		page("Varde", "Varde is a port known for its weavers."),
		page("Otter Light", "Otter Light is a lighthouse rebuilt by Ada Holm."), page("Mill", "A mill grinds grain."))
	_, weights := hop.LearnedWeights()
	names, _ := hop.Names()
	weights.Feature[slices.Index(names, "far")] = -9 // else the claim alone joins the two as well
	res, err := (&hop.Planner{Graph: w, Text: w, Chains: 1000, Weights: &weights}).Plan(context.Background(),
		"Skerry Light is a lighthouse, weavers worked in a port, and another was rebuilt.")
	if err != nil {
		t.Fatal(err)
	}
	joined := map[string]bool{}
	for _, c := range res.Chains {
		for _, s := range c.Steps {
			if s.Edge == hop.EdgeShared {
				pair := []string{w.at[s.Page].Title, w.at[c.Steps[s.Parent].Page].Title}
				slices.Sort(pair)
				joined[strings.Join(pair, "|")] = true
			}
		}
	}
	if want := map[string]bool{"Otter Light|Skerry Light": true}; !maps.Equal(joined, want) {
		t.Errorf("pages joined by a shared target: got %v, want %v", joined, want)
	}
}

func TestEvidence(t *testing.T) {
	w := coast()
	p := hop.Planner{Graph: w, Text: w}
	got, err := p.Plan(context.Background(), "The engineer who designed Skerry Light kept bees.")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range got.Chains {
		of := map[graph.PageID]int{}
		for _, e := range c.Evidence {
			of[e.Page]++
		}
		for _, id := range c.Pages() {
			if of[id] == 0 {
				t.Errorf("%s: nothing cited of %s", titles(w, c), w.at[id].Title)
			}
		}
		if len(c.Evidence) > 5 {
			t.Errorf("%s: %d sentences", titles(w, c), len(c.Evidence))
		}
	}
	cited, err := p.Cite(context.Background(), "The engineer who designed Skerry Light kept bees.", []graph.PageID{graph.NewPageID("Skerry Light", 0), graph.NewPageID("Ada Holm", 0)})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"Skerry Light_sentence_0": true, "Ada Holm_sentence_1": true}
	for _, e := range cited {
		delete(want, graph.Address{Title: w.at[e.Page].Title, Element: e.Element}.String())
	}
	if len(want) > 0 {
		t.Errorf("not cited: %v", want)
	}
}

// TestSameEveryTime: one planner asked from many goroutines gives what a fresh one gives, whichever claims left their memory before.
func TestSameEveryTime(t *testing.T) {
	w := coast()
	shared := hop.Planner{Graph: w, Text: w}
	claims := []string{"Skerry Light and Otter Light were both designed by an engineer.",
		"The engineer who designed Skerry Light kept bees.", "Who painted Skerry Light?"}
	var want []*hop.Result
	for _, claim := range claims {
		fresh := hop.Planner{Graph: w, Text: w}
		res, err := fresh.Plan(context.Background(), claim)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, res)
	}
	var wg sync.WaitGroup
	for from := range 8 {
		wg.Go(func() {
			for i := range 2 * len(claims) {
				k := (from + i) % len(claims)
				got, err := shared.Plan(context.Background(), claims[k])
				if err != nil {
					t.Error(err)
					return
				}
				got.Took = want[k].Took
				if d := cmp.Diff(want[k], got); d != "" {
					t.Errorf("%q differs (-fresh +shared):\n%s", claims[k], d)
				}
			}
		})
	}
	wg.Wait()
}

// TestRetrieves: the ranked list is full whenever the store has the pages, and names no page twice.
func TestRetrieves(t *testing.T) {
	w := coast()
	p := hop.Planner{Graph: w, Text: w}
	for _, claim := range []string{"Ruth Eng was a painter.", "zyxw vuts"} {
		got, err := p.Plan(context.Background(), claim)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[graph.PageID]bool{}
		for i, r := range got.Retrieved {
			if seen[r.Page] {
				t.Errorf("%q: %s twice", claim, w.at[r.Page].Title)
			}
			seen[r.Page] = true
			if i > 0 && r.Score > got.Retrieved[i-1].Score {
				t.Errorf("%q: score %g of page %d after %g", claim, r.Score, i, got.Retrieved[i-1].Score)
			}
		}
		if len(seen) != 20 {
			t.Errorf("%q: %d pages, want 20", claim, len(seen))
		}
	}
}

// TestSteps: every step tells what brought its page and which words of the claim it adds.
func TestSteps(t *testing.T) {
	w := coast()
	p := hop.Planner{Graph: w, Text: w}
	got, err := p.Plan(context.Background(), "The engineer who designed Skerry Light kept bees.")
	if err != nil {
		t.Fatal(err)
	}
	s := got.Chains[0].Steps
	if s[0].Named != "Skerry Light" || s[1].Named != "" {
		t.Errorf("named by %q and %q, want Skerry Light and nothing", s[0].Named, s[1].Named)
	}
	if d := cmp.Diff([][]string{{"designed", "Skerry", "Light"}, {"engineer", "kept", "bees"}}, [][]string{s[0].Words, s[1].Words}); d != "" {
		t.Errorf("words (-want +got):\n%s", d)
	}
}
