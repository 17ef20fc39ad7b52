package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/loader"
)

// loadOptions are the flags of load, and the state of its run.
type loadOptions struct {
	Store                console.Store
	Format, Map          string
	Redirects, OnlyPages string
	Limit                int64
	InferLinks           bool
	Sync, Keep           bool

	*console.Console
	sources []loader.Source
	titles  map[string]bool // of the pages to load, nil for all
	report  loader.Report
	broke   error // of sources that could not be read to their end, though the rest is loaded
}

// Run loads the files, or resumes an interrupted load.
func (o *loadOptions) Run(ctx context.Context, c *console.Console) (err error) {
	o.Console = c
	if o.sources, err = o.open(); err == nil && o.OnlyPages != "" {
		o.titles, err = readTitles(o.OnlyPages)
	}
	if err != nil {
		return err
	}
	return o.Store.Write(ctx, len(o.sources) > 0, func(store graph.Store) error {
		start := time.Now()
		before, err := store.Identity(ctx)
		if err != nil {
			return err
		}
		if err := o.fill(ctx, store); err != nil {
			return o.hint(errors.Join(err, o.broke))
		}
		r, err := o.record(ctx, store, before)
		if err != nil {
			return err
		}
		r.Seconds = console.Round3(time.Since(start).Seconds())
		return cmp.Or(o.Print(r, func(out *console.Text) { r.print(out, o.Quiet) }), o.rejected())
	})
}

// open checks the flags, and opens the sources.
func (o *loadOptions) open() ([]loader.Source, error) {
	input := loader.Input{Format: o.Format, Redirects: o.Redirects}
	switch {
	case !slices.Contains(loader.Formats(), input.Format):
		return nil, console.Usagef("--format %s: want one of %s", o.Format, strings.Join(loader.Formats(), ", "))
	case o.Limit < 0:
		return nil, console.Usagef("--limit %d: want 1 or more", o.Limit)
	case len(o.Args) == 0 && o.Redirects == "" && !o.InferLinks:
		return nil, console.Usagef("load: PATH is missing; `bridgehop index` rebuilds the text index")
	case o.Store.Via != "" && !neo4j.IsAddress(o.Store.Path()):
		return nil, console.Usagef("--via is for a database, and --store %s is a folder", o.Store.Path())
	}
	if o.Map != "" {
		if err := input.Fields.Parse(o.Map); err != nil {
			return nil, console.Usagef("--map %s: %v", o.Map, err)
		}
		if o.IsSet("format") {
			return nil, console.Usagef("--map is for JSON and tables of your own, and --format for known forms: use " +
				"one of them")
		}
	}
	sources, err := loader.Open(o.Args, input)
	return sources, o.hint(err)
}

// rejected says what of the input is not in the store.
func (o *loadOptions) rejected() error {
	switch {
	case errors.Is(o.broke, loader.ErrFormat): // standard input is looked at only now
		return o.hint(o.broke)
	case o.broke != nil:
		return console.WithCode(o.broke, console.ExitRejects, "the records before the damage are in the store, but "+
			"nothing of a file compressed with gzip, xz or zstd; fetch the file again and run the same command")
	case o.report.Rejects > 0:
		return console.WithCode(fmt.Errorf("load: %s %s refused", console.Count(o.report.Rejects, "record"),
			console.Agree(o.report.Rejects, "was", "were")), console.ExitRejects, "")
	}
	return nil
}

// fill loads the sources, builds the text index and, with --infer-links, infers links.
func (o *loadOptions) fill(ctx context.Context, store graph.Store) (err error) {
	bar := o.Progress("load", "B")
	warn := func(r *loader.Reject) { o.Warn("%v", r) }
	options := loader.Options{Keep: o.Keep, Limit: o.Limit, Only: o.titles, Reject: warn, Warn: warn,
		Progress: func(done, total int64) { bar.At(done, total) }}
	if s, ok := store.(interface {
		OnPush(func(part string, done, total int64))
	}); ok {
		part := ""
		s.OnPush(func(next string, done, total int64) {
			if next != part {
				bar.End()
				part, bar = next, o.Progress(next, "pages")
			}
			bar.At(done, total)
		})
	}
	o.report, o.broke = loader.Load(ctx, store, o.sources, options)
	bar.End()
	if !o.report.Finished {
		err, o.broke = o.broke, nil
		return err
	}
	if err = o.removeGone(ctx, store); err == nil {
		err = index(ctx, o.Console, store, o.Store.Path(), "text", len(o.sources) == 0)
	}
	if err == nil && o.InferLinks {
		err = o.inferLinks(ctx, store, options)
	}
	return err
}

