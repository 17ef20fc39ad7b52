package pebble_test

import (
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/internal/graphtest"
)

func TestStore(t *testing.T) {
	graphtest.Run(t, func(t *testing.T) graphtest.Open {
		dir := filepath.Join(t.TempDir(), "wiki")
		return func() (graph.Store, error) { return pebble.Create(dir, nil) }
	})
}

func BenchmarkStore(b *testing.B) {
	graphtest.Benchmark(b, func(b *testing.B) graphtest.Open {
		dir := filepath.Join(b.TempDir(), "wiki")
		return func() (graph.Store, error) { return pebble.Create(dir, nil) }
	})
}
