//go:build unix

package stamp

import (
	"io/fs"
	"syscall"
)

// inode returns the file's number in its file system.
func inode(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ino
	}
	return 0
}
