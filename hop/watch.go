package hop

import (
	"context"

	"github.com/bridgehop/bridgehop/graph"
)

// Stage is the progress of Plan with a claim.
type Stage struct {
	Hop   int          // 0 after the seeds, then 1, 2 and 3
	Pages []graph.Head // the pages of the chains in the beam, best first, each once
}

type watchKey struct{}

// Watch returns a context with which Plan calls report after each stage, in the goroutine of Plan.
func Watch(ctx context.Context, report func(Stage)) context.Context {
	return context.WithValue(ctx, watchKey{}, report)
}

// reached calls the function that was given to Watch, if any.
func (f *frontier) reached(ctx context.Context, hop int, beam []state) {
	report, ok := ctx.Value(watchKey{}).(func(Stage))
	if !ok {
		return
	}
	st := Stage{Hop: hop}
	seen := map[int32]bool{}
	for i := range beam {
		for _, n := range beam[i].members() {
			if !seen[n] {
				seen[n] = true
				st.Pages = append(st.Pages, f.nodes[n].head)
			}
		}
	}
	report(st)
}
