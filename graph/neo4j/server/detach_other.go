//go:build !unix

package server

import (
	"os"
	"os/exec"
)

func detach(*exec.Cmd) {}

// alive reports whether the server's process is there.
func (c *Control) alive(s State) bool {
	_, err := os.FindProcess(s.PID)
	return err == nil && answers(s)
}
