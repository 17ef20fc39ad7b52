package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
)

// textFolder is where the text index stands, in the store's folder.
const textFolder = "text"

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
	path := storePath(c)
	if neo4j.IsAddress(path) {
		return openNeo4j(c, neo4j.OpenReader)
	}
	if err := checkAddress(path); err != nil {
		return nil, err
	}
	s, err := pebble.OpenReader(path, nil)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// openWriter opens the store for writing, and makes it where there is none; an index made anew needs one.
func openWriter(c *urfave.Context, indexOnly bool) (graph.Store, error) {
	path := storePath(c)
	switch {
	case neo4j.IsAddress(path) && indexOnly:
		return openNeo4j(c, neo4j.Open)
	case neo4j.IsAddress(path):
		return openNeo4j(c, neo4j.Create)
	}
	if err := checkAddress(path); err != nil {
		return nil, err
	}
	open := pebble.Create
	if indexOnly {
		open = pebble.Open
	}
	s, err := open(path, nil)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// checkAddress refuses the addresses of servers that there is no backend for.
func checkAddress(path string) error {
	if scheme, _, ok := strings.Cut(path, "://"); ok && !neo4j.IsAddress(path) {
		return usagef("--store %s: there is no backend for %s://; a store is a folder, or neo4j://user@host:7687/database", path, scheme)
	}
	return nil
}

// textDir is where a store's text index stands: in the store's folder, or for a server's store, which has none,
// in the user's cache under the store's id.
func textDir(ctx context.Context, s graph.Store, path string) (string, error) {
	remote, ok := s.(interface {
		ID(ctx context.Context) (string, error)
	})
	if !ok {
		return filepath.Join(path, textFolder), nil
	}
	id, err := remote.ID(ctx)
	if err != nil {
		return "", err
	}
	cache, err := cacheFolder()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "text", id)
	return dir, os.MkdirAll(filepath.Dir(dir), 0o755)
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

// openIndex opens the text index of a store. One that is missing, or older than the store, is an error: reading
// must not write.
func openIndex(ctx context.Context, s graph.Store, path string) (*text.Index, error) {
	identity, err := s.Identity(ctx)
	if err != nil {
		return nil, fmt.Errorf("identity of the store: %w", err)
	}
	dir, err := textDir(ctx, s, path)
	if err != nil {
		return nil, err
	}
	index, err := text.Open(dir)
	if err == nil {
		if err = index.Check(identity); err != nil {
			err = errors.Join(err, index.Close())
		}
	}
	if err != nil {
		return nil, withHint(err, "`bridgehop index --store "+path+"` makes the index anew")
	}
	return index, nil
}
