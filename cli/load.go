package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/loader"
)

// loadOptions are the flags of load.
type loadOptions struct {
	store           console.Store
	format, fields  string
	redirects, only string
	limit           int64
	infer           bool
	sync, keep      bool
}

func loadCommand() *urfave.Command {
	o := &loadOptions{format: "auto"}
	return console.Command("load", o.store.Flags(
		console.StringFlag(&o.format, "format", "`FORMAT` of the files: "+strings.Join(formatNames(), ", ")),
		console.StringFlag(&o.fields, "map",
			"read JSON, or a table with a header (CSV), whose fields these are: "+
				"`title=FIELD,text=FIELD,links=FIELD`; links are titles in a list, or with | or ; between them, and "+
				"may be left out"),
		console.StringFlag(&o.redirects, "redirects", "`FILE` of redirects, one a line: alias TAB title"),
		&urfave.Int64Flag{Name: "limit", Usage: "load only the first `N` records in all; the same command without it " +
			"loads the rest", Destination: &o.limit},
		console.StringFlag(&o.only, "only-pages", "load only the pages whose titles are in `FILE`, one a line"),
		console.StringFlag(&o.store.Via, "via",
			"for a database: the `FOLDER` of a store that is made first and then pushed into it (default: one in "+
				"the user's cache)"),
		console.BoolFlag(&o.infer, "infer-links",
			"link pages to the pages whose titles they mention, for corpora without hyperlinks"),
		console.BoolFlag(&o.sync, "sync",
			"remove the pages of an earlier load of a folder of notes or HTML pages whose files are gone"),
		console.BoolFlag(&o.keep, "keep",
			"refuse, before anything is stored, to replace pages of another file; reads the files twice"),
	), console.Action(o.run))
}

func (o *loadOptions) run(ctx context.Context, c *console.Console) error {
	format := loader.Format(o.format)
	if !slices.Contains(loader.Formats(), format) {
		return console.Usagef("--format %s: want one of %s", format, strings.Join(formatNames(), ", "))
	}
	if o.limit < 0 {
		return console.Usagef("--limit %d: want 1 or more", o.limit)
	}
	if len(c.Args) == 0 && o.redirects == "" && !o.infer {
		return console.Usagef("load: PATH is missing; `bridgehop index` rebuilds the text index")
	}
	if o.store.Via != "" && !neo4j.IsAddress(o.store.Path()) {
		return console.Usagef("--via is for a database, and --store %s is a folder", o.store.Path())
	}
	input := loader.Input{Format: format, Redirects: o.redirects}
	if o.fields != "" {
		if err := input.Fields.Parse(o.fields); err != nil {
			return console.Usagef("--map %s: %v", o.fields, err)
		}
		if c.IsSet("format") {
			return console.Usagef("--map is for JSON and tables of your own, and --format for known forms: use one " +
				"of them")
		}
	}
	sources, err := loader.Open(c.Args, input)
	if err != nil {
		return loadHint(err)
	}
	only, err := readTitles(o.only)
	if err != nil {
		return err
	}
	l := &load{Console: c, options: o, sources: sources, only: only}
	return o.store.Write(ctx, len(sources) > 0, func(store graph.Store) error {
		start := time.Now()
		before, err := store.Identity(ctx)
		if err != nil {
			return err
		}
		if err := l.fill(ctx, store); err != nil {
			return l.hint(errors.Join(err, l.broke))
		}
		stats, err := store.Stats(ctx)
		if err != nil {
			return err
		}
		if stats.Links+stats.LinksUnresolved == 0 && stats.Pages > 1 {
			c.Warn("no page links to another, so there are no chains of pages; --infer-links links pages to the " +
				"titles that they mention")
		}
		var circles [][]string
		after, err := store.Identity(ctx)
		if err == nil && after != before {
			circles, err = graph.Circles(ctx, store)
		}
		if err != nil {
			return err
		}
		r := loadRecord{Store: o.store.Path(), Stats: stats,
			Same: l.report.Same, SameAt: l.report.SameAt, Gone: l.gone(), Added: l.report.Added,
			Replaced: l.report.Replaced, From: replacedFiles(l.report.From), Duplicates: l.report.Duplicates,
			Inferred: l.report.Links, Rejects: l.report.Rejects, Dropped: l.report.Dropped, Unclosed: l.report.Unclosed,
			Circles: circles, Seconds: console.Round3(time.Since(start).Seconds())}
		if s, ok := store.(interface{ ChangedCitations() int64 }); ok {
			r.Citations = max(s.ChangedCitations(), 0)
		}
		err = c.Print(r, func(out *console.Text) { r.print(out, c.Quiet) })
		return cmp.Or(err, l.rejected())
	})
}

func formatNames() (names []string) {
	for _, f := range loader.Formats() {
		names = append(names, string(f))
	}
	return names
}

// load is the state of one run of load.
type load struct {
	*console.Console
	options *loadOptions
	sources []loader.Source
	only    map[string]bool // titles of the pages to load, nil for all

	report loader.Report
	broke  error // of sources that could not be read to their end, though the rest is loaded
}

