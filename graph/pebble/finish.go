package pebble

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/extsort"
	"github.com/cockroachdb/pebble/v2"
)

// Finish makes the next generation from all batches so far and switches to it in one write. If it is interrupted, the
// store is unchanged, and the next Finish starts again.
func (s *Store) Finish(ctx context.Context) error {
	if s.readOnly {
		return graph.ErrReadOnly
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v, err := s.acquire()
	if err != nil {
		return err
	}
	defer v.release()
	if v.gen > 0 && v.identity == s.writing.Chain {
		return s.fail.do(func() error { return s.db.LogData(nil, pebble.Sync) }) // marks may be new
	}
	dir, remove, err := s.tempDir()
	if err != nil {
		return err
	}
	f := newFinishing(s, v.gen+1, dir)
	err = f.run(ctx)
	if err = errors.Join(err, f.close(), remove()); err != nil {
		return fmt.Errorf("finish: %w", asDamage(err))
	}
	return s.turn(v, finished{Generation: f.gen, Identity: s.writing.Chain, Stats: f.stats, Bodies: s.writing.Next,
		Digest: f.digest})
}

// turn switches readers to a generation, and removes the one before.
func (s *Store) turn(old *view, fin finished) error {
	b := s.db.NewBatch()
	if err := setState(b, keyFinished, fin); err != nil {
		return err
	}
	if err := s.fail.do(func() error { return b.Commit(pebble.Sync) }); err != nil {
		return fmt.Errorf("finish: %w", err)
	}
	v, err := s.newView(fin)
	if err != nil {
		return fmt.Errorf("finish: %w", err)
	}
	s.view.Store(v)
	s.turned = true
	old.release()
	if err := s.fail.do(func() error { return s.clear(fin.Generation) }); err != nil {
		return fmt.Errorf("finish: %w", err)
	}
	return nil
}

// clear removes the records of earlier generations than gen, and the bodies that were replaced. If it is interrupted,
// the next Finish removes the rest.
func (s *Store) clear(gen uint32) error {
	b := s.db.NewBatch()
	for _, kind := range made {
		if gen == 1 {
			break // there are no earlier ones
		}
		if err := b.DeleteRange(genKey(kind, 0), genKey(kind, gen), nil); err != nil {
			return err
		}
	}
	err := iterate(s.db, []byte{keyGarbage}, []byte{keyGarbage + 1}, func(k, _ []byte) (bool, error) {
		body := bytes.Clone(k)
		body[0] = keyBody
		err := errors.Join(b.Delete(k, nil), b.Delete(body, nil))
		if err == nil && b.Len() > 1<<20 {
			err = b.Commit(pebble.NoSync)
			b = s.db.NewBatch()
		}
		return true, err
	})
	return errors.Join(err, b.Commit(pebble.NoSync), s.db.Flush())
}

// finishing makes one generation:
//
//	k -> names -> n             every page's name, by normal form
//	r -> aliases -> f           every redirect, by normal form
//	names + aliases -> known    the pages that each of them leads to
//	bodies + known -> out, in   every link, by the page it leaves and by the one it enters
//	k + out + in -> h, o, i     by page
type finishing struct {
	s      *Store
	gen    uint32
	dir    string
	mu     sync.Mutex // guards stats
	stats  graph.Stats
	known  *known
	bodies []bodyOf // of all pages
	trails trails

	digest uint64 // of the bodies
	made   []*tables

	names, aliases, out, in *extsort.Sorter
}

func newFinishing(s *Store, gen uint32, dir string) *finishing {
	sorts := func() *extsort.Sorter { return extsort.New(dir, s.opts.sortBytes) }
	return &finishing{s: s, gen: gen, dir: dir, names: sorts(), aliases: sorts(), out: sorts(), in: sorts()}
}

func (f *finishing) close() error {
	return errors.Join(f.names.Close(), f.aliases.Close(), f.out.Close(), f.in.Close())
}

func (f *finishing) run(ctx context.Context) (err error) {
	defer f.s.fail.caught(&err)
	if err := f.sweep(); err != nil {
		return err
	}
	for _, step := range [...]func(context.Context) error{f.readNames, f.readRedirects, f.writeNames, f.readPages,
		f.writePages} {
		if err := errors.Join(ctx.Err(), step(ctx)); err != nil {
			return err
		}
	}
	for _, t := range f.made {
		f.digest += t.digest
	}
	return nil
}

// sweep removes the records of an interrupted Finish, of this generation or later ones.
func (f *finishing) sweep() error {
	return f.s.fail.do(func() error {
		b := f.s.db.NewBatch()
		for _, kind := range made {
			lower, upper := genKey(kind, f.gen), []byte{kind + 1}
			found := false
			err := iterate(f.s.db, lower, upper, func([]byte, []byte) (bool, error) { found = true; return false, nil })
			if err != nil {
				return err
			}
			if found {
				if err := b.DeleteRange(lower, upper, nil); err != nil {
					return err
				}
			}
		}
		return b.Commit(pebble.NoSync)
	})
}

func (f *finishing) tables(name string) *tables {
	t := &tables{s: f.s, dir: f.dir, name: name}
	f.made = append(f.made, t)
	return t
}

func (f *finishing) readNames(ctx context.Context) error {
	return f.s.eachCurrent(ctx, func(id graph.PageID, c current) error {
		f.bodies = append(f.bodies, bodyOf{id, c.at})
		return f.names.Add(nameRecord(c.title, c.ordinal, id))
	})
}

func (f *finishing) readRedirects(ctx context.Context) error {
	t := f.tables("redirects")
	err := iterate(f.s.db, []byte{keyRedirect}, []byte{keyRedirect + 1}, func(k, v []byte) (bool, error) {
		from := string(k[1:])
		f.stats.Redirects++
		if err := f.aliases.Add(aliasRecord(from, string(v))); err != nil {
			return false, err
		}
		return true, errors.Join(ctx.Err(), t.set(genStringKey(keyRedirects, f.gen, from), bytes.Clone(v)))
	})
	return errors.Join(err, ingest(ctx, f.s, t))
}

// writeNames writes the pages and redirects of each normal form.
func (f *finishing) writeNames(ctx context.Context) error {
	names, aliases := f.tables("names"), f.tables("aliases")
	known := newKnown(f.names.Len() + f.aliases.Len())
	f.known = known
	err := eachGroup(f.names, parseName, func(folded string, all []namesake) error {
		known.setNames(folded, all)
		return names.set(genStringKey(keyNames, f.gen, folded), encode((*nameList)(&all)))
	})
	if err == nil {
		err = eachGroup(f.aliases, parseAlias, func(folded string, all []alias) error {
			known.setAliases(folded, all)
			return aliases.set(genStringKey(keyAliases, f.gen, folded), encode((*aliasList)(&all)))
		})
	}
	return errors.Join(err, f.names.Close(), f.aliases.Close(), ingest(ctx, f.s, names, aliases))
}

// writePages writes heads and links, by page id.
func (f *finishing) writePages(ctx context.Context) error {
	f.known, f.bodies = nil, nil // their memory is free
	heads := f.tables("heads")
	out, err := f.packer("out", keyOut, f.out)
	defer out.stop()
	if err != nil {
		return err
	}
	in, err := f.packer("in", keyIn, f.in)
	defer in.stop()
	if err != nil {
		return err
	}
	err = f.s.eachCurrent(ctx, func(id graph.PageID, c current) error {
		h := head{Head: graph.Head{Title: c.title, Ordinal: c.ordinal, Disambiguation: c.disambiguation}, at: c.at}
		var err error
		if h.Out, err = out.page(id); err != nil {
			return err
		}
		if h.In, err = in.page(id); err != nil {
			return err
		}
		return heads.set(genIDKey(keyHead, f.gen, id), encode(&h))
	})
	if err != nil {
		return err
	}
	return ingest(ctx, f.s, heads, out.t, in.t)
}