// gone returns the titles of the pages whose files are gone.
func (o *loadOptions) gone() (titles []string) {
	for _, g := range o.report.Gone {
		titles = append(titles, g.Title)
	}
	return titles
}

// removeGone removes the pages whose files are gone, or names them without --sync.
func (o *loadOptions) removeGone(ctx context.Context, store graph.Store) error {
	gone := o.report.Gone
	if len(gone) > 0 && o.Sync {
		redirects, err := redirectsTo(ctx, store, o.gone())
		if err == nil {
			err = o.report.RemoveGone(ctx, store, redirects)
		}
		if err == nil {
			err = store.Finish(ctx)
		}
		return err
	}
	for _, g := range gone[:min(len(gone), mostNamed)] {
		o.Warn("%s is gone, and its page %q is still in the store; --sync removes it", g.File, g.Title)
	}
	if n := len(gone) - mostNamed; n > 0 {
		o.Warn("so are %s; --json names them", console.Count(n, "other"))
	}
	return nil
}

// inferLinks links pages to the pages they mention, by the names the text index knows, and marks the index, which
// doesn't depend on links, as up to date.
func (o *loadOptions) inferLinks(ctx context.Context, store graph.Store, options loader.Options) error {
	before, err := store.Identity(ctx)
	if err != nil {
		return err
	}
	dir, err := stores.Dir(ctx, store, o.Store.Path(), "text")
	if err != nil {
		return err
	}
	names, err := text.Open(dir)
	if err != nil {
		return err
	}
	bar := o.Progress("infer links", "pages")
	options.Progress = bar.At
	report, err := loader.InferLinks(ctx, store, names, options)
	bar.End()
	o.report.Links = report.Links
	err = errors.Join(err, names.Err(), names.Close())
	return errors.Join(err, text.Adopt(context.WithoutCancel(ctx), dir, store, before)) // also after an interrupt
}

// hint names the next step after an error that ended the load, and the pages that --keep would not replace.
func (o *loadOptions) hint(err error) error {
	switch files := replacedFiles(o.report.From); {
	case errors.Is(err, loader.ErrKeep) && len(files) > 0:
		var of []string
		for _, f := range files {
			of = append(of, f.String())
		}
		return console.WithHint(fmt.Errorf("load --keep: %w: %s; nothing was stored", err, strings.Join(of, ", ")),
			"load without --keep to replace them, or name another store with --store")
	case errors.Is(err, loader.ErrFormat):
		return console.WithHint(err, "use --format to name the format of files whose content doesn't show it, or for "+
			"JSON and tables (CSV) of your own --map title=FIELD,text=FIELD,links=FIELD")
	}
	return err
}

