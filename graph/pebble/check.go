package pebble

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/check"
)

// Check checks the store in a folder and adds findings of damage to the run. It mends nothing: what is damaged is loaded again. Its errors
// are those of Open except damage.
func Check(ctx context.Context, dir string, r *check.Run) error {
	s, err := OpenReader(dir, &Options{PageBytes: -1})
	if errors.Is(err, graph.ErrDamaged) {
		r.Found("store", err.Error())
		return nil
	}
	if err != nil {
		return err
	}
	v, err := s.acquire()
	if err != nil {
		return errors.Join(err, s.Close())
	}
	r.Stats, r.Digest = v.stats, fmt.Sprintf("%016x", v.digest)
	v.release()
	if r.Data {
		e := &examination{s: s, r: r}
		err = e.all(ctx)
	}
	return errors.Join(err, s.Close())
}

// examination is the state of Check when it reads the whole store.
type examination struct {
	s *Store
	r *check.Run
}

// worst is the largest number of findings of one kind.
const worst = 20

func (e *examination) all(ctx context.Context) error {
	for _, part := range []struct {
		name string
		read func(context.Context, *view) error
	}{{"store", e.tables}, {"places", e.places}, {"pages", e.pages}, {"store", e.digest}} {
		if len(e.r.Findings) > 0 && part.name != "pages" { // the rest depends on the damaged part
			continue
		}
		err := e.s.read(ctx, func(v *view) error { return part.read(ctx, v) })
		if errors.Is(err, graph.ErrDamaged) {
			e.r.Found(part.name, err.Error())
		} else if err != nil {
			return err
		}
	}
	return nil
}

// tables verifies the checksums of all blocks of pebble's tables.
func (e *examination) tables(ctx context.Context, _ *view) error {
	names, err := fileNames(e.s.dir)
	if err != nil {
		return err
	}
	slices.Sort(names)
	names = slices.DeleteFunc(names, func(name string) bool { return filepath.Ext(name) != ".sst" })
	for i, name := range names {
		e.r.At("tables", int64(i), int64(len(names)))
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := checkTable(ctx, filepath.Join(e.s.dir, graphDir, name), e.s.engine); err != nil {
			e.r.Found("store", fmt.Sprintf("%s: %v", filepath.Join(graphDir, name), err))
		}
	}
	return nil
}

func checkTable(ctx context.Context, path string, engine *pebble.Options) error {
	f, err := vfs.Default.Open(path)
	if err != nil {
		return err
	}
	file, err := sstable.NewSimpleReadable(f)
	if err != nil {
		return errors.Join(err, f.Close())
	}
	table, err := sstable.NewReader(ctx, file, engine.MakeReaderOptions())
	if err != nil {
		return errors.Join(err, file.Close())
	}
	return errors.Join(table.ValidateBlockChecksums(), table.Close())
}

// places verifies the checksums of the file of places.
func (e *examination) places(_ context.Context, v *view) error { return v.places.file.Check() }

// digest computes the digest of Finish again.
func (e *examination) digest(ctx context.Context, v *view) error {
	sum, bodies := uint64(0), 0
	add := func(k, b []byte) (bool, error) { sum += digestOf(k, b); return true, ctx.Err() }
	for _, kind := range made {
		if err := iterate(v.snap, genKey(kind, v.gen), genKey(kind, v.gen+1), add); err != nil {
			return err
		}
	}
	err := iterate(v.snap, []byte{keyBody}, []byte{keyBody + 1}, func(k, b []byte) (bool, error) {
		if err := keyLength(k, 17); err != nil {
			return false, err
		}
		id := graph.PageID(binary.BigEndian.Uint64(k[9:]))
		if h := v.places.find(id); h.ID == 0 || h.at != place(binary.BigEndian.Uint64(k[1:])) {
			return true, nil // was replaced or is not finished
		}
		if bodies++; bodies%1000 == 0 {
			e.r.At("bodies", int64(bodies), v.stats.Pages)
		}
		return add(idKey(keyBody, id), b)
	})
	if err != nil {
		return err
	}
	if sum != v.digest || int64(bodies) != v.stats.Pages {
		return fmt.Errorf("digest %016x of %d pages: %w: Finish stored %016x of %d", sum, bodies, graph.ErrDamaged, v.digest, v.stats.Pages)
	}
	return nil
}

// pages reads all pages and their links, and looks up their titles.
func (e *examination) pages(ctx context.Context, v *view) error {
	find, links, bad := &finder{gen: v.gen, get: v.get, trails: &v.trails}, int64(0), 0
	wrong := func(part, format string, args ...any) {
		if bad++; bad <= worst {
			e.r.Found(part, fmt.Sprintf(format, args...))
		}
	}
	for i := range v.places.n {
		if i%1000 == 0 {
			e.r.At("pages", int64(i), int64(v.places.n))
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		h := v.places.head(i)
		p, _, err := v.body(h)
		if err != nil {
			wrong("pages", "%v", err)
			continue
		}
		if known, err := v.head(h.ID); err != nil || known.Title != p.Title || known.ID != p.ID() || known.Out != h.Out ||
			known.In != h.In {
			wrong("pages", "%s: its head is not that of its page: %v", p.Title, err)
		}
		if ids, err := find.find(p.Title); err != nil || !slices.Contains(ids, h.ID) {
			wrong("titles", "%s: a look-up doesn't find the page: %v", p.Title, err)
		}
		n, err := e.links(ctx, v, h)
		if err != nil {
			wrong("links", "%s: %v", p.Title, err)
		}
		links += n
	}
	if bad > worst {
		e.r.Found("pages", fmt.Sprintf("and %d more", bad-worst))
	}
	if bad == 0 && links < v.stats.Links {
		return fmt.Errorf("links: %w: %d of %d", graph.ErrDamaged, links, v.stats.Links)
	}
	return nil
}

// links checks the links of a page in both directions, and returns the number of its out-links.
func (e *examination) links(ctx context.Context, v *view, h head) (int64, error) {
	for dir, want := range map[graph.Direction]int{graph.Out: h.Out, graph.In: h.In} {
		chunks, err := v.chunks(dir, 1)
		if err != nil {
			return 0, err
		}
		var all []graph.Link
		err = chunks.each(ctx, h.ID, func(b []byte) (more bool, err error) {
			all, more, err = readChunk(all, bytes.Clone(b), h.ID, dir, 0)
			return more, err
		})
		if err != nil {
			return 0, err
		}
		if len(all) != want {
			return 0, fmt.Errorf("%w: %d links of %d", graph.ErrDamaged, len(all), want)
		}
		for _, l := range all {
			if v.places.find(l.From).ID == 0 || v.places.find(l.To).ID == 0 {
				return 0, fmt.Errorf("%w: the link %q joins page %v and page %v, and the store lacks one of them", graph.ErrDamaged,
					l.Anchor, l.From, l.To)
			}
		}
	}
	return int64(h.Out), nil
}
