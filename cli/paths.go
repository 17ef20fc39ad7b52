package cli

import (
	"github.com/bridgehop/bridgehop"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

func pathsCommand() *urfave.Command {
	return &urfave.Command{
		Name:      "paths",
		Usage:     "the shortest link paths from one page to another",
		ArgsUsage: "FROM TO",
		Description: examples("Follows hyperlinks from the page they stand on to the page they name. Paths visit no page twice; shorter\nones come first, then those whose titles come first in the alphabet; of several pages that share a\ntitle, each may begin or end a path. Prints nothing when there is none.",
			"bridgehop paths 'Étienne Carvel' 'Skarn Point Light'",
			"bridgehop paths --max-hops 4 -k 20 Asteroid Viking",
			"bridgehop paths --json --store wiki.bridgehop Asteroid Viking"),
		Flags: storeFlags(
			&urfave.IntFlag{Name: "max-hops", Value: 3, Usage: "follow at most `N` links"},
			&urfave.IntFlag{Name: "k", Value: 5, Usage: "print at most `N` paths"}),
		Action: func(c *urfave.Context) error {
			if c.NArg() != 2 {
				return usagef("paths takes two titles, FROM and TO, got %d; quote a title of several words", c.NArg())
			}
			for _, flag := range []string{"max-hops", "k"} {
				if err := atLeast(c, flag, 1); err != nil {
					return err
				}
			}
			return withReader(c, func(s graph.Store) error { return paths(c, s) })
		},
	}
}

// pathRecord is a path in paths --json, one a line.
type pathRecord struct {
	Hops  int          `json:"hops"` // links, not pages
	Pages []string     `json:"pages"`
	Links []linkRecord `json:"links"`
}

func paths(c *urfave.Context, s graph.Store) error {
	from, to := c.Args().Get(0), c.Args().Get(1)
	found, err := bridgehop.Paths(c.Context, s, from, to, c.Int("max-hops"), c.Int("k"))
	if err != nil {
		return titleError(err)
	}
	if len(found) == 0 {
		warn(c, "no path of at most %d links from %s to %s", c.Int("max-hops"), from, to)
	}
	out := &show{w: c.App.Writer}
	for _, p := range found {
		r := newPathRecord(p)
		if c.Bool("json") {
			out.err = printJSON(c.App.Writer, r)
		} else {
			out.f("%s\n", r)
		}
		if out.err != nil {
			return out.err
		}
	}
	return nil
}

func newPathRecord(p bridgehop.Path) pathRecord {
	r := pathRecord{Hops: len(p.Links), Links: []linkRecord{}}
	titles := names{}
	for _, h := range p.Pages {
		r.Pages, titles[h.ID] = append(r.Pages, h.Title), h.Title
	}
	for _, l := range p.Links {
		r.Links = append(r.Links, newLinkRecord(titles, l, hop.EdgeOut))
	}
	return r
}

// String is the path on one line: A -[anchor]-> B -[anchor]-> C.
func (r pathRecord) String() string {
	s := r.Pages[0]
	for i, l := range r.Links {
		s += " -[" + l.Anchor + "]-> " + r.Pages[i+1]
	}
	return s
}
