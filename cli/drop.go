package cli

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/stores"
)

func neo4jDropCommand() *urfave.Command {
	o := &dropOptions{}
	return console.Command("neo4j drop", &urfave.Command{
		Flags:  o.store.Flags(&urfave.BoolFlag{Name: "yes", Usage: "don't ask for confirmation", Destination: &o.yes}),
		Action: console.WithoutArgs(o.run),
	})
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
