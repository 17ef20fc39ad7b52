package pebble

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cockroachdb/pebble/v2"

	"github.com/bridgehop/bridgehop/graph"
)

// Loads returns the names of the loads that used the ordinals of pages last, aligned with ids. It is for a store
// without changes since the last Finish.
func (s *Store) Loads(ctx context.Context, ids []graph.PageID) ([]string, error) {
	names := map[uint64]string{}
	err := s.read(ctx, func(v *view) error {
		return iterate(v.snap, []byte{keyLoad}, []byte{keyLoad + 1}, func(k, _ []byte) (bool, error) {
			var n uint64
			_, err := readState(v.snap, k, &n)
			names[n] = string(k[1:])
			return true, errors.Join(err, ctx.Err())
		})
	})
	if err != nil {
		return nil, err
	}
	return readEach(ctx, s, ids, func(v *view, id graph.PageID) (string, error) { return v.load(id, names) })
}

// load returns the name of the load of one page.
func (v *view) load(id graph.PageID, names map[uint64]string) (string, error) {
	var c current
	if ok, err := find(v.snap, idKey(keyCurrent, id), "page record", &c); err != nil || !ok {
		return "", err
	}
	var t titleRecord
	if _, err := find(v.snap, stringKey(keyTitle, c.title), "title", &t); err != nil || c.ordinal >= len(t) {
		return "", errors.Join(err, fmt.Errorf("page %v: %w", id, errRecord))
	}
	return names[t[c.ordinal].load], nil
}

// restoredPages is the number of pages of a batch.
const restoredPages = 1000

// Restore makes a store of this identity in an empty or missing folder, from the pages, loads and redirects of another
// store, and from marks. A page whose title lacks a page of a lower ordinal is left out, with all of its title.
func Restore(
	ctx context.Context, dir, identity string, from graph.Store, marks map[string]graph.Mark,
) (err error) {
	s, err := Create(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(asDamage(err), s.Close()) }()
	r := &restoring{s: s, from: from, loads: map[string]uint64{}, gaps: map[string]int{}}
	if err := r.pages(ctx); err != nil {
		return err
	}
	b := &graph.Batch{}
	for title, n := range r.gaps {
		if n != 0 {
			b.Removed = append(b.Removed, title)
		}
	}
	for red, err := range from.Redirects(ctx) {
		if err != nil {
			return err
		}
		if b.Redirects = append(b.Redirects, red); len(b.Redirects) == restoredPages {
			if _, err := s.Put(ctx, b); err != nil {
				return err
			}
			b = &graph.Batch{}
		}
	}
	if _, err := s.Put(ctx, b); err != nil {
		return err
	}
	for source, m := range marks {
		if _, err := s.Put(ctx, &graph.Batch{Source: source, Mark: m}); err != nil {
			return err
		}
	}
	s.writing.Chain = identity
	batch := s.db.NewBatch()
	read := map[uint64][]string{}
	for _, source := range slices.Sorted(maps.Keys(marks)) {
		load := r.loads[marks[source].Load]
		read[load] = append(read[load], source)
		if err := setState(batch, sourcesKey(load), read[load]); err != nil {
			return err
		}
	}
	if err := errors.Join(setState(batch, keyWriting, s.writing), batch.Commit(pebble.Sync)); err != nil {
		return err
	}
	return s.Finish(ctx)
}

// restoring is the state of a Restore.
type restoring struct {
	s     *Store
	from  graph.Store
	loads map[string]uint64
	gaps  map[string]int // by title with several pages: ordinals that are missing so far
}

func (r *restoring) pages(ctx context.Context) error {
	var some []*graph.Page
	for page, err := range r.from.All(ctx) {
		if err != nil {
			return err
		}
		if some = append(some, page); len(some) == restoredPages {
			if err := r.put(ctx, some); err != nil {
				return err
			}
			some = some[:0]
		}
	}
	return r.put(ctx, some)
}

// nowhere is the passage of an ordinal that has no page yet.
var nowhere = strings.Repeat("0", 16)

func (r *restoring) put(ctx context.Context, some []*graph.Page) (err error) {
	ids := make([]graph.PageID, len(some))
	for i, page := range some {
		ids[i] = page.ID()
	}
	names, err := r.from.Loads(ctx, ids)
	if err != nil {
		return err
	}
	s := r.s
	p := s.putting()
	defer s.fail.caught(&err)
	for i, page := range some {
		load, known := r.loads[names[i]]
		if !known {
			p.writing.Loads++
			load = p.writing.Loads
			r.loads[names[i]] = load
			if err := setState(p.batch, stringKey(keyLoad, names[i]), load); err != nil {
				return err
			}
		}
		t, err := p.title(page.Title)
		if err != nil {
			return err
		}
		for len(t) <= page.Ordinal {
			t = append(t, taken{passage: nowhere})
			r.gaps[page.Title]++
		}
		if r.gaps[page.Title]--; r.gaps[page.Title] == 0 {
			delete(r.gaps, page.Title)
		}
		at := p.next()
		t[page.Ordinal] = taken{passage: page.Passage(), load: load, at: at}
		p.setTitle(page.Title, t)
		if err := p.setBody(ids[i], page, stored{at, p.encode(page)}, 0); err != nil {
			return err
		}
	}
	if err := errors.Join(p.writeTitles(), setState(p.batch, keyWriting, p.writing)); err != nil {
		return err
	}
	if err := p.batch.Commit(pebble.NoSync); err != nil {
		return err
	}
	s.writing = p.writing
	return nil
}
