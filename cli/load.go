package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/internal/stores"
	"github.com/bridgehop/bridgehop/loader"
)

func loadCommand() *urfave.Command {
	return &urfave.Command{
		Name:      "load",
		Usage:     "build the store from corpus files, or go on with an interrupted load",
		ArgsUsage: "PATH…",
		Description: examples("PATH is a file (plain, .gz, .bz2, .xz, .zst), a folder, a pattern, a pipe, or - for standard input. Records that can't\nbe read are counted and told with file and line, and the exit code is 3. So it is when a\nfile breaks off: what came before the break is stored. An interrupted load goes on where it stopped when the same\ncommand is run again. Loaded again, files that have changed replace what they gave before, page by page, and other\npages stay. Without PATH the text index is made anew from the store.",
			"bridgehop load --store wiki.bridgehop --format passages evidence_pool.jsonl",
			"bridgehop load --infer-links hotpot_context_corpus.jsonl.bz2",
			"bridgehop load --strict --redirects redirects.tsv pages/"),
		Flags: storeFlags(
			&urfave.StringFlag{Name: "format", Value: "auto", Usage: "`FORMAT` of the files: " + formatNames()},
			&urfave.StringFlag{Name: "redirects", Usage: "`FILE` of lines alias TAB title"},
			&urfave.Int64Flag{Name: "limit", Usage: "take the first `N` records in all; without it the same command goes on"},
			&urfave.StringFlag{Name: "only-pages", Usage: "`FILE` of titles, one a line: load these pages alone"},
			&urfave.BoolFlag{Name: "strict", Usage: "stop at the first record that can't be read, with exit code 3"},
			&urfave.BoolFlag{Name: "infer-links", Usage: "link pages to the pages whose titles they mention, for corpora without hyperlinks"}),
		Action: load,
	}
}

// loadRecord is what load --json ends with.
type loadRecord struct {
	graph.Stats
	Added      int64   `json:"added"`
	Replaced   int64   `json:"replaced"`
	Duplicates int64   `json:"duplicates"`
	Inferred   int64   `json:"inferred"`
	Rejects    int64   `json:"rejects"`
	Seconds    float64 `json:"seconds"`
}

