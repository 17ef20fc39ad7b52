package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/check"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/loader"
)

// infoOptions are the flags of info.
type infoOptions struct {
	Store              console.Store
	Digest, Unresolved bool
}

// infoRecord is the output of info --json.
type infoRecord struct {
	Store string `json:"store"`
	graph.Stats
	Others     map[string]int64 `json:"others,omitempty"`
	Unresolved []unresolved     `json:"unresolved,omitempty"`
	Digest     string           `json:"digest,omitempty"`
}

// Run prints what the store holds.
func (o *infoOptions) Run(ctx context.Context, c *console.Console) error {
	return o.Store.Read(ctx, func(s graph.Store) error {
		r := infoRecord{Store: o.Store.Path()}
		err := warnOfMarks(ctx, c, s)
		if err == nil {
			r.Stats, err = s.Stats(ctx)
		}
		if s, ok := s.(*neo4j.Store); ok && err == nil { // the database may have other nodes with the same labels
			r.Others, err = s.Others(ctx)
		}
		if o.Digest && err == nil {
			r.Digest, err = graph.Digest(ctx, s)
		}
		if o.Unresolved && err == nil {
			r.Unresolved, err = unresolvedLinks(ctx, s)
		}
		if err != nil {
			return err
		}
		return c.Print(r, func(out *console.Text) {
			out.Printf("store             %s\n", r.Store)
			printCounts(out, r.Stats)
			for _, u := range r.Unresolved {
				out.Printf("no page %q: %s, as in %s\n", u.Title, console.Count(u.Links, "link"), u.From)
			}
			for _, label := range slices.Sorted(maps.Keys(r.Others)) {
				out.Printf("not bridgehop's   %9d nodes labelled %s, left unchanged\n", r.Others[label], label)
			}
			if r.Digest != "" {
				out.Printf("%s\n", r.Digest)
			}
		})
	})
}

// unresolved is a title that no page has, how many links lead to it, and the first page with one.
type unresolved struct {
	Title string `json:"title"`
	Links int    `json:"links"`
	From  string `json:"from"`
}

// unresolvedLinks returns the titles that links lead to and no page has, those with the most links first.
func unresolvedLinks(ctx context.Context, s graph.Store) ([]unresolved, error) {
	of := map[string]*unresolved{}
	for p, err := range s.All(ctx) {
		if err != nil {
			return nil, err
		}
		for _, e := range p.Elements() {
			for _, l := range e.Links {
				if of[l.Target] == nil {
					of[l.Target] = &unresolved{Title: l.Target, From: p.Title}
				}
				of[l.Target].Links++
			}
		}
	}
	var out []unresolved
	for part := range slices.Chunk(slices.Sorted(maps.Keys(of)), 1000) {
		found, err := s.Lookup(ctx, part)
		if err != nil {
			return nil, err
		}
		for i, title := range part {
			if len(found[i]) == 0 {
				out = append(out, *of[title])
			}
		}
	}
	slices.SortStableFunc(out, func(a, b unresolved) int { return b.Links - a.Links })
	return out, nil
}

