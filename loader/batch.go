package loader

import (
	"context"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// batch gathers what is put at once.
type batch struct {
	*load
	source   Source
	mark     graph.Mark
	position int64 // in the source, as Record.Read says
	held     Content
	bytes    int
	waiting  int64 // records taken since the last put
}

// add takes a record, parsed or refused, and puts the batch when it is full.
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
	b.mark.Records++
	b.taken++
	b.waiting++
	b.position = r.Read
	b.bytes += r.Size
	if b.Only != nil {
		c = c.only(b.Only)
	}
	b.held.Pages = append(b.held.Pages, c.Pages...)
	b.held.Redirects = append(b.held.Redirects, c.Redirects...)
	if len(b.held.Pages)+len(b.held.Redirects)/16 < b.BatchPages && b.bytes < b.BatchBytes {
		return nil
	}
	return b.put(ctx)
}

// put hands the batch to the store, with the mark that says how far it reaches.
func (b *batch) put(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return interrupted(ctx, err)
	}
	got, err := b.store.Put(ctx, &graph.Batch{
		Load: b.Load, Source: b.source.Name(), Mark: b.mark,
		Pages: b.held.Pages, Redirects: b.held.Redirects,
	})
	if err != nil {
		return fmt.Errorf("put records up to %d of %s: %w", b.mark.Records, b.source.Name(), interrupted(ctx, err))
	}
	b.report.Added += int64(got.Added)
	b.report.Replaced += int64(got.Replaced)
	b.report.Duplicates += int64(got.Duplicates)
	b.report.Redirects += int64(len(b.held.Redirects))
	b.report.Records += b.waiting
	b.held, b.bytes, b.waiting = Content{}, 0, 0
	b.tell(b.position, false)
	return nil
}

// only is the part of the content that is of these titles.
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
