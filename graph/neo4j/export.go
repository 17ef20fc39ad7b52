package neo4j

import (
	"cmp"
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

// pageSheets are the rows of some pages.
type pageSheets struct {
	sheets
	pages   int
	missing []string // titles, in the order of their mentions
	err     error
}

// pages writes all pages and calls done. Rows are made on all cores and written in the order of the pages.
func (e *export) pages(ctx context.Context, r graph.Store, total int64, done func(pages, total int64)) error {
	var failed error // of reading; read when that is over
	batches := func(yield func([]*graph.Page) bool) {
		var batch []*graph.Page
		for p, err := range r.All(ctx) {
			if failed = err; err != nil {
				return
			}
			if batch = append(batch, p); len(batch) == exportPages {
				if !yield(batch) {
					return
				}
				batch = nil
			}
		}
		yield(batch)
	}
	n := int64(0)
	for x := range ordered.Map(ctx, batches, runtime.GOMAXPROCS(0), func(ctx context.Context, pages []*graph.Page) *pageSheets {
		x := &pageSheets{sheets: e.sheets(), pages: len(pages)}
		x.err = x.add(ctx, r, pages)
		return x
	}) {
		if x.err != nil {
			return fmt.Errorf("export: %w", x.err)
		}
		e.absent(x)
		e.write(x.sheets)
		if n += int64(x.pages); done != nil {
			done(n, total)
		}
	}
	if err := cmp.Or(failed, ctx.Err()); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// absent adds the Missing nodes that no pages before had.
func (e *export) absent(x *pageSheets) {
	for _, title := range x.missing {
		h := sha256.Sum256([]byte(title))
		if k := [16]byte(h[:16]); !e.seen[k] {
			e.seen[k] = true
			x.sheets["Missing"].add(row{title})
		}
	}
}

// add adds the rows of pages.
func (x *pageSheets) add(ctx context.Context, r graph.Store, pages []*graph.Page) error {
	ids := make([]graph.PageID, len(pages))
	for i, p := range pages {
		ids[i] = p.ID()
	}
	heads, err := r.Heads(ctx, ids)
	if err != nil {
		return err
	}
	links, err := r.Neighbors(ctx, ids, graph.Out, 0)
	if err != nil {
		return err
	}
	elements := elementRows{}
	for i, p := range pages {
		n := 0
		for n < len(links) && links[n].From == ids[i] {
			n++
		}
		all := occurrences(p)
		if err := resolve(ctx, r, all, links[:n]); err != nil {
			return err
		}
		links = links[n:]
		if err := x.page(ctx, r, p, heads[i], linksOfPage(ids[i], all)); err != nil {
			return err
		}
		elements.add(p)
	}
	for _, k := range elementKinds {
		for _, v := range elements[k.label] {
			x.sheets[k.label].add(v.(row))
			x.sheets[has(k.label)].add(v.(row))
		}
	}
	return nil
}

// page adds the rows of a page and its links.
func (x *pageSheets) page(ctx context.Context, r graph.Store, p *graph.Page, h graph.Head, of pageLinks) error {
	record, err := encodePage(p)
	if err != nil {
		return err
	}
	first, err := firstIn(ctx, r, h)
	if err != nil {
		return err
	}
	title, full := titles(p.Title)
	x.sheets["Page"].add(row{of.page, title, full, p.Ordinal, key(graph.FoldTitle(p.Title)), p.Disambiguation, p.Passage(), "export",
		record,
		of.resolved, of.unresolved, of.out, h.In, first})
	for i := range of.links {
		x.sheets["LINKS_TO"].add(of.links[i].row(of.page))
	}
	for _, m := range of.mentions {
		if m.to == "Missing" {
			x.missing = append(x.missing, m.row[1].(string))
		}
		x.sheets["MENTIONS_"+m.to].add(m.row)
	}
	return nil
}

// resolve sets the pages that the hyperlinks of a page lead to, from the store's links with the same element and anchor. If an element has
// an anchor with several titles, it looks them up.
func resolve(ctx context.Context, r graph.Reader, all []occurrence, links []graph.Link) error {
	type spot struct {
		element  graph.Element
		anchor   string
		inferred bool
	}
	to, titles, several := map[spot][]graph.PageID{}, map[spot]string{}, map[spot]bool{}
	for _, l := range links {
		at := spot{l.Element, l.Anchor, l.Inferred}
		if !slices.Contains(to[at], l.To) {
			to[at] = append(to[at], l.To)
		}
	}
	for _, o := range all {
		at := spot{o.element, o.link.Anchor, o.link.Inferred}
		if title, known := titles[at]; known && title != o.link.Target {
			several[at] = true
		}
		titles[at] = o.link.Target
	}
	for i := range all {
		o := &all[i]
		at := spot{o.element, o.link.Anchor, o.link.Inferred}
		o.to = to[at]
		if several[at] {
			found, err := r.Lookup(ctx, []string{o.link.Target})
			if err != nil {
				return err
			}
			o.to = found[0]
		}
	}
	return nil
}
