package console

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// defaultStore is the store if neither --store nor $BRIDGEHOP_STORE is set.
const defaultStore = "./wiki.bridgehop"

// Store is the value of --store: a folder, or a database of a Neo4j server.
type Store struct {
	Given string `flag:"store"`
	Via   string // the folder by way of which a database is written
}

// Path returns the store's address.
func (s *Store) Path() string { return cmp.Or(s.Given, os.Getenv("BRIDGEHOP_STORE"), defaultStore) }

// Read opens the store for reading, calls f with it, and closes it.
func (s *Store) Read(ctx context.Context, f func(graph.Store) error) error {
	store, err := stores.OpenReader(ctx, s.Path())
	return with(s, store, err, f)
}

// with calls f with a store that was opened without an error, and closes it.
func with[T io.Closer](s *Store, store T, err error, f func(T) error) error {
	if err != nil {
		return s.Error(err)
	}
	return errors.Join(s.Error(f(store)), store.Close())
}

// ReadIndexed is Read with the store's text index.
func (s *Store) ReadIndexed(ctx context.Context, f func(graph.Store, *text.Index) error) error {
	return s.Read(ctx, func(store graph.Store) error {
		index, err := stores.OpenIndex(ctx, store, s.Path())
		if err != nil {
			return s.Error(err)
		}
		return errors.Join(f(store, index), index.Err(), index.Close())
	})
}

// Write opens the store for writing, calls f with it, and closes it. With create, it creates the store if there is
// none.
func (s *Store) Write(ctx context.Context, create bool, f func(graph.Store) error) error {
	store, err := stores.Open(ctx, s.Path(), s.Via, create)
	return with(s, store, err, f)
}

// Server opens the store of a database itself, calls f with it, and closes it.
func (s *Store) Server(ctx context.Context, o neo4j.Options, f func(*neo4j.Store) error) error {
	store, err := stores.OpenServer(ctx, s.Path(), o)
	return with(s, store, err, f)
}

// Error names the next step after errors of the store and its index.
func (s *Store) Error(err error) error {
	switch {
	case errors.Is(err, graph.ErrDamaged) && !neo4j.IsAddress(s.Path()):
		return WithHint(err, "`bridgehop check --repair --store "+s.Path()+"` repairs what can be repaired, and "+
			"names what is lost")
	case errors.Is(err, text.ErrNoIndex) && !neo4j.IsAddress(s.Path()): // a store in a folder always has one
		return WithCode(err, ExitStore, "`bridgehop index --store "+s.Path()+"` rebuilds the index")
	case errors.Is(err, stores.ErrIndex), errors.Is(err, graph.ErrDamaged):
		return WithHint(err, "`bridgehop index --store "+s.Path()+"` rebuilds the index")
	case errors.Is(err, search.ErrNone), errors.Is(err, search.ErrStale), errors.Is(err, search.ErrCorrupt):
		return WithCode(err, ExitStore, "`bridgehop index --search --store "+s.Path()+"` makes it")
	case neo4j.IsAddress(s.Path()) && errors.Is(err, graph.ErrFormat):
		return WithHint(err, "`bridgehop neo4j drop --store "+s.Path()+"` deletes it; then load again. Or name an "+
			"empty database with --store")
	}
	return err
}

// Model are the flags that choose a model.
type Model struct {
	Dir    string // empty for the shipped model
	Device string
}

// Flags returns --model and --device.
func (m *Model) Flags() Flags {
	m.Device = "auto"
	return Flags{"model": m.Choose, "device": &m.Device}
}

// Choose sets the folder by what --model is given. The names base and mini stand for models also where a folder is
// called so.
func (m *Model) Choose(model string) error {
	switch m.Dir = model; model {
	case "base":
		m.Dir = ""
	case "mini":
		return WithCode(Usagef("--model mini: nli-mini is gone"), ExitUsage,
			"run without --model: the shipped model is a larger one, which is right more often; ./mini is a folder")
	}
	return nil
}

// Options open the model.
func (m *Model) Options() bridgehop.Options {
	return bridgehop.Options{Model: m.Dir, Device: m.Device}
}

// With opens the model, calls f with it, and closes it.
func (m *Model) With(f func(*onnx.Model) error) error {
	e := bridgehop.Given(m.Options())
	model, err := e.Model()
	if err != nil {
		return err
	}
	return errors.Join(f(model), e.Close())
}

// HashFile writes the content of a file to a hash.
func HashFile(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}
