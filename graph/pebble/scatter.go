package pebble

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// lying is where the page lies that All yields at a place.
type lying struct {
	at    place
	id    graph.PageID
	place uint32
}

// Scatter gives every page to yield, with its place among those of All, from 0, in the order in which the bodies lie: each
// block of the store is read once, where All looks every page up. load makes the page; it may be called by any goroutine,
// later, too. An error of yield ends Scatter and is returned. It takes 24 bytes of memory a page.
func (s *Store) Scatter(ctx context.Context, yield func(place int, load func() (*graph.Page, error)) error) error {
	return s.read(ctx, func(v *view) error {
		all, err := v.lying(ctx)
		if err != nil {
			return err
		}
		kinds := [2]*ascent{{r: v.snap, kind: keyBody1}, {r: v.snap, kind: keyBody}}
		for _, l := range all {
			if err = ctx.Err(); err != nil {
				break
			}
			if err = v.scatterOne(kinds, l, yield); err != nil {
				break
			}
		}
		return errors.Join(err, kinds[0].close(), kinds[1].close())
	})
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

// lying lists all pages in the order of their bodies' keys.
func (v *view) lying(ctx context.Context) ([]lying, error) {
	out := make([]lying, 0, v.stats.Pages)
	err := iterate(v.snap, genKey(keyHead, v.gen), genKey(keyHead, v.gen+1), func(k, b []byte) (bool, error) {
		if err := errors.Join(ctx.Err(), keyLength(k, 13)); err != nil {
			return false, err
		}
		id := graph.PageID(binary.BigEndian.Uint64(k[5:]))
		at, err := headPlace(b)
		if err != nil {
			return false, fmt.Errorf("head of page %v: %w", id, err)
		}
		out = append(out, lying{at: at, id: id, place: uint32(len(out))})
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(out, func(a, b lying) int {
		if a.at < firstPlace && b.at < firstPlace { // their keys begin with the id
			return cmp.Compare(a.id, b.id)
		}
		return cmp.Compare(a.at, b.at)
	})
	return out, nil
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
