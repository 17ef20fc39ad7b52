//go:build unix

package stamp

import "golang.org/x/sys/unix"

// change returns the file's number in its file system and the time of its last change, which nobody can set.
func change(path string) (inode uint64, nanoseconds int64) {
	var s unix.Stat_t
	if unix.Stat(path, &s) != nil {
		return 0, 0
	}
	return s.Ino, s.Ctim.Nano()
}
