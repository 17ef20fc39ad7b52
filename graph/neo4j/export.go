package neo4j

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/ordered"
)

// Exported is the result of Export.
type Exported struct {
	// Command imports the files; it is run in their folder, while the database is not running.
	Command string
	// Script is the file with constraints and indexes, to be run after the server was started.
	Script string
	// Nodes and Links are how many rows there are.
	Nodes, Links int64
}

const scriptFile = "schema.cypher"

// exportPages is the number of pages read at a time.
const exportPages = 500

// Export writes a store as files for `neo4j-admin database import full` into dir: the graph that loading it over the network would
// make, without the marks of sources. Pages are ordered by id and followed by their elements, so the same store gives the same
// bytes. Only a hash of each missing title is kept in memory. Done is called with the number of pages so far; it may be nil.
func Export(ctx context.Context, r graph.Store, dir string, done func(pages, total int64)) (Exported, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Exported{}, fmt.Errorf("export: %w", err)
	}
	e := newExport(r, dir)
	err := e.all(ctx, done)
	for _, f := range e.files {
		err = errors.Join(err, f.close())
	}
	for _, f := range e.files { // which an interrupted export leaves as .part
		if err == nil {
			err = os.Rename(filepath.Join(dir, f.name+".part"), filepath.Join(dir, f.name))
		}
	}
	if err == nil {
		err = e.script()
	}
	if err != nil {
		return Exported{}, err
	}
	out := Exported{Command: e.command(), Script: filepath.Join(dir, scriptFile)}
	for _, f := range e.files {
		if f.link {
			out.Links += f.rows
		} else {
			out.Nodes += f.rows
		}
	}
	return out, nil
}

// export is the state of one Export.
type export struct {
	source
	dir   string
	files []*csvFile
	by    map[string]*csvFile // by fileOf
	seen  titleSet            // of Missing
}

// titleSet is a set of titles, of which it keeps hashes.
type titleSet map[[16]byte]bool

// add reports whether a title is new.
func (s titleSet) add(title string) bool {
	h := sha256.Sum256([]byte(title))
	k := [16]byte(h[:16])
	known := s[k]
	s[k] = true
	return !known
}

// fileOf returns the name of the file of a kind: neo4j-admin tells elements of all labels apart by their ids.
func fileOf(k kind) string {
	if k.name == "MENTIONS" {
		return k.name + "_" + k.to
	}
	return k.name
}

func newExport(r graph.Store, dir string) *export {
	e := &export{source: source{Store: r, hub: hubLinks}, dir: dir, by: map[string]*csvFile{}, seen: titleSet{}}
	add := func(key, kind string, link bool, columns ...csvColumn) {
		f := &csvFile{name: strings.ToLower(key) + ".csv", kind: kind, link: link, columns: columns}
		e.files, e.by[key] = append(e.files, f), f
	}
	node := func(label string, c columns) {
		all := c.csv(0)
		name, _, _ := strings.Cut(all[0].header, ":")
		all[0].header = name + ":ID(" + label + ")"
		add(label, label, false, all...)
	}
	link := func(key, kind, from, to string, c columns) {
		add(key, kind, true, append([]csvColumn{{0, ":START_ID(" + from + ")"}, {1, ":END_ID(" + to + ")"}}, c.csv(2)...)...)
	}
	node("Wiki", wikiColumns())
	node("Page", pageColumns)
	for _, k := range parts {
		add(k.label, k.label, false, append([]csvColumn{{1, "id:ID(Element)"}}, k.columns.csv(2)...)...)
	}
	e.by["Record"].columns[0].header = "id:ID(Record)"
	node("Redirect", redirectColumns)
	node("Missing", "title")
	for _, k := range parts {
		in, space := "Page", "Element"
		if k.in != in {
			in = space
		}
		if k.label == "Record" {
			space = k.label
		}
		link(has(k.label), has(k.label), in, space, "")
	}
	for _, k := range withinPage {
		if e.by[k.name] == nil {
			link(k.name, k.name, "Element", "Element", "")
		}
	}
	link("LINKS_TO", "LINKS_TO", "Page", "Page", linkColumns)
	link("MENTIONS_Page", "MENTIONS", "Element", "Page", mentionColumns)
	link("MENTIONS_Missing", "MENTIONS", "Element", "Missing", mentionColumns)
	link("REDIRECTS_TO", "REDIRECTS_TO", "Redirect", "Page", "")
	return e
}

