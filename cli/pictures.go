package cli

import (
	"io"
	"slices"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/cli/serve"
)

// pictures are the flags that draw the best chain of a claim.
type pictures struct {
	DOT, SVG, HTML string
	Cypher         bool
}

// asked reports whether anything is to be drawn.
func (p *pictures) asked() bool { return p.DOT != "" || p.SVG != "" || p.HTML != "" || p.Cypher }

// check refuses pictures of many claims, and two things on standard output.
func (p *pictures) check(c *console.Console, manyClaims bool) error {
	set := c.AnySet("dot", "svg", "html", "cypher")
	if set != "" && manyClaims {
		return console.Usagef("--%s is for one CLAIM, not for --claims", set)
	}
	printed := slices.DeleteFunc([]bool{p.DOT == "-", p.SVG == "-", p.HTML == "-", p.Cypher, c.JSON},
		func(here bool) bool { return !here })
	if len(printed) > 1 {
		return console.Usagef("only one of --json, --cypher and a picture can go to standard output")
	}
	return nil
}

// write draws what the flags ask for of a chain, and tells whether it went to standard output. Without a chain, only
// the page is written.
func (p *pictures) write(c *console.Console, s *serve.Saved, best *bridgehop.Chain) (printed bool, err error) {
	g, draws := &draw.Graph{}, map[string]func(io.Writer) error{p.HTML: s.Write}
	if best != nil {
		g = draw.Chain(best)
		draws[p.DOT] = g.DOT
		draws[p.SVG] = func(w io.Writer) error { return g.SVG(w, s.Claim, true, nil) }
	} else if set := c.AnySet("dot", "svg", "cypher"); set != "" {
		c.Warn("no chain was found, so --%s draws nothing", set)
	}
	for _, name := range []string{p.DOT, p.SVG, p.HTML} {
		if do := draws[name]; name != "" && do != nil && err == nil {
			err = c.WriteFile(name, do)
		}
	}
	if q := g.Cypher(); err == nil && p.Cypher && q != "" {
		_, err = io.WriteString(c.Out, q+"\n")
	}
	return p.Cypher || p.DOT == "-" || p.SVG == "-" || p.HTML == "-", err
}
