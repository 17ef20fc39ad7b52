package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server"
	"github.com/bridgehop/bridgehop/graph/stores"
)

func neo4jCommand() *urfave.Command {
	return console.Command("neo4j", nil, groupAction, neo4jUpCommand(), neo4jDownCommand(), neo4jStatusCommand(), neo4jDropCommand())
}

func neo4jUpCommand() *urfave.Command {
	var gds bool
	flags := append(console.Flags(), &urfave.BoolFlag{Name: "gds",
		Usage: "start the server with the Graph Data Science plugin; needs docker", Destination: &gds})
	return console.Command("neo4j up", flags, onServer(func(ctx context.Context, c *console.Console, ctl *server.Control) error {
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
	}))
}

func neo4jDownCommand() *urfave.Command {
	return console.Command("neo4j down", console.Flags(),
		onServer(func(ctx context.Context, _ *console.Console, ctl *server.Control) error { return ctl.Down(ctx) }))
}

func neo4jStatusCommand() *urfave.Command {
	return console.Command("neo4j status", console.Flags(),
		onServer(func(ctx context.Context, c *console.Console, ctl *server.Control) error {
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
		}))
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

func neo4jDropCommand() *urfave.Command {
	o := &dropOptions{}
	return console.Command("neo4j drop", o.store.Flags(
		&urfave.BoolFlag{Name: "yes", Usage: "don't ask for confirmation", Destination: &o.yes}), console.WithoutArgs(o.run))
}

// dropOptions are the flags of neo4j drop.
type dropOptions struct {
	store console.Store
	yes   bool
}

// dropRecord is the output of neo4j drop --json.
type dropRecord struct {
	Store string `json:"store"`
	Nodes int64  `json:"nodes"`
}

func (o *dropOptions) run(ctx context.Context, c *console.Console) error {
	if !neo4j.IsAddress(o.store.Path()) {
		return console.Usagef("--store %s is a folder, not a store in a Neo4j database; delete the folder instead", o.store.Path())
	}
	return o.store.Write(ctx, false, func(s graph.Store) error {
		if err := o.confirm(ctx, c, s); err != nil {
			return err
		}
		index, err := stores.TextDir(ctx, s, o.store.Path())
		if err != nil {
			return err
		}
		r := dropRecord{Store: o.store.Path()}
		bar := c.Progress("drop", "nodes")
		err = s.(*neo4j.Store).Drop(ctx, func(gone, all int64) {
			r.Nodes = gone
			bar.At(gone, all)
		})
		bar.End()
		if err != nil {
			return console.WithHint(err, "run the same command again to resume")
		}
		if err := os.RemoveAll(index); err != nil {
			return fmt.Errorf("delete the text index: %w", err)
		}
		return c.Print(r, func(out *console.Text) {
			out.Printf("%s deleted; other data in the database is unchanged\n", console.Count(r.Nodes, "node"))
		})
	})
}

// confirm has the name of the database typed.
func (o *dropOptions) confirm(ctx context.Context, c *console.Console, s graph.Store) error {
	if o.yes {
		return nil
	}
	a, err := neo4j.ParseAddress(o.store.Path())
	if err != nil {
		return err
	}
	what := "the store"
	if stats, err := s.Stats(ctx); err == nil { // else it is half loaded or half dropped
		what = console.Count(stats.Pages, "page") + " and all that was recorded"
	}
	fmt.Fprintf(c.Err, "bridgehop: this deletes %s from %s; type the database's name, %s, to go on: ", what, a, a.Database)
	typed, _ := bufio.NewReader(c.In).ReadString('\n') // an end of the input is no answer
	if strings.TrimSpace(typed) != a.Database {
		return console.WithHint(fmt.Errorf("neo4j drop: not confirmed; nothing was deleted"), "use --yes to skip this question")
	}
	return nil
}
