package hop_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/hop"
)

// A claim that is broken into lines, or set with spaces that do not break, is the claim.
func TestWhiteSpace(t *testing.T) {
	w := coast()
	p := &hop.Planner{Graph: w, Text: w}
	want, err := p.Plan(t.Context(), "Were Nils Berg and Ruth Eng both painters?")
	if err != nil || len(want.Chains) == 0 {
		t.Fatal(err)
	}
	for _, claim := range []string{"Were Nils Berg\nand\nRuth Eng both\tpainters?\n", "Were\u00a0Nils Berg\u00a0and\u00a0Ruth Eng both painters？"} {
		got, err := p.Plan(t.Context(), claim)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(got.Chains, want.Chains); diff != "" {
			t.Errorf("%q: got (-), want (+):\n%s", claim, diff)
		}
	}
}
