package pebble

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/bridgehop/bridgehop/graph"
)

// A writer that closes its store leaves the file seal, which lists the files of pebble: what pebble takes for the end of an
// interrupted write, or for a new store, when it opens a damaged manifest or finds none, is damage then. A writer removes the seal
// before it changes anything, so that the store of one that was killed has none.
//
// Each line is the checksum of a file and its name; tables, which have checksums of their own, have 0. The last line is the
// checksum of all that is before it.
const sealFile = "seal"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seal writes the file.
func seal(dir string) error {
	entries, err := os.ReadDir(filepath.Join(dir, graphDir))
	if err != nil {
		return fmt.Errorf("seal store: %w", err)
	}
	var b []byte
	for _, e := range entries {
		sum, err := fileSum(filepath.Join(dir, graphDir, e.Name()))
		if err != nil {
			return fmt.Errorf("seal store: %w", err)
		}
		b = fmt.Appendf(b, "%08x %s\n", sum, e.Name())
	}
	b = fmt.Appendf(b, "%08x\n", crc32.Checksum(b, castagnoli))
	path := filepath.Join(dir, sealFile)
	if err = os.WriteFile(path+".new", b, 0o644); err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return fmt.Errorf("seal store: %w", err)
	}
	return nil
}

// fileSum is the checksum of a file, 0 for a table.
func fileSum(path string) (uint32, error) {
	if filepath.Ext(path) == ".sst" {
		return 0, nil
	}
	b, err := os.ReadFile(path)
	return crc32.Checksum(b, castagnoli), err
}

// breakSeal removes the file, for good.
func breakSeal(dir string) error {
	err := os.Remove(filepath.Join(dir, sealFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, syncFolder(vfs.Default, dir))
}

// readSeal returns the sums of the files that were there, by their names; nil without a seal.
func readSeal(dir string) (map[string]uint32, error) {
	path := filepath.Join(dir, sealFile)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	const last = 9 // bytes of the last line
	list := b[:max(0, len(b)-last)]
	if string(b[len(list):]) != fmt.Sprintf("%08x\n", crc32.Checksum(list, castagnoli)) {
		return nil, fmt.Errorf("%s: %w", path, graph.ErrDamaged)
	}
	sealed := map[string]uint32{}
	for line := range strings.Lines(string(list)) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		n, err := strconv.ParseUint(sum, 16, 32)
		if err != nil || filepath.Base(name) != name {
			return nil, fmt.Errorf("%s: %w: line %q", path, graph.ErrDamaged, line)
		}
		sealed[name] = uint32(n)
	}
	return sealed, nil
}

// isSealed tells whether a folder is a store that this version wrote, whatever its file format says: those of earlier formats have no seal.
func isSealed(dir string) bool {
	sealed, err := readSeal(dir)
	return sealed != nil && err == nil
}

// checkSeal compares the files with their seal. It fails with graph.ErrDamaged, wrapped.
func checkSeal(dir string) error {
	sealed, err := readSeal(dir)
	if err != nil {
		return err
	}
	if sealed == nil {
		return checkUnsealed(dir)
	}
	there, err := fileNames(dir)
	if err != nil {
		return err
	}
	for name, want := range sealed {
		path := filepath.Join(dir, graphDir, name)
		if !slices.Contains(there, name) {
			return fmt.Errorf("%s: %w: the file is missing", path, graph.ErrDamaged)
		}
		if got, err := fileSum(path); err != nil || got != want {
			return errors.Join(fmt.Errorf("%s: %w: it has changed since it was written", path, graph.ErrDamaged), err)
		}
	}
	return nil
}

// markers begin the names of the empty files that name the manifest in use and pebble's version.
var markers = [...]string{"marker.manifest.", "marker.format-version."}

// checkUnsealed refuses a folder that pebble would begin anew in, though it has tables or a log: one whose markers are lost.
func checkUnsealed(dir string) error {
	names, err := fileNames(dir)
	if err != nil {
		return err
	}
	filled := false
	for _, name := range names {
		if st, err := os.Stat(filepath.Join(dir, graphDir, name)); err == nil && st.Size() > 0 {
			filled = filled || filepath.Ext(name) == ".sst" || filepath.Ext(name) == ".log"
		}
	}
	for _, marker := range markers {
		if filled && !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, marker) }) {
			return fmt.Errorf("%s*: %w: the file is missing", filepath.Join(dir, graphDir, marker), graph.ErrDamaged)
		}
	}
	return nil
}

// fileNames are the names of pebble's files, none for a folder that is not there.
func fileNames(dir string) (names []string, err error) {
	f, err := os.Open(filepath.Join(dir, graphDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}
