package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
)

// textFolder is where the text index stands, in the store's folder.
const textFolder = "text"

// withReader opens the store for reading, gives it to f, and closes it.
func withReader(c *urfave.Context, f func(graph.Store) error) error {
	if err := checkAddress(storePath(c)); err != nil {
		return err
	}
	s, err := pebble.OpenReader(storePath(c), nil)
	if err != nil {
		return err
	}
	return errors.Join(f(s), s.Close())
}

// checkAddress refuses the addresses of servers, which this version has no backend for.
func checkAddress(path string) error {
	if scheme, _, ok := strings.Cut(path, "://"); ok {
		return usagef("--store %s: this version keeps stores in folders only, and has no backend for %s://", path, scheme)
	}
	return nil
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
	index, err := text.Open(filepath.Join(path, textFolder))
	if err == nil {
		if err = index.Check(identity); err != nil {
			err = errors.Join(err, index.Close())
		}
	}
	if err != nil {
		return nil, withHint(err, "`bridgehop load --store "+path+"` without paths makes the index anew")
	}
	return index, nil
}
