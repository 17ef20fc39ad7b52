package loader

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"runtime"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/ordered"
)

// Options of Load and InferLinks. The zero value works.
type Options struct {
	// Workers parse records at the same time; 0 means one for each processor.
	Workers int
	// BatchPages limits the pages of a batch; 0 means 1,000.
	BatchPages int
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
	// Progress is called after every batch with the bytes read so far and in all, 0 if that is not known. InferLinks
	// counts pages. It may be nil.
	Progress func(done, total int64)
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
	Gone       []gonePage     // pages of earlier loads of folders whose files are gone
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
	var broke error
	for i := 0; i < len(sources) && err == nil && !l.full(); i++ {
		var b error
		b, err = l.read(ctx, i)
		broke = errors.Join(broke, b)
	}
	if err == nil {
		err = l.finish(ctx)
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
	o.Keep, o.Reject, o.Warn = false, nil, nil
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
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	o.BatchPages = cmp.Or(o.BatchPages, 1000)
	if o.Reject == nil {
		o.Reject = func(*Reject) {}
	}
	if o.Warn == nil {
		o.Warn = func(*Reject) {}
	}
	return o
}

// open returns the batch of a source, at its mark.
func (l *load) open(ctx context.Context, i int) (*batch, error) {
	s := l.sources[i]
	m, err := l.store.Mark(ctx, s.Name())
	if err != nil {
		return nil, fmt.Errorf("mark of %s: %w", s.Name(), interrupted(ctx, err))
	}
	if m.Load != l.Load || m.Fingerprint != l.prints[i] {
		m = graph.Mark{Load: l.Load, Fingerprint: l.prints[i]}
	}
	l.report.Resumed += m.Records
	l.report.Rejects += m.Rejects
	l.taken += m.Records
	return &batch{load: l, source: s, mark: m}, nil
}

// read puts a source's records in batches. Broke is an error of the source, err any other error.
func (l *load) read(ctx context.Context, i int) (broke, err error) {
	b, err := l.open(ctx, i)
	if err != nil {
		return nil, err
	}
	if b.mark.Done {
		l.total -= b.source.Size()
		l.report.Sources++
		return nil, l.compareFiles(ctx, b.source, nil)
	}
	reading, stop := context.WithCancel(ctx)
	defer stop()
	whole := true // not cut off by Limit
	for r := range ordered.Map(reading, unparsed(b.source.Records(reading, b.mark.Records)), l.Workers, parse) {
		switch {
		case r.broken != nil:
			broke = r.broken
		case l.full():
			whole = false
		default:
			err = b.add(ctx, r)
		}
		if broke != nil || err != nil || !whole {
			stop() // the source may be waiting for more
			break
		}
	}
	switch {
	case errors.Is(err, errOtherKind):
		return otherKind(b.source.Name()), nil // nothing is put, so that the next load begins here
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, interrupted(ctx, ctx.Err())
	}
	b.mark.Done = broke == nil && whole
	if err := b.put(ctx); err != nil {
		return broke, err
	}
	if b.mark.Done {
		l.report.Sources++
	}
	l.earlier += b.position
	if b.mark.Done && b.mark.Records == int64(len(b.files)) && l.Only == nil { // all of a site was read in this run
		err = l.compareFiles(ctx, b.source, b.files)
	}
	return broke, err
}

// allRefused is the number of records after which a file is taken for one of another kind if all of them were refused.
const allRefused = 100

var errOtherKind = errors.New("all records are refused")

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

// parsed is a record with its content.
type parsed struct {
	record
	content content
	refused error // the reason why there is no content
	broken  error // the reason why there is no record: the source can't be read on
}

// unparsed yields the records of a source, at last the error that it ends with.
func unparsed(records iter.Seq2[record, error]) iter.Seq[*parsed] {
	return func(yield func(*parsed) bool) {
		for r, err := range records {
			if !yield(&parsed{record: r, broken: err}) || err != nil {
				return
			}
		}
	}
}

// parse parses a record.
func parse(_ context.Context, p *parsed) *parsed {
	if p.broken == nil {
		p.content, p.refused = p.Parse()
		p.Parse = nil
	}
	return p
}

// maxBatchBytes limits the records of a batch.
const maxBatchBytes = 4 << 20

// batch collects what is put together.
type batch struct {
	*load
	source   Source
	mark     graph.Mark
	position int64 // the last record.Read
	content  content
	bytes    int
	waiting  int64       // records added since the last put
	files    []fileTitle // of a site, in this run
}

// add adds a record, parsed or refused, and puts the batch if it is full.
func (b *batch) add(ctx context.Context, r *parsed) error {
	c := r.content
	if r.refused != nil {
		b.Options.Reject(&Reject{File: r.File, Line: r.Line, Err: r.refused})
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
		b.compareTitle(&r.record, page)
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
	switch {
	case b.mark.Rejects == allRefused && b.mark.Records == allRefused && r.Line > 0:
		return errOtherKind
	case len(b.content.Pages)+len(b.content.Redirects)/16 < b.BatchPages && b.bytes < maxBatchBytes:
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
	b.content, b.bytes, b.waiting = content{}, 0, 0
	b.reportProgress(b.position)
	return nil
}

// only returns the pages of these titles and the redirects to them.
func (c content) only(titles map[string]bool) (out content) {
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

// reportProgress calls Options.Progress; position is the number of bytes read of the current source.
func (l *load) reportProgress(position int64) {
	if l.Progress != nil {
		l.Progress(l.earlier+position, l.total)
	}
}
