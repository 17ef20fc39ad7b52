// Package graphtest holds what every store of a wiki must do: a suite that runs the contract of graph.Store
// sentence by sentence and then at random against Memory, the same contract written down as plainly as
// possible.
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
// There are no switches: what one backend does, all do. Memory is a graph.Store, so tests of packages that
// read a store can use it instead of a real one.
package graphtest
