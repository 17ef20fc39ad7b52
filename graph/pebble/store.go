package pebble

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/cockroachdb/pebble/v2"
	"github.com/gofrs/flock"

	"github.com/bridgehop/bridgehop/graph"
)

// Store is a wiki in a folder. It is a graph.Store.
type Store struct {
	dir      string
	opts     options
	readOnly bool
	lock     *flock.Flock
	fail     *failure
	engine   *pebble.Options
	db       *pebble.DB

	view atomic.Pointer[view]

	mu      sync.Mutex // guards writing; held by Put and Finish
	writing writing
	closed  bool
	turned  bool           // Finish has made a generation
	views   sync.WaitGroup // counts views that are not released
}

var _ graph.Store = (*Store)(nil)

// Create opens the store in dir for writing. If dir is missing or empty, it creates the store. The errors are those of
// Open.
func Create(dir string) (*Store, error) { return create(dir, usual) }

func create(dir string, opts options) (*Store, error) {
	err := checkFolder(dir)
	if errors.Is(err, graph.ErrNoStore) {
		if err = os.MkdirAll(dir, 0o755); err != nil {
			err = fmt.Errorf("create store: %w", err)
		}
	}
	if err != nil {
		return nil, err
	}
	return open(dir, opts, false)
}

// Open opens the store in dir for reading and writing. Its errors wrap graph.ErrNoStore if there is no store,
// graph.ErrFormat if dir is something else or of another version, and graph.ErrLocked while the store is open
// elsewhere, also in this process.
func Open(dir string) (*Store, error) {
	if err := checkFolder(dir); err != nil {
		return nil, err
	}
	return open(dir, usual, false)
}

// OpenReader opens the store in dir for reading, in the state of the last Finish. There may be several readers. The
// errors are those of Open, with graph.ErrLocked only while there is a writer, and graph.ErrUnfinished if no load was
// ever finished. Put and Finish return graph.ErrReadOnly.
func OpenReader(dir string) (*Store, error) {
	if err := checkFolder(dir); err != nil {
		return nil, err
	}
	s, err := open(dir, usual, true)
	if err != nil {
		return nil, err
	}
	if err := s.Readable(context.Background()); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// open locks the folder and opens it; for writing, it makes it a store first.
func open(dir string, opts options, readOnly bool) (*Store, error) {
	lock, err := lockFolder(dir, !readOnly)
	if err != nil {
		return nil, err
	}
	s := &Store{dir: dir, opts: opts, readOnly: readOnly, lock: lock, fail: newFailure()}
	if !readOnly {
		err = makeFolder(dir)
	}
	if err == nil {
		err = s.openEngine()
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return s, nil
}

func (s *Store) openEngine() error {
	s.engine = s.opts.engine(s.fail, s.readOnly)
	path := filepath.Join(s.dir, graphDir)
	if err := checkSeal(s.dir); err != nil {
		return fmt.Errorf("open store: %w", err)
	}
	if _, err := os.Stat(path); s.readOnly && errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s: %w", s.dir, graph.ErrUnfinished)
	}
	if !s.readOnly {
		if err := breakSeal(s.dir); err != nil {
			return fmt.Errorf("open store: %w", err)
		}
	}
	err := s.fail.do(func() error {
		db, err := pebble.Open(path, s.engine)
		s.db = db
		return err
	})
	// The first writer was killed before pebble created its files.
	if s.readOnly && errors.Is(err, pebble.ErrDBDoesNotExist) {
		return fmt.Errorf("%s: %w", s.dir, graph.ErrUnfinished)
	}
	if err != nil {
		// an error that is not of the system is damage of the files
		if no := syscall.Errno(0); !errors.As(err, &no) && !errors.Is(err, graph.ErrDamaged) {
			err = fmt.Errorf("%w: %w", graph.ErrDamaged, err)
		}
		return fmt.Errorf("open store %s: %w", s.dir, asDamage(err))
	}
	if err := s.readStates(); err != nil {
		_ = s.fail.try(s.db.Close) // err is the first error
		return fmt.Errorf("open store %s: %w", s.dir, asDamage(err))
	}
	return nil
}

func (s *Store) readStates() (err error) {
	defer s.fail.caught(&err)
	if ok, err := readState(s.db, keyWriting, &s.writing); err != nil {
		return err
	} else if !ok {
		s.writing.Chain = emptyChain
	}
	fin := finished{Identity: emptyChain}
	if _, err := readState(s.db, keyFinished, &fin); err != nil {
		return err
	}
	v, err := s.newView(fin)
	if err != nil {
		return err
	}
	s.view.Store(v)
	return nil
}

// Identity returns a hash chained over all changes up to the last Finish, 64 hex digits. Two stores with the same
// sequence of changes have the same identity.
func (s *Store) Identity(context.Context) (string, error) {
	v, err := s.acquire()
	if err != nil {
		return "", err
	}
	defer v.release()
	return v.identity, nil
}

// Unfinished reports whether there are changes after the last Finish. Readers don't see them; `bridgehop info` says so.
func (s *Store) Unfinished() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.view.Load()
	return v == nil || v.gen == 0 || v.identity != s.writing.Chain
}

