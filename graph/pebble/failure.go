package pebble

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/bridgehop/bridgehop/graph"
)

// failure keeps the first fatal error of pebble, such as a full disk or a manifest that can't be written. It is
// pebble's logger, because pebble reports such errors only to its logger, and expects that the process ends.
type failure struct {
	once     sync.Once
	done     chan struct{} // closed by the first failure
	err      error
	reported atomic.Bool // a caller of the store has got the error
}

func newFailure() *failure { return &failure{done: make(chan struct{})} }

// fail keeps the first error.
func (f *failure) fail(err error) {
	f.once.Do(func() {
		f.err = asDamage(err)
		close(f.done)
	})
}

// failed returns the first error, or nil.
func (f *failure) failed() error {
	select {
	case <-f.done:
		return f.err
	default:
		return nil
	}
}

// do runs a write and returns its error to the store's caller. If pebble fails during the write, do returns without
// waiting, because pebble never returns then.
func (f *failure) do(write func() error) error {
	err := f.try(write)
	if err != nil && f.failed() != nil {
		f.reported.Store(true)
	}
	return err
}

// report returns an error of a file that pebble doesn't write, and records that the store's caller gets it. A later
// failure of pebble has the same cause.
func (f *failure) report(err error) error {
	if err != nil {
		f.reported.Store(true)
	}
	return err
}

// try is do for a write whose error is not returned to the caller.
func (f *failure) try(write func() error) error {
	if err := f.failed(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() { done <- err }()
		defer f.caught(&err)
		err = write()
	}()
	select {
	case err := <-done:
		return err
	case <-f.done:
		return f.err
	}
}

// caught is deferred around calls of pebble, which can panic when a damaged file passes its checks. It sets *err to an
// error that wraps graph.ErrDamaged, and fails the store, because pebble may still hold locks. It panics again for
// other panics.
func (f *failure) caught(err *error) {
	p := recover()
	if p == nil {
		return
	}
	if cause, ok := p.(runtime.Error); !ok || !raisedInPebble() {
		panic(p)
	} else {
		*err = fmt.Errorf("read store: %w: %w", graph.ErrDamaged, cause)
		f.fail(f.report(*err))
	}
}

// raisedInPebble reports whether the current panic was raised in pebble or in what pebble calls, and not in this
// module.
func raisedInPebble() bool {
	var stack [64]uintptr
	frames := runtime.CallersFrames(stack[:runtime.Callers(0, stack[:])])
	raised := false
	for f, more := frames.Next(); more; f, more = frames.Next() {
		switch {
		case !raised:
			raised = f.Function == "runtime.gopanic"
		case strings.HasPrefix(f.Function, "github.com/cockroachdb/"):
			return true
		case strings.HasPrefix(f.Function, "github.com/bridgehop/"):
			return false
		}
	}
	return false
}

// Infof ignores the message.
func (f *failure) Infof(string, ...any) {}

// Errorf ignores the message, which pebble also returns as an error.
func (f *failure) Errorf(string, ...any) {}

// Fatalf keeps the error and ends the goroutine, which may hold locks. The store can't be used any more, but can be
// opened again.
func (f *failure) Fatalf(format string, args ...any) {
	err := errors.New(strings.TrimPrefix(fmt.Sprintf(format, args...), "pebble: "))
	for _, a := range args {
		if cause, ok := a.(error); ok {
			err = cause
		}
	}
	f.fail(fmt.Errorf("write to store: %w", err))
	select {}
}

func (f *failure) listener() *pebble.EventListener {
	l := &pebble.EventListener{
		BackgroundError: func(err error) { f.fail(fmt.Errorf("write to store: %w", err)) },
		DataCorruption:  func(pebble.DataCorruptionInfo) {},
	}
	l.EnsureDefaults(f)
	return l
}

// gate is pebble's file system. It takes no lock, because the store has a lock of its own.
//
// Pebble ends the process if it can't write its log, in part by panics in its own goroutines. So it never gets the
// error: the first failed write is kept as the store's failure, and its goroutine ends; failure.do returns the error to
// the caller. After that no file is created or removed, so that remaining goroutines can't disturb the next store
// opened in the folder.
type gate struct {
	vfs.FS
	f *failure
}

// stop keeps an error and ends the goroutine; without an error it does nothing.
func (f *failure) stop(err error) {
	if err != nil {
		f.fail(fmt.Errorf("write to store: %w", err))
		select {}
	}
}

func (gate) Lock(string) (io.Closer, error) { return io.NopCloser(nil), nil }

func (g gate) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return g.open(func() (vfs.File, error) { return g.FS.Create(name, c) })
}

func (g gate) ReuseForWrite(oldname, newname string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return g.open(func() (vfs.File, error) { return g.FS.ReuseForWrite(oldname, newname, c) })
}

// open opens a file for writing unless something has failed.
func (g gate) open(open func() (vfs.File, error)) (vfs.File, error) {
	g.f.stop(g.f.failed())
	file, err := open()
	g.f.stop(err)
	return &gatedFile{file, g.f}, nil
}

func (g gate) OpenDir(name string) (vfs.File, error) {
	dir, err := g.FS.OpenDir(name)
	if err != nil {
		return nil, err
	}
	return &gatedFile{dir, g.f}, nil
}

func (g gate) Link(oldname, newname string) error {
	return g.unless(func() error { return g.FS.Link(oldname, newname) })
}

func (g gate) Rename(oldname, newname string) error {
	return g.unless(func() error { return g.FS.Rename(oldname, newname) })
}

func (g gate) Remove(name string) error {
	return g.unless(func() error { return g.FS.Remove(name) })
}

// unless calls change if nothing has failed.
func (g gate) unless(change func() error) error {
	g.f.stop(g.f.failed())
	return change()
}

// gatedFile is a file whose writes succeed or end the goroutine.
type gatedFile struct {
	vfs.File
	f *failure
}

func (g *gatedFile) Write(p []byte) (int, error) {
	n, err := g.File.Write(p)
	g.f.stop(err)
	return n, nil
}

func (g *gatedFile) Sync() error {
	g.f.stop(g.File.Sync())
	return nil
}

func (g *gatedFile) SyncData() error {
	g.f.stop(g.File.SyncData())
	return nil
}

func (g *gatedFile) SyncTo(length int64) (bool, error) {
	full, err := g.File.SyncTo(length)
	g.f.stop(err)
	return full, nil
}

func (g *gatedFile) Preallocate(offset, length int64) error {
	g.f.stop(g.File.Preallocate(offset, length))
	return nil
}

func (g *gatedFile) Close() error {
	g.f.stop(g.File.Close())
	return nil
}
