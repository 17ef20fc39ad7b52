package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server"
	"github.com/bridgehop/bridgehop/hop"
)

var _ hop.Gatherer = (*neo4j.Store)(nil) // a third of the round trips

func neo4jCommand() *urfave.Command {
	about := "Runs a Neo4j server of your own on this machine: with docker compose where a docker engine answers, else from Java\n(17 or newer, and Maven the first time). Once it has run, it goes on with what it ran on, since its data is there.\nThe password is in the user's cache, and so are, with Java, the server and its data.\nBRIDGEHOP_NEO4J_HEAP is how much memory up gives its Java, such as 2g (512m when unset). Of any server, all commands\ntake the password from BRIDGEHOP_NEO4J_PASSWORD or from the file that BRIDGEHOP_NEO4J_PASSWORD_FILE names, and wait\nfor each answer as long as BRIDGEHOP_NEO4J_TIMEOUT says, such as 30s (2m when unset)."
	return &urfave.Command{
		Name:      "neo4j",
		Usage:     "a local Neo4j server: up, down, status",
		ArgsUsage: "up|down|status",
		Description: examples(about,
			"export BRIDGEHOP_STORE=$(bridgehop neo4j up)   # the address is all that up prints to standard output",
			"bridgehop neo4j status",
			"bridgehop neo4j down"),
		Subcommands: []*urfave.Command{neo4jUpCommand(), neo4jDownCommand(), neo4jStatusCommand()},
		Action:      parts,
	}
}

func neo4jUpCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "up",
		Usage: "start the server, or find the one that runs, and print its address",
		Description: examples("The server stays when the command has ended, with a log file of its own. Its address, which --store takes, is all that\nis printed to standard output; the first start fetches the server and makes its password.",
			"export BRIDGEHOP_STORE=$(bridgehop neo4j up)",
			"bridgehop neo4j up --gds   # with Graph Data Science, for its PageRank and the like",
			"bridgehop neo4j up --json"),
		Flags:  append(outputFlags(), &urfave.BoolFlag{Name: "gds", Usage: "bring the open part of the Graph Data Science plugin, and the server with it"}),
		Action: onControl(neo4jUp),
	}
}

func neo4jDownCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "down",
		Usage: "stop the server; its data stays",
		Description: examples("Prints nothing. The next up finds the pages that were loaded.",
			"bridgehop neo4j down",
			"bridgehop neo4j down --quiet",
			"bridgehop neo4j down && bridgehop neo4j up"),
		Flags:  outputFlags(),
		Action: onControl(neo4jDown),
	}
}

func neo4jStatusCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "status",
		Usage: "say whether the server answers, where, and on what it runs",
		Description: examples("Where none answers, the exit code is 5.",
			"bridgehop neo4j status",
			"bridgehop neo4j status --json",
			"bridgehop neo4j status || bridgehop neo4j up"),
		Flags:  outputFlags(),
		Action: onControl(neo4jStatus),
	}
}

// onControl is the action of a sub-command, given the server of this user.
func onControl(do func(*urfave.Context, *server.Control) error) urfave.ActionFunc {
	return func(c *urfave.Context) error {
		if err := noArgs(c); err != nil {
			return err
		}
		ctl, err := control(c)
		if err != nil {
			return err
		}
		return do(c, ctl)
	}
}

// cacheFolder is bridgehop's folder in the user's cache.
func cacheFolder() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the user's cache: %w", err)
	}
	return filepath.Join(cache, "bridgehop"), nil
}

// control is the server of this user.
func control(c *urfave.Context) (*server.Control, error) {
	cache, err := cacheFolder()
	if err != nil {
		return nil, err
	}
	return &server.Control{Dir: filepath.Join(cache, "neo4j"), Heap: os.Getenv("BRIDGEHOP_NEO4J_HEAP"), Docker: "docker", Say: func(s string) { warn(c, "%s", s) }}, nil
}

// serverRecord is what neo4j up and status print with --json.
type serverRecord struct {
	Store   string `json:"store"`
	Browser string `json:"browser"`
	Version string `json:"version"`
	PID     int    `json:"pid"`
	Log     string `json:"log"`
	Engine  string `json:"engine"` // docker or java
}

