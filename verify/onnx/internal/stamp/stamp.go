// Package stamp remembers that a file was compared with what it has to be, so that a large file is read once and not at
// each start.
package stamp

import (
	"fmt"
	"os"
)

// suffix is added to a file's name for its stamp.
const suffix = ".verified"

// Holds reports whether the file was found to have this sum, and has the size, times and inode that it had then.
func Holds(path, sum string) bool {
	want, err := text(path, sum)
	if err != nil {
		return false
	}
	got, err := os.ReadFile(path + suffix)
	return err == nil && string(got) == want
}

// Put keeps that the file has this sum. Where it can't be kept, the file is read again next time.
func Put(path, sum string) {
	if s, err := text(path, sum); err == nil {
		_ = os.WriteFile(path+suffix, []byte(s), 0o644)
	}
}

func text(path, sum string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	inode, changed := change(path)
	return fmt.Sprintf("%s %d %d %d %d\n", sum, info.Size(), info.ModTime().UnixNano(), inode, changed), nil
}