// readTitles reads a file of titles, one a line, under their normal form.
func readTitles(file string) (map[string]bool, error) {
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

// loadRecord is the last line of load --json.
type loadRecord struct {
	Store string `json:"store"`
	graph.Stats
	Added    int64 `json:"added"`
	Replaced int64 `json:"replaced"`
	// From are the replaced pages of other files than those that were loaded.
	From []replacedFile `json:"replaced_from,omitempty"`
	// Citations is by how many the recorded citations grew whose text is no longer that of what they cite.
	Citations  int64 `json:"citations_changed,omitempty"`
	Duplicates int64 `json:"duplicates"`
	Inferred   int64 `json:"inferred"`
	Rejects    int64 `json:"rejects"`
	// Same are the pages whose title an earlier page of another text has, and SameAt the first of them.
	Same   int64              `json:"equal_titles"`
	SameAt []loader.SameTitle `json:"equal_titles_at,omitempty"`
	// Gone are the pages whose files are no longer in their folder; with --sync they were removed.
	Gone []string `json:"gone,omitempty"`
	// Dropped are the templates of MediaWiki dumps that have no text, by name.
	Dropped map[string]int `json:"dropped_templates,omitempty"`
	// Unclosed is the markup of MediaWiki dumps that is not closed, by its opening mark: it hides the rest of its
	// paragraph.
	Unclosed map[string]int `json:"unclosed_markup,omitempty"`
	// Circles are the redirects that lead to one another and so to no page, if the load changed the store.
	Circles [][]string `json:"redirect_circles,omitempty"`
	Seconds float64    `json:"seconds"`
}

// replacedFile is a file of which pages were replaced, or the files of one load; File is empty if the store doesn't
// know it.
type replacedFile struct {
	File  string `json:"file"`
	Pages int    `json:"pages"`
}

func replacedFiles(from map[string]int) (out []replacedFile) {
	for _, file := range slices.Sorted(maps.Keys(from)) {
		out = append(out, replacedFile{file, from[file]})
	}
	return out
}

func (f replacedFile) String() string {
	return fmt.Sprintf("%s of %s", console.Count(f.Pages, "page"), cmp.Or(f.File, "an earlier load"))
}

// record returns the record of a load into a store of this identity before it.
func (o *loadOptions) record(ctx context.Context, store graph.Store, before string) (*loadRecord, error) {
	stats, err := store.Stats(ctx)
	if err != nil {
		return nil, err
	}
	if stats.Links+stats.LinksUnresolved == 0 && stats.Pages > 1 {
		o.Warn("no page links to another, so there are no chains of pages; --infer-links links pages to the titles " +
			"that they mention")
	}
	p := &o.report
	r := &loadRecord{Store: o.Store.Path(), Stats: stats, Same: p.Same, SameAt: p.SameAt, Gone: o.gone(),
		Added: p.Added, Replaced: p.Replaced, From: replacedFiles(p.From), Duplicates: p.Duplicates, Inferred: p.Links,
		Rejects: p.Rejects, Dropped: p.Dropped, Unclosed: p.Unclosed}
	if s, ok := store.(interface{ ChangedCitations() int64 }); ok {
		r.Citations = max(s.ChangedCitations(), 0)
	}
	after, err := store.Identity(ctx)
	if err == nil && after != before {
		r.Circles, err = graph.Circles(ctx, store)
	}
	return r, err
}

// mostNamed is the largest number of things of a kind that are printed for people.
const mostNamed = 10

func (r *loadRecord) print(out *console.Text, quiet bool) {
	printCounts(out, r.Stats)
	if r.Duplicates > 0 {
		out.Printf("%-16s %10d\n", "duplicates", r.Duplicates)
	}
	out.Printf("%-16s %10d\n%-16s %10.3f\n", "rejects", r.Rejects, "seconds", r.Seconds)
	for _, f := range r.From {
		out.Printf("replaced: %s\n", f)
	}
	if r.Citations > 0 {
		out.Printf("recorded citations whose text is no longer that of their page: %d\n", r.Citations)
	}
	if r.Same > 0 {
		out.Printf("pages with the title of another page: %d\n", r.Same)
		for _, s := range r.SameAt[:min(len(r.SameAt), mostNamed)] {
			out.Printf("  %v\n", &loader.Reject{File: s.File, Line: s.Line, Err: errors.New(s.Title)})
		}
	}
	if len(r.Gone) > 0 && !quiet {
		out.Printf("pages whose files are gone: %d\n", len(r.Gone))
	}
	if n := len(r.Circles); n > 0 {
		out.Printf("circles of redirects, which lead to no page: %d\n", n)
		for _, way := range r.Circles[:min(n, mostNamed)] {
			if n := len(way) - mostNamed; n > 0 {
				way = append(slices.Clone(way[:mostNamed]), fmt.Sprintf("%d others", n))
			}
			out.Printf("  %s -> %s\n", strings.Join(way, " -> "), way[0])
		}
	}
	printTally(out, "markup that is not closed, which hides the rest of its paragraph", r.Unclosed)
	printTally(out, "templates without text", r.Dropped)
	if quiet || r.Pages == 0 {
		return
	}
	if r.LinksUnresolved > 0 {
		out.Printf("links to pages that are not here: `bridgehop info --unresolved --store %s` names them\n", r.Store)
	}
	out.Printf("stored in %s; next: bridgehop verify --store %[1]s 'A claim about these pages.'\n", r.Store)
}

// printTally prints counts by name in a line, the highest ones first.
func printTally(out *console.Text, what string, counts map[string]int) {
	if len(counts) == 0 {
		return
	}
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	var line []string
	for _, name := range names[:min(len(names), mostNamed)] {
		line = append(line, fmt.Sprintf("%s %d", name, counts[name]))
	}
	if n := len(names) - mostNamed; n > 0 {
		line = append(line, fmt.Sprintf("and %s (--json names them)", console.Count(n, "other")))
	}
	out.Printf("%s: %s\n", what, strings.Join(line, ", "))
}
