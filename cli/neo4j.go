package cli

import (
	"cmp"
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph/neo4j/server"
	"github.com/bridgehop/bridgehop/graph/stores"
)

func neo4jCommand() *urfave.Command {
	return console.Command("neo4j", &urfave.Command{
		Subcommands: []*urfave.Command{neo4jUpCommand(), neo4jDownCommand(), neo4jStatusCommand(), neo4jDropCommand()},
		Action:      groupAction,
	})
}

func neo4jUpCommand() *urfave.Command {
	var gds bool
	return console.Command("neo4j up", &urfave.Command{
		Flags: append(console.Flags(), &urfave.BoolFlag{Name: "gds",
			Usage: "start the server with the Graph Data Science plugin; needs docker", Destination: &gds}),
		Action: onServer(func(ctx context.Context, c *console.Console, ctl *server.Control) error {
			ctl.GDS = gds
			s, err := ctl.Up(ctx)
			if err != nil {
				return err
			}
			r := newServerRecord(ctx, s)
			if r.Browser != "" && !c.JSON {
				c.Warn("Neo4j's browser is at %s", r.Browser)
			}
			return c.Print(r, func(out *console.Text) { out.Printf("%s\n", r.Store) })
		}),
	})
}

func neo4jDownCommand() *urfave.Command {
	return console.Command("neo4j down", &urfave.Command{
		Flags: console.Flags(),
		Action: onServer(func(ctx context.Context, _ *console.Console, ctl *server.Control) error {
			return ctl.Down(ctx)
		}),
	})
}

func neo4jStatusCommand() *urfave.Command {
	return console.Command("neo4j status", &urfave.Command{
		Flags: console.Flags(),
		Action: onServer(func(ctx context.Context, c *console.Console, ctl *server.Control) error {
			s, err := ctl.Status(ctx)
			if err != nil {
				return err
			}
			r := newServerRecord(ctx, s)
			return c.Print(r, func(out *console.Text) {
				out.Printf("Neo4j %s answers at %s (%s, log %s)\n", s.Version, r.Store, s.Where(), s.Log)
				if r.Browser != "" {
					out.Printf("its browser is at %s\n", r.Browser)
				}
			})
		}),
	})
}

// onServer returns the action of a sub-command, given the server of this user.
func onServer(do func(context.Context, *console.Console, *server.Control) error) urfave.ActionFunc {
	return console.WithoutArgs(func(ctx context.Context, c *console.Console) error {
		ctl, err := stores.Server()
		if err != nil {
			return err
		}
		ctl.Compose = bridgehop.Compose
		ctl.Say = func(s string) { c.Warn("%s", s) }
		if err := do(ctx, c, ctl); err != nil {
			return fmt.Errorf("%s: %w", c.Command, err)
		}
		return nil
	})
}

// serverRecord is the output of neo4j up --json and status --json.
type serverRecord struct {
	Store   string `json:"store"`
	Browser string `json:"browser"`
	Version string `json:"version"`
	PID     int    `json:"pid"`
	Log     string `json:"log"`
	Engine  string `json:"engine"` // docker or java
}

func newServerRecord(ctx context.Context, s server.State) serverRecord {
	return serverRecord{Store: s.URL(), Browser: s.Browser(ctx), Version: s.Version, PID: s.PID, Log: s.Log,
		Engine: cmp.Or(s.Engine, "java")}
}
