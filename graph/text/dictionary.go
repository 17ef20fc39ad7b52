package text

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"

	mmap "github.com/blevesearch/mmap-go"
	"github.com/blevesearch/vellum"

	"github.com/bridgehop/bridgehop/graph"
)

// Dictionary finds the names of pages in texts. It is safe for concurrent use until Close.
type Dictionary struct {
	pages   pages
	fst     *vellum.FST
	entries []byte
	mapped  mmap.MMap
	unknown func(word string) bool // tells a folded word that no page has; nil where that isn't known
}

// NewDictionary makes a dictionary in memory of a store's titles, redirects and anchors, for use without an
// index beside the store: about 100 bytes a page.
func NewDictionary(ctx context.Context, store Source, o Options) (*Dictionary, error) {
	o = o.withDefaults()
	d, err := newDictionary(ctx, store, o)
	if err != nil {
		return nil, fmt.Errorf("make dictionary: %w", err)
	}
	return d, nil
}

func newDictionary(ctx context.Context, store Source, o Options) (d *Dictionary, err error) {
	workers, err := newGatherers(ctx, "", store, o)
	if err != nil {
		return nil, err
	}
	table, names, found := workers[0].table, workers[0].names, workers[0].found
	defer func() { err = errors.Join(err, closeGatherers(workers)) }()
	if err := errors.Join(gather(ctx, store, workers, nil), joinGatherers(workers)); err != nil {
		return nil, err
	}
	r, err := found.withRedirects(ctx, "", store, names)
	if err != nil {
		return nil, err
	}
	var fst, entries bytes.Buffer
	if err := names.write(&fst, &entries, o.MinAnchor, r); err != nil {
		return nil, err
	}
	d = &Dictionary{pages: table.pages, entries: entries.Bytes()}
	d.fst, err = vellum.Load(fst.Bytes())
	return d, err
}

func openDictionary(folder string, p pages) (*Dictionary, error) {
	d := &Dictionary{pages: p}
	var err error
	if d.fst, err = vellum.Open(filepath.Join(folder, fstFile)); err != nil {
		return nil, fmt.Errorf("%s: %w: %v", fstFile, ErrCorrupt, err)
	}
	if d.mapped, err = mapFile(filepath.Join(folder, namesFile)); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	d.entries = d.mapped
	return d, nil
}

// Close releases the dictionary; mentions it gave stay valid.
func (d *Dictionary) Close() error {
	var errs []error
	if d.fst != nil {
		errs = append(errs, d.fst.Close())
	}
	if d.mapped != nil {
		errs = append(errs, d.mapped.Unmap())
	}
	*d = Dictionary{}
	return errors.Join(errs...)
}

// walk is a place in the FST.
type walk struct {
	state int
	value uint64
}

func (d *Dictionary) start() walk { return walk{state: d.fst.Start()} }

// step follows s, false when no name goes on so.
func (d *Dictionary) step(w walk, s string) (walk, bool) {
	for i := 0; i < len(s); i++ {
		next, v := d.fst.AcceptWithVal(w.state, s[i])
		if !d.fst.CanMatch(next) {
			return walk{}, false
		}
		w = walk{next, w.value + v}
	}
	return w, true
}

// entry is what goes by the name that w has reached, nil when that is no name.
func (d *Dictionary) entry(w walk) []spelling {
	ok, v := d.fst.IsMatchWithVal(w.state)
	if v += w.value; !ok || v >= uint64(len(d.entries)) {
		return nil
	}
	r := entryReader{b: d.entries[v:]}
	out := make([]spelling, 0, 4)
	for n := r.number(); n > 0 && !r.bad; n-- {
		sp := spelling{kind: graph.NameKind(r.byte())}
		if size := r.number(); size > 0 {
			sp.text = string(r.bytes(size))
		} else if len(out) > 0 {
			sp.text = out[len(out)-1].text
		}
		for m := r.number(); m > 0 && !r.bad; m-- {
			sp.pages = append(sp.pages, meaning{uint32(r.number()), r.number()})
		}
		out = append(out, sp)
	}
	if r.bad {
		return nil
	}
	return out
}

// entryReader reads numbers and strings; bad tells that it ran past the end.
type entryReader struct {
	b   []byte
	bad bool
}

func (r *entryReader) number() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *entryReader) byte() byte {
	if b := r.bytes(1); len(b) > 0 {
		return b[0]
	}
	return 0
}

func (r *entryReader) bytes(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.bad, r.b = true, nil
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}
