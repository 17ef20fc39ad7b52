package cli

import (
	"context"
	"maps"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
)

func infoCommand() *urfave.Command {
	o := &infoOptions{}
	return console.Command("info", &urfave.Command{
		Flags: o.store.Flags(&urfave.BoolFlag{Name: "digest", Usage: "read the whole store and print its SHA-256 on the last line",
			Destination: &o.digest}),
		Action: console.WithoutArgs(o.run),
	})
}

// infoOptions are the flags of info.
type infoOptions struct {
	store  console.Store
	digest bool
}

// infoRecord is the output of info --json.
type infoRecord struct {
	Store string `json:"store"`
	graph.Stats
	Others map[string]int64 `json:"others,omitempty"`
	Digest string           `json:"digest,omitempty"`
}

// shared is a store in a database that may have other nodes with the same labels.
type shared interface {
	Others(ctx context.Context) (map[string]int64, error)
}

func (o *infoOptions) run(ctx context.Context, c *console.Console) error {
	return o.store.Read(ctx, func(s graph.Store) error {
		if err := warnOfMarks(ctx, c, s); err != nil {
			return err
		}
		stats, err := s.Stats(ctx)
		if err != nil {
			return err
		}
		r := infoRecord{Store: o.store.Path(), Stats: stats}
		if s, ok := s.(shared); ok {
			if r.Others, err = s.Others(ctx); err != nil {
				return err
			}
		}
		if o.digest {
			if r.Digest, err = graph.Digest(ctx, s); err != nil {
				return err
			}
		}
		return c.Print(r, func(out *console.Text) {
			out.Printf("store             %s\n", r.Store)
			printCounts(out, stats)
			for _, label := range slices.Sorted(maps.Keys(r.Others)) {
				out.Printf("not bridgehop's   %9d nodes labelled %s, left unchanged\n", r.Others[label], label)
			}
			if r.Digest != "" {
				out.Printf("%s\n", r.Digest)
			}
		})
	})
}

// warnOfMarks tells of loads that were broken off: before the store was finished, or, when something else finished it since, or they
// ended early for another reason, by their marks.
func warnOfMarks(ctx context.Context, c *console.Console, s graph.Store) error {
	if u, ok := s.(interface{ Unfinished() bool }); ok && u.Unfinished() {
		c.Warn("a load was interrupted, and its pages are not counted here; run the same load again to resume")
		return nil
	}
	marks, err := s.Marks(ctx)
	if err != nil {
		return err
	}
	maps.DeleteFunc(marks, func(_ string, m graph.Mark) bool { return m.Done })
	const most = 5
	for i, source := range slices.Sorted(maps.Keys(marks)) {
		switch m := marks[source]; {
		case i == most:
			c.Warn("%d more files were not read to their end", len(marks)-most)
			return nil
		case source == loader.InferSource:
			c.Warn("inferring links stopped after %s; run load --infer-links again to resume", console.Count(m.Records, "page"))
		case source == "-":
			c.Warn("standard input was not read to its end: %d of its records were loaded", m.Records)
		default:
			c.Warn("%s was not read to its end: %d of its records were loaded; run the same load again to resume", source, m.Records)
		}
	}
	return nil
}

func printCounts(out *console.Text, s graph.Stats) {
	for _, n := range []struct {
		name  string
		count int64
	}{{"pages", s.Pages}, {"sentences", s.Sentences}, {"tables", s.Tables}, {"cells", s.Cells}, {"items", s.Items},
		{"links", s.Links}, {"links unresolved", s.LinksUnresolved}, {"redirects", s.Redirects}} {
		out.Printf("%-16s %10d\n", n.name, n.count)
	}
}
