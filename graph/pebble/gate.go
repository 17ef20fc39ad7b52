package pebble

import (
	"fmt"
	"io"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// gate is pebble's file system. It takes no lock, because the store has a lock of its own.
//
// Pebble ends the process if it can't write its log, in part by panics in its own goroutines. So it never gets the error: the first
// failed write is kept as the store's failure, and its goroutine ends; failure.do returns the error to the caller. After that no
// file is created or removed, so that remaining goroutines can't disturb the next store opened in the folder.
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

// Lock takes no lock.
func (gate) Lock(string) (io.Closer, error) { return io.NopCloser(nil), nil }

// Create creates a file.
func (g gate) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	g.f.stop(g.f.failed())
	file, err := g.FS.Create(name, c)
	g.f.stop(err)
	return &gatedFile{file, g.f}, nil
}

// ReuseForWrite renames a file and opens it for writing.
func (g gate) ReuseForWrite(oldname, newname string, c vfs.DiskWriteCategory) (vfs.File, error) {
	g.f.stop(g.f.failed())
	file, err := g.FS.ReuseForWrite(oldname, newname, c)
	g.f.stop(err)
	return &gatedFile{file, g.f}, nil
}

// OpenReadWrite opens a file for writing.
func (g gate) OpenReadWrite(name string, c vfs.DiskWriteCategory, opts ...vfs.OpenOption) (vfs.File, error) {
	g.f.stop(g.f.failed())
	file, err := g.FS.OpenReadWrite(name, c, opts...)
	g.f.stop(err)
	return &gatedFile{file, g.f}, nil
}

// OpenDir opens a folder for syncing.
func (g gate) OpenDir(name string) (vfs.File, error) {
	dir, err := g.FS.OpenDir(name)
	if err != nil {
		return nil, err
	}
	return &gatedFile{dir, g.f}, nil
}

// Link gives a file another name.
func (g gate) Link(oldname, newname string) error {
	return g.unless(func() error { return g.FS.Link(oldname, newname) })
}

// Rename moves a file.
func (g gate) Rename(oldname, newname string) error {
	return g.unless(func() error { return g.FS.Rename(oldname, newname) })
}

// Remove removes a file.
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

// Write appends to the file.
func (g *gatedFile) Write(p []byte) (int, error) {
	n, err := g.File.Write(p)
	g.f.stop(err)
	return n, nil
}

// WriteAt writes at an offset.
func (g *gatedFile) WriteAt(p []byte, off int64) (int, error) {
	n, err := g.File.WriteAt(p, off)
	g.f.stop(err)
	return n, nil
}

// Sync writes the file to the disk.
func (g *gatedFile) Sync() error {
	g.f.stop(g.File.Sync())
	return nil
}

// SyncData writes the file's data to the disk.
func (g *gatedFile) SyncData() error {
	g.f.stop(g.File.SyncData())
	return nil
}

// SyncTo starts writing the file to the disk up to an offset.
func (g *gatedFile) SyncTo(length int64) (bool, error) {
	full, err := g.File.SyncTo(length)
	g.f.stop(err)
	return full, nil
}

// Preallocate reserves space for the file.
func (g *gatedFile) Preallocate(offset, length int64) error {
	g.f.stop(g.File.Preallocate(offset, length))
	return nil
}

// Close closes the file.
func (g *gatedFile) Close() error {
	g.f.stop(g.File.Close())
	return nil
}
