package hop_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// A claim of 10,000 described pages is refused as too long. Of one that is as long as it may be the rarest words are used, and the
// result says how many were not.
func TestManyDescribedPages(t *testing.T) {
	var pages []*graph.Page
	for i := range 300 {
		pages = append(pages, page(fmt.Sprintf("Town%d", i), fmt.Sprintf("It has a mayor%d and leads to [[Town%d]] and [[Town%d]].", i, (i*7+1)%300, (i*11+3)%300)))
	}
	claim := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "the mayor%d of Town%d, ", i%300, i*13%300)
		}
		return b.String() + "met."
	}
	w := newWorld(pages...)
	p := &hop.Planner{Graph: w, Text: w}
	if _, err := p.Plan(t.Context(), claim(10_000)); !errors.Is(err, hop.ErrLongClaim) {
		t.Errorf("10,000 described pages: got %v, want %v", err, hop.ErrLongClaim)
	}
	short, err := p.Plan(t.Context(), claim(10))
	if err != nil || short.Unused != 0 {
		t.Errorf("10 described pages: %d words are unused, %v", short.Unused, err)
	}
	long, err := p.Plan(t.Context(), claim(2500))
	if err != nil {
		t.Fatal(err)
	}
	const unused = 2*300 + 1 - 128
	if long.Unused != unused || len(long.Chains) == 0 || len(long.Chains) > 5 {
		t.Errorf("2,500 described pages: %d words are unused, and there are %d chains, want %d and 1 to 5", long.Unused, len(long.Chains), unused)
	}
}
