package stores

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// pushed is a store in a folder that is pushed into a database with every Finish. What is read of it is read from the
// folder.
type pushed struct {
	*pebble.Store
	server *neo4j.Store
	dir    string
	state  pushedState
}

// pushedFile is in the folder.
const pushedFile = "pushed.json"

// pushedState says what a folder knows of its database.
type pushedState struct {
	Database string `json:"database"` // the id of the database's store
	Identity string `json:"identity"` // of the database when it was pushed last, or the folder was filled from it
}

// emptyIdentity is the identity of a store that has nothing.
const emptyIdentity = "0000000000000000000000000000000000000000000000000000000000000000"

// openVia opens the store of a database for writing, by way of a store in a folder, which alone resolves titles and
// links: Finish pushes it into the database. If via is empty, the folder is in the user's cache. If the database has
// another state than the folder's last, as after a load on another machine, the folder is filled from the database.
func openVia(ctx context.Context, address, via string, create bool) (graph.Store, error) {
	server, err := OpenServer(ctx, address, neo4j.Options{Write: true, Create: create})
	if err != nil {
		return nil, err
	}
	return viaFolder(ctx, server, via)
}

func viaFolder(ctx context.Context, server *neo4j.Store, via string) (*pushed, error) {
	s := &pushed{server: server, dir: via}
	if err := s.open(ctx, via != ""); err != nil {
		return nil, errors.Join(err, server.Close())
	}
	return s, nil
}

func (s *pushed) open(ctx context.Context, given bool) error {
	id, err := s.server.ID(ctx)
	if err != nil {
		return err
	}
	identity, err := s.server.Identity(ctx)
	if err != nil {
		return err
	}
	if !given {
		if s.dir, err = Dir(ctx, s.server, "", "pushed"); err != nil {
			return err
		}
	}
	known, err := readPushed(s.dir)
	if err != nil {
		return err
	}
	s.Store, err = pebble.Open(s.dir)
	if !given && (errors.Is(err, graph.ErrDamaged) || errors.Is(err, graph.ErrFormat)) {
		// The cache may be emptied at any time.
		if err := os.RemoveAll(s.dir); err != nil {
			return err
		}
		err = graph.ErrNoStore
	}
	if errors.Is(err, graph.ErrNoStore) {
		if identity == emptyIdentity {
			s.Store, err = pebble.Create(s.dir)
			return err
		}
		return s.fill(ctx, id, identity)
	}
	if err != nil {
		return err
	}
	own, err := s.Store.Identity(ctx)
	current := identity == emptyIdentity || identity == own || known == pushedState{id, identity}
	s.state = known
	switch {
	case err == nil && current:
		return nil
	case err == nil && known.Database != id:
		err = fmt.Errorf("%s is a store of its own, and the database has other pages; name an empty folder: %w", s.dir,
			ErrAddress)
	}
	err = errors.Join(err, s.Store.Close())
	if err == nil {
		err = os.RemoveAll(s.dir)
	}
	if err == nil {
		err = s.fill(ctx, id, identity)
	}
	return err
}

// fill makes the folder of the pages and redirects that the database has. The next load reads all of its files.
func (s *pushed) fill(ctx context.Context, id, identity string) error {
	dir := s.dir + ".filling"
	err := os.RemoveAll(dir)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(dir), 0o755)
	}
	if err == nil {
		err = fillFolder(ctx, dir, s.server)
	}
	if err == nil {
		s.state = pushedState{id, identity}
		err = writePushed(dir, s.state)
	}
	if err == nil {
		err = os.RemoveAll(s.dir) // an empty folder
	}
	if err == nil {
		err = os.Rename(dir, s.dir)
	}
	if err != nil {
		return fmt.Errorf("fill %s from the database: %w", s.dir, err)
	}
	s.Store, err = pebble.Open(s.dir)
	return err
}

// filledPages is the number of pages of a batch.
const filledPages = 1000

// fillFolder makes a store of the pages and redirects of another one. Put gives the pages of a title their ordinals in
// the order in which they come, so that those of higher ordinals come last.
func fillFolder(ctx context.Context, dir string, from graph.Reader) (err error) {
	to, err := pebble.Create(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	put := func(pages []*graph.Page, redirects []graph.Redirect) error {
		_, err := to.Put(ctx, &graph.Batch{Load: "filled", Pages: pages, Redirects: redirects})
		return err
	}
	var pages []*graph.Page
	var later []graph.Head
	for page, err := range from.All(ctx) {
		if err == nil && page.Ordinal > 0 {
			later = append(later, graph.Head{ID: page.ID(), Ordinal: page.Ordinal})
			continue
		}
		if pages = append(pages, page); err == nil && len(pages) == filledPages {
			err, pages = put(pages, nil), pages[:0]
		}
		if err != nil {
			return err
		}
	}
	if err := put(pages, nil); err != nil {
		return err
	}
	slices.SortFunc(later, func(a, b graph.Head) int { return cmp.Or(a.Ordinal-b.Ordinal, cmp.Compare(a.ID, b.ID)) })
	for some := range slices.Chunk(later, filledPages) {
		var ids []graph.PageID
		for _, h := range some {
			ids = append(ids, h.ID)
		}
		pages, err := from.Pages(ctx, ids)
		if err != nil {
			return err
		}
		gone := func(p *graph.Page) bool { return p == nil } // meanwhile
		if err := put(slices.DeleteFunc(pages, gone), nil); err != nil {
			return err
		}
	}
	var redirects []graph.Redirect
	for r, err := range from.Redirects(ctx) {
		if redirects = append(redirects, r); err == nil && len(redirects) == filledPages {
			err, redirects = put(nil, redirects), redirects[:0]
		}
		if err != nil {
			return err
		}
	}
	return cmp.Or(put(nil, redirects), to.Finish(ctx))
}

func readPushed(dir string) (st pushedState, err error) {
	b, err := os.ReadFile(filepath.Join(dir, pushedFile))
	if errors.Is(err, fs.ErrNotExist) {
		return st, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &st)
	}
	return st, err
}

func writePushed(dir string, st pushedState) error {
	b, err := json.Marshal(st)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, pushedFile), b, 0o644)
	}
	return err
}

// Finish finishes the folder and pushes it.
func (s *pushed) Finish(ctx context.Context) error {
	if err := s.Store.Finish(ctx); err != nil {
		return err
	}
	return s.push(ctx)
}

func (s *pushed) push(ctx context.Context) error {
	if err := s.server.Push(ctx, s.Store); err != nil {
		return err
	}
	id, err := s.server.ID(ctx)
	if err != nil {
		return err
	}
	identity, err := s.Store.Identity(ctx)
	if st := (pushedState{id, identity}); err == nil && st != s.state {
		s.state = st
		err = writePushed(s.dir, st)
	}
	return err
}

// OnPush has f told how far a push is.
func (s *pushed) OnPush(f func(part string, done, total int64)) { s.server.Progress = f }

// ChangedCitations counts in the database.
func (s *pushed) ChangedCitations() int64 { return s.server.ChangedCitations() }

// ID returns the id of the database's store, by which its text index is found.
func (s *pushed) ID(ctx context.Context) (string, error) { return s.server.ID(ctx) }

// Close closes both.
func (s *pushed) Close() error { return errors.Join(s.Store.Close(), s.server.Close()) }
