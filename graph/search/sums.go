package search

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// sumsFile has the checksums of the other files of an index. Bleve checks none, and reads in goroutines of its own,
// where a panic ends the process. So an index is opened only if all checksums are right.
const sumsFile = "sums"

// sums returns the checksums of the files in dir, a line each, by name.
func sums(dir string) (string, error) {
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path) // which begins with dir
		if err != nil || e.IsDir() || name == sumsFile {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
		_, err = io.CopyBuffer(sum, f, make([]byte, 1<<20))
		fmt.Fprintf(&b, "%08x %s\n", sum.Sum32(), filepath.ToSlash(name))
		return err
	})
	return b.String(), err
}

// writeSums writes the file.
func writeSums(dir string) error {
	s, err := sums(dir)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, sumsFile), []byte(s), 0o644)
}

// checkSums compares an index with its file. It fails with ErrCorrupt, wrapped.
func checkSums(dir string) error {
	want, err := os.ReadFile(filepath.Join(dir, sumsFile))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	got, err := sums(dir)
	if err != nil {
		return err
	}
	if got == string(want) {
		return nil
	}
	for line := range strings.Lines(string(want)) {
		if _, name, _ := strings.Cut(strings.TrimSpace(line), " "); !strings.Contains(got, line) {
			return fmt.Errorf("%w: %s is not as it was written", ErrCorrupt, filepath.Join(dir, name))
		}
	}
	return fmt.Errorf("%w: %s has files that are not of it", ErrCorrupt, dir)
}

// held has the open tables of an index with their sizes. Bleve maps them, and a fault in one of its goroutines ends the
// process. So each search first checks whether a table was truncated.
type held map[*os.File]int64

// hold opens the tables in dir.
func hold(dir string) (held, error) {
	names, err := filepath.Glob(filepath.Join(dir, "store", "*.zap"))
	h := held{}
	for _, name := range names {
		f, ferr := os.Open(name)
		if ferr != nil {
			err = errors.Join(err, ferr)
			continue
		}
		h[f] = 0
		info, ferr := f.Stat()
		if ferr == nil {
			h[f] = info.Size()
		}
		err = errors.Join(err, ferr)
	}
	return h, err
}

// check fails with ErrCorrupt, wrapped.
func (h held) check() error {
	for f, size := range h {
		if info, err := f.Stat(); err != nil || info.Size() < size {
			return fmt.Errorf("%w: %s was cut short", ErrCorrupt, f.Name())
		}
	}
	return nil
}

func (h held) close() (err error) {
	for f := range h {
		err = errors.Join(err, f.Close())
	}
	return err
}