func load(c *urfave.Context) (err error) {
	format := loader.Format(c.String("format"))
	if !knownFormat(format) {
		return usagef("--format %s: want one of %s", format, formatNames())
	}
	if c.Int64("limit") < 0 {
		return usagef("--limit %d: want 1 or more", c.Int64("limit"))
	}
	if err := stores.Check(storePath(c)); err != nil {
		return usage(err)
	}
	sources, err := loader.Open(c.Args().Slice(), loader.Input{Format: format, Redirects: c.String("redirects")})
	if err != nil {
		return loadHint(err)
	}
	only, err := readTitles(c.String("only-pages"))
	if err != nil {
		return err
	}
	store, err := openWriter(c, len(sources) == 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	start := time.Now()
	report, broke, err := fill(c, store, sources, only)
	if err != nil {
		return loadHint(errors.Join(err, broke))
	}
	stats, err := store.Stats(c.Context)
	if err != nil {
		return err
	}
	r := loadRecord{Stats: stats, Added: report.Added, Replaced: report.Replaced, Duplicates: report.Duplicates,
		Inferred: report.Links, Rejects: report.Rejects, Seconds: round3(time.Since(start).Seconds())}
	if err := printLoad(c, r); err != nil {
		return err
	}
	if errors.Is(broke, loader.ErrFormat) { // standard input is looked at only now
		return loadHint(broke)
	}
	if broke != nil {
		return withCode(broke, exitRejects, "what came before the break is in the store; load the whole file when you have it")
	}
	if r.Rejects > 0 {
		return withCode(fmt.Errorf("load: %d records were refused", r.Rejects), exitRejects, "")
	}
	return nil
}

func knownFormat(f loader.Format) bool { return slices.Contains(loader.Formats(), f) }

func formatNames() string {
	var names []string
	for _, f := range loader.Formats() {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

// fill loads the sources, infers links if asked to, and makes the text index; only holds the titles of the pages to
// load, nil for all. Broke is the error of sources that could not be read to their end, though the rest is loaded.
func fill(c *urfave.Context, store graph.Store, sources []loader.Source, only map[string]bool) (report loader.Report, broke, err error) {
	bar := newProgress(c, "load", "B")
	options := loader.Options{
		Strict: c.Bool("strict"),
		Limit:  c.Int64("limit"),
		Only:   only,
		Reject: func(r *loader.Reject) { warn(c, "%v", r) },
		Progress: func(p loader.Progress) {
			bar.pages(p.Pages, p.Rejects)
			bar.at(p.Bytes, p.Total)
		},
	}
	report, broke = loader.Load(c.Context, store, sources, options)
	bar.end()
	if !report.Finished || errors.Is(broke, loader.ErrStrict) {
		return report, nil, broke
	}
	if err := index(c, store, len(sources) == 0); err != nil {
		return report, broke, err
	}
	if !c.Bool("infer-links") {
		return report, broke, nil
	}
	before, err := store.Identity(c.Context)
	if err != nil {
		return report, broke, err
	}
	report.Links, err = infer(c, store, options)
	return report, broke, errors.Join(err, adopt(c, store, before, err == nil))
}

// adopt brings the text index, which was that of the store before links were inferred, up to date: it has nothing of inferred
// links. On a server others may have written meanwhile, so there it is made anew, if links were inferred to the end.
func adopt(c *urfave.Context, store graph.Store, before string, ended bool) error {
	if neo4j.IsAddress(storePath(c)) {
		if !ended {
			return nil
		}
		return index(c, store, false)
	}
	ctx := context.WithoutCancel(c.Context) // also of a run that was interrupted
	dir, err := stores.TextDir(ctx, store, storePath(c))
	if err != nil {
		return err
	}
	return text.Adopt(ctx, dir, store, before)
}

// infer links pages to the pages they mention, by the names the text index knows.
func infer(c *urfave.Context, store graph.Store, options loader.Options) (int64, error) {
	dir, err := stores.TextDir(c.Context, store, storePath(c))
	if err != nil {
		return 0, err
	}
	names, err := text.Open(dir)
	if err != nil {
		return 0, err
	}
	bar := newProgress(c, "infer links", "pages")
	options.Progress = func(p loader.Progress) { bar.at(p.Bytes, p.Total) }
	options.Inferred = dir + ".inferred"
	report, err := loader.InferLinks(c.Context, store, names, options)
	bar.end()
	return report.Links, errors.Join(err, names.Close())
}

// index makes the text index: when the store has changed since it was made or it can't be opened, and anew in any case.
func index(c *urfave.Context, store graph.Store, anew bool) error {
	dir, err := stores.TextDir(c.Context, store, storePath(c))
	if err != nil {
		return err
	}
	bar := newProgress(c, "index", "pages")
	defer bar.end()
	err = text.Build(c.Context, dir, store, text.Options{
		Force:    anew,
		Progress: func(done, total int64) { bar.at(done, total) },
	})
	if err != nil {
		return withHint(fmt.Errorf("text index: %w", err), "the pages are in the store; `bridgehop index --store "+storePath(c)+"` makes the index")
	}
	return nil
}

// loadHint names the next step after an error that ended the load.
func loadHint(err error) error {
	var reject *loader.Reject
	switch {
	case errors.Is(err, loader.ErrStrict) && errors.As(err, &reject):
		return withCode(err, exitRejects, "mend the record, or leave --strict out to pass over such records")
	case errors.Is(err, loader.ErrFormat):
		return withHint(err, "--format names the format of files that can't be told by their content")
	case errors.Is(err, syscall.ENOSPC):
		return withHint(err, "free some space and run the same command again: it goes on after what is stored")
	}
	return err
}

func printLoad(c *urfave.Context, r loadRecord) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, r)
	}
	out := &show{w: c.App.Writer}
	for _, n := range countsOf(r.Stats) {
		out.f("%-16s %10d\n", n.name, n.count)
	}
	out.f("%-16s %10d\n%-16s %10.3f\n", "rejects", r.Rejects, "seconds", r.Seconds)
	return out.err
}
