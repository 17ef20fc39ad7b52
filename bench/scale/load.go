package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/loader"
)

// loaded is what a load took, in one process that does nothing else.
type loaded struct {
	Pages  int64   `json:"pages"`
	Links  int64   `json:"links"`
	Input  int64   `json:"input_bytes"`
	Disk   int64   `json:"store_bytes"`
	Stages []stage `json:"stages"`
	Sum    stage   `json:"sum"`
}

// load loads a corpus into a folder that holds nothing: what `bridgehop load` does, with the time of each stage.
// The graph alone has no text index.
func load(ctx context.Context, dir, format string, index bool, paths []string) (out loaded, err error) {
	sources, err := loader.Open(paths, loader.Input{Format: loader.Format(format)})
	if err != nil {
		return out, err
	}
	store, err := pebble.Create(dir, nil)
	if err != nil {
		return out, err
	}
	m := newMeter()
	defer close(m.stop)
	if out, err = fill(ctx, dir, store, sources, index, m); err != nil {
		return out, errors.Join(err, store.Close())
	}
	if err := store.Close(); err != nil {
		return out, err
	}
	out.Disk, err = size(dir)
	return out, err
}

// fill loads the sources into a store, finishes it, and makes its index.
func fill(ctx context.Context, dir string, store *pebble.Store, sources []loader.Source, index bool, m *meter) (out loaded, err error) {
	m.start("parse, split, store")
	report, err := loader.Load(ctx, store, sources, loader.Options{Progress: func(p loader.Progress) {
		if p.Finishing {
			m.start("finish: names and links")
		}
	}})
	if err != nil {
		return out, err
	}
	if index {
		m.start("text index")
		if err := text.Build(ctx, filepath.Join(dir, "text"), store, text.Options{}); err != nil {
			return out, err
		}
	}
	m.end()
	stats, err := store.Stats(ctx)
	out.Pages, out.Links, out.Input = stats.Pages, stats.Links, report.Bytes
	out.Stages, out.Sum = m.stages, m.sum("all")
	return out, err
}

// size is how many bytes the files of a folder take.
func size(dir string) (n int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return ignoreGone(err)
		}
		info, err := d.Info()
		if err == nil {
			n += info.Size()
		}
		return ignoreGone(err)
	})
	return n, err
}

// ignoreGone: the engine removes files in the background.
func ignoreGone(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}
