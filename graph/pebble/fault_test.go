package pebble

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"
)

// A disk that is full after some number of writes makes an error, not a hang or an exit; what the mark says
// is there is there, and the load goes on once there is room.
func TestDiskFull(t *testing.T) {
	want := faultDigest(t, filepath.Join(t.TempDir(), "whole"))
	failures := 0
	for _, writes := range []int32{0, 3, 8, 14, 20, 26, 32, 40, 60, 90, 120, 150} {
		dir := filepath.Join(t.TempDir(), "full")
		var room atomic.Int32
		room.Store(writes)
		fs := errorfs.Wrap(vfs.Default, errorfs.InjectorFunc(func(op errorfs.Op) error {
			switch op.Kind {
			case errorfs.OpFileWrite, errorfs.OpCreate, errorfs.OpFileSync, errorfs.OpFileSyncData:
				if room.Add(-1) < 0 {
					return syscall.ENOSPC
				}
			}
			return nil
		}))
		if err := within(t, func() error { return faultLoad(dir, fs) }); err != nil {
			failures++
			if !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("after %d writes: got error %v, want %v", writes, err, syscall.ENOSPC)
			}
			if n := strings.Count(err.Error(), syscall.ENOSPC.Error()); n != 1 {
				t.Errorf("after %d writes: told %d times: %v", writes, n, err)
			}
		}
		if got := faultDigest(t, dir); got != want {
			t.Errorf("after %d writes: got %s, want %s", writes, got, want)
		}
	}
	if failures < 6 {
		t.Errorf("got %d failures: the test has lost its point", failures)
	}
}

// within fails the test when do takes too long.
func within(t *testing.T, do func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Minute):
		t.Fatal("the store hangs")
		return nil
	}
}

// faultPage makes one of 400 pages, with links to three of them and words that no other has.
func faultPage(i int) *graph.Page {
	r := rand.New(rand.NewPCG(uint64(i), 1))
	p := &graph.Page{Title: fmt.Sprintf("Page %d", i)}
	for n := range 3 {
		to := fmt.Sprintf("Page %d", r.IntN(400))
		p.Sentences = append(p.Sentences, graph.Sentence{N: n, Text: fmt.Sprintf("%x %x, see %s.", r.Uint64(), r.Uint64(), to),
			Links: []graph.Hyperlink{{Anchor: to, Target: to}}})
	}
	return p
}

// faultLoad loads 400 pages from where the mark says.
func faultLoad(dir string, fs vfs.FS) (err error) {
	ctx := context.Background()
	s, err := create(dir, options{16 << 10, fs})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	m, err := s.Mark(ctx, "wiki")
	if err != nil {
		return err
	}
	for m.Records < 400 {
		b := &graph.Batch{Load: "1", Source: "wiki", Mark: m}
		for range 40 {
			b.Pages = append(b.Pages, faultPage(int(b.Mark.Records)))
			b.Mark.Records++
		}
		if _, err := s.Put(ctx, b); err != nil {
			return err
		}
		if m = b.Mark; m.Records%200 == 0 {
			if err := s.Finish(ctx); err != nil {
				return err
			}
		}
	}
	return s.Finish(ctx)
}

func faultDigest(t *testing.T, dir string) string {
	t.Helper()
	if err := faultLoad(dir, vfs.Default); err != nil {
		t.Fatal(err)
	}
	s, err := OpenReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	d, err := graph.Digest(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
