package loader

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// Options of Load and InferLinks. The zero value works.
type Options struct {
	// Strict stops at the first reject with an error that wraps ErrStrict and the *Reject.
	Strict bool
	// Workers parse records at the same time; 0 means one for each processor.
	Workers int
	// BatchPages and BatchBytes limit a batch; 0 means 1,000 pages and 4 MiB.
	BatchPages, BatchBytes int
	// Load is the name of this load; empty means a hash of the names and fingerprints of all sources. An interrupted
	// load of the same name is resumed.
	Load string
	// Keep fails with ErrKeep, before anything is stored, if a page would replace a page of another source. The sources
	// are read twice. The store must have a method Trial, which returns a graph.Writer that stores nothing.
	Keep bool
	// Limit is the number of records to load in all, from the first source on; 0 means all. The same load with a higher
	// limit loads the rest.
	Limit int64
	// Only is the set of titles, folded by graph.FoldTitle, of the pages to load, with redirects to them. Nil means
	// all. Another set makes another load.
	Only map[string]bool
	// Reject is called for every refused record, in order, and Warn for the first one of a file of which a part is not
	// read. They may be nil.
	Reject, Warn func(*Reject)
	// Progress is called after every batch. It may be nil.
	Progress func(Progress)
}

// Report is the result of a load. For a resumed load, Resumed and Rejects include the interrupted part.
type Report struct {
	Load       string         // the load's name
	Sources    int            // sources that were read to their end, in this run or before
	Resumed    int64          // records loaded before this run
	Records    int64          // records loaded in this run
	Added      int64          // pages that are new
	Replaced   int64          // pages that replaced a different version from an earlier load
	From       map[string]int // of these, pages of other sources, by the sources; graph.PutCounts has it
	Duplicates int64          // pages that were in the store unchanged
	Redirects  int64
	Rejects    int64
	Links      int64          // links written by InferLinks
	Dropped    map[string]int // templates of wikitext without text, by name, in this run
	Unclosed   map[string]int // markup of wikitext that is not closed, by its opening mark, in this run
	Gone       []Gone         // pages of earlier loads of folders whose files are gone
	Same       int64          // pages, among the first million, whose title an earlier page of another text has
	SameAt     []SameTitle    // the first of them
	Finished   bool           // the store was finished and can be read
}

// Load reads all sources, in their order, into the store and finishes it.
//
// A refused record is passed to Options.Reject, counted, and skipped. If a source can't be read to its end, the records
// before the error and all other sources are loaded; the error is returned at the end, with Report.Finished set. If ctx
// ends or the store fails, Load stops after a batch, without Finish; called again with the same sources, it continues
// after the last batch. A source that the same load has read to its end is not read again. A source with another
// fingerprint, or another list of sources, makes a new load, which reads all sources: pages in the store are
// duplicates, and pages that were removed are added again.
func Load(ctx context.Context, store graph.Writer, sources []Source, o Options) (Report, error) {
	if o.Keep {
		if from, err := replaced(ctx, store, sources, o); err != nil || len(from) > 0 {
			return Report{From: from}, cmp.Or(err, ErrKeep)
		}
	}
	l, err := newLoad(ctx, store, sources, o)
	if err != nil {
		return Report{}, err
	}
	broke, err := l.run(ctx)
	if err == nil || errors.Is(err, ErrStrict) {
		err = errors.Join(err, l.finish(ctx))
	}
	return l.report, errors.Join(err, broke)
}

// ErrKeep: pages would replace what Report.From counts.
var ErrKeep = errors.New("pages of other files would be replaced")

// replaced returns Report.From of a load, without storing anything.
func replaced(ctx context.Context, store graph.Writer, sources []Source, o Options) (map[string]int, error) {
	s, ok := store.(interface{ Trial() graph.Writer })
	if !ok || slices.ContainsFunc(sources, func(s Source) bool { return isStream(s.Name()) }) {
		return nil, fmt.Errorf("a stream can be read only once; store it in a file: %w", ErrKeep)
	}
	o.Keep, o.Strict, o.Reject, o.Warn = false, false, nil, nil
	r, err := Load(ctx, s.Trial(), sources, o)
	if r.Finished { // the load itself says what it can't read
		err = nil
	}
	return r.From, err
}

// load is the state of one Load.
type load struct {
	Options
	store   graph.Writer
	sources []Source
	prints  []string // fingerprints, by source
	report  Report
	taken   int64             // records of the earlier sources and of the current one
	earlier int64             // bytes of the sources before the current one
	total   int64             // bytes of all sources
	told    map[string]bool   // warnings
	titles  map[uint64]uint64 // hashes of the texts of pages by hashes of their titles
}

