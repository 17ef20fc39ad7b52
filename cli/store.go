package cli

import (
	"context"
	"errors"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/internal/stores"
)

// withReader opens the store for reading, gives it to f, and closes it.
func withReader(c *urfave.Context, f func(graph.Store) error) error {
	s, err := openReader(c)
	if err != nil {
		return err
	}
	return errors.Join(f(s), s.Close())
}

// openReader opens the store that --store names: a folder, or a database of a Neo4j server.
func openReader(c *urfave.Context) (graph.Store, error) {
	s, err := stores.OpenReader(c.Context, storePath(c))
	return s, openError(err, storePath(c))
}

// openWriter opens the store for writing, and makes it where there is none; an index made anew needs one.
func openWriter(c *urfave.Context, indexOnly bool) (graph.Store, error) {
	open := stores.Create
	if indexOnly {
		open = stores.Open
	}
	s, err := open(c.Context, storePath(c))
	return s, openError(err, storePath(c))
}

// openError marks the errors of opening a store and its index that are wrong usage, and names the next step after the others.
func openError(err error, path string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, stores.ErrAddress), errors.Is(err, stores.ErrSetting):
		return usage(err)
	case errors.Is(err, stores.ErrIndex):
		return withHint(err, "`bridgehop index --store "+path+"` makes the index anew")
	case errors.Is(err, neo4j.ErrPassword):
		return withHint(err, "put the password into BRIDGEHOP_NEO4J_PASSWORD, or the name of a file with it into BRIDGEHOP_NEO4J_PASSWORD_FILE")
	case neo4j.IsAddress(path) && errors.Is(err, graph.ErrFormat):
		return withHint(err, "name an empty database of the server with --store neo4j://user@host:7687/database")
	}
	return err
}

// withIndex opens the store and its text index for reading, gives them to f, and closes them.
func withIndex(c *urfave.Context, f func(graph.Store, *text.Index) error) error {
	return withReader(c, func(s graph.Store) error {
		index, err := openIndex(c.Context, s, storePath(c))
		if err != nil {
			return err
		}
		return errors.Join(f(s, index), index.Close())
	})
}

// openIndex opens the text index of a store.
func openIndex(ctx context.Context, s graph.Store, path string) (*text.Index, error) {
	index, err := stores.OpenIndex(ctx, s, path)
	return index, openError(err, path)
}

// withEngine opens the engine that the flags ask for, gives it to f, and closes it.
func withEngine(c *urfave.Context, f func(*bridgehop.Engine) error, more ...bridgehop.Option) error {
	opened := ampleRoom() // little of what opening makes can be thrown away again
	e, err := bridgehop.Open(c.Context, storePath(c), append(engineOptions(c), more...)...)
	opened()
	if err != nil {
		return openError(err, storePath(c))
	}
	if isNeural(c) {
		if m, err := e.Model(); err == nil {
			tellNote(c, m, "")
		}
	}
	return errors.Join(f(e), e.Close())
}
