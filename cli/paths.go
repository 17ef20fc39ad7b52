package cli

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

func pathsCommand() *urfave.Command {
	return &urfave.Command{
		Name:      "paths",
		Usage:     "the shortest link paths from one page to another",
		ArgsUsage: "FROM TO",
		Description: examples("Follows hyperlinks from the page they stand on to the page they name. Paths visit no page twice; shorter\nones come first, then those whose titles come first in the alphabet. Prints nothing when there is none.",
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
	ends, err := findPages(c.Context, s, c.Args().Slice())
	if err != nil {
		return err
	}
	found, err := hop.Paths(c.Context, s, ends[0], ends[1], c.Int("max-hops"), c.Int("k"))
	if err != nil {
		return fmt.Errorf("paths from %s to %s: %w", c.Args().Get(0), c.Args().Get(1), err)
	}
	if len(found) == 0 {
		warn(c, "no path of at most %d links from %s to %s", c.Int("max-hops"), c.Args().Get(0), c.Args().Get(1))
	}
	out := &show{w: c.App.Writer}
	for _, p := range found {
		r, err := newPathRecord(c.Context, s, p)
		if err != nil {
			return err
		}
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

func newPathRecord(ctx context.Context, s graph.Reader, p hop.Path) (pathRecord, error) {
	names, err := readNames(ctx, s, p.Pages)
	if err != nil {
		return pathRecord{}, err
	}
	r := pathRecord{Hops: len(p.Links), Links: []linkRecord{}}
	for _, id := range p.Pages {
		r.Pages = append(r.Pages, names[id])
	}
	for _, l := range p.Links {
		r.Links = append(r.Links, newLinkRecord(names, l, hop.EdgeOut))
	}
	return r, nil
}

// String is the path on one line: A -[anchor]-> B -[anchor]-> C.
func (r pathRecord) String() string {
	s := r.Pages[0]
	for i, l := range r.Links {
		s += " -[" + l.Anchor + "]-> " + r.Pages[i+1]
	}
	return s
}
