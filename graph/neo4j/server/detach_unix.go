//go:build unix

package server

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// detach gives the server a session of its own, so that an interrupt at the terminal doesn't reach it.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// alive reports whether the process runs and, where /proc can be read, is the server of this home and not
// another that has its number now.
func (c *Control) alive(s State) bool {
	if s.PID <= 0 || syscall.Kill(s.PID, 0) != nil {
		return false
	}
	line, err := os.ReadFile("/proc/" + strconv.Itoa(s.PID) + "/cmdline")
	return err != nil || bytes.Contains(line, []byte("--home-dir="+s.Home))
}
