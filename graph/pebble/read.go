package pebble

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/cockroachdb/pebble/v2"
)

// read calls do with the newest view.
func (s *Store) read(ctx context.Context, do func(*view) error) (err error) {
	if err := errors.Join(ctx.Err(), s.fail.report(s.fail.failed())); err != nil {
		return err
	}
	v, err := s.acquire()
	if err != nil {
		return err
	}
	defer v.release()
	defer s.fail.caught(&err)
	return asDamage(do(v))
}

// asDamage wraps pebble's errors of lost or damaged files in graph.ErrDamaged.
func asDamage(err error) error {
	if (pebble.IsCorruptionError(err) || errors.Is(err, fs.ErrNotExist)) && !errors.Is(err, graph.ErrDamaged) {
		return fmt.Errorf("%w: %w", graph.ErrDamaged, err)
	}
	return err
}

// readEach reads one value for each of in.
func readEach[T, R any](ctx context.Context, s *Store, in []T, one func(*view, T) (R, error)) ([]R, error) {
	out := make([]R, len(in))
	err := s.read(ctx, func(v *view) (err error) {
		for i := 0; i < len(in) && err == nil; i++ {
			if err = ctx.Err(); err == nil {
				out[i], err = one(v, in[i])
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Pages returns whole pages.
func (s *Store) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	return readEach(ctx, s, ids, func(v *view, id graph.PageID) (*graph.Page, error) {
		h, err := v.head(id)
		if err != nil || h.ID == 0 {
			return nil, err
		}
		return v.body(h)
	})
}

// head returns the head of a page; the zero head if there is no such page.
func (v *view) head(id graph.PageID) (h head, err error) {
	ok, err := find(v.snap, genIDKey(keyHead, v.gen, id), "head", &h)
	if err != nil || !ok {
		return head{}, err
	}
	h.ID = id
	return h, nil
}

// eachHead yields all heads by id, until yield returns false or an error.
func (v *view) eachHead(ctx context.Context, yield func(head) (bool, error)) error {
	return iterate(v.snap, genKey(keyHead, v.gen), genKey(keyHead, v.gen+1), func(k, b []byte) (bool, error) {
		var h head
		if err := errors.Join(ctx.Err(), keyLength(k, 13), decode("head", b, &h)); err != nil {
			return false, err
		}
		h.ID = graph.PageID(binary.BigEndian.Uint64(k[5:]))
		return yield(h)
	})
}

// body returns the page of a head.
func (v *view) body(h head) (p *graph.Page, err error) {
	ok, err := use(v.snap, bodyKey(h.ID, h.at), func(b []byte) (err error) {
		p, err = decodePage(string(b))
		return err
	})
	if err == nil && !ok {
		err = fmt.Errorf("page %v without its body: %w", h.ID, errRecord)
	}
	return p, err
}

// Heads returns titles and degrees.
func (s *Store) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	return readEach(ctx, s, ids, func(v *view, id graph.PageID) (graph.Head, error) {
		h, err := v.head(id)
		return h.Head, err
	})
}

// Lookup finds the pages of titles.
func (s *Store) Lookup(ctx context.Context, titles []string) ([][]graph.PageID, error) {
	return readEach(ctx, s, titles, func(v *view, title string) ([]graph.PageID, error) {
		ids, err := (&finder{gen: v.gen, from: v.snap, trails: &v.trails}).find(title)
		if err != nil {
			return nil, fmt.Errorf("look up %q: %w", title, err)
		}
		return ids, nil
	})
}

// readAll yields what each yields.
func readAll[T any](ctx context.Context, s *Store, each func(v *view, yield func(T) bool) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		more := true
		err := s.read(ctx, func(v *view) error {
			return each(v, func(x T) bool { more = yield(x, nil); return more })
		})
		if err != nil && more {
			var none T
			yield(none, err)
		}
	}
}

// All yields all pages by id.
func (s *Store) All(ctx context.Context) iter.Seq2[*graph.Page, error] {
	return readAll(ctx, s, func(v *view, yield func(*graph.Page) bool) error {
		return v.eachHead(ctx, func(h head) (bool, error) {
			p, err := v.body(h)
			return err == nil && yield(p), err
		})
	})
}

// Redirects yields all redirects by title.
func (s *Store) Redirects(ctx context.Context) iter.Seq2[graph.Redirect, error] {
	return readAll(ctx, s, func(v *view, yield func(graph.Redirect) bool) error {
		return iterate(v.snap, genKey(keyRedirects, v.gen), genKey(keyRedirects, v.gen+1),
			func(k, b []byte) (bool, error) {
				err := ctx.Err()
				return err == nil && yield(graph.Redirect{From: string(k[5:]), To: string(b)}), err
			})
	})
}

// Stats returns the counts of the last Finish.
func (s *Store) Stats(ctx context.Context) (st graph.Stats, err error) {
	err = s.read(ctx, func(v *view) error {
		st = v.stats
		return nil
	})
	return st, err
}

// Scatter calls yield for every page, with its index in the order of All, in the order of places: so each block of the
// store is read once, while All looks every page up. Load returns the page; it may be called later and by any
// goroutine. An error of yield ends Scatter and is returned.
func (s *Store) Scatter(ctx context.Context, yield func(place int, load func() (*graph.Page, error)) error) error {
	return s.read(ctx, func(v *view) error {
		return v.eachBody(ctx, func(i int, _ graph.PageID, body []byte) error {
			b := string(body)
			return yield(i, func() (*graph.Page, error) { return decodePage(b) })
		})
	})
}

// eachBody yields the body of every page, with its index in the order of ids, in the order of places.
func (v *view) eachBody(ctx context.Context, yield func(i int, id graph.PageID, body []byte) error) error {
	pages := make([]bodyOf, 0, v.stats.Pages)
	err := v.eachHead(ctx, func(h head) (bool, error) { pages = append(pages, bodyOf{h.ID, h.at}); return true, nil })
	if err != nil {
		return err
	}
	return eachBody(ctx, v.snap, pages, func(i int, body []byte) error { return yield(i, pages[i].id, body) })
}

// Mark returns the mark of a source.
func (s *Store) Mark(ctx context.Context, source string) (m graph.Mark, err error) {
	err = s.read(ctx, func(*view) error {
		_, err := readState(s.db, stringKey(keyMark, source), &m)
		return err
	})
	return m, err
}

// Marks returns the marks of all sources by name.
func (s *Store) Marks(ctx context.Context) (map[string]graph.Mark, error) {
	out := map[string]graph.Mark{}
	err := s.read(ctx, func(*view) error {
		return iterate(s.db, []byte{keyMark}, []byte{keyMark + 1}, func(k, b []byte) (bool, error) {
			var m graph.Mark
			if err := json.Unmarshal(b, &m); err != nil {
				return false, fmt.Errorf("read mark of %s: %w", k[1:], err)
			}
			out[string(k[1:])] = m
			return true, ctx.Err()
		})
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
