package hop

import "github.com/bridgehop/bridgehop/graph"

// Stage is the progress of Watch with a claim.
type Stage struct {
	Hop   int          // 0 after the seeds, then 1, 2 and 3
	Pages []graph.Head // the pages of the chains in the beam, best first, each once
}

// reached calls report, if it isn't nil, with the pages of the beam.
func (f *frontier) reached(report func(Stage), hop int, beam []state) {
	if report == nil {
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
