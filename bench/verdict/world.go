package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader"
)

// world is a store of a file's pages that is gone once it is closed.
type world struct {
	dir     string
	store   *pebble.Store
	index   *text.Index
	planner *hop.Planner
}

func open(ctx context.Context, pages, redirects string) (w *world, err error) {
	w = &world{}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.close())
		}
	}()
	if w.dir, err = os.MkdirTemp("", "verdict-"); err != nil {
		return w, err
	}
	if w.store, err = pebble.Create(filepath.Join(w.dir, "store"), nil); err != nil {
		return w, err
	}
	sources, err := loader.Open([]string{pages}, loader.Input{Redirects: redirects})
	if err != nil {
		return w, err
	}
	if _, err = loader.Load(ctx, w.store, sources, loader.Options{}); err != nil {
		return w, err
	}
	if err = text.Build(ctx, filepath.Join(w.dir, "text"), w.store, text.Options{}); err != nil {
		return w, err
	}
	if w.index, err = text.Open(filepath.Join(w.dir, "text")); err != nil {
		return w, err
	}
	w.planner = &hop.Planner{Graph: w.store, Text: w.index}
	return w, nil
}

func (w *world) close() (err error) {
	if w.index != nil {
		err = w.index.Close()
	}
	if w.store != nil {
		err = errors.Join(err, w.store.Close())
	}
	if w.dir != "" {
		err = errors.Join(err, os.RemoveAll(w.dir))
	}
	return err
}
