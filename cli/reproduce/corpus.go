package reproduce

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/loader"
)

// run is a run of reproduce.
type run struct {
	*console.Console
	*options
	plan
	paper  map[string]string // the table's figures in the paper
	wikis  map[string]*wiki  // stores that are open
	done   map[string]*answers
	subset string // of HoVer's claims; see hoverSubset
}

// wiki is the store of a corpus.
type wiki struct {
	store  graph.Store
	index  *text.Index
	corpus corpus
}

// Close closes the stores.
func (r *run) Close() (err error) {
	for _, w := range r.wikis {
		err = errors.Join(err, w.index.Close(), w.store.Close())
	}
	return err
}

// path is that of a data file; an absolute one is a file of the work folder.
func (r *run) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(r.data, filepath.FromSlash(name))
}

func (r *run) corpus(name string) corpus {
	return r.Corpora[slices.IndexFunc(r.Corpora, func(c corpus) bool { return c.Name == name })]
}

// wiki opens the store of a corpus, which is made if there is none, an older one, or one of other files.
func (r *run) wiki(ctx context.Context, name string) (*wiki, error) {
	if w := r.wikis[name]; w != nil {
		return w, nil
	}
	c, dir := r.corpus(name), filepath.Join(r.work, name)
	sources, made, err := r.sources(c)
	if err != nil {
		return nil, fmt.Errorf("corpus %s: %w", name, err)
	}
	w, err := open(ctx, dir, made)
	if err != nil {
		if err = errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755)); err == nil {
			err = build(ctx, dir, made, sources, c.Links)
		}
		if err != nil {
			return nil, fmt.Errorf("corpus %s: %w", name, err)
		}
		if w, err = open(ctx, dir, made); err != nil {
			return nil, fmt.Errorf("corpus %s: %w", name, err)
		}
	}
	w.corpus, r.wikis[name] = c, w
	return w, nil
}

// sources are the files of a corpus, and what a store of them is made of: the version, and each file's content and way
// of reading (loader.Source).
func (r *run) sources(c corpus) (sources []loader.Source, made string, err error) {
	var paths []string
	for _, name := range c.Files {
		paths = append(paths, r.path(name))
	}
	if sources, err = loader.Open(paths, loader.Input{Format: loader.Auto}); err != nil {
		return nil, "", err
	}
	made = r.Version
	for _, s := range sources {
		content, err := s.Fingerprint()
		if err != nil {
			return nil, "", err
		}
		made += "\n" + content
	}
	return sources, made, nil
}

// builtFile is written when a store is whole, and says what it is made of.
const builtFile = "built"

// open fails where there is no store that was built to its end of this.
func open(ctx context.Context, dir, made string) (*wiki, error) {
	if b, err := os.ReadFile(filepath.Join(dir, builtFile)); err != nil || string(b) != made {
		return nil, errors.Join(err, errors.New("no store is built"))
	}
	path := filepath.Join(dir, "store")
	s, err := stores.OpenReader(ctx, path)
	if err != nil {
		return nil, err
	}
	index, err := stores.OpenIndex(ctx, s, path)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &wiki{store: s, index: index}, nil
}

func build(ctx context.Context, dir, made string, sources []loader.Source, links bool) error {
	path := filepath.Join(dir, "store")
	store, err := stores.Create(ctx, path)
	if err != nil {
		return err
	}
	if err := errors.Join(fill(ctx, store, filepath.Join(path, stores.TextFolder), sources, links), store.Close()); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, builtFile), []byte(made), 0o644)
}

// fill loads the files of a corpus, makes the text index, and infers links where the files have none.
func fill(ctx context.Context, store graph.Store, index string, sources []loader.Source, links bool) error {
	if _, err := loader.Load(ctx, store, sources, loader.Options{}); err != nil {
		return err
	}
	if err := text.Build(ctx, index, store, text.Options{}); err != nil || links {
		return err
	}
	names, err := text.Open(index)
	if err != nil {
		return err
	}
	before, err := store.Identity(ctx)
	if err == nil {
		_, err = loader.InferLinks(ctx, store, names, loader.Options{})
	}
	if err = errors.Join(err, names.Close()); err != nil {
		return err
	}
	return text.Adopt(ctx, index, store, before)
}
