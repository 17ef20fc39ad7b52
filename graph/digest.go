package graph

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
)

// digestBatch is how many pages' links are asked for at once.
const digestBatch = 256

// Digest is a SHA-256 over everything a store holds, as 64 hex digits: pages with their elements, hyperlinks
// and links, ordered by PageID, which is a function of the page's key and of nothing else, then redirects
// ordered by title. So stores that were filled in another order, in another number of steps, or by another
// backend have the same digest when they hold the same, and memory doesn't grow with the store.
func Digest(ctx context.Context, r Reader) (string, error) {
	h := sha256.New()
	d := &digester{w: bufio.NewWriterSize(h, 1<<16)}
	d.str("bridgehop digest 1")
	if err := d.pages(ctx, r); err != nil {
		return "", fmt.Errorf("digest: %w", err)
	}
	for red, err := range r.Redirects(ctx) {
		if err != nil {
			return "", fmt.Errorf("digest: %w", err)
		}
		d.str(red.From)
		d.str(red.To)
	}
	if err := d.w.Flush(); err != nil {
		return "", fmt.Errorf("digest: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// digester writes values so that different values never give the same bytes: numbers as varints, strings
// and lists behind their length.
type digester struct{ w *bufio.Writer }

func (d *digester) int(n int) {
	var b [binary.MaxVarintLen64]byte
	_, _ = d.w.Write(b[:binary.PutVarint(b[:], int64(n))]) // a hash takes everything
}

func (d *digester) str(s string) {
	d.int(len(s))
	_, _ = io.WriteString(d.w, s)
}

func (d *digester) flag(v bool) {
	if v {
		d.int(1)
	} else {
		d.int(0)
	}
}

func (d *digester) element(e Element) {
	d.int(int(e.Kind))
	d.int(e.A)
	d.int(e.B)
	d.int(e.C)
}

func (d *digester) pages(ctx context.Context, r Reader) error {
	var batch []*Page
	for p, err := range r.All(ctx) {
		if err != nil {
			return err
		}
		if batch = append(batch, p); len(batch) == digestBatch {
			if err := d.batch(ctx, r, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	return d.batch(ctx, r, batch)
}

func (d *digester) batch(ctx context.Context, r Reader, pages []*Page) error {
	ids := make([]PageID, len(pages))
	for i, p := range pages {
		ids[i] = p.ID()
	}
	links, err := r.Neighbors(ctx, ids, Out, 0)
	if err != nil {
		return err
	}
	for i, p := range pages {
		n := 0
		for n < len(links) && links[n].From == ids[i] {
			n++
		}
		d.page(p)
		d.links(links[:n])
		links = links[n:]
	}
	return nil
}

func (d *digester) links(links []Link) {
	d.int(len(links))
	for _, l := range links {
		d.str(l.To.String())
		d.element(l.Element)
		d.str(l.Anchor)
		d.flag(l.Inferred)
	}
}

func (d *digester) page(p *Page) {
	d.str(p.Title)
	d.int(p.Ordinal)
	d.flag(p.Disambiguation)
	order := p.ReadingOrder()
	d.int(len(order))
	for _, e := range order {
		d.element(e)
	}
	d.int(len(p.Sections))
	for _, s := range p.Sections {
		d.int(s.N)
		d.int(s.Level)
		d.str(s.Text)
	}
	d.int(len(p.Sentences))
	for _, s := range p.Sentences {
		d.int(s.N)
		d.str(s.Text)
		d.hyperlinks(s.Links)
	}
	d.int(len(p.Tables))
	for i := range p.Tables {
		d.table(&p.Tables[i])
	}
	d.int(len(p.Lists))
	for i := range p.Lists {
		d.list(&p.Lists[i])
	}
}

func (d *digester) table(t *Table) {
	d.int(t.N)
	d.flag(t.Infobox)
	d.str(t.Caption)
	d.hyperlinks(t.CaptionLinks)
	d.int(len(t.Rows))
	for _, row := range t.Rows {
		d.int(len(row))
		for _, c := range row {
			for _, n := range [...]int{c.Row, c.Column, c.RowSpan, c.ColumnSpan} {
				d.int(n)
			}
			d.flag(c.Header)
			d.str(c.Text)
			d.hyperlinks(c.Links)
		}
	}
}

func (d *digester) list(l *List) {
	d.int(l.N)
	d.int(len(l.Items))
	for _, it := range l.Items {
		d.int(it.N)
		d.int(it.Level)
		d.str(it.Text)
		d.hyperlinks(it.Links)
	}
}

func (d *digester) hyperlinks(links []Hyperlink) {
	d.int(len(links))
	for _, l := range links {
		d.str(l.Anchor)
		d.str(l.Target)
		d.flag(l.Inferred)
	}
}