func newLoad(ctx context.Context, store graph.Writer, sources []Source, o Options) (*load, error) {
	l := &load{Options: o.withDefaults(), store: store, sources: sources,
		told: map[string]bool{}, titles: map[uint64]uint64{}}
	h := sha256.New()
	for _, s := range sources {
		p, err := s.Fingerprint(ctx)
		if ctx.Err() != nil {
			return nil, interrupted(ctx, ctx.Err())
		}
		if err != nil {
			return nil, fmt.Errorf("look at %s: %w", s.Name(), err)
		}
		l.prints = append(l.prints, p)
		fmt.Fprintf(h, "%s\x00%s\n", s.Name(), p)
		l.total += s.Size()
	}
	if l.Only != nil {
		for _, title := range slices.Sorted(maps.Keys(l.Only)) {
			fmt.Fprintf(h, "only %s\n", title)
		}
		only := hex.EncodeToString(h.Sum(nil)[:8])
		for i := range l.prints {
			l.prints[i] += "-" + only
		}
	}
	if l.Load == "" {
		l.Load = hex.EncodeToString(h.Sum(nil)[:16])
	}
	l.report.Load = l.Load
	return l, nil
}

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.BatchPages <= 0 {
		o.BatchPages = 1000
	}
	if o.BatchBytes <= 0 {
		o.BatchBytes = 4 << 20
	}
	if o.Reject == nil {
		o.Reject = func(*Reject) {}
	}
	if o.Warn == nil {
		o.Warn = func(*Reject) {}
	}
	return o
}

// run reads the sources. Broke is the joined error of the sources that could not be read to their end.
func (l *load) run(ctx context.Context) (broke, err error) {
	ctx, stop := context.WithCancel(ctx)
	p := newParser(ctx, l.Workers)
	defer func() {
		stop()
		p.all.Wait() // ctx has ended
	}()
	var ahead []*openSource
	for i := range l.sources {
		if l.full() {
			return broke, nil
		}
		for j := i + len(ahead); j < len(l.sources) && len(ahead) < l.Workers; j++ {
			r, err := l.open(ctx, p, j)
			if err != nil {
				return broke, err
			}
			ahead = append(ahead, r)
		}
		r := ahead[0]
		ahead = ahead[1:]
		b, err := l.read(ctx, r)
		broke = errors.Join(broke, b)
		if err != nil {
			return broke, err
		}
	}
	return broke, nil
}

// open starts to read a source at its mark.
func (l *load) open(ctx context.Context, p *parser, i int) (*openSource, error) {
	s := l.sources[i]
	m, err := l.store.Mark(ctx, s.Name())
	if err != nil {
		return nil, fmt.Errorf("mark of %s: %w", s.Name(), interrupted(ctx, err))
	}
	if m.Load != l.Load || m.Fingerprint != l.prints[i] {
		m = graph.Mark{Load: l.Load, Fingerprint: l.prints[i]}
	}
	r := &openSource{source: s, mark: m}
	l.report.Resumed += m.Records
	l.report.Rejects += m.Rejects
	if m.Done {
		if site, ok := s.(*siteSource); ok {
			if err := l.compareFiles(ctx, site, nil); err != nil {
				return nil, err
			}
		}
		l.total -= s.Size()
		return r, nil
	}
	r.chunks = p.start(s.Records(ctx, m.Records))
	return r, nil
}

// read puts a source's records in batches. Broke is an error of the source, err any other error.
func (l *load) read(ctx context.Context, r *openSource) (broke, err error) {
	if r.mark.Done {
		l.taken += r.mark.Records
		l.report.Sources++
		return nil, nil
	}
	l.taken += r.mark.Records
	b := &batch{load: l, source: r.source, mark: r.mark}
	whole := true
	for c := range r.chunks {
		<-c.ready
		for i := range c.records {
			if whole = !l.full(); !whole {
				break
			}
			if err := b.add(ctx, &c.records[i], c.contents[i], c.errs[i]); err != nil {
				return nil, err
			}
			if b.mark.Rejects == allRefused && b.mark.Records == allRefused && c.records[i].Line > 0 {
				return otherKind(r.source.Name()), nil // nothing is put, so that the next load begins here
			}
		}
		if !whole {
			break
		}
		if c.err != nil {
			broke = c.err
		}
	}
	if ctx.Err() != nil {
		return nil, interrupted(ctx, ctx.Err())
	}
	b.mark.Done = broke == nil && whole
	if err := b.put(ctx); err != nil {
		return broke, err
	}
	read := b.mark.Done && b.mark.Records == int64(len(b.files)) && l.Only == nil // all of it, and in this run
	if site, ok := r.source.(*siteSource); ok && site.folder && read {
		if err := l.compareFiles(ctx, site, b.files); err != nil {
			return broke, err
		}
	}
	if b.mark.Done {
		l.report.Sources++
	}
	l.earlier += b.position
	return broke, nil
}

// allRefused is the number of records after which a file is taken for one of another kind if all of them were refused.
const allRefused = 100

// otherKind returns the error for a file whose first records are all refused. It says what format the file seems to
// have.
func otherKind(name string) error {
	const refused = "%s: the first %d records were refused, and the rest was not read: %w"
	err := fmt.Errorf(refused, name, allRefused, ErrFormat)
	if isStream(name) {
		return err
	}
	like, unlike := detectFile(name)
	switch {
	case errors.Is(unlike, ErrFormat):
		return fmt.Errorf(refused, name, allRefused, reason(unlike))
	case unlike == nil:
		return fmt.Errorf("%w; it looks like format %s", err, like)
	}
	return err
}

