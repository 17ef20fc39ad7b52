package pebble

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/cockroachdb/pebble/v2"
	"github.com/gofrs/flock"
)

// Store is a wiki in a folder. It is a graph.Store.
type Store struct {
	dir      string
	opts     Options
	readOnly bool
	lock     *flock.Flock
	fail     *failure
	engine   *pebble.Options
	db       *pebble.DB

	view atomic.Pointer[view]

	mu      sync.Mutex // guards writing, and lets one writer in
	writing writing
	closed  bool
	turned  bool           // a Finish made a generation
	anew    bool           // what Finish made is damaged, and not read
	views   sync.WaitGroup // views that are not released
}

var _ graph.Store = (*Store)(nil)

// Create opens the store in dir for writing, and makes it when dir isn't there or is empty. The errors are
// Open's.
func Create(dir string, opts *Options) (*Store, error) {
	if err := checkFolder(dir); err != nil && !errors.Is(err, graph.ErrNoStore) {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("create store: %w", err)
	}
	return open(dir, opts, false, func() error {
		if err := checkFolder(dir); !errors.Is(err, graph.ErrNoStore) {
			return err
		}
		return makeFolder(dir)
	})
}

// Open opens the store in dir for writing, which also reads. It fails with graph.ErrNoStore where there is
// none, with graph.ErrFormat where there is something else, and with graph.ErrLocked while another process
// (or this one) has it open.
func Open(dir string, opts *Options) (*Store, error) {
	if err := checkFolder(dir); err != nil {
		return nil, err
	}
	return open(dir, opts, false, func() error { return checkFolder(dir) })
}

// OpenReader opens the store in dir for reading, beside other readers, as the last Finish left it. It fails
// as Open does, with graph.ErrLocked only while there is a writer, and with graph.ErrUnfinished when the
// store's first load was interrupted, so that there is nothing to read yet. Its Put and Finish return
// graph.ErrReadOnly.
func OpenReader(dir string, opts *Options) (*Store, error) {
	if err := checkFolder(dir); err != nil {
		return nil, err
	}
	s, err := open(dir, opts, true, func() error { return checkFolder(dir) })
	if err != nil {
		return nil, err
	}
	if err := s.Readable(context.Background()); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// open locks the folder, then opens what prepare finds or makes in it.
func open(dir string, opts *Options, readOnly bool, prepare func() error) (*Store, error) {
	return openAs(&Store{dir: dir, opts: opts.withDefaults(), readOnly: readOnly, fail: newFailure()}, prepare)
}

func openAs(s *Store, prepare func() error) (*Store, error) {
	lock, err := lockFolder(s.dir, !s.readOnly)
	if err != nil {
		return nil, err
	}
	s.lock = lock
	if err = prepare(); err == nil {
		err = s.openEngine()
	}
	if err != nil {
		return nil, errors.Join(err, unlockFolder(lock, !s.readOnly))
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
	if s.readOnly && errors.Is(err, pebble.ErrDBDoesNotExist) { // its first writer was killed before it made one
		return fmt.Errorf("%s: %w", s.dir, graph.ErrUnfinished)
	}
	if err != nil {
		if no := syscall.Errno(0); !errors.As(err, &no) && !errors.Is(err, graph.ErrDamaged) { // what isn't the system's error is one of the files
			err = fmt.Errorf("%w: %w", graph.ErrDamaged, err)
		}
		return fmt.Errorf("open store %s: %w", s.dir, asDamage(err))
	}
	if err := s.readStates(); err != nil {
		_ = s.fail.try(s.db.Close) // it fails by the same, if at all
		return fmt.Errorf("open store %s: %w", s.dir, asDamage(err))
	}
	return nil
}

func (s *Store) readStates() error {
	if ok, err := readState(s.db, keyWriting, &s.writing); err != nil {
		return err
	} else if !ok {
		s.writing.Chain = emptyChain
	}
	fin := finished{Identity: emptyChain}
	if !s.anew {
		if _, err := readState(s.db, keyFinished, &fin); err != nil {
			return err
		}
	}
	v, err := s.newView(fin)
	if err != nil {
		return err
	}
	s.view.Store(v)
	return nil
}

// Identity is a hash chained over everything put up to the last Finish: 64 hex digits. Two stores that were
// filled alike have the same.
func (s *Store) Identity(context.Context) (string, error) {
	v, err := s.acquire()
	if err != nil {
		return "", err
	}
	defer v.release()
	return v.identity, nil
}

// Unfinished reports whether something was put since the last Finish. Readers don't see it.
func (s *Store) Unfinished() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.view.Load()
	return v == nil || v.gen == 0 || v.identity != s.writing.Chain
}

// Close gives the store back. It waits for reads that are running. Closing again does nothing. A failure to write that Put or
// Finish has returned is not returned once more.
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
	return errors.Join(err, unlockFolder(s.lock, !s.readOnly))
}

// tidy opens the engine once more, which clears the logs that it keeps for writing over: up to 160 MB. What it leaves
// when it fails, the next one that opens the store for writing clears.
func (s *Store) tidy() {
	_ = s.fail.try(func() error {
		db, err := pebble.Open(filepath.Join(s.dir, graphDir), s.opts.engine(s.fail, false))
		if err != nil {
			return err
		}
		return db.Close()
	})
}
