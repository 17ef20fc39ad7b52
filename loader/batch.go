package loader

import (
	"context"
	"fmt"
	"iter"

	"github.com/bridgehop/bridgehop/graph"
)

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
