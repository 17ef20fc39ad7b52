package pebble_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/check"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// countdown ends after it was asked some times.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A repair that is interrupted anywhere goes on when it is run again, without the files that were loaded.
func TestRepairGoesOn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "wiki")
	s, err := pebble.Create(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Put(t.Context(), &graph.Batch{Load: "a", Pages: graphtest.Wiki(60, 3)}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Finish(t.Context()), s.Close()); err != nil {
		t.Fatal(err)
	}
	sound := &check.Run{Data: true}
	if err := pebble.Check(t.Context(), dir, sound); err != nil || !sound.Sound() {
		t.Fatalf("%v, %v", err, sound.Findings)
	}
	interrupted := 0
	for after := int64(0); ; after += 41 {
		places, err := filepath.Glob(filepath.Join(dir, "places*"))
		if err != nil || len(places) == 0 {
			t.Fatalf("no file to damage: %v", err)
		}
		for _, name := range places {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		ctx := &countdown{Context: t.Context()}
		ctx.left.Store(after)
		first := pebble.Check(ctx, dir, &check.Run{Data: true, Repair: true})
		if s, err := pebble.OpenReader(dir, nil); err == nil {
			_ = s.Close() // it was repaired already
		} else if !errors.Is(err, graph.ErrDamaged) {
			t.Fatalf("interrupted after %d steps: opened with %v, want %v", after, err, graph.ErrDamaged)
		}
		again := &check.Run{Data: true, Repair: true}
		if err := pebble.Check(t.Context(), dir, again); err != nil || !again.Sound() || again.Digest != sound.Digest {
			t.Fatalf("interrupted after %d steps: %v, %+v, digest %s, want %s", after, err, again.Findings, again.Digest, sound.Digest)
		}
		if first == nil {
			break
		}
		interrupted++
	}
	if interrupted == 0 {
		t.Error("no repair was interrupted")
	}
	if _, err := os.Stat(filepath.Join(dir, "repairing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the repair is not over: %v", err)
	}
}
