package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ErrDocker: docker compose failed.
var errDocker = errors.New("docker compose failed")

// project is what docker calls the server: bridgehop, or with another version bridgehop-2025-10-1.
func (c *Control) project() string {
	if c.version() == Version {
		return "bridgehop"
	}
	return "bridgehop-" + strings.ReplaceAll(c.version(), ".", "-")
}

func (c *Control) composeFile() string { return filepath.Join(c.Dir, "compose.yaml") }

// engine reports whether a docker engine answers, and has compose.
func (c *Control) engine(ctx context.Context) bool {
	if c.Docker == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return exec.CommandContext(ctx, c.Docker, "version", "--format", "{{.Server.Version}}").Run() == nil &&
		exec.CommandContext(ctx, c.Docker, "compose", "version").Run() == nil
}

// docker reports whether the server is, or was, one of docker's: the data of the last one is kept with its engine, so
// that a docker engine that begins to answer doesn't hide what Java has.
func (c *Control) docker(ctx context.Context) bool {
	if last, err := c.Last(); err == nil {
		return last.Engine == docker
	}
	return c.engine(ctx)
}

// upCompose starts the server with docker compose, and returns when it is healthy.
func (c *Control) upCompose(ctx context.Context, s State) (State, error) {
	s.Engine, s.Home, s.Log = docker, c.Dir, strings.Join(c.composeCommand("logs"), " ")
	password, err := c.Password()
	if err != nil {
		return State{}, err
	}
	env := "NEO4J_AUTH=" + user + "/" + password + "\n"
	if s.GDS = c.GDS; c.GDS { // the image fetches it
		env += "NEO4J_PLUGINS=[\"graph-data-science\"]\n"
	}
	settings := fmt.Sprintf("BRIDGEHOP_NEO4J_BOLT=%d\nBRIDGEHOP_NEO4J_HTTP=%d\nBRIDGEHOP_NEO4J_HEAP=%s\nBRIDGEHOP_NEO4J_PAGECACHE=%s\n",
		s.Bolt, s.HTTP, c.heap(), c.pageCache())
	for name, text := range map[string]string{"compose.yaml": strings.ReplaceAll(c.Compose, Version, c.version()), "neo4j.env": env, ".env": settings} {
		if err := os.WriteFile(filepath.Join(c.Dir, name), []byte(text), 0o600); err != nil {
			return State{}, fmt.Errorf("describe the server: %w", err)
		}
	}
	c.say("starting Neo4j %s with docker compose", c.version())
	if _, err := c.compose(ctx, "up", "--detach", "--wait", "neo4j"); err != nil {
		return State{}, err
	}
	return s, c.keep(s)
}

// composeCommand returns a command line of docker compose for the server.
func (c *Control) composeCommand(args ...string) []string {
	return append([]string{cmp.Or(c.Docker, "docker"), "compose", "--project-name", c.project(), "--file", c.composeFile()}, args...)
}

// compose runs docker compose, and returns what it printed to standard output.
func (c *Control) compose(ctx context.Context, args ...string) ([]byte, error) {
	line := c.composeCommand(args...)
	out, err := exec.CommandContext(ctx, line[0], line[1:]...).Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, fmt.Errorf("%w: docker compose %s: %w: %s", errDocker, args[0], err, lastLine(failed.Stderr))
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDocker, err)
	}
	return out, nil
}

// lastLine returns where docker says what went wrong.
func lastLine(b []byte) string {
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	return lines[len(lines)-1]
}

// running reports whether docker runs the server.
func (c *Control) running(ctx context.Context) bool {
	out, err := c.compose(ctx, "ps", "--status", "running", "--quiet")
	return err == nil && len(strings.TrimSpace(string(out))) > 0
}

// downCompose ends docker's server; its volumes, and so its data, stay.
func (c *Control) downCompose(ctx context.Context) error {
	if !c.running(ctx) {
		return ErrDown
	}
	_, err := c.compose(ctx, "down")
	return err
}

// Where returns what runs the server: its process, or docker.
func (s State) Where() string {
	if s.Engine == docker {
		return "docker compose, " + s.Log
	}
	return "process " + strconv.Itoa(s.PID)
}
