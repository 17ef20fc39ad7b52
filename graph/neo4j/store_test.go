package neo4j_test

import (
	"context"
	"flag"
	"os"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// TestMain draws fewer random wikis than rapid would: each takes a second on a server. -rapid.checks=N draws N.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "10"); err != nil {
		panic(err) // rapid has no such flag any more
	}
	flag.Parse()
	os.Exit(servertest.Main(m))
}

// place empties the database; stores are then opened in it.
func place(t *testing.T) graphtest.Open {
	s := servertest.Start(t)
	s.Clear(t)
	return func() (graph.Store, error) {
		return neo4j.Create(context.Background(), s.URL, &neo4j.Options{Password: s.Password})
	}
}

func TestStore(t *testing.T) { graphtest.Run(t, place) }

// Finish in many transactions and in one must give the same, and so must hubs, and a database that strangers use too.
func TestStoreInSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("TestStore runs the same suite; leave -short out")
	}
	graphtest.Run(t, func(t *testing.T) graphtest.Open {
		place(t)
		s := servertest.Start(t)
		s.Cypher(t, strangers)
		return func() (graph.Store, error) {
			return neo4j.Create(context.Background(), s.URL, &neo4j.Options{Password: s.Password, AtOnce: -1, BatchPages: 3, Hub: 1})
		}
	})
}
