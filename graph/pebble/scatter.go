package pebble

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// lying is where the page lies that All yields at a place.
type lying struct {
	at    place
	id    graph.PageID
	place uint32
}

// scatterDir begins the names of the folders in which Scatter sorts.
const scatterDir = "scatter-"

// Scatter gives every page to yield, with its place among those of All, from 0, in the order in which the bodies lie: each
// block of the store is read once, where All looks every page up. load makes the page; it may be called by any goroutine,
// later, too. An error of yield ends Scatter and is returned. It sorts in the store's folder, in Options.SortBytes of memory.
func (s *Store) Scatter(ctx context.Context, yield func(place int, load func() (*graph.Page, error)) error) error {
	return s.read(ctx, func(v *view) error {
		dir, err := os.MkdirTemp(s.dir, scatterDir)
		if err != nil {
			return fmt.Errorf("scatter: %w", err)
		}
		all := &sorter{dir: dir, limit: s.opts.SortBytes}
		kinds := [2]*ascent{{r: v.snap, kind: keyBody1}, {r: v.snap, kind: keyBody}}
		err = v.lying(ctx, all)
		if err == nil {
			err = all.each(func(rec []byte) error {
				return errors.Join(ctx.Err(), v.scatterOne(kinds, parseLying(rec), yield))
			})
		}
		return errors.Join(err, all.close(), os.RemoveAll(dir), kinds[0].close(), kinds[1].close())
	})
}

// clearNamed removes what was left in a folder under names that begin so, but for one.
func clearNamed(dir, begin, but string) error {
	left, err := os.ReadDir(dir)
	for _, e := range left {
		if path := filepath.Join(dir, e.Name()); strings.HasPrefix(e.Name(), begin) && path != but {
			err = errors.Join(err, os.RemoveAll(path))
		}
	}
	return err
}

func (v *view) scatterOne(kinds [2]*ascent, l lying, yield func(int, func() (*graph.Page, error)) error) error {
	a := kinds[0]
	if l.at >= firstPlace {
		a = kinds[1]
	}
	b, err := a.get(bodyKey(l.id, l.at))
	if err != nil {
		return err
	}
	if b == nil {
		return fmt.Errorf("page %v without its body: %w", l.id, errCorrupt)
	}
	b = bytes.Clone(b)
	return yield(int(l.place), func() (*graph.Page, error) { return decodePage(b) })
}

// lying adds where every page lies, by the order of the bodies' keys.
func (v *view) lying(ctx context.Context, to *sorter) error {
	n := uint32(0)
	var rec []byte
	return iterate(v.snap, genKey(keyHead, v.gen), genKey(keyHead, v.gen+1), func(k, b []byte) (bool, error) {
		if err := errors.Join(ctx.Err(), keyLength(k, 13)); err != nil {
			return false, err
		}
		id := graph.PageID(binary.BigEndian.Uint64(k[5:]))
		at, err := headPlace(b)
		if err != nil {
			return false, fmt.Errorf("head of page %v: %w", id, err)
		}
		rec = lying{at: at, id: id, place: n}.append(rec[:0])
		n++
		return true, to.add(rec)
	})
}

// append appends the record that is sorted: the place, which comes behind the id where it is that of an early format, the
// id, the number.
func (l lying) append(b []byte) []byte {
	first, last := l.at, place(0)
	if l.at < firstPlace {
		first, last = 0, l.at
	}
	b = orderedID(binary.BigEndian.AppendUint64(b, uint64(first)), l.id)
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(last)), l.place)
}

func parseLying(b []byte) lying {
	first, last := place(binary.BigEndian.Uint64(b)), place(binary.BigEndian.Uint32(b[16:]))
	id, _ := cutID(b[8:])
	return lying{at: first + last, id: id, place: binary.BigEndian.Uint32(b[20:])}
}

// headPlace reads where the body of a head's page lies.
func headPlace(b []byte) (place, error) {
	r := skipper{b: b}
	r.skip(r.number()) // title
	r.number()         // ordinal
	r.byte()           // disambiguation
	r.number()         // links leaving
	r.number()         // links arriving
	at := place(r.number())
	if r.bad || len(r.b) > 0 {
		return 0, errCorrupt
	}
	return at, nil
}
