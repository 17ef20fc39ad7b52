package loader

import (
	"context"
	"fmt"
	"iter"

	"github.com/bridgehop/bridgehop/graph"
)

// chunkRecords and chunkBytes bound what one worker parses at a time.
const (
	chunkRecords = 64
	chunkBytes   = 1 << 20
)

// chunk is a run of records of a source, with their contents once they are parsed.
type chunk struct {
	records  []Record
	contents []Content
	errs     []error
	err      error // of the source after these records
}

// chunks divides the records of a source.
func chunks(records iter.Seq2[Record, error]) iter.Seq[*chunk] {
	return func(yield func(*chunk) bool) {
		c, size := &chunk{}, 0
		for r, err := range records {
			if err != nil {
				c.err = err
				break
			}
			c.records = append(c.records, r)
			if size += r.Size; len(c.records) < chunkRecords && size < chunkBytes {
				continue
			}
			if !yield(c) {
				return
			}
			c, size = &chunk{}, 0
		}
		yield(c)
	}
}

// parse parses the records of a chunk.
func parse(_ context.Context, c *chunk) *chunk {
	c.contents, c.errs = make([]Content, len(c.records)), make([]error, len(c.records))
	for i := range c.records {
		c.contents[i], c.errs[i] = c.records[i].Parse()
		c.records[i].Parse = nil
	}
	return c
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

// addChunk adds the records of a chunk. Whole reports whether these are all, before Limit is reached.
func (b *batch) addChunk(ctx context.Context, c *chunk) (whole bool, err error) {
	for i := range c.records {
		if b.full() {
			return false, nil
		}
		if err := b.add(ctx, &c.records[i], c.contents[i], c.errs[i]); err != nil {
			return false, err
		}
		if b.mark.Rejects == allRefused && b.mark.Records == allRefused && c.records[i].Line > 0 {
			return false, errOtherKind
		}
	}
	return true, nil
}

// add adds a record, parsed or refused, and puts the batch if it is full.
func (b *batch) add(ctx context.Context, r *Record, c Content, err error) error {
	if err != nil {
		b.Options.Reject(&Reject{File: r.File, Line: r.Line, Err: err})
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
