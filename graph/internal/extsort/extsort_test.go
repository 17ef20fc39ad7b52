package extsort_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/bridgehop/bridgehop/graph/internal/extsort"
)

// Records come back in order, equal ones as often as they were added, whether they fit into memory or not, and again when asked again.
func TestSortsLikeMemory(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		s := extsort.New(dir, rapid.SampledFrom([]int{1, 64, 1000, 1 << 20}).Draw(t, "limit"))
		record := rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 'a', 'b', 255}), 0, 12)
		want := rapid.SliceOfN(record, 0, 300).Draw(t, "records")
		for _, rec := range want {
			if err := s.Add(rec); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortFunc(want, bytes.Compare)
		for range 2 {
			if got := collect(t, s); !slices.EqualFunc(got, want, bytes.Equal) {
				t.Fatalf("got %q, want %q", got, want)
			}
		}
		if s.Len() != len(want) {
			t.Errorf("len: got %d, want %d", s.Len(), len(want))
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// Runs of runs are merged, and several goroutines may add.
func TestManyRuns(t *testing.T) {
	s := extsort.New(t.TempDir(), 2000)
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(g)))
			for range 20_000 {
				if err := s.Add(fmt.Appendf(nil, "record %d", rng.Uint32())); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	got := collect(t, s)
	if len(got) != 80_000 || !slices.IsSortedFunc(got, bytes.Compare) {
		t.Errorf("got %d records, sorted: %v", len(got), slices.IsSortedFunc(got, bytes.Compare))
	}
	for range s.All() {
		break // a caller may stop
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func collect(t interface{ Fatal(...any) }, s *extsort.Sorter) (out [][]byte) {
	for rec, err := range s.All() {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, bytes.Clone(rec))
	}
	return out
}