func (e *export) all(ctx context.Context, done func(pages, total int64)) error {
	for _, f := range e.files {
		if err := f.open(e.dir); err != nil {
			return err
		}
	}
	stats, err := e.Stats(ctx)
	if err == nil {
		err = e.wiki(ctx, stats)
	}
	if err == nil {
		err = e.pages(ctx, stats.Pages, done)
	}
	if err == nil {
		err = e.redirects(ctx)
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// wikiColumns returns the columns of the Wiki node.
func wikiColumns() columns {
	all := "key format:long id identity readable:boolean pushing:boolean"
	for _, c := range counts {
		all += " " + c.property + ":long"
	}
	return columns(all)
}

// wiki writes the store's own node. Its id is made of the identity, so that a text index fits every database imported from the same
// store.
func (e *export) wiki(ctx context.Context, st graph.Stats) error {
	identity, err := e.Identity(ctx)
	if err != nil {
		return err
	}
	h := sha256.Sum256([]byte("bridgehop export " + identity))
	wiki := row{"bridgehop", formatVersion, hex.EncodeToString(h[:13]), identity, true, false}
	for _, c := range counts {
		wiki = append(wiki, *c.of(&st))
	}
	e.by["Wiki"].add(wiki)
	return nil
}

func (e *export) redirects(ctx context.Context) error {
	ends := func(some []graph.Redirect) ([]led, error) { return e.ends(ctx, some) }
	for known, err := range batches(e.Redirects(ctx), exportPages, ends) {
		if err != nil {
			return err
		}
		for _, r := range known {
			v := redirectRow(r.Redirect)
			e.by["Redirect"].add(v)
			for _, id := range r.ends {
				e.by["REDIRECTS_TO"].add(row{v[0], id})
			}
		}
	}
	return nil
}

// chunks yields the values of a sequence n at a time.
func chunks[T any](seq iter.Seq2[T, error], n int) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		var some []T
		for v, err := range seq {
			if err != nil {
				yield(nil, err)
				return
			}
			if some = append(some, v); len(some) == n {
				if !yield(some, nil) {
					return
				}
				some = nil
			}
		}
		if len(some) > 0 {
			yield(some, nil)
		}
	}
}

// batches yields what of makes of the values of a sequence, n at a time.
func batches[T, R any](seq iter.Seq2[T, error], n int, of func([]T) ([]R, error)) iter.Seq2[[]R, error] {
	return func(yield func([]R, error) bool) {
		for some, err := range chunks(seq, n) {
			var made []R
			if err == nil {
				made, err = of(some)
			}
			if !yield(made, err) {
				return
			}
		}
	}
}

// script writes the constraints and indexes.
func (e *export) script() error {
	text := "// run after the import, when the database is started: cypher-shell -f " + scriptFile + "\n"
	for _, i := range indexes {
		text += i.statement() + ";\n"
	}
	if err := os.WriteFile(filepath.Join(e.dir, scriptFile), []byte(text), 0o644); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// command returns the command that imports the files. It overwrites no database: that is the user's to say. The database comes before the
// lists of files, which would include it.
func (e *export) command() string {
	lines := slices.ContainsFunc(e.files, func(f *csvFile) bool { return f.lines })
	text := "neo4j-admin database import full neo4j --id-type=string --array-delimiter=U+001F --trim-strings=false " +
		"--ignore-empty-strings=false --legacy-style-quoting=false --read-buffer-size=16m --multiline-fields=" + fmt.Sprint(lines)
	for _, f := range e.files {
		if f.link {
			text += " --relationships=" + f.kind + "=" + f.name
		} else {
			text += " --nodes=" + both(f.kind) + "=" + f.name
		}
	}
	return text
}

// pageRows are the rows of some pages.
type pageRows struct {
	rowsOf
	pages   int64
	missing []string // titles, in the order of their mentions
	err     error
}

// pages writes all pages and calls done. Rows are made on all cores and written in the order of the pages.
func (e *export) pages(ctx context.Context, total int64, done func(pages, total int64)) error {
	var failed error // of reading; read when that is over
	batches := func(yield func([]*graph.Page) bool) {
		for pages, err := range chunks(e.All(ctx), exportPages) {
			if failed = err; err != nil || !yield(pages) {
				return
			}
		}
	}
	n := int64(0)
	for x := range ordered.Map(ctx, batches, runtime.GOMAXPROCS(0), e.rows) {
		if x.err != nil {
			return x.err
		}
		for _, title := range x.missing {
			if e.seen.add(title) {
				e.by["Missing"].add(row{title})
			}
		}
		for _, k := range x.kinds() {
			child := k.from == "" && k.name != "Page"
			for _, v := range x.rowsOf[k] {
				e.by[fileOf(k)].add(v.(row))
				if child {
					e.by[has(k.name)].add(v.(row))
				}
			}
		}
		if n += x.pages; done != nil {
			done(n, total)
		}
	}
	return cmp.Or(failed, ctx.Err())
}

// rows makes the rows of pages.
func (e *export) rows(ctx context.Context, pages []*graph.Page) *pageRows {
	x := &pageRows{rowsOf: rowsOf{}, pages: int64(len(pages))}
	all, err := e.prepare(ctx, pages)
	for _, p := range all {
		x.add(pageKind, p.pageRow()...)
		x.parts(p, p.leaving)
		x.leaving(p)
		x.missing = append(x.missing, p.links.missing()...)
	}
	x.err = err
	return x
}
