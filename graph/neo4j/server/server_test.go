package server_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	if _, err := c.Status(ctx); !errors.Is(err, server.ErrDown) {
		t.Errorf("status: got %v, want %v", err, server.ErrDown)
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

// A server that an earlier version started with docker is left to docker, with its password.
func TestServerOfDocker(t *testing.T) {
	c := server.Control{Dir: t.TempDir()}
	state := `{"bolt": 7687, "http": 7474, "log": "docker compose --file compose.yaml logs", "engine": "docker"}`
	if err := os.WriteFile(filepath.Join(c.Dir, "server.json"), []byte(state), 0o600); err != nil {
		t.Fatal(err)
	}
	_, up := c.Up(t.Context())
	_, status := c.Status(t.Context())
	for _, err := range []error{up, status, c.Down(t.Context())} {
		if !errors.Is(err, server.ErrStart) || !strings.Contains(err.Error(), "`docker compose --file compose.yaml up -d` starts it") {
			t.Errorf("got %v", err)
		}
	}
	if last, err := c.Last(); err != nil || last.Bolt != 7687 {
		t.Errorf("last: got %+v, %v", last, err)
	}
}
