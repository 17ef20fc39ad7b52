package stores_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

func TestMain(m *testing.M) { os.Exit(servertest.Main(m)) }

// The oracle must pass its own suite: the cases state results, not only agreement.
func TestMemory(t *testing.T) {
	runSuite(t, 30, func(*testing.T) opener {
		m := graphtest.NewMemory()
		return func() (graph.Store, error) { return m, nil }
	})
}

func TestPebble(t *testing.T) {
	runSuite(t, 30, func(t *testing.T) opener {
		dir := filepath.Join(t.TempDir(), "wiki")
		return func() (graph.Store, error) { return pebble.Create(dir, nil) }
	})
}

// serverDraws is a lower number of random runs: each takes a second on a server.
const serverDraws = 10

func TestNeo4j(t *testing.T) {
	runSuite(t, serverDraws, func(t *testing.T) opener {
		s := servertest.Start(t)
		s.Clear(t)
		return func() (graph.Store, error) {
			return neo4j.Create(context.Background(), s.URL, &neo4j.Options{Password: s.Password})
		}
	})
}

// Finish in many transactions and in one must give the same, and so must hubs, and a database that strangers use too.
func TestNeo4jInSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("TestNeo4j runs the same suite; leave -short out")
	}
	runSuite(t, serverDraws, func(t *testing.T) opener {
		s := servertest.Start(t)
		s.Clear(t)
		s.Strangers(t)
		return func() (graph.Store, error) {
			return neo4j.Create(context.Background(), s.URL, &neo4j.Options{Password: s.Password, AtOnce: -1, BatchPages: 3, Hub: 1})
		}
	})
}
