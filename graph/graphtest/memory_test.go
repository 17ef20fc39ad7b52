package graphtest_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
)

// The oracle must pass its own suite: the cases state results, not only agreement.
func TestMemory(t *testing.T) {
	graphtest.Run(t, func(*testing.T) graphtest.Open {
		m := graphtest.NewMemory()
		return func() (graph.Store, error) { return m, nil }
	})
}
