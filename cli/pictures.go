package cli

import (
	"io"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/cli/serve"
)

// pictures are the flags that draw the best chain of a claim.
type pictures struct {
	dot, svg, html string
}

func (p *pictures) htmlFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "html", Usage: "write graph, evidence and chains to `FILE`, a web page that needs no network",
		Destination: &p.html}
}

// drawFlags returns the flags that write files.
func (p *pictures) flags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "dot", Usage: "draw the best chain to `FILE`, in Graphviz's language; - writes it to standard output " +
			"instead of the chains", Destination: &p.dot},
		&urfave.StringFlag{Name: "svg",
			Usage: "draw the best chain to `FILE`, as SVG; - writes it to standard output instead of the chains", Destination: &p.svg},
		p.htmlFlag(),
	}
}

// asked reports whether anything is to be drawn.
func (p *pictures) asked() bool { return p.dot != "" || p.svg != "" || p.html != "" }

// check refuses pictures of many claims, and two things on standard output.
func (p *pictures) check(c *console.Console, manyClaims bool) error {
	set := c.AnySet("dot", "svg", "html")
	if set != "" && manyClaims {
		return console.Usagef("--%s is for one CLAIM, not for --claims", set)
	}
	printed := slices.DeleteFunc([]bool{p.dot == "-", p.svg == "-", p.html == "-", c.JSON}, func(here bool) bool { return !here })
	if len(printed) > 1 {
		return console.Usagef("only one of --json and a picture can go to standard output")
	}
	return nil
}

// write draws what the flags ask for of a chain, and tells whether it went to standard output. Without a chain, only the page is written.
func (p *pictures) write(c *console.Console, s *serve.Saved, best *bridgehop.Chain) (printed bool, err error) {
	g, draws := &draw.Graph{}, map[string]func(io.Writer) error{p.html: s.Write}
	if best != nil {
		g = draw.Chain(best)
		draws[p.dot] = g.DOT
		draws[p.svg] = func(w io.Writer) error { return g.SVG(w, s.Claim, true, nil) }
	} else if set := c.AnySet("dot", "svg"); set != "" {
		c.Warn("no chain was found, so --%s draws nothing", set)
	}
	for _, name := range []string{p.dot, p.svg, p.html} {
		if do := draws[name]; name != "" && do != nil && err == nil {
			err = c.WriteFile(name, do)
		}
	}
	return p.dot == "-" || p.svg == "-" || p.html == "-", err
}
