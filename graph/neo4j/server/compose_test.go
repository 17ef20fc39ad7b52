package server_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph/neo4j/server"
)

// fakeDocker writes down what it is asked, and "runs" a server as long as the file named up is there. engine is the
// exit status of `docker version`.
func fakeDocker(t *testing.T, engine int) (command, dir string) {
	t.Helper()
	dir = t.TempDir()
	script := `#!/bin/sh
PATH=/usr/bin:/bin; echo "$@" >> ` + dir + `/asked
case "$*" in
version*) exit ` + strconv.Itoa(engine) + ` ;;
*" up "*) touch ` + dir + `/up ;;
*" ps "*) test ! -e ` + dir + `/up || echo 0123abcd ;;
*" down") rm ` + dir + `/up ;;
esac
`
	command = filepath.Join(dir, "docker")
	if err := os.WriteFile(command, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return command, dir
}

func TestDockerCompose(t *testing.T) {
	ctx := context.Background()
	web := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})) // the container's browser
	defer web.Close()
	command, dir := fakeDocker(t, 0)
	c := server.Control{Dir: t.TempDir(), Docker: command, Bolt: 17687, HTTP: web.Listener.Addr().(*net.TCPAddr).Port, Compose: described(t)}
	if _, err := c.Status(ctx); !errors.Is(err, server.ErrDown) {
		t.Errorf("status before up: got %v, want %v", err, server.ErrDown)
	}
	s, err := c.Up(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.URL(), "neo4j://neo4j@127.0.0.1:17687/neo4j"; got != want || s.Engine != "docker" {
		t.Errorf("up: got %s on %q, want %s on %s", got, s.Engine, want, "docker")
	}
	if again, err := c.Up(ctx); err != nil || again != s {
		t.Errorf("up again: got %v, %v, want %v", again, err, s)
	}
	if got, want := s.Browser(ctx), web.URL+"/browser/"; got != want {
		t.Errorf("browser: got %q, want %q", got, want)
	}
	if got, err := c.Status(ctx); err != nil || got != s {
		t.Errorf("status: got %v, %v, want %v", got, err, s)
	}
	password, err := c.Password()
	if err != nil {
		t.Fatal(err)
	}
	checkFiles(t, c.Dir, password)
	if err := c.Down(ctx); err != nil {
		t.Fatal(err)
	}
	if err := c.Down(ctx); !errors.Is(err, server.ErrDown) {
		t.Errorf("down again: got %v, want %v", err, server.ErrDown)
	}
	asked, err := os.ReadFile(filepath.Join(dir, "asked"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(asked), password) {
		t.Errorf("the password stands in a command line: %s", asked)
	}
	if got := strings.Count(string(asked), " up --detach --wait"); got != 1 {
		t.Errorf("docker compose up: got %d times, want 1:\n%s", got, asked)
	}
}

// checkFiles looks at what docker compose is given.
func checkFiles(t *testing.T, dir, password string) {
	t.Helper()
	env := filepath.Join(dir, "neo4j.env")
	info, err := os.Stat(env)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(env)
	if err != nil || string(b) != "NEO4J_AUTH=neo4j/"+password+"\n" || info.Mode().Perm() != 0o600 {
		t.Errorf("neo4j.env: mode %v, %d bytes, error %v", info.Mode().Perm(), len(b), err)
	}
	for name, wants := range map[string][]string{
		"compose.yaml": {"image: neo4j:" + server.Version + "-community", "127.0.0.1:${BRIDGEHOP_NEO4J_BOLT:-7687}:7687", "${NEO4J_AUTH%%/*}", `allow__csv__import__from__file__urls: "false"`},
		".env":         {"BRIDGEHOP_NEO4J_BOLT=17687\n", "BRIDGEHOP_NEO4J_HEAP=512m\n", "BRIDGEHOP_NEO4J_PAGECACHE=512m\n"},
	} {
		b, err = os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(b), want) {
				t.Errorf("%s: want %q in\n%s", name, want, b)
			}
		}
	}
}

// described is compose.yaml of the repository.
func described(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "compose.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Graph Data Science is docker's; without docker the command says so before anything is fetched.
func TestGDSNeedsDocker(t *testing.T) {
	c := server.Control{Dir: t.TempDir(), GDS: true}
	if _, err := c.Up(t.Context()); !errors.Is(err, server.ErrGDS) {
		t.Errorf("up: got %v, want %v", err, server.ErrGDS)
	}
}

// Where no engine answers, or the last server was one of Java's, it is Java's turn.
func TestDockerThatIsNotTaken(t *testing.T) {
	ctx := context.Background()
	t.Setenv("JAVA_HOME", "")
	for _, c := range []struct {
		name   string
		engine int
		last   string
	}{
		{"no engine answers", 1, ""},
		{"the data is Java's", 0, `{"pid": 0, "bolt": 1, "http": 1, "home": "h"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			command, _ := fakeDocker(t, c.engine)
			ctl := server.Control{Dir: t.TempDir(), Docker: command}
			if c.last != "" {
				if err := os.WriteFile(filepath.Join(ctl.Dir, "server.json"), []byte(c.last), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			t.Setenv("PATH", filepath.Dir(command)) // no Java there
			if _, err := ctl.Up(ctx); !errors.Is(err, server.ErrJava) {
				t.Errorf("up: got %v, want %v", err, server.ErrJava)
			}
		})
	}
}