// warnOfMarks tells of loads that were broken off: before the store was finished, or, when something else finished it
// since, or they ended early for another reason, by their marks.
func warnOfMarks(ctx context.Context, c *console.Console, s graph.Store) error {
	if u, ok := s.(interface{ Unfinished() bool }); ok && u.Unfinished() {
		c.Warn("a load was interrupted, and its pages are not counted here; run the same load again to resume")
		return nil
	}
	marks, err := s.Marks(ctx)
	if err != nil {
		return err
	}
	for _, source := range slices.Sorted(maps.Keys(marks)) {
		switch m := marks[source]; {
		case m.Done:
		case source == loader.InferSource:
			c.Warn("inferring links stopped after %s; run load --infer-links again to resume",
				console.Count(m.Records, "page"))
		default:
			c.Warn("%s was not read to its end: %d of its records were loaded; run the same load again to resume",
				source, m.Records)
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

// checkOptions are the flags of check.
type checkOptions struct {
	Store            console.Store
	ReadData, Repair bool
}

// checkRecord is the output of check --json.
type checkRecord struct {
	Store    string          `json:"store"`
	State    string          `json:"state"`
	ReadData bool            `json:"read_data"`
	Findings []check.Finding `json:"findings"`
	graph.Stats
	Digest string `json:"digest,omitempty"`
}

// Run looks for damage, and repairs it if asked to.
func (o *checkOptions) Run(ctx context.Context, c *console.Console) error {
	var bar *console.Progress
	var what string
	r := &check.Run{Data: o.ReadData || o.Repair, Repair: o.Repair, Progress: func(now string, done, total int64) {
		if now != what {
			bar.End()
			bar, what = c.Progress("check "+now, now), now
		}
		bar.At(done, total)
	}}
	err := stores.CheckAll(ctx, o.Store.Path(), r)
	bar.End()
	if err != nil {
		return o.Store.Error(err)
	}
	rec := checkRecord{Store: o.Store.Path(), State: "sound", ReadData: r.Data,
		Findings: append([]check.Finding{}, r.Findings...), Stats: r.Stats, Digest: r.Digest}
	switch {
	case !r.Sound():
		rec.State = "damaged"
	case len(r.Findings) > 0:
		rec.State = "repaired"
	}
	if err := c.Print(rec, rec.print); err != nil || r.Sound() {
		return err
	}
	return console.WithCode(errors.New("the store is damaged"), console.ExitStore, o.remedy())
}

func (r checkRecord) print(out *console.Text) {
	out.Printf("store             %s\n", r.Store)
	printCounts(out, r.Stats)
	if r.Digest != "" {
		out.Printf("digest            %s\n", r.Digest)
	}
	for _, f := range r.Findings {
		mark := "damaged"
		if f.Repaired {
			mark = "repaired"
		}
		out.Printf("%-9s %s: %s\n", mark, f.Part, f.What)
	}
	how := "files, sizes, versions and counts were compared; --read-data reads everything"
	if r.ReadData {
		how = "every byte was read and compared"
	}
	state := r.State
	if len(r.Findings) > 0 {
		state = "checked" // the findings say what is damaged and what was repaired
	}
	out.Printf("%-9s %s\n", state, how)
}

// remedy returns how to repair a damaged store.
func (o *checkOptions) remedy() string {
	switch {
	case o.Repair && neo4j.IsAddress(o.Store.Path()):
		return "`bridgehop neo4j drop --store " + o.Store.Path() + "` deletes it; then load the wiki again"
	case o.Repair:
		return "the store itself is damaged: load the wiki again into a new folder with `bridgehop load --store NEW " +
			"PATH`"
	}
	return "`bridgehop check --repair --store " + o.Store.Path() +
		"` repairs what can be repaired, and names what is lost"
}

// indexRecord is the output of index --json.
type indexRecord struct {
	Pages   int64   `json:"pages"`
	Seconds float64 `json:"seconds"`
}

// indexOptions are the flags of index.
type indexOptions struct {
	Store  console.Store
	Search bool
}

// Run makes an index anew.
func (o *indexOptions) Run(ctx context.Context, c *console.Console) error {
	return writeStore(ctx, &o.Store, func(s graph.Store) (err error) {
		begun := time.Now()
		name := "text"
		if o.Search {
			name = "search"
		}
		if err := index(ctx, c, s, o.Store.Path(), name, true); err != nil {
			return err
		}
		stats, err := s.Stats(ctx)
		if err != nil {
			return err
		}
		r := indexRecord{stats.Pages, console.Round3(time.Since(begun).Seconds())}
		return c.Print(r, func(*console.Text) {})
	})
}

// writeStore opens a store that is there, and can be read, for writing.
func writeStore(ctx context.Context, store *console.Store, f func(graph.Store) error) error {
	return store.Write(ctx, false, func(s graph.Store) error {
		if err := s.Readable(ctx); err != nil {
			return err
		}
		return f(s)
	})
}

// index builds an index of the store at a path, text or search, if it is stale or can't be opened; with anew it always
// builds it.
func index(ctx context.Context, c *console.Console, store graph.Store, path, name string, anew bool) error {
	dir, err := stores.Dir(ctx, store, path, name)
	if err != nil {
		return err
	}
	bar := c.Progress("index", "pages")
	defer bar.End()
	if name == "search" {
		err = search.Build(ctx, dir, store, bar.At)
	} else if err = text.Build(ctx, dir, store, text.Options{Force: anew, Progress: bar.At}); err != nil {
		err = console.WithHint(err, "`bridgehop check --store "+path+"` says whether all pages are there; `bridgehop "+
			"index --store "+path+"` makes the index")
	}
	if err != nil {
		return fmt.Errorf("%s index: %w", name, err)
	}
	return nil
}
