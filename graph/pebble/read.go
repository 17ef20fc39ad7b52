package pebble

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"runtime/debug"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/cockroachdb/pebble/v2"
)

// Pages returns whole pages. Recently read ones are cached, see Options.PageBytes.
func (s *Store) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	out := make([]*graph.Page, len(ids))
	err := s.read(ctx, func(v *view) error {
		for i, id := range ids {
			if out[i] = v.pages.get(id); out[i] != nil {
				continue
			}
			p, n, err := v.page(id)
			if err = errors.Join(ctx.Err(), err); err != nil {
				return err
			}
			if out[i] = p; p != nil {
				v.pages.add(id, p, n)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

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
	defer func(before bool) {
		err = asDamage(v.places.files().Caught(recover(), err))
		debug.SetPanicOnFault(before)
	}(debug.SetPanicOnFault(true))
	defer s.fail.caught(&err)
	return do(v)
}

// asDamage wraps pebble's errors of lost or damaged files in graph.ErrDamaged.
func asDamage(err error) error {
	if (pebble.IsCorruptionError(err) || errors.Is(err, fs.ErrNotExist)) && !errors.Is(err, graph.ErrDamaged) {
		return fmt.Errorf("%w: %w", graph.ErrDamaged, err)
	}
	return err
}

// page returns a page and the length of its record; nil if there is none.
func (v *view) page(id graph.PageID) (*graph.Page, int, error) {
	h := v.places.find(id)
	if h.ID == 0 {
		return nil, 0, nil
	}
	return v.body(h)
}

// body returns the page of a head and the length of its record.
func (v *view) body(h head) (*graph.Page, int, error) {
	var p *graph.Page
	n, id := 0, h.ID
	ok, err := use(v.snap, bodyKey(id, h.at), func(b []byte) (err error) {
		p, err = decodePage(string(b))
		n = len(b)
		return err
	})
	if err == nil && !ok {
		err = fmt.Errorf("page %v without its body: %w", id, errRecord)
	}
	return p, n, err
}

// head returns the head of a page; the zero head if there is none.
func (v *view) head(id graph.PageID) (h head, err error) {
	_, err = use(v.snap, genIDKey(keyHead, v.gen, id), func(b []byte) (err error) {
		h, err = decodeHead(id, b)
		return err
	})
	return h, err
}

// Heads returns titles and degrees.
func (s *Store) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	out := make([]graph.Head, len(ids))
	err := s.read(ctx, func(v *view) error {
		for i, id := range ids {
			if err := ctx.Err(); err != nil {
				return err
			}
			h, err := v.head(id)
			if err != nil {
				return err
			}
			out[i] = h.Head
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Lookup finds the pages of titles.
func (s *Store) Lookup(ctx context.Context, titles []string) ([][]graph.PageID, error) {
	out := make([][]graph.PageID, len(titles))
	err := s.read(ctx, func(v *view) error {
		find := &finder{gen: v.gen, get: v.get, trails: &v.trails}
		for i, title := range titles {
			if err := ctx.Err(); err != nil {
				return err
			}
			var err error
			if out[i], err = find.find(title); err != nil {
				return fmt.Errorf("look up %q: %w", title, err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Neighbors returns the links of pages.
func (s *Store) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
	var out []graph.Link
	err := s.read(ctx, func(v *view) (err error) {
		chunks, err := v.chunks(dir, len(from))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, chunks.close()) }() // also if a damaged file of places panics
		for _, id := range from {
			if v.linkless(id, dir) {
				continue
			}
			enough := len(out) + limit
			err := chunks.each(ctx, id, func(b []byte) (more bool, err error) {
				left := 0
				if limit > 0 {
					left = enough - len(out)
				}
				out, more, err = readChunk(out, b, id, dir, left)
				return more && (limit <= 0 || len(out) < enough), err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// linkless reports whether a page is known to have no links in this direction.
func (v *view) linkless(id graph.PageID, dir graph.Direction) bool {
	h := v.places.find(id)
	return dir == graph.Out && h.Out == 0 || dir == graph.In && h.In == 0
}

// All yields all pages by id. It does not cache them.
func (s *Store) All(ctx context.Context) iter.Seq2[*graph.Page, error] {
	return func(yield func(*graph.Page, error) bool) {
		more := true
		err := s.read(ctx, func(v *view) error {
			return v.all(ctx, func(p *graph.Page) bool { more = yield(p, nil); return more })
		})
		if err != nil && more {
			yield(nil, err)
		}
	}
}

func (v *view) all(ctx context.Context, yield func(*graph.Page) bool) error {
	return iterate(v.snap, genKey(keyHead, v.gen), genKey(keyHead, v.gen+1), func(k, b []byte) (bool, error) {
		if err := errors.Join(ctx.Err(), keyLength(k, 13)); err != nil {
			return false, err
		}
		h, err := decodeHead(graph.PageID(binary.BigEndian.Uint64(k[5:])), b)
		if err != nil {
			return false, err
		}
		p, _, err := v.body(h)
		if err != nil {
			return false, err
		}
		return yield(p), nil
	})
}

// Redirects yields all redirects by title.
func (s *Store) Redirects(ctx context.Context) iter.Seq2[graph.Redirect, error] {
	return func(yield func(graph.Redirect, error) bool) {
		more := true
		err := s.read(ctx, func(v *view) error {
			return iterate(v.snap, genKey(keyRedirects, v.gen), genKey(keyRedirects, v.gen+1), func(k, b []byte) (bool, error) {
				if err := ctx.Err(); err != nil {
					return false, err
				}
				more = yield(graph.Redirect{From: string(k[5:]), To: string(b)}, nil)
				return more, nil
			})
		})
		if err != nil && more {
			yield(graph.Redirect{}, err)
		}
	}
}

// Stats returns the counts of the last Finish.
func (s *Store) Stats(ctx context.Context) (graph.Stats, error) {
	var st graph.Stats
	err := s.read(ctx, func(v *view) error {
		st = v.stats
		return nil
	})
	return st, err
}
