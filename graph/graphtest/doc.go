// Package graphtest is the conformance suite of graph.Store. It tests the contract sentence by sentence, and then compares a store with
// Memory, the simplest implementation of the same contract, on random operations.
//
// A backend runs it in its tests:
//
//	func TestStore(t *testing.T) {
//		graphtest.Run(t, func(t *testing.T) graphtest.Open {
//			dir := filepath.Join(t.TempDir(), "wiki")
//			return func() (graph.Store, error) { return pebble.Create(dir, nil) }
//		})
//	}
//
// The suite has no switches: all backends do the same. Memory is a graph.Store, so that tests of packages that
// read a store can use it instead of a real store.
package graphtest
