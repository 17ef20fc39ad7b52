package pebble

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/gofrs/flock"
)

// The names in a store's folder.
const (
	formatFile = "format"
	lockFile   = "lock"
	graphDir   = "graph"
	tmpDir     = "tmp"
)

// formatLine is the content of the file format. The number is increased when records change so that other versions
// can't read them.
const formatLine = "bridgehop store 5\n"

// earlierLine is of the format before, whose stores have the file places-GENERATION besides. Opening one for writing
// makes it one of this format.
const earlierLine = "bridgehop store 4\n"

// versionLine matches the file format of any version.
var versionLine = regexp.MustCompile(`^bridgehop store [0-9]+\n$`)

// checkFolder returns an error unless dir is a store that this version reads.
func checkFolder(dir string) error {
	line, err := os.ReadFile(filepath.Join(dir, formatFile))
	switch {
	case err == nil && (string(line) == formatLine || string(line) == earlierLine):
		return nil
	case err == nil && versionLine.Match(line):
		return fmt.Errorf("%s: %w: it has %q, this program reads %q", dir, graph.ErrFormat,
			strings.TrimSpace(string(line[:min(len(line), 40)])), strings.TrimSpace(formatLine))
	case (err == nil || errors.Is(err, fs.ErrNotExist)) && isSealed(dir):
		return fmt.Errorf("%s: %w: it doesn't say which format the store has", filepath.Join(dir, formatFile),
			graph.ErrDamaged)
	case err == nil:
		return fmt.Errorf("%s: %w: it is something else", dir, graph.ErrFormat)
	case !errors.Is(err, fs.ErrNotExist):
		return otherThanFolder(dir, err)
	}
	free, err := isFree(dir)
	if err != nil {
		return otherThanFolder(dir, err)
	}
	if free {
		return fmt.Errorf("%s: %w", dir, graph.ErrNoStore)
	}
	return fmt.Errorf("%s: %w: the folder holds something else", dir, graph.ErrFormat)
}

// otherThanFolder returns the error for a path that can't be read as a folder.
func otherThanFolder(dir string, err error) error {
	if st, serr := os.Stat(dir); serr == nil && !st.IsDir() {
		return fmt.Errorf("%s: %w: it is a file", dir, graph.ErrFormat)
	}
	return fmt.Errorf("open store: %w", err)
}

// isFree reports whether a store may be created in dir: it is missing or empty, or has only the files of an interrupted
// Create.
func isFree(dir string) (bool, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	for _, e := range entries {
		if n := e.Name(); n != lockFile && n != formatFile+".new" {
			return false, err
		}
	}
	return err == nil, err
}

// makeFolder writes the file format, and removes what only an earlier format has.
func makeFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "places-") {
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	if err != nil {
		return fmt.Errorf("open store: %w", err)
	}
	path := filepath.Join(dir, formatFile)
	if err := os.WriteFile(path+".new", []byte(formatLine), 0o644); err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	return nil
}

// lockFolder locks the folder, exclusively for writing and shared for reading. It doesn't wait. Readers need no write
// permission unless the lock file is missing.
func lockFolder(dir string, write bool) (*flock.Flock, error) {
	path := filepath.Join(dir, lockFile)
	flag := os.O_RDWR | os.O_CREATE
	if _, err := os.Stat(path); err == nil && !write {
		flag = os.O_RDONLY
	}
	l := flock.New(path, flock.SetFlag(flag), flock.SetPermissions(0o644))
	try := l.TryRLock
	if write {
		try = l.TryLock
	}
	ok, err := try()
	switch {
	case err != nil:
		return nil, fmt.Errorf("lock store: %w", errors.Join(err, l.Close()))
	case !ok:
		return nil, errors.Join(fmt.Errorf("%s: %w", dir, graph.ErrLocked), l.Close())
	}
	return l, nil
}
