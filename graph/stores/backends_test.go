package stores_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

func TestMain(m *testing.M) { os.Exit(servertest.Main(m)) }

// The oracle must pass its own suite: the cases state results, not only agreement.
func TestMemory(t *testing.T) {
	runWriter(t, 30, func(*testing.T) opener {
		m := new(memory)
		return func() (graph.Store, error) { return m, nil }
	})
}

func TestPebble(t *testing.T) {
	runWriter(t, 30, func(t *testing.T) opener {
		dir := filepath.Join(t.TempDir(), "wiki")
		return func() (graph.Store, error) { return pebble.Create(dir) }
	})
}

// serverDraws is a lower number of random runs: each takes a second on a server.
const serverDraws = 10

// pushing is a store in a folder that is pushed with every Finish, and read from the server.
type pushing struct {
	*neo4j.Store
	folder *pebble.Store
}

func (s pushing) Mark(ctx context.Context, source string) (graph.Mark, error) {
	return s.folder.Mark(ctx, source)
}

func (s pushing) Marks(ctx context.Context) (map[string]graph.Mark, error) {
	return s.folder.Marks(ctx)
}

func (s pushing) Put(ctx context.Context, b *graph.Batch) (graph.PutCounts, error) {
	return s.folder.Put(ctx, b)
}

func (s pushing) Finish(ctx context.Context) error {
	if err := s.folder.Finish(ctx); err != nil {
		return err
	}
	return s.Push(ctx, s.folder)
}

func (s pushing) Close() error { return errors.Join(s.folder.Close(), s.Store.Close()) }

// onServer makes places on the server.
func onServer(strangers bool, o neo4j.Options) newPlace {
	return func(t *testing.T) opener {
		s := servertest.Start(t)
		s.Clear(t)
		if strangers {
			s.Strangers(t)
		}
		o.Password, o.Create = s.Password, true
		dir := filepath.Join(t.TempDir(), "wiki")
		return func() (graph.Store, error) {
			folder, err := pebble.Create(dir)
			if err != nil {
				return nil, err
			}
			server, err := neo4j.Open(context.Background(), s.URL, o)
			if err != nil {
				return nil, errors.Join(err, folder.Close())
			}
			return pushing{server, folder}, nil
		}
	}
}

func TestNeo4j(t *testing.T) { runReaders(t, serverDraws, onServer(false, neo4j.Options{})) }

// A push in very many transactions must give the same, and so must a database that strangers use too.
func TestNeo4jInSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("TestNeo4j runs the same suite; leave -short out")
	}
	runReaders(t, serverDraws, onServer(true, neo4j.Options{BatchPages: 3}))
}