// rejected says what of the input is not in the store.
func (l *load) rejected() error {
	switch {
	case errors.Is(l.broke, loader.ErrFormat): // standard input is looked at only now
		return loadHint(l.broke)
	case l.broke != nil:
		return console.WithCode(l.broke, console.ExitRejects, "the records before the damage are in the store, but "+
			"nothing of a file compressed with gzip, xz or zstd; fetch the file again and run the same command")
	case l.report.Rejects > 0:
		return console.WithCode(fmt.Errorf("load: %s %s refused", console.Count(l.report.Rejects, "record"),
			console.Agree(l.report.Rejects, "was", "were")), console.ExitRejects, "")
	}
	return nil
}

// fill loads the sources, builds the text index and, with --infer-links, infers links.
func (l *load) fill(ctx context.Context, store graph.Store) (err error) {
	bar := l.Progress("load", "B")
	options := loader.Options{
		Keep:   l.options.keep,
		Limit:  l.options.limit,
		Only:   l.only,
		Reject: func(r *loader.Reject) { l.Warn("%v", r) },
		Warn:   func(r *loader.Reject) { l.Warn("%v", r) },
		Progress: func(p loader.Progress) {
			bar.At(p.Bytes, p.Total)
		},
	}
	if s, ok := store.(interface {
		OnPush(func(part string, done, total int64))
	}); ok {
		part := ""
		s.OnPush(func(next string, done, total int64) {
			if next != part {
				bar.End()
				part, bar = next, l.Progress(next, "pages")
			}
			bar.At(done, total)
		})
	}
	l.report, l.broke = loader.Load(ctx, store, l.sources, options)
	bar.End()
	if !l.report.Finished {
		err, l.broke = l.broke, nil
		return err
	}
	if err := l.sync(ctx, store); err != nil {
		return err
	}
	err = index(ctx, l.Console, store, l.options.store.Path(), len(l.sources) == 0)
	if err != nil || !l.options.infer {
		return err
	}
	return l.infer(ctx, store, options)
}

// gone returns the titles of the pages whose files are gone.
func (l *load) gone() (titles []string) {
	for _, g := range l.report.Gone {
		titles = append(titles, g.Title)
	}
	return titles
}

// sync removes the pages whose files are gone, or names them without --sync.
func (l *load) sync(ctx context.Context, store graph.Store) error {
	const most = 10
	gone := l.report.Gone
	switch {
	case len(gone) == 0:
		return nil
	case !l.options.sync:
		for _, g := range gone[:min(len(gone), most)] {
			l.Warn("%s is gone, and its page %q is still in the store; --sync removes it", g.File, g.Title)
		}
		if n := len(gone) - most; n > 0 {
			l.Warn("so are %s; --json names them", console.Count(n, "other"))
		}
		return nil
	}
	aliases, _, err := aliasesOf(ctx, store, l.gone())
	if err == nil {
		err = loader.RemoveGone(ctx, store, gone, aliases)
	}
	if err == nil {
		err = store.Finish(ctx)
	}
	return err
}

// infer links pages to the pages they mention, by the names the text index knows, and marks the index, which doesn't
// depend on links, as up to date.
func (l *load) infer(ctx context.Context, store graph.Store, options loader.Options) error {
	before, err := store.Identity(ctx)
	if err != nil {
		return err
	}
	dir, err := stores.TextDir(ctx, store, l.options.store.Path())
	if err != nil {
		return err
	}
	names, err := text.Open(dir)
	if err != nil {
		return err
	}
	bar := l.Progress("infer links", "pages")
	options.Progress = func(p loader.Progress) { bar.At(p.Bytes, p.Total) }
	report, err := loader.InferLinks(ctx, store, names, options)
	bar.End()
	l.report.Links = report.Links
	err = errors.Join(err, names.Err(), names.Close())
	return errors.Join(err, text.Adopt(context.WithoutCancel(ctx), dir, store, before)) // also after an interrupt
}

// hint names the pages that --keep would not replace, and else does what loadHint does.
func (l *load) hint(err error) error {
	files := replacedFiles(l.report.From)
	if !errors.Is(err, loader.ErrKeep) || len(files) == 0 {
		return loadHint(err)
	}
	var of []string
	for _, f := range files {
		of = append(of, f.String())
	}
	return console.WithHint(fmt.Errorf("load --keep: %w: %s; nothing was stored", err, strings.Join(of, ", ")),
		"load without --keep to replace them, or name another store with --store")
}

// loadHint names the next step after an error that ended the load.
func loadHint(err error) error {
	switch {
	case errors.Is(err, loader.ErrFormat):
		return console.WithHint(err, "use --format to name the format of files whose content doesn't show it, or for "+
			"JSON and tables (CSV) of your own --map title=FIELD,text=FIELD,links=FIELD")
	case errors.Is(err, syscall.ENOSPC):
		return console.WithHint(err, "free some space and run the same command again to resume after the stored pages")
	}
	return err
}

// readTitles reads a file of titles, one a line, under their normal form; nil without a file.
func readTitles(file string) (map[string]bool, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("read titles: %w", err)
	}
	defer f.Close() //nolint:errcheck // nothing was written
	titles := map[string]bool{}
	lines := bufio.NewScanner(f)
	n := 1
	for ; lines.Scan(); n++ {
		if title := graph.FoldTitle(lines.Text()); title != "" {
			titles[title] = true
		}
	}
	if err := lines.Err(); err != nil {
		return nil, console.Usagef("--only-pages: %s:%d: no title: %w", file, n, err)
	}
	if len(titles) == 0 {
		return nil, console.Usagef("--only-pages %s: the file has no titles", file)
	}
	return titles, nil
}
