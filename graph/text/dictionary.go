package text

import (
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/blevesearch/vellum"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/mapped"
)

// dictionary finds the names of pages in texts.
type dictionary struct {
	pages   pages
	fst     *vellum.FST
	entries *mapped.File
	lacks   func(term string) (bool, error) // tells a term that no page has
}

func openDictionary(folder string, p pages) (*dictionary, error) {
	d := &dictionary{pages: p}
	var err error
	if d.fst, err = vellum.Open(filepath.Join(folder, fstFile)); err != nil {
		return nil, fmt.Errorf("%s: %w: %v", fstFile, ErrCorrupt, err)
	}
	if d.entries, err = openFile(folder, namesFile); err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

func (d *dictionary) close() error { return errors.Join(d.fst.Close(), d.entries.Close()) }

// walk is a place in the FST.
type walk struct {
	state int
	value uint64
}

func (d *dictionary) start() walk { return walk{state: d.fst.Start()} }

// step follows s, false when no name goes on so.
func (d *dictionary) step(w walk, s string) (walk, bool) {
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
func (d *dictionary) entry(w walk) []spelling {
	ok, v := d.fst.IsMatchWithVal(w.state)
	if v += w.value; !ok || v >= uint64(len(d.entries.Bytes)) {
		return nil
	}
	r := entryReader{b: d.entries.Bytes[v:]}
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
