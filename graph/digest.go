package graph

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"reflect"
)

// digestBatch is how many pages' links are asked for at once.
const digestBatch = 256

// Digest returns a SHA-256 over everything a store holds, as 64 hex digits: pages with their elements, hyperlinks
// and links, ordered by PageID, which is a function of the page's key and of nothing else, then redirects
// ordered by title. So stores that were filled in another order, in another number of steps, or by another
// backend have the same digest when they hold the same, and memory doesn't grow with the store.
func Digest(ctx context.Context, r Reader) (string, error) {
	h := sha256.New()
	d := &digester{w: bufio.NewWriterSize(h, 1<<16)}
	d.write("bridgehop digest 1")
	if err := d.pages(ctx, r); err != nil {
		return "", fmt.Errorf("digest: %w", err)
	}
	for red, err := range r.Redirects(ctx) {
		if err != nil {
			return "", fmt.Errorf("digest: %w", err)
		}
		d.write(red.From, red.To)
	}
	if err := d.w.Flush(); err != nil {
		return "", fmt.Errorf("digest: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// digester writes values so that different values never give the same bytes: numbers as varints, strings
// and lists behind their length, structs field by field.
type digester struct{ w *bufio.Writer }

func (d *digester) int(n int64) {
	var b [binary.MaxVarintLen64]byte
	_, _ = d.w.Write(b[:binary.PutVarint(b[:], n)]) // a hash takes everything
}

func (d *digester) write(values ...any) {
	for _, v := range values {
		d.value(reflect.ValueOf(v))
	}
}

func (d *digester) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		d.int(int64(v.Len()))
		_, _ = d.w.WriteString(v.String())
	case reflect.Bool:
		n := int64(0)
		if v.Bool() {
			n = 1
		}
		d.int(n)
	case reflect.Uint8:
		d.int(int64(v.Uint()))
	case reflect.Slice:
		d.int(int64(v.Len()))
		for i := range v.Len() {
			d.value(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			d.value(v.Field(i))
		}
	default:
		d.int(v.Int())
	}
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
		d.write(p.Title, p.Ordinal, p.Disambiguation, p.ReadingOrder(), p.Sections, p.Sentences, p.Tables, p.Lists, n)
		for _, l := range links[:n] {
			d.write(l.To.String(), l.Element, l.Anchor, l.Inferred)
		}
		links = links[n:]
	}
	return nil
}
