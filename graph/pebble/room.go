package pebble

import (
	"errors"
	"fmt"
	"os"

	"github.com/blevesearch/mmap-go"
)

// room is memory for what is held of every title: in a file that is mapped, which the system writes out and takes back when
// it wants the memory, so that none is held that grows with the corpus; a little is memory of the process's own. The file is
// removed at once where the system lets go of a name before it lets go of the file, else when the room is closed.
type room struct {
	bytes  []byte
	file   *os.File // nil for a little
	mapped mmap.MMap
}

const (
	// roomName begins the names of the files.
	roomName = "room-"
	// littleRoom is how much is kept in memory of the process's own.
	littleRoom = 1 << 20
)

// newRoom makes room of n zeros in a folder. The zeros are written, so that a full disk is told here and not by a fault when
// they are changed.
func newRoom(dir string, n int) (*room, error) {
	if n < littleRoom {
		return &room{bytes: make([]byte, n)}, nil
	}
	f, err := os.CreateTemp(dir, roomName)
	if err != nil {
		return nil, fmt.Errorf("make room: %w", err)
	}
	r := &room{file: f}
	for zeros, left := make([]byte, 64<<10), n; left > 0 && err == nil; left -= len(zeros) {
		_, err = f.Write(zeros[:min(left, len(zeros))])
	}
	if err == nil {
		r.mapped, err = mmap.Map(f, mmap.RDWR, 0)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make room: %w", err), r.close())
	}
	r.bytes = r.mapped
	_ = os.Remove(f.Name()) // close does where this can't
	return r, nil
}

// close gives the room back; nobody may look into it any more.
func (r *room) close() error {
	if r == nil || r.file == nil {
		return nil
	}
	var err error
	if r.mapped != nil {
		err = r.mapped.Unmap()
	}
	err = errors.Join(err, r.file.Close())
	if rerr := os.Remove(r.file.Name()); !errors.Is(rerr, os.ErrNotExist) {
		err = errors.Join(err, rerr)
	}
	*r = room{}
	return err
}