func neo4jUp(c *urfave.Context, ctl *server.Control) error {
	ctl.GDS = c.Bool("gds")
	s, err := ctl.Up(c.Context)
	if err != nil {
		return fmt.Errorf("neo4j up: %w", err)
	}
	return printServer(c, s, s.URL()+"\n")
}

func neo4jStatus(c *urfave.Context, ctl *server.Control) error {
	s, err := ctl.Status(c.Context)
	if err != nil {
		return fmt.Errorf("neo4j status: %w", err)
	}
	return printServer(c, s, fmt.Sprintf("Neo4j %s answers at %s (%s, log %s)\n", s.Version, s.URL(), s.Where(), s.Log))
}

func orJava(engine string) string {
	if engine == "" {
		return "java"
	}
	return engine
}

func neo4jDown(c *urfave.Context, ctl *server.Control) error {
	if err := ctl.Down(c.Context); err != nil {
		return fmt.Errorf("neo4j down: %w", err)
	}
	return nil
}

func printServer(c *urfave.Context, s server.State, line string) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, serverRecord{Store: s.URL(), Browser: "http://127.0.0.1:" + strconv.Itoa(s.HTTP) + "/", Version: s.Version, PID: s.PID, Log: s.Log, Engine: orJava(s.Engine)})
	}
	_, err := fmt.Fprint(c.App.Writer, line)
	return err
}

// openNeo4j opens the store of a database, in one of its ways.
func openNeo4j(c *urfave.Context, open func(context.Context, string, *neo4j.Options) (*neo4j.Store, error)) (graph.Store, error) {
	address, err := neo4j.ParseAddress(storePath(c))
	if err != nil {
		return nil, usage(err)
	}
	password, err := neo4jPassword(address)
	if err != nil {
		return nil, err
	}
	timeout, err := neo4jTimeout()
	if err != nil {
		return nil, err
	}
	s, err := open(c.Context, storePath(c), &neo4j.Options{Password: password, Timeout: timeout})
	if err != nil {
		return nil, neo4jHint(err)
	}
	return s, nil
}

func neo4jHint(err error) error {
	switch {
	case errors.Is(err, neo4j.ErrPassword):
		return withHint(err, "put the password into BRIDGEHOP_NEO4J_PASSWORD, or the name of a file with it into BRIDGEHOP_NEO4J_PASSWORD_FILE")
	case errors.Is(err, graph.ErrFormat):
		return withHint(err, "name an empty database of the server with --store neo4j://user@host:7687/database")
	}
	return err
}

// neo4jPassword is that of BRIDGEHOP_NEO4J_PASSWORD, or of the file BRIDGEHOP_NEO4J_PASSWORD_FILE names, or the one
// `neo4j up` made for the server it started.
func neo4jPassword(a neo4j.Address) (string, error) {
	if p := os.Getenv("BRIDGEHOP_NEO4J_PASSWORD"); p != "" {
		return p, nil
	}
	if file := os.Getenv("BRIDGEHOP_NEO4J_PASSWORD_FILE"); file != "" {
		b, err := os.ReadFile(file)
		if err != nil {
			return "", usage(fmt.Errorf("BRIDGEHOP_NEO4J_PASSWORD_FILE: %w", err))
		}
		return strings.TrimRight(string(b), "\r\n"), nil
	}
	ctl, err := control(nil)
	if err != nil {
		return "", err
	}
	last, err := ctl.Last()
	if err != nil {
		return "", nil //nolint:nilerr // no server of ours: there is no password to find
	}
	for _, host := range []string{"127.0.0.1", "localhost"} {
		if a.Host == host+":"+strconv.Itoa(last.Bolt) {
			return ctl.Password()
		}
	}
	return "", nil
}

// neo4jTimeout is how long a query may take: BRIDGEHOP_NEO4J_TIMEOUT, a duration such as 30s.
func neo4jTimeout() (time.Duration, error) {
	s := os.Getenv("BRIDGEHOP_NEO4J_TIMEOUT")
	if s == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return 0, usagef("BRIDGEHOP_NEO4J_TIMEOUT is %q, want a duration such as 30s", s)
	}
	return d, nil
}
