package text

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/whitespace"
	"github.com/blevesearch/bleve/v2/mapping"

	"github.com/bridgehop/bridgehop/graph"
)

// Source is what an index is made from; every graph.Store is one.
type Source interface {
	All(ctx context.Context) iter.Seq2[*graph.Page, error]
	Redirects(ctx context.Context) iter.Seq2[graph.Redirect, error]
	Stats(ctx context.Context) (graph.Stats, error)
	Identity(ctx context.Context) (string, error)
}

// Options of building. The zero value builds with DefaultSettings.
type Options struct {
	Settings  Settings
	MinAnchor int // uses that make an anchor a name, default 2
	Workers   int // goroutines that analyse pages, default 2
	Batch     int // pages of a segment in memory, default 10,000, fewer when pages are long
	Memory    int // bytes of names sorted in memory, default 64 MiB; the rest goes through files
	// Progress, if set, is told from time to time how many of all pages are done.
	Progress func(done, total int64)
}

func (o Options) withDefaults() Options {
	for _, d := range []struct {
		v *int
		d int
	}{{&o.MinAnchor, 2}, {&o.Workers, 2}, {&o.Batch, 10_000}, {&o.Memory, 64 << 20}} {
		if *d.v <= 0 {
			*d.v = d.d
		}
	}
	if o.Settings == (Settings{}) {
		o.Settings = DefaultSettings
	}
	return o
}

// Build makes the index of a store in dir, or brings it up to date; one that is up to date is left alone.
// Until the new index is complete the old one stays, and is what Open finds when building stops early. At
// most one Build may run for a folder at a time.
//
// Memory: the titles, about 80 bytes a page, 32 a redirect, Options.Memory, and segments of at most 50,000 sentences,
// cells and items, about 60 MB each: one that is gathered and one for each processor.
func Build(ctx context.Context, dir string, store Source, o Options) error {
	o = o.withDefaults()
	identity, err := store.Identity(ctx)
	if err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	if m, err := readManifest(dir); err == nil && m.Identity == identity && m.Settings == o.Settings && m.MinAnchor == o.MinAnchor {
		if m.hasBlocks() {
			return nil
		}
		return addBlocks(ctx, dir, m)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	folder, err := os.MkdirTemp(dir, "build-*")
	if err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	m := &manifest{Format: format, Identity: identity, Folder: filepath.Base(folder), Settings: o.Settings, MinAnchor: o.MinAnchor}
	if err := write(ctx, folder, store, o, m); err != nil {
		return errors.Join(fmt.Errorf("build text index: %w", err), os.RemoveAll(folder))
	}
	if err := errors.Join(m.measure(dir), m.commit(dir)); err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	return clean(dir, m.Folder)
}

// addBlocks brings an index up to date that an earlier version made without blocks.
func addBlocks(ctx context.Context, dir string, m *manifest) error {
	err := writeBlocks(ctx, filepath.Join(dir, m.Folder), m)
	if err == nil {
		err = errors.Join(m.measure(dir), m.commit(dir))
	}
	if err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	return nil
}

// clean removes what earlier builds left.
func clean(dir, current string) error {
	old, err := filepath.Glob(filepath.Join(dir, "build-*"))
	for _, path := range old {
		if filepath.Base(path) != current {
			err = errors.Join(err, os.RemoveAll(path))
		}
	}
	return err
}

func write(ctx context.Context, folder string, store Source, o Options, m *manifest) error {
	t := &pageTable{}
	names := &nameSorter{runs: newRuns(folder, o.Memory), table: t}
	defer names.runs.close()
	stats, err := store.Stats(ctx)
	if err != nil {
		return err
	}
	p, err := newPostings(filepath.Join(folder, bleveFolder), segmentPages(stats, o.Batch))
	if err != nil {
		return err
	}
	for a, err := range analyzed(ctx, store, o) {
		if err == nil {
			err = errors.Join(t.add(a.page, a.words+a.titleWords, a.titleWords), names.addPage(uint32(m.Pages), a.page), p.add(a))
		}
		if err != nil {
			return errors.Join(err, p.abandon())
		}
		m.Pages++
		m.Words += int64(a.words + a.titleWords)
		m.Titles += int64(a.titleWords)
	}
	if err := p.close(); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(folder, pagesFile), func(w *bufio.Writer) error { _, err := w.Write(t.bytes()); return err }); err != nil {
		return err
	}
	if err := writeBlocks(ctx, folder, m); err != nil {
		return err
	}
	return writeNames(ctx, folder, store, names, o)
}

