package study_test

import (
	"fmt"

	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/loader/claims"
)

func ExampleGraph_Settle() {
	g := &study.Graph{ID: claims.TextID("102"), Pages: []string{"Sound Lights Board", "Old Skarn Point Light", "Skarn Point Light", "Étienne Carvel"},
		Edges: []study.Edge{
			{From: "Sound Lights Board", To: "Old Skarn Point Light", Kind: study.OutLink, Source: study.Hyperlink, Confidence: 0.95},
			{From: "Old Skarn Point Light", To: "Skarn Point Light", Kind: study.OutLink, Source: study.Hyperlink, Confidence: 0.95},
			{From: "Sound Lights Board", To: "Skarn Point Light", Kind: study.Mention, Source: study.TitleMention, Confidence: 0.4},
			{From: "Skarn Point Light", To: "Étienne Carvel", Kind: study.OutLink, Source: study.Hyperlink, Confidence: 0.95},
		}}
	g.Settle()
	fmt.Println(g.Shape(), len(g.Tree()), g.Position("Étienne Carvel"))
	// Output: path4 3 end
}
