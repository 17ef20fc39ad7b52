package cli

import (
	"fmt"
	"strconv"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/internal/server"
	"github.com/bridgehop/bridgehop/internal/stores"
)

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

// control is the server of this user.
func control(c *urfave.Context) (*server.Control, error) {
	ctl, err := stores.Server()
	if err == nil {
		ctl.Say = func(s string) { warn(c, "%s", s) }
	}
	return ctl, err
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
