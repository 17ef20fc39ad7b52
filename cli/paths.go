package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"

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
	ends, err := findPages(c.Context, s, c.Args().Slice())
	if err != nil {
		return err
	}
	found, err := shortest(c.Context, s, ends[0], ends[1], c.Int("max-hops"), c.Int("k"))
	if err != nil {
		return fmt.Errorf("paths from %s to %s: %w", c.Args().Get(0), c.Args().Get(1), err)
	}
	if len(found) == 0 {
		warn(c, "no path of at most %d links from %s to %s", c.Int("max-hops"), c.Args().Get(0), c.Args().Get(1))
	}
	out := &show{w: c.App.Writer}
	for _, r := range found {
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

// shortest are the k shortest paths from any page of a title to any of another, in the order of hop.Paths.
func shortest(ctx context.Context, s graph.Reader, from, to []graph.PageID, maxHops, k int) ([]pathRecord, error) {
	var found []hop.Path
	var ids []graph.PageID
	for _, a := range from {
		for _, b := range to {
			more, err := hop.Paths(ctx, s, a, b, maxHops, k)
			if err != nil {
				return nil, err
			}
			for _, p := range more {
				found, ids = append(found, p), append(ids, p.Pages...)
			}
		}
	}
	titles, err := readNames(ctx, s, ids)
	if err != nil {
		return nil, err
	}
	var out []pathRecord
	for _, p := range found {
		out = append(out, newPathRecord(titles, p))
	}
	slices.SortStableFunc(out, func(a, b pathRecord) int {
		return cmp.Or(cmp.Compare(a.Hops, b.Hops), slices.Compare(a.Pages, b.Pages))
	})
	return out[:min(k, len(out))], nil
}

func newPathRecord(n names, p hop.Path) pathRecord {
	r := pathRecord{Hops: len(p.Links), Links: []linkRecord{}}
	for _, id := range p.Pages {
		r.Pages = append(r.Pages, n[id])
	}
	for _, l := range p.Links {
		r.Links = append(r.Links, newLinkRecord(n, l, hop.EdgeOut))
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
