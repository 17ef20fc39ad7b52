package pebble

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/cespare/xxhash/v2"
	"github.com/cockroachdb/pebble/v2/objstorage/objstorageprovider"
	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// tables writes records in the order of keys directly to table files of pebble, which ingest adds in one step, without
// log and compaction.
type tables struct {
	s     *Store
	dir   string
	name  string
	paths []string
	w     *sstable.Writer
	size  int

	digest uint64 // of all records
}

// digestOf returns a record's summand in a digest. The sum does not depend on the order of records.
func digestOf(key, value []byte) uint64 {
	return xxhash.Sum64(key)*0x9e3779b97f4a7c15 ^ xxhash.Sum64(value)
}

// set writes a record.
func (t *tables) set(key, value []byte) error {
	t.digest += digestOf(key, value)
	if t.w != nil && t.size > tableBytes {
		if err := t.flush(); err != nil {
			return err
		}
	}
	if t.w == nil {
		if err := t.open(); err != nil {
			return err
		}
	}
	t.size += len(key) + len(value)
	return t.s.fail.report(t.w.Set(key, value))
}

func (t *tables) open() error {
	path := filepath.Join(t.dir, fmt.Sprintf("%s%d.sst", t.name, len(t.paths)))
	f, err := t.s.opts.fs.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		return t.s.fail.report(fmt.Errorf("write table: %w", err))
	}
	format := t.s.db.FormatMajorVersion().MaxTableFormat()
	o := t.s.engine.MakeWriterOptions(len(t.s.engine.Levels)-1, format)
	t.w = sstable.NewWriter(objstorageprovider.NewFileWritable(f), o)
	t.paths, t.size = append(t.paths, path), 0
	return nil
}

func (t *tables) flush() error {
	if t.w == nil {
		return nil
	}
	err := t.w.Close()
	t.w = nil
	if err != nil {
		return t.s.fail.report(fmt.Errorf("write table: %w", err))
	}
	return nil
}

// ingest adds the records of tables to the store.
func ingest(ctx context.Context, s *Store, all ...*tables) error {
	var paths []string
	for _, t := range all {
		if err := t.flush(); err != nil {
			return err
		}
		paths = append(paths, t.paths...)
	}
	if len(paths) == 0 {
		return nil
	}
	if err := s.fail.do(func() error { return s.db.Ingest(ctx, paths) }); err != nil {
		return fmt.Errorf("write tables: %w", err)
	}
	return nil
}

// tempDir creates an empty folder for runs and tables, and returns a function that removes it.
func (s *Store) tempDir() (string, func() error, error) {
	dir := filepath.Join(s.dir, tmpDir)
	err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755))
	if err != nil {
		return "", nil, fmt.Errorf("finish: %w", err)
	}
	return dir, func() error { return os.RemoveAll(dir) }, nil
}
