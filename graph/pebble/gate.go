package pebble

import (
	"io"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// gate is the file system pebble sees. It takes no lock, since the folder's own lock tells readers from
// writers, and after a failure it lets no file come or go: what still runs of a pebble that was given up
// can't disturb the next one in the folder.
type gate struct {
	vfs.FS
	f *failure
}

// Lock takes no lock.
func (gate) Lock(string) (io.Closer, error) { return io.NopCloser(nil), nil }

// Create makes a file.
func (g gate) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	if err := g.f.failed(); err != nil {
		return nil, err
	}
	return g.FS.Create(name, c)
}

// ReuseForWrite makes a file of an old one.
func (g gate) ReuseForWrite(oldname, newname string, c vfs.DiskWriteCategory) (vfs.File, error) {
	if err := g.f.failed(); err != nil {
		return nil, err
	}
	return g.FS.ReuseForWrite(oldname, newname, c)
}

// OpenReadWrite opens a file for writing.
func (g gate) OpenReadWrite(name string, c vfs.DiskWriteCategory, opts ...vfs.OpenOption) (vfs.File, error) {
	if err := g.f.failed(); err != nil {
		return nil, err
	}
	return g.FS.OpenReadWrite(name, c, opts...)
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

// unless changes the folder if nothing has failed.
func (g gate) unless(change func() error) error {
	if err := g.f.failed(); err != nil {
		return err
	}
	return change()
}
