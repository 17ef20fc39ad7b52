package serve

import (
	"context"
	"html/template"
	"net/http"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/hop"
)

// shapeView is one of HoVer's reasoning graphs, drawn, with the claim's best chain of that shape if there is a claim.
type shapeView struct {
	ID, Name, About, Line, Command string
	Drawing                        template.HTML
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

func (s *Server) shapes(w http.ResponseWriter, r *http.Request) {
	page := struct {
		base
		Shapes []shapeView
	}{base: s.base("shapes", "Shapes of reasoning")}
	page.Claim = strings.TrimSpace(r.FormValue("claim"))
	for _, k := range shapeKinds {
		v := shapeView{ID: "shape-" + k.shape, Name: k.name, About: k.about}
		if page.Claim == "" {
			v.Drawing = picture(example(k.parents), k.name, nowhere)
		} else if err := s.shaped(r.Context(), page.Claim, k.shape, &v); err != nil {
			page.Problem = s.problem(err)
			break
		}
		page.Shapes = append(page.Shapes, v)
	}
	s.render(w, "shapes", page)
}

// shaped shows a claim's best chain of a shape.
func (s *Server) shaped(ctx context.Context, claim, shape string, v *shapeView) error {
	found, err := through(ctx, s.hops, func() (*bridgehop.Chains, error) {
		known, err := hop.ParseShape(shape)
		if err != nil {
			return nil, err
		}
		walk := s.Engine.Planner()
		p := &hop.Planner{Graph: walk.Graph, Text: walk.Text, Shape: known, Chains: 1}
		res, err := p.Plan(ctx, claim)
		if err != nil {
			return nil, err
		}
		return bridgehop.WithPages(ctx, p, res)
	})
	if err != nil {
		return err
	}
	v.Line, v.Command = "No chain of this shape was found.", s.command("hop", "--shape", shape, claim)
	if len(found.Chains) > 0 && found.Chains[0].Shape() == shape {
		c := &found.Chains[0]
		v.Drawing, v.Line = picture(draw.Chain(c), v.Name, pageURL), "Score "+share(c.Score)
	}
	return nil
}

// example draws a shape without a claim.
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
