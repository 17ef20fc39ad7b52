package study_test

import (
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/loader/claims"
)

func ExampleGold() {
	file := `{"id": 102, "claim": "A light, its engineer, her club and its hall.", "label": "SUPPORTS",
		"supporting_facts": [["Skerry Light", 0], ["Ada Holm", 0], ["Bee Club", 0], ["Lund Hall", 0]],
		"edges": [["Skerry Light", "Ada Holm"], ["Bee Club", "Ada Holm"], ["Bee Club", "Lund Hall"]]}`
	r, err := claims.NewReader(strings.NewReader(strings.ReplaceAll(file, "\n", "")), "claims")
	if err != nil {
		panic(err)
	}
	var all []*claims.Claim
	for c := range r.All() {
		all = append(all, c)
	}
	g := study.Gold(all)[0]
	fmt.Println(g.Shape(), len(g.Tree()), g.Position("Bee Club"))
	// Output: path4 3 middle
}
