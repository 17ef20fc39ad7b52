package serve

import (
	"html/template"
	"net/http"

	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/hop"
)

// shapeView is one of HoVer's reasoning graphs, drawn.
type shapeView struct {
	ID, Name, About string
	Drawing         template.HTML
}

// shapeKinds are HoVer's reasoning graphs (Jiang et al. 2020, figure 2) as pages joined to earlier ones.
var shapeKinds = []struct {
	shape, name, about string
	parents            []int
}{
	{"2", "Two pages", "Joined by one link.", []int{-1, 0}},
	{"3", "Three pages", "The claim often does not name the one in the middle: a bridge entity.", []int{-1, 0, 1}},
	{"path4", "A path of four pages", "Each page leads to the next.", []int{-1, 0, 1, 2}},
	{"star4", "A star of four pages", "Three are joined to one in the middle.", []int{-1, 0, 0, 0}},
}

func (s *Server) shapes(w http.ResponseWriter, _ *http.Request) {
	page := struct {
		base
		Shapes []shapeView
	}{base: s.base("shapes", "Shapes of reasoning")}
	for _, k := range shapeKinds {
		page.Shapes = append(page.Shapes, shapeView{"shape-" + k.shape, k.name, k.about,
			picture(example(k.parents), k.name, nowhere)})
	}
	s.render(w, "shapes", page)
}

// example draws a shape.
func example(parents []int) *draw.Graph {
	g := &draw.Graph{}
	for i, p := range parents {
		g.Nodes = append(g.Nodes, draw.Node{Title: string(rune('A' + i))})
		if p >= 0 {
			g.Edges = append(g.Edges, draw.Edge{From: p, To: i, Kind: hop.EdgeOut})
		}
	}
	return g
}