func writeNames(ctx context.Context, folder string, store Source, names *nameSorter, o Options) error {
	for r, err := range store.Redirects(ctx) {
		if err == nil {
			err = names.addRedirect(r)
		}
		if err != nil {
			return err
		}
	}
	err := writeFile(filepath.Join(folder, fstFile), func(fst *bufio.Writer) error {
		return writeFile(filepath.Join(folder, namesFile), func(entries *bufio.Writer) error {
			return names.write(fst, entries, o.MinAnchor)
		})
	})
	return errors.Join(err, names.runs.close())
}

// The fields of a document. Every word of a title is in both, so that one posting list finds all pages of a
// term, and the other says how many of its occurrences are in the title.
const (
	fieldAll   = "all"
	fieldTitle = "title"
)

// postings writes the bleve index. Documents come with their terms joined by spaces.
type postings struct {
	path    string
	builder bleve.Builder
	n       int
}

// segmentPages is how many pages make a segment: at most limit, and fewer when they are long, because bleve holds a
// segment's analysed pages in memory, about a kilobyte a sentence. All segments are open at the end, hence at most 500 of
// a large wiki.
func segmentPages(s graph.Stats, limit int) int {
	elements := s.Sentences + s.Cells + s.Items
	if elements == 0 {
		return limit
	}
	atOnce := max(50_000, elements/500)
	return int(min(int64(limit), max(1, atOnce*s.Pages/elements)))
}

func newPostings(path string, batch int) (*postings, error) {
	m, err := newMapping()
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(path, 0o777); err != nil {
		return nil, err
	}
	b, err := bleve.NewBuilder(path, m, map[string]interface{}{
		"batchSize": batch, "mergeMax": 1 << 30, // all at once: more rounds would change the order of documents
		"buildPathPrefix": filepath.Dir(path), "forceSegmentType": segmentType, "forceSegmentVersion": int(segments.Version()),
	})
	return &postings{path: path, builder: b}, err
}

func newMapping() (mapping.IndexMapping, error) {
	m := bleve.NewIndexMapping()
	if err := m.AddCustomAnalyzer("terms", map[string]interface{}{"type": custom.Name, "tokenizer": whitespace.Name}); err != nil {
		return nil, err
	}
	field := bleve.NewTextFieldMapping()
	field.Analyzer, field.Store, field.IncludeTermVectors, field.IncludeInAll, field.DocValues = "terms", false, false, false, false
	doc := bleve.NewDocumentStaticMapping()
	doc.AddFieldMappingsAt(fieldAll, field)
	doc.AddFieldMappingsAt(fieldTitle, field)
	m.DefaultMapping = doc
	return m, nil
}

func (p *postings) add(a *analyzedPage) error {
	p.n++
	return p.builder.Index(a.page.ID().String(), map[string]interface{}{fieldTitle: a.title, fieldAll: a.title + " " + a.body})
}

// close finishes the index. Without pages there is none: bleve's builder can't make it.
func (p *postings) close() error {
	if p.n == 0 {
		return p.abandon()
	}
	if err := p.builder.Close(); err != nil {
		return fmt.Errorf("write postings: %w", err)
	}
	return nil
}

// abandon drops the builder, whose files lie in the folder that the caller removes.
func (p *postings) abandon() error {
	left, err := filepath.Glob(filepath.Join(filepath.Dir(p.path), "scorch-offline-build*"))
	for _, path := range left {
		segments.drop(path)
		err = errors.Join(err, os.RemoveAll(path))
	}
	return err
}

// analyzedPage is a page with its terms joined by spaces.
type analyzedPage struct {
	page              *graph.Page
	title, body       string
	titleWords, words int
}

func analyze(p *graph.Page) *analyzedPage {
	a := &analyzedPage{page: p}
	var b strings.Builder
	a.titleWords = appendTerms(&b, p.Title)
	a.title = b.String()
	b.Reset()
	for i := range p.Sections {
		a.words += appendTerms(&b, p.Sections[i].Text)
	}
	for _, e := range p.Elements() {
		a.words += appendTerms(&b, e.Text)
	}
	a.body = b.String()
	return a
}

func appendTerms(b *strings.Builder, s string) (n int) {
	for _, t := range Analyze(s) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
		n++
	}
	return n
}
