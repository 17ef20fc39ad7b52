package pebble

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cockroachdb/pebble/v2"

	"github.com/bridgehop/bridgehop/graph"
)

// repair makes all records of Finish again from the pages. If pages, redirects or pebble's own files are damaged, it returns an error that
// wraps graph.ErrDamaged, and leaves the store unchanged.
func repair(ctx context.Context, dir string) error {
	if err := mendFiles(dir); err != nil {
		return err
	}
	if err := beginRepair(dir); err != nil {
		return err
	}
	s, err := openAs(&Store{dir: dir, opts: (*Options)(nil).withDefaults(), fail: newFailure(), anew: true},
		func() error { return checkFolder(dir) })
	if err != nil {
		return err
	}
	if err = s.sources(ctx); err == nil {
		err = s.unfinish(ctx)
	}
	if err == nil {
		err = s.Finish(ctx)
	}
	return errors.Join(asDamage(err), s.Close())
}

// sources reads all records of Put.
func (s *Store) sources(ctx context.Context) (err error) {
	defer s.fail.caught(&err)
	for _, kind := range []byte{keyBody, keyTitle, keyCurrent, keyRedirect, keyMark, keyLoad, keyGarbage, keyFinished[0]} {
		err := iterate(s.db, []byte{kind}, []byte{kind + 1}, func(_, _ []byte) (bool, error) { return true, ctx.Err() })
		if err != nil {
			return fmt.Errorf("read what was loaded: %w", err)
		}
	}
	return s.eachCurrent(ctx, func(id graph.PageID, c current) error {
		ok, err := use(s.db, bodyKey(id, c.at), func([]byte) error { return nil })
		if err == nil && !ok {
			err = fmt.Errorf("page %q is lost: %w", c.title, graph.ErrDamaged)
		}
		return err
	})
}

// unfinish removes the records of Finish. Until the next Finish, the store is like one whose first load was interrupted.
func (s *Store) unfinish(ctx context.Context) error {
	return s.fail.do(func() error {
		if err := s.db.Delete(keyFinished, pebble.Sync); err != nil {
			return err
		}
		for _, kind := range made {
			if err := s.db.Excise(ctx, pebble.KeyRange{Start: []byte{kind}, End: []byte{kind + 1}}); err != nil {
				return err
			}
		}
		return nil
	})
}

// mendFiles repairs the file format and those files of pebble whose content is not needed: the markers, the options, and the log of an
// interrupted load from the first damaged file on. If other files are damaged, it returns an error that wraps graph.ErrDamaged.
func mendFiles(dir string) error {
	if errors.Is(checkFolder(dir), graph.ErrDamaged) {
		if err := makeFolder(dir); err != nil {
			return err
		}
	}
	names, err := fileNames(dir)
	if err != nil {
		return err
	}
	sealed, err := readSeal(dir)
	if sealed != nil {
		err = mendSealed(dir, names, sealed)
	} else if err == nil || errors.Is(err, graph.ErrDamaged) {
		err = mendMarkers(dir, names)
	}
	if err != nil {
		return err
	}
	return breakSeal(dir)
}

// mendMarkers creates the markers of a store without a seal that has one manifest.
func mendMarkers(dir string, names []string) error {
	var manifests []string
	has := map[string]bool{}
	for _, name := range names {
		if strings.HasPrefix(name, "MANIFEST-") {
			manifests = append(manifests, name)
		}
		for _, marker := range markers {
			has[marker] = has[marker] || strings.HasPrefix(name, marker)
		}
	}
	for _, marker := range markers {
		value := fmt.Sprintf("%03d", pebble.FormatColumnarBlocks)
		if marker == markers[0] {
			if len(manifests) != 1 {
				continue
			}
			value = manifests[0]
		}
		if !has[marker] {
			if err := os.WriteFile(filepath.Join(dir, graphDir, marker+"000001."+value), nil, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// mendSealed repairs the files in a seal.
func mendSealed(dir string, names []string, sealed map[string]uint32) error {
	current := ""
	for name := range sealed {
		if strings.HasPrefix(name, markers[0]) {
			current = name[strings.LastIndexByte(name, '.')+1:]
		}
	}
	lostLog := false
	for _, name := range slices.Sorted(maps.Keys(sealed)) {
		path := filepath.Join(dir, graphDir, name)
		sum, err := fileSum(path)
		there := slices.Contains(names, name)
		switch whole := there && err == nil && sum == sealed[name]; {
		case filepath.Ext(name) == ".log":
			if lostLog = lostLog || !whole; lostLog {
				err = os.RemoveAll(path)
			}
		case whole:
		case strings.HasPrefix(name, "marker."):
			err = os.WriteFile(path, nil, 0o644)
		case strings.HasPrefix(name, "OPTIONS-"), strings.HasPrefix(name, "MANIFEST-") && name != current:
			err = os.RemoveAll(path)
		default:
			err = fmt.Errorf("%s: %w", path, graph.ErrDamaged)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// repairFile is in the store's folder from the beginning of a repair to the next Finish.
const repairFile = "repairing"

func beginRepair(dir string) error {
	f, err := os.Create(filepath.Join(dir, repairFile))
	if err == nil {
		err = errors.Join(f.Sync(), f.Close())
	}
	if err != nil {
		return fmt.Errorf("begin the repair: %w", err)
	}
	return nil
}

func endRepair(dir string) error {
	if err := os.Remove(filepath.Join(dir, repairFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("end the repair: %w", err)
	}
	return nil
}

// unfinishedAs returns the error for a store that no Finish has completed: ErrDamaged if a repair was interrupted, which can go on without
// the files that were loaded.
func unfinishedAs(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, repairFile)); err == nil {
		return fmt.Errorf("%s: %w: its repair was interrupted", dir, graph.ErrDamaged)
	}
	return fmt.Errorf("%s: %w", dir, graph.ErrUnfinished)
}
