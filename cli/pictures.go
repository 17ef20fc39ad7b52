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
	dot, svg, html string
	cypher         bool
}

// Flags returns the flags of hop's pictures; verify has no --cypher.
func (p *pictures) Flags() console.Flags {
	return console.Flags{"dot": &p.dot, "svg": &p.svg, "html": &p.html, "cypher": &p.cypher}
}

// asked reports whether anything is to be drawn.
func (p *pictures) asked() bool { return p.dot != "" || p.svg != "" || p.html != "" || p.cypher }

// check refuses pictures of many claims, and two things on standard output.
func (p *pictures) check(c *console.Console, manyClaims bool) error {
	set := c.AnySet("dot", "svg", "html", "cypher")
	if set != "" && manyClaims {
		return console.Usagef("--%s is for one CLAIM, not for --claims", set)
	}
	printed := slices.DeleteFunc([]bool{p.dot == "-", p.svg == "-", p.html == "-", p.cypher, c.JSON},
		func(here bool) bool { return !here })
	if len(printed) > 1 {
		return console.Usagef("only one of --json, --cypher and a picture can go to standard output")
	}
	return nil
}

// write draws what the flags ask for of a chain, and tells whether it went to standard output. Without a chain, only
// the page is written.
func (p *pictures) write(c *console.Console, s *serve.Saved, best *bridgehop.Chain) (printed bool, err error) {
	g, draws := &draw.Graph{}, map[string]func(io.Writer) error{p.html: s.Write}
	if best != nil {
		g = draw.Chain(best)
		draws[p.dot] = g.DOT
		draws[p.svg] = func(w io.Writer) error { return g.SVG(w, s.Claim, true, nil) }
	} else if set := c.AnySet("dot", "svg", "cypher"); set != "" {
		c.Warn("no chain was found, so --%s draws nothing", set)
	}
	for _, name := range []string{p.dot, p.svg, p.html} {
		if do := draws[name]; name != "" && do != nil && err == nil {
			err = c.WriteFile(name, do)
		}
	}
	if q := g.Cypher(); err == nil && p.cypher && q != "" {
		_, err = io.WriteString(c.Out, q+"\n")
	}
	return p.cypher || p.dot == "-" || p.svg == "-" || p.html == "-", err
}
