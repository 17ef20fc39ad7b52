package loader

import (
	"context"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// batch collects what is put together.
type batch struct {
	*load
	source   Source
	mark     graph.Mark
	position int64 // the last Record.Read
	content  Content
	bytes    int
	waiting  int64 // records added since the last put
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
	for name, n := range c.Dropped {
		if b.report.Dropped == nil {
			b.report.Dropped = map[string]int{}
		}
		b.report.Dropped[name] += n
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
	b.report.Redirects += int64(len(b.content.Redirects))
	b.report.Records += b.waiting
	b.content, b.bytes, b.waiting = Content{}, 0, 0
	b.reportProgress(b.position, false)
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
