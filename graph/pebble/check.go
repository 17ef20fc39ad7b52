package pebble

import (
	"context"
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

// Check checks the store in a folder and adds findings of damage to the run. It mends nothing: what is damaged is
// loaded again. Its errors are Open's, except damage.
func Check(ctx context.Context, dir string, r *check.Run) error {
	s, err := OpenReader(dir)
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
		err = s.examine(ctx, r)
	}
	return errors.Join(err, s.Close())
}

// examine reads all of the store. What depends on a damaged part is not read.
func (s *Store) examine(ctx context.Context, r *check.Run) error {
	for _, part := range []struct {
		name string
		read func(context.Context, *view, *check.Run) error
	}{{"store", tablesAreSound}, {"store", digestIsRight}} {
		err := s.read(ctx, func(v *view) error { return part.read(ctx, v, r) })
		if errors.Is(err, graph.ErrDamaged) {
			r.Found(part.name, err.Error())
		} else if err != nil {
			return err
		}
		if len(r.Findings) > 0 {
			return nil
		}
	}
	return nil
}

// tablesAreSound verifies the checksums of all blocks of pebble's tables.
func tablesAreSound(ctx context.Context, v *view, r *check.Run) error {
	names, err := fileNames(v.s.dir)
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return filepath.Ext(name) != ".sst" })
	for i, name := range names {
		r.At("tables", int64(i), int64(len(names)))
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := checkTable(ctx, filepath.Join(v.s.dir, graphDir, name), v.s.engine); err != nil {
			r.Found("store", fmt.Sprintf("%s: %v", filepath.Join(graphDir, name), err))
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

// digestIsRight computes the digest of Finish again, from every body and every record.
func digestIsRight(ctx context.Context, v *view, r *check.Run) error {
	sum, bodies := uint64(0), 0
	add := func(k, b []byte) (bool, error) { sum += digestOf(k, b); return true, ctx.Err() }
	for _, kind := range made {
		if err := iterate(v.snap, genKey(kind, v.gen), genKey(kind, v.gen+1), add); err != nil {
			return err
		}
	}
	err := v.eachBody(ctx, func(_ int, id graph.PageID, b []byte) error {
		if bodies++; bodies%1000 == 0 {
			r.At("bodies", int64(bodies), v.stats.Pages)
		}
		sum += digestOf(idKey(keyBody, id), b)
		return nil
	})
	if err != nil {
		return err
	}
	if sum != v.digest || int64(bodies) != v.stats.Pages {
		return fmt.Errorf("digest %016x of %d pages: %w: Finish stored %016x of %d", sum, bodies, graph.ErrDamaged,
			v.digest, v.stats.Pages)
	}
	return nil
}
