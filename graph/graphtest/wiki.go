package graphtest

import (
	"fmt"
	"math/rand/v2"

	"github.com/bridgehop/bridgehop/graph"
)

// Wiki makes n pages with some sentences and links hyperlinks each, the same every time. Low numbers are
// linked to more often, as in a real wiki.
func Wiki(n, links int) []*graph.Page {
	pages := make([]*graph.Page, n)
	for i := range pages {
		pages[i] = wikiPage(i, n, links)
	}
	return pages
}

// wikiPage makes page i of the n pages of Wiki.
func wikiPage(i, n, links int) *graph.Page {
	r := rand.New(rand.NewPCG(uint64(i), 1))
	p := &graph.Page{Title: fmt.Sprintf("Page %d", i)}
	for k := 0; k < links; k += 3 {
		s := graph.Sentence{N: k / 3, Text: fmt.Sprintf("Sentence %d of page %d, with the words %x and %x in it.", k,
			i, r.Uint64(),
			r.Uint64())}
		for range min(3, links-k) {
			to := int(float64(n) * r.Float64() * r.Float64() * r.Float64())
			s.Links = append(s.Links, graph.Hyperlink{Anchor: fmt.Sprintf("page %d", to),
				Target: fmt.Sprintf("Page %d", to)})
		}
		p.Sentences = append(p.Sentences, s)
	}
	return p
}
