package pebble

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/bridgehop/bridgehop/graph"
)

// A writer that closes its store writes the file seal, a list of pebble's files. Pebble takes a damaged or missing
// manifest for an interrupted write or a new store; with a seal it is known to be damage. A writer removes the seal
// before any change, so that the store of a killed writer has none.
//
// Each line is the checksum of a file and its name. Of a table, whose blocks have checksums of their own, it is the
// checksum of its end, which differs between tables: pebble panics in the background when one lies in another's place.
// Seals of 27 November and before have 0 there. The last line is the checksum of all that is before it.
const sealFile = "seal"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seal writes the file seal.
func seal(dir string) error {
	names, err := fileNames(dir)
	if err != nil {
		return fmt.Errorf("seal store: %w", err)
	}
	var b []byte
	for _, name := range names {
		sum, err := fileSum(filepath.Join(dir, graphDir, name))
		if err != nil {
			return fmt.Errorf("seal store: %w", err)
		}
		b = fmt.Appendf(b, "%08x %s\n", sum, name)
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

// fileSum returns the checksum of a file, or of the last 4 KB of a table.
func fileSum(path string) (uint32, error) {
	if isTable(path) {
		end, err := readEnd(path, 4<<10)
		return crc32.Checksum([]byte(end), castagnoli), err
	}
	b, err := os.ReadFile(path)
	return crc32.Checksum(b, castagnoli), err
}

func isTable(name string) bool { return filepath.Ext(name) == ".sst" }

// breakSeal removes the file seal and syncs the folder.
func breakSeal(dir string) error {
	err := os.Remove(filepath.Join(dir, sealFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, syncFolder(vfs.Default, dir))
}

// syncFolder syncs a folder after files were added or removed.
func syncFolder(fs vfs.FS, dir string) error {
	f, err := fs.OpenDir(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// readSeal returns the checksums in the seal by file name; nil without a seal.
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

// isSealed reports whether a folder has a valid seal. Stores of earlier formats have none.
func isSealed(dir string) bool {
	sealed, err := readSeal(dir)
	return sealed != nil && err == nil
}

// checkSeal compares the files with the seal. Its errors of damage wrap graph.ErrDamaged.
func checkSeal(dir string) error {
	sealed, err := readSeal(dir)
	if err != nil {
		return err
	}
	there, err := fileNames(dir)
	if err != nil {
		return err
	}
	summed := func(name string) bool { return sealed[name] != 0 } // which is compared below, with its end
	if err := checkTables(dir, slices.DeleteFunc(slices.Clone(there), summed)); err != nil {
		return err
	}
	if sealed == nil {
		return checkUnsealed(dir, there)
	}
	for name, want := range sealed {
		path := filepath.Join(dir, graphDir, name)
		if !slices.Contains(there, name) {
			return fmt.Errorf("%s: %w: the file is missing", path, graph.ErrDamaged)
		}
		if want == 0 && isTable(name) {
			continue
		}
		if got, err := fileSum(path); err != nil || got != want {
			return errors.Join(fmt.Errorf("%s: %w: it has changed since it was written", path, graph.ErrDamaged), err)
		}
	}
	return nil
}

// tableEnd is the end of every table: the number of its format and pebble's magic. Pebble has no checksum of it.
const tableEnd = "\x05\x00\x00\x00\xf0\x9f\xaa\xb3\xf0\x9f\xaa\xb3"

// checkTables returns an error for a table that says that it has another format: pebble would read its blocks as
// something else, and panic. A table without the magic is one that a killed writer hasn't finished, or pebble refuses
// it.
func checkTables(dir string, names []string) error {
	for _, name := range names {
		if !isTable(name) {
			continue
		}
		path := filepath.Join(dir, graphDir, name)
		end, err := readEnd(path, len(tableEnd))
		if err != nil {
			return err
		}
		if end != tableEnd && strings.HasSuffix(end, tableEnd[4:]) {
			return fmt.Errorf("%s: %w: its end says that it has another format", path, graph.ErrDamaged)
		}
	}
	return nil
}

// readEnd returns the last n bytes of a file, or all of a shorter one.
func readEnd(path string, n int) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(io.NewSectionReader(f, max(0, st.Size()-int64(n)), int64(n)))
	return string(b), err
}

// markers are the prefixes of the empty files whose names have the current manifest and pebble's version.
var markers = [...]string{"marker.manifest.", "marker.format-version."}

// checkUnsealed returns an error for a folder with tables or a log but without markers: pebble would take it for an
// empty one.
func checkUnsealed(dir string, names []string) error {
	filled := false
	for _, name := range names {
		if st, err := os.Stat(filepath.Join(dir, graphDir, name)); err == nil && st.Size() > 0 {
			filled = filled || isTable(name) || filepath.Ext(name) == ".log"
		}
	}
	for _, marker := range markers {
		if filled && !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, marker) }) {
			return fmt.Errorf("%s*: %w: the file is missing", filepath.Join(dir, graphDir, marker), graph.ErrDamaged)
		}
	}
	return nil
}

// fileNames returns the names of pebble's files in order; none if the folder is missing.
func fileNames(dir string) (names []string, err error) {
	entries, err := os.ReadDir(filepath.Join(dir, graphDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}
