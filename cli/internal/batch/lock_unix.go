//go:build unix

package batch

import (
	"errors"
	"os"
	"syscall"

	"github.com/bridgehop/bridgehop/cli/internal/console"
)

// lockFile keeps other runs from writing into the same file; the lock ends with the process.
func lockFile(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return console.WithHint(errors.New("another run is writing to it"), "wait until that run ends, or name another file with --out")
	}
	return err
}
