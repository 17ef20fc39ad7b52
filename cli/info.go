package cli

import (
	"maps"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
)

func infoCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "info",
		Usage: "what is in the store",
		Description: examples("Counts what the store holds. The digest is a SHA-256 over pages, elements and links in key order:\nequal digests mean equal stores, on any backend. Files that were not loaded to their end are told.",
			"bridgehop info --store wiki.bridgehop",
			"bridgehop info --json",
			"bridgehop info --digest"),
		Flags: storeFlags(&urfave.BoolFlag{Name: "digest", Usage: "read the whole store and print its SHA-256 on the last line"}),
		Action: func(c *urfave.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			return withReader(c, func(s graph.Store) error { return info(c, s) })
		},
	}
}

// infoRecord is what info --json prints.
type infoRecord struct {
	Store string `json:"store"`
	graph.Stats
	Digest string `json:"digest,omitempty"`
}

func info(c *urfave.Context, s graph.Store) error {
	if err := warnOfMarks(c, s); err != nil {
		return err
	}
	stats, err := s.Stats(c.Context)
	if err != nil {
		return err
	}
	r := infoRecord{Store: storePath(c), Stats: stats}
	if c.Bool("digest") {
		if r.Digest, err = graph.Digest(c.Context, s); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, r)
	}
	out := &show{w: c.App.Writer}
	out.f("store             %s\n", r.Store)
	for _, n := range countsOf(stats) {
		out.f("%-16s %10d\n", n.name, n.count)
	}
	if r.Digest != "" {
		out.f("%s\n", r.Digest)
	}
	return out.err
}

// warnOfMarks tells of loads that were broken off: before the store was finished, or, when something else finished it since, or they
// ended early for another reason, by their marks.
func warnOfMarks(c *urfave.Context, s graph.Store) error {
	if u, ok := s.(interface{ Unfinished() bool }); ok && u.Unfinished() {
		warn(c, "a load was broken off, and what it put is not counted here; the same load again goes on")
		return nil
	}
	marks, err := s.Marks(c.Context)
	if err != nil {
		return err
	}
	maps.DeleteFunc(marks, func(_ string, m graph.Mark) bool { return m.Done })
	const most = 5
	for i, source := range slices.Sorted(maps.Keys(marks)) {
		switch m := marks[source]; {
		case i == most:
			warn(c, "and %d more were not read to their end", len(marks)-most)
			return nil
		case source == loader.InferSource:
			warn(c, "links were inferred for %d pages, and not to the end; load --infer-links goes on", m.Records)
		case source == "-":
			warn(c, "standard input was not read to its end: %d records of it were taken", m.Records)
		default:
			warn(c, "%s was not read to its end: %d records of it were taken; the same load again goes on", source, m.Records)
		}
	}
	return nil
}

type count struct {
	name  string
	count int64
}

func countsOf(s graph.Stats) []count {
	return []count{{"pages", s.Pages}, {"sentences", s.Sentences}, {"tables", s.Tables}, {"cells", s.Cells}, {"items", s.Items},
		{"links", s.Links}, {"links unresolved", s.LinksUnresolved}, {"redirects", s.Redirects}}
}
