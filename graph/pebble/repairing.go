package pebble

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bridgehop/bridgehop/graph"
)

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
