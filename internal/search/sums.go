package search

import (
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// sumsFile lists the checksums of the other files of an index. bleve compares none, and looks words up in goroutines of its own, where a
// panic ends the process: so an index is opened only when all its bytes are those that were written.
const sumsFile = "sums"

// sums are the checksums of the files in dir, a line each, by name.
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
