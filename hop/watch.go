package hop

import (
	"context"

	"github.com/bridgehop/bridgehop/graph"
)

// Stage is how far Plan has come with a claim.
type Stage struct {
	Hop   int          // 0 when the seeds are found, then 1, 2 and 3
	Pages []graph.Head // those of the chains in the beam, best first, each once
}

type watchKey struct{}

// Watch returns a context by which Plan calls tell after each stage, from the goroutine that Plan is called in.
func Watch(ctx context.Context, tell func(Stage)) context.Context {
	return context.WithValue(ctx, watchKey{}, tell)
}

// reached tells of a stage whoever watches.
func (f *frontier) reached(ctx context.Context, hop int, beam []state) {
	tell, ok := ctx.Value(watchKey{}).(func(Stage))
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
	tell(st)
}