// Close closes the store after all reads have ended. A second call does nothing. An error that Put or Finish has
// returned is not returned again.
func (s *Store) Close() error {
	s.mu.Lock()
	closed := s.closed
	s.closed = true
	s.mu.Unlock()
	if closed {
		return nil
	}
	s.view.Swap(nil).release()
	s.views.Wait()
	err := s.fail.try(s.db.Close)
	if s.fail.reported.Load() {
		err = nil
	}
	if err == nil && s.turned && s.fail.failed() == nil {
		s.tidy()
	}
	if err == nil && !s.readOnly && s.fail.failed() == nil {
		err = seal(s.dir)
	}
	return errors.Join(err, s.lock.Close())
}

// tidy opens and closes the engine, which removes logs that pebble keeps for reuse, up to 160 MB. If it fails, the next
// writer removes them.
func (s *Store) tidy() {
	_ = s.fail.try(func() error {
		db, err := pebble.Open(filepath.Join(s.dir, graphDir), s.opts.engine(s.fail, false))
		if err != nil {
			return err
		}
		return db.Close()
	})
}

// finished is the state after the last Finish. Readers see only this state.
type finished struct {
	Generation uint32      `json:"generation"`
	Identity   string      `json:"identity"` // writing.Chain as of that Finish
	Stats      graph.Stats `json:"stats"`
	Bodies     place       `json:"bodies,omitempty"` // writing.Next as of that Finish
	Digest     uint64      `json:"digest"`           // of the bodies and of the records of Finish
}

// writing is the state after the last Put.
type writing struct {
	// Chain is a hash chained over all changes; 64 hex digits.
	Chain string `json:"chain"`
	// Loads counts the loads that have put pages.
	Loads uint64 `json:"loads"`
	// Next is the place of the next body, 0 for the first.
	Next place `json:"next,omitempty"`
}

// emptyChain is the chain of an empty store.
const emptyChain = "0000000000000000000000000000000000000000000000000000000000000000"

// readState reads a JSON record into v and reports whether there is one.
func readState(db pebble.Reader, key []byte, v any) (bool, error) {
	return use(db, key, func(b []byte) error {
		if err := json.Unmarshal(b, v); err != nil {
			return fmt.Errorf("read state: %w", err)
		}
		return nil
	})
}

// setState writes a JSON record into a batch.
func setState(b *pebble.Batch, key []byte, v any) error {
	j, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write state: %w", err)
	}
	return b.Set(key, j, nil)
}

// Readable returns an error that wraps graph.ErrUnfinished if no load was ever finished. A store opened by OpenReader
// is readable.
func (s *Store) Readable(context.Context) error {
	v, err := s.acquire()
	if err != nil {
		return err
	}
	defer v.release()
	if v.gen == 0 {
		return fmt.Errorf("%s: %w", s.dir, graph.ErrUnfinished)
	}
	return nil
}