// full reports whether Limit is reached.
func (l *load) full() bool { return l.Limit > 0 && l.taken >= l.Limit }

// finish makes the store readable.
func (l *load) finish(ctx context.Context) error {
	l.reportProgress(0)
	if err := l.store.Finish(ctx); err != nil {
		return fmt.Errorf("finish the store: %w", interrupted(ctx, err))
	}
	l.report.Finished = true
	return nil
}

// interrupted replaces an error after ctx has ended by one that says how to resume.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("interrupted; run the same command again to resume: %w", context.Cause(ctx))
	}
	return err
}

// batch collects what is put together.
type batch struct {
	*load
	source   Source
	mark     graph.Mark
	position int64 // the last Record.Read
	content  Content
	bytes    int
	waiting  int64       // records added since the last put
	files    []fileTitle // of a site, in this run
}

// add adds a record, parsed or refused, and puts the batch if it is full.
func (b *batch) add(ctx context.Context, r *Record, c Content, err error) error {
	if err != nil {
		rej := &Reject{File: r.File, Line: r.Line, Err: err}
		b.Options.Reject(rej)
		if b.Strict {
			b.report.Rejects++
			if err := b.put(ctx); err != nil {
				return err
			}
			return fmt.Errorf("%w: %w", ErrStrict, rej)
		}
		b.mark.Rejects++
		b.report.Rejects++
	}
	if told := fmt.Sprint(r.File, c.Warning); c.Warning != nil && !b.told[told] {
		b.told[told] = true
		b.Warn(&Reject{File: r.File, Line: r.Line, Err: c.Warning})
	}
	addCounts(&b.report.Dropped, c.Dropped)
	addCounts(&b.report.Unclosed, c.Unclosed)
	if _, ok := b.source.(*siteSource); ok {
		f := fileTitle{File: r.File}
		if len(c.Pages) > 0 {
			f.Title = c.Pages[0].Title
		}
		b.files = append(b.files, f)
	}
	for _, page := range c.Pages {
		b.compareTitle(r, page)
	}
	b.mark.Records++
	b.taken++
	b.waiting++
	b.position = r.Read
	b.bytes += r.Size
	if b.Only != nil {
		c = c.only(b.Only)
	}
	b.content.Pages = append(b.content.Pages, c.Pages...)
	b.content.Redirects = append(b.content.Redirects, c.Redirects...)
	if len(b.content.Pages)+len(b.content.Redirects)/16 < b.BatchPages && b.bytes < b.BatchBytes {
		return nil
	}
	return b.put(ctx)
}

// addCounts adds counts to a map, which may be nil.
func addCounts(to *map[string]int, counts map[string]int) {
	if *to == nil && len(counts) > 0 {
		*to = map[string]int{}
	}
	for name, n := range counts {
		(*to)[name] += n
	}
}

// put puts the batch into the store, with the mark of the last record.
func (b *batch) put(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return interrupted(ctx, err)
	}
	got, err := b.store.Put(ctx, &graph.Batch{
		Load: b.Load, Source: b.source.Name(), Mark: b.mark,
		Pages: b.content.Pages, Redirects: b.content.Redirects,
	})
	if err != nil {
		return fmt.Errorf("put records up to %d of %s: %w", b.mark.Records, b.source.Name(), interrupted(ctx, err))
	}
	b.report.Added += int64(got.Added)
	b.report.Replaced += int64(got.Replaced)
	b.report.Duplicates += int64(got.Duplicates)
	addCounts(&b.report.From, got.From)
	b.report.Redirects += int64(len(b.content.Redirects))
	b.report.Records += b.waiting
	b.content, b.bytes, b.waiting = Content{}, 0, 0
	b.reportProgress(b.position)
	return nil
}

// only returns the pages of these titles and the redirects to them.
func (c Content) only(titles map[string]bool) (out Content) {
	for _, p := range c.Pages {
		if titles[graph.FoldTitle(p.Title)] {
			out.Pages = append(out.Pages, p)
		}
	}
	for _, r := range c.Redirects {
		if titles[graph.FoldTitle(r.To)] {
			out.Redirects = append(out.Redirects, r)
		}
	}
	return out
}

// Progress is the progress of a load.
type Progress struct {
	Bytes, Total int64 // bytes read so far and in all; Total is 0 if it is not known
	Pages        int64 // pages put in this run
	Rejects      int64
}

// reportProgress calls Options.Progress; position is the number of bytes read of the current source.
func (l *load) reportProgress(position int64) {
	if l.Progress != nil {
		pages := l.report.Added + l.report.Replaced + l.report.Duplicates
		l.Progress(Progress{Bytes: l.earlier + position, Total: l.total, Pages: pages, Rejects: l.report.Rejects})
	}
}
