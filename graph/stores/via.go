package stores

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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

// fill makes the folder of what the database has.
func (s *pushed) fill(ctx context.Context, id, identity string) error {
	marks, err := s.server.Marks(ctx)
	if err != nil {
		return err
	}
	whole, err := s.server.Whole(ctx)
	if err != nil {
		return err
	}
	own := identity
	if !whole { // a state of its own; and what is missing comes back with the same load
		h := sha256.Sum256([]byte("filled " + identity))
		own, marks = hex.EncodeToString(h[:]), nil
	}
	dir := s.dir + ".filling"
	err = os.RemoveAll(dir)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(dir), 0o755)
	}
	if err == nil {
		err = pebble.Restore(ctx, dir, own, s.server, marks)
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
