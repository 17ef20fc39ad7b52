package hop_test

import (
	"context"
	"fmt"

	"github.com/bridgehop/bridgehop/hop"
)

func ExamplePlanner_Plan() {
	wiki := coast() // a store and its text index
	p := hop.Planner{Graph: wiki, Text: wiki}
	res, err := p.Plan(context.Background(), "The engineer who designed Skerry Light kept bees.")
	if err != nil {
		fmt.Println(err)
		return
	}
	best := res.Chains[0]
	fmt.Println(best.Shape(), "pages")
	for _, s := range best.Steps {
		fmt.Printf("%s: %s %q\n", s.Edge, wiki.at[s.Page].Title, s.Via.Anchor)
	}
	for _, e := range best.Evidence {
		fmt.Println(wiki.at[e.Page].Title, e.Element)
	}
	// Output:
	// 2 pages
	// seed: Skerry Light ""
	// out-link: Ada Holm "Ada Holm"
	// Skerry Light sentence_0
	// Ada Holm sentence_1
	// Ada Holm sentence_0
}
