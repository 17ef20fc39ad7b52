package neo4j

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
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
	e := newExport(dir)
	err := e.all(ctx, r, done)
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
	dir   string
	files []*csvFile
	by    map[string]*csvFile // by label or type
	lines bool                // a field has several lines
	seen  map[[16]byte]bool   // titles of Missing
}

func newExport(dir string) *export {
	e := &export{dir: dir, by: map[string]*csvFile{}, seen: map[[16]byte]bool{}}
	add := func(key, kind string, link bool, columns ...csvColumn) {
		f := &csvFile{name: strings.ToLower(key) + ".csv", kind: kind, link: link, columns: columns}
		e.files, e.by[key] = append(e.files, f), f
	}
	node := func(label string, c columns) { add(label, label, false, c.csv(0)...) }
	link := func(key, kind, from, to string, c columns) {
		add(key, kind, true, append([]csvColumn{{0, ":START_ID(" + from + ")"}, {1, ":END_ID(" + to + ")"}}, c.csv(2)...)...)
	}
	node("Wiki", "key:ID(Wiki) format:long id chain identity readable:boolean finishing:boolean pages:long sentences:long tables:long "+
		"cells:long "+
		"items:long links:long linksUnresolved:long redirects:long")
	node("Page", "id:ID(Page) title fullTitle ordinal:long name disambiguation:boolean passage load record links:long "+
		"linksUnresolved:long linksOut:long linksIn:long firstIn:string[]")
	for _, k := range elementKinds {
		add(k.label, k.label, false, append([]csvColumn{{1, "id:ID(Element)"}}, k.columns.csv(2)...)...)
	}
	node("Redirect", "title:ID(Redirect) fullTitle to name toName order")
	node("Missing", "title:ID(Missing)")
	for _, k := range elementKinds {
		in := "Page"
		if k.in != in {
			in = "Element"
		}
		link(has(k.label), has(k.label), in, "Element", "")
	}
	link("LINKS_TO", "LINKS_TO", "Page", "Page", linkColumns)
	link("MENTIONS_Page", "MENTIONS", "Element", "Page", mentionColumns)
	link("MENTIONS_Missing", "MENTIONS", "Element", "Missing", mentionColumns)
	link("REDIRECTS_TO", "REDIRECTS_TO", "Redirect", "Page", "")
	return e
}

// sheets are encoded rows, by file.
type sheets map[string]*sheet

func (e *export) sheets() sheets {
	out := make(sheets, len(e.by))
	for key, f := range e.by {
		out[key] = &sheet{columns: f.columns}
	}
	return out
}

// write appends sheets to their files.
func (e *export) write(all sheets) {
	for key, s := range all {
		f := e.by[key]
		f.w.Write(s.b)
		f.rows += s.rows
		e.lines = e.lines || s.lines
	}
}

func (e *export) all(ctx context.Context, r graph.Store, done func(pages, total int64)) error {
	for _, f := range e.files {
		if err := f.open(e.dir); err != nil {
			return err
		}
	}
	stats, err := r.Stats(ctx)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := e.wiki(ctx, r, stats); err != nil {
		return err
	}
	if err := e.pages(ctx, r, stats.Pages, done); err != nil {
		return err
	}
	return e.redirects(ctx, r)
}

// wiki writes the store's own node. Its id is made of the identity, so that a text index fits every database imported from the same
// store.
func (e *export) wiki(ctx context.Context, r graph.Store, st graph.Stats) error {
	identity, err := r.Identity(ctx)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	h := sha256.Sum256([]byte("bridgehop export " + identity))
	all := e.sheets()
	all["Wiki"].add(row{"bridgehop", formatVersion, hex.EncodeToString(h[:13]), identity, identity, true, false,
		st.Pages, st.Sentences, st.Tables, st.Cells, st.Items, st.Links, st.LinksUnresolved, st.Redirects})
	e.write(all)
	return nil
}

func (e *export) redirects(ctx context.Context, r graph.Store) error {
	var batch []graph.Redirect
	flush := func() error {
		to := make([]string, len(batch))
		for i, red := range batch {
			to[i] = red.To
		}
		found, err := r.Lookup(ctx, to)
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		all := e.sheets()
		for i, red := range batch {
			v := redirectRow(red.From, red.To)
			all["Redirect"].add(row{v["title"], v["fullTitle"], v["to"], v["name"], v["toName"], v["order"]})
			for _, id := range found[i] {
				all["REDIRECTS_TO"].add(row{v["title"], id.String()})
			}
		}
		e.write(all)
		batch = batch[:0]
		return nil
	}
	for red, err := range r.Redirects(ctx) {
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		if batch = append(batch, red); len(batch) == exportPages {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// firstIn returns the pages of the first in-links of a hub; null for other pages.
func firstIn(ctx context.Context, r graph.Reader, h graph.Head) (any, error) {
	if h.In < hubLinks {
		return nil, nil
	}
	ends, _, err := graph.LinkEnds(ctx, r, []graph.PageID{h.ID}, graph.In)
	if err != nil {
		return nil, fmt.Errorf("links of %v: %w", h.ID, err)
	}
	var ids []string
	for _, id := range ends[:min(len(ends), firstLinks)] {
		ids = append(ids, id.String())
	}
	return ids, nil
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

// arguments returns the arguments of neo4j-admin that import the files. They overwrite no database: that is the user's to say. The database
// comes before the lists of files, which would include it.
func (e *export) arguments() []string {
	args := []string{"database", "import", "full", "neo4j", "--id-type=string", "--array-delimiter=U+001F", "--trim-strings=false",
		"--ignore-empty-strings=false", "--legacy-style-quoting=false", "--read-buffer-size=16m", "--multiline-fields=" +
			fmt.Sprint(e.lines)}
	for _, f := range e.files {
		if f.link {
			args = append(args, "--relationships="+f.kind+"="+f.name)
		} else {
			args = append(args, "--nodes="+both(f.kind)+"="+f.name)
		}
	}
	return args
}

func (e *export) command() string { return "neo4j-admin " + strings.Join(e.arguments(), " ") }
