package server_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/graph/neo4j/server"
)

// The address that --store takes names no password.
func ExampleState_URL() {
	fmt.Println(server.State{Bolt: 7687}.URL())
	// Output: neo4j://neo4j@127.0.0.1:7687/neo4j
}

func TestPasswordIsKept(t *testing.T) {
	c := server.Control{Dir: t.TempDir()}
	first, err := c.Password()
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.Password()
	if err != nil || again != first || len(first) < 20 {
		t.Errorf("password: got %d characters, the same again: %v, error %v", len(first), again == first, err)
	}
	info, err := os.Stat(filepath.Join(c.Dir, "password"))
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o600 {
		t.Errorf("mode: got %v, want 0600", got)
	}
	if other, err := (&server.Control{Dir: t.TempDir()}).Password(); err != nil || other == first {
		t.Errorf("another folder's password is the same, error %v", err)
	}
}

func TestNoServer(t *testing.T) {
	ctx := context.Background()
	c := server.Control{Dir: t.TempDir()}
	if err := c.Down(ctx); !errors.Is(err, server.ErrDown) {
		t.Errorf("down: got %v, want %v", err, server.ErrDown)
	}
	// A process that has the number of a server which ended is not taken for it, and not stopped.
	state := fmt.Sprintf(`{"pid": %d, "bolt": 1, "http": 1, "home": %q}`, os.Getpid(), filepath.Join(c.Dir, "home"))
	if err := os.WriteFile(filepath.Join(c.Dir, "server.json"), []byte(state), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := c.Down(ctx); !errors.Is(err, server.ErrDown) {
		t.Errorf("down: got %v, want %v", err, server.ErrDown)
	}
	t.Setenv("PATH", t.TempDir())
	t.Setenv("JAVA_HOME", "")
	if _, err := c.Up(ctx); !errors.Is(err, server.ErrJava) {
		t.Errorf("up without Java: got %v, want %v", err, server.ErrJava)
	}
}

// A server that ignores interrupts, as one does that was started in the background of a script, is stopped too.
func TestDownOfABackgroundServer(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	c := server.Control{Dir: t.TempDir()}
	home := filepath.Join(c.Dir, "home")
	cmd := exec.Command(sh, "-c", `trap "" INT; echo ready; while :; do sleep 0.1; done`, "--home-dir="+home)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err == nil {
		_, err = out.Read(make([]byte, 1)) // the interrupt is ignored from here on
	}
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	state := fmt.Sprintf(`{"pid": %d, "bolt": 1, "http": 1, "home": %q}`, cmd.Process.Pid, home)
	if err := os.WriteFile(filepath.Join(c.Dir, "server.json"), []byte(state), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := c.Down(ctx); err != nil {
		_ = cmd.Process.Kill()
		t.Error(err)
	}
	<-ended
}
