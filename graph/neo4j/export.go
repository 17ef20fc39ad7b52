package neo4j

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// exported is the result of Export.
type exported struct {
	Nodes int64 `json:"nodes"`
	Links int64 `json:"relationships"`
	// Command imports the files; it is run in their folder, while the database is not running.
	Command string `json:"command"`
	// Script is the file with constraints and indexes, to be run after the server was started.
	Script string `json:"script"`
}

const scriptFile = "schema.cypher"

// Export writes a store as files for `neo4j-admin database import full` into dir: the graph that loading it over the
// network would make, without the marks of sources. Pages are ordered by id and followed by their elements, so the same
// store gives the same bytes. Only a hash of each missing title is kept in memory. Done is called with the number of
// pages so far; it may be nil.
func Export(ctx context.Context, r graph.Store, dir string, done func(pages, total int64)) (exported, error) {
	e := newExport(r, dir)
	err := e.all(ctx, done)
	for _, f := range e.files {
		err = errors.Join(err, f.close())
	}
	if err == nil {
		err = e.script()
	}
	if err != nil {
		return exported{}, fmt.Errorf("export: %w", err)
	}
	out := exported{Command: e.command(), Script: filepath.Join(dir, scriptFile)}
	for _, f := range e.files {
		if f.kind.from != "" {
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
	by    map[string]*csvFile // by kind.file
	seen  map[[32]byte]bool   // hashes of the titles of Missing
}

// space returns the name of the ids of a label: neo4j-admin tells the elements of all labels apart by their ids.
func space(label string) string {
	switch label {
	case "Wiki", "Page", "Record", "Redirect", "Missing":
		return label
	}
	return "Element"
}

// file returns the name of the file of a kind, without its end.
func (k kind) file() string {
	if k.name == "MENTIONS" {
		return k.name + "_" + k.to
	}
	return k.name
}

func newExport(r graph.Store, dir string) *export {
	e := &export{source: source{Store: r}, dir: dir, by: map[string]*csvFile{}, seen: map[[32]byte]bool{}}
	for _, n := range append([]nodeKind{{"Wiki", "", wikiColumns()}}, nodes...) {
		columns, from := strings.Fields(string(n.columns)), 0
		if n.in != "" {
			from = 1
		}
		id, _, _ := strings.Cut(columns[from], ":")
		columns[from] = id + ":ID(" + space(n.label) + ")"
		e.add(&csvFile{kind: kind{name: n.label}, header: columns[from:], from: from, to: len(columns)})
	}
	var links []kind
	for _, n := range nodes {
		if n.in != "" {
			links = append(links, kind{has(n.label), n.in, n.label})
		}
	}
	for _, k := range append(links, []kind{{"HOLDS", "Section", "Sentence"}, {"HAS_HEADER", "Cell", "Cell"},
		{"NEXT", "Sentence", "Sentence"}, linksTo, {"MENTIONS", "Sentence", "Page"},
		{"MENTIONS", "Sentence", "Missing"}, redirectsTo}...) {
		columns := strings.Fields(string(k.columns()))
		columns[0], columns[1] = ":START_ID("+space(k.from)+")", ":END_ID("+space(k.to)+")"
		e.add(&csvFile{kind: k, header: columns, to: len(columns)})
	}
	return e
}

func (e *export) add(f *csvFile) {
	f.name = strings.ToLower(f.kind.file()) + ".csv"
	e.files, e.by[f.kind.file()] = append(e.files, f), f
}

// write writes rows to their files. The row of a page's part is also one of the relationship that leads to it. Two
// sentences of a page that follow one another are a NEXT, and the first MENTIONS of a title makes its Missing.
func (e *export) write(rows rowsOf) {
	for _, k := range rows.kinds() {
		for i, v := range rows[k] {
			r := v.(row)
			e.by[k.file()].add(r)
			if parts := e.by[has(k.name)]; parts != nil {
				parts.add(r)
			}
			if k.name == "Sentence" && i > 0 {
				e.by["NEXT"].add(row{rows[k][i-1].(row)[1], r[1]})
			}
			if k.to == "Missing" {
				e.missing(r[1].(string))
			}
		}
	}
}

func (e *export) missing(title string) {
	if h := sha256.Sum256([]byte(title)); !e.seen[h] {
		e.seen[h] = true
		e.by["Missing"].add(row{title})
	}
}

// all writes all rows. The rows of pages are made on all cores and written in the order of the pages.
func (e *export) all(ctx context.Context, done func(pages, total int64)) error {
	err := os.MkdirAll(e.dir, 0o755)
	for _, f := range e.files {
		if err == nil {
			err = f.open(e.dir)
		}
	}
	if err != nil {
		return err
	}
	stats, err := e.Stats(ctx)
	if err == nil {
		err = e.wiki(ctx, stats)
	}
	if err != nil {
		return err
	}
	ofPages := func(ctx context.Context, pages []*graph.Page) (out []rowsOf, err error) {
		all, err := e.prepare(ctx, pages)
		for _, p := range all {
			out = append(out, p.rows())
		}
		return out, err
	}
	n := int64(0)
	for rows, err := range batches(ctx, e.All(ctx), runtime.GOMAXPROCS(0), ofPages) {
		if err != nil {
			return err
		}
		e.write(rows)
		if n++; done != nil {
			done(n, stats.Pages)
		}
	}
	for p, err := range e.redirects(ctx) {
		if err != nil {
			return err
		}
		e.write(p.rows())
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

// wiki writes the store's own node. Its id is made of the identity, so that a text index fits every database imported
// from the same store.
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

// script writes the constraints and indexes.
func (e *export) script() error {
	text := "// run after the import, when the database is started: cypher-shell -f " + scriptFile + "\n"
	for _, i := range indexes {
		text += i.statement() + ";\n"
	}
	return os.WriteFile(filepath.Join(e.dir, scriptFile), []byte(text), 0o644)
}

// command returns the command that imports the files. It overwrites no database: that is the user's to say. The
// database comes before the lists of files, which would include it.
func (e *export) command() string {
	lines := slices.ContainsFunc(e.files, func(f *csvFile) bool { return f.lines })
	text := "neo4j-admin database import full neo4j --id-type=string --array-delimiter=U+001F --trim-strings=false " +
		"--ignore-empty-strings=false --legacy-style-quoting=false --read-buffer-size=16m " +
		"--multiline-fields=" + fmt.Sprint(lines)
	for _, f := range e.files {
		if f.kind.from != "" {
			text += " --relationships=" + f.kind.name + "=" + f.name
		} else {
			text += " --nodes=" + both(f.kind.name) + "=" + f.name
		}
	}
	return text
}
