package hop_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/hop"
)

func small() *world {
	return newWorld(
		page("Skerry Light", "Skerry Light is a lighthouse designed by [[Ada Holm]].", "It was lit in 1871."),
		page("Ada Holm", "Ada Holm was an engineer born in [[Varde]].", "She kept bees."),
		page("Varde", "Varde is a port on the river [[Marrow]]."),
		page("Marrow", "Marrow is a river."),
		page("Otter Light", "Otter Light is a lighthouse designed by [[Nils Berg]]."),
		page("Nils Berg", "Nils Berg was an engineer born in [[Osby]]."),
		page("Osby", "Osby is a village of weavers."),
	)
}

func titles(w *world, c hop.Chain) []string {
	var out []string
	for _, id := range c.Pages() {
		out = append(out, w.at[id].Title)
	}
	slices.Sort(out)
	return out
}

func TestPlanFindsTheBridge(t *testing.T) {
	w := small()
	for _, tt := range []struct {
		claim string
		want  []string
		shape string
	}{
		{"The engineer who designed Skerry Light kept bees.", []string{"Ada Holm", "Skerry Light"}, "2"},
		{"Skerry Light was designed by an engineer born in a port on a river.", []string{"Ada Holm", "Skerry Light", "Varde"}, "3"},
		{"Marrow is a river.", []string{"Marrow"}, "single"},
	} {
		p := hop.Planner{Graph: w, Text: w}
		got, err := p.Plan(context.Background(), tt.claim)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Chains) == 0 {
			t.Fatalf("%q: no chain", tt.claim)
		}
		best := got.Chains[0]
		if got, want := strings.Join(titles(w, best), "|"), strings.Join(tt.want, "|"); got != want {
			t.Errorf("%q: best chain %s, want %s", tt.claim, got, want)
		}
		if best.Shape() != tt.shape {
			t.Errorf("%q: shape %s, want %s", tt.claim, best.Shape(), tt.shape)
		}
	}
}
