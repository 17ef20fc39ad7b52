package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server"
	"github.com/bridgehop/bridgehop/graph/stores"
)

// serverOptions are the flags of neo4j up and down.
type serverOptions struct{ Version, Conf, Plugins, Unrestricted string }

type (
	upOptions   struct{ serverOptions }
	downOptions struct{ serverOptions }
)

// Run starts the server, and prints its address.
func (o *upOptions) Run(ctx context.Context, c *console.Console) error {
	return o.control(c, func(ctl *server.Control) error {
		ctl.Conf, ctl.Plugins = o.Conf, o.Plugins
		if o.Unrestricted != "" {
			ctl.Unrestricted = strings.Split(o.Unrestricted, ",")
		}
		if o.Plugins != "" {
			if info, err := os.Stat(o.Plugins); err != nil || !info.IsDir() {
				return console.Usagef("--plugins %s is no folder", o.Plugins)
			}
		}
		s, err := ctl.Up(ctx)
		if err != nil {
			return err
		}
		r := serverRecord{Store: s.URL(), Version: s.Version, PID: s.PID, Log: s.Log, Engine: "java"}
		return c.Print(r, func(out *console.Text) { out.Printf("%s\n", r.Store) })
	})
}

// Run stops the server.
func (o *downOptions) Run(ctx context.Context, c *console.Console) error {
	return o.control(c, func(ctl *server.Control) error { return ctl.Down(ctx) })
}

// control gives the server of this user to do.
func (o *serverOptions) control(c *console.Console, do func(*server.Control) error) error {
	ctl, err := stores.Server(o.Version)
	if err != nil {
		return err
	}
	ctl.Say = func(s string) { c.Warn("%s", s) }
	if err := do(ctl); err != nil {
		return fmt.Errorf("%s: %w", c.Command, err)
	}
	return nil
}

// serverRecord is the output of neo4j up --json.
type serverRecord struct {
	Store   string `json:"store"`
	Browser string `json:"browser"` // always empty
	Version string `json:"version"`
	PID     int    `json:"pid"`
	Log     string `json:"log"`
	Engine  string `json:"engine"` // java
}

// dropOptions are the flags of neo4j drop.
type dropOptions struct {
	Store   console.Store
	Yes     bool
	RunName string `flag:"run"`
}

// dropRecord is the output of neo4j drop --json.
type dropRecord struct {
	Store string `json:"store"`
	Nodes int64  `json:"nodes"`
}

// Run deletes a store or, with --run, one run of it.
func (o *dropOptions) Run(ctx context.Context, c *console.Console) error {
	if !neo4j.IsAddress(o.Store.Path()) {
		return console.Usagef("--store %s is a folder, not a store in a Neo4j database; delete the folder instead",
			o.Store.Path())
	}
	if c.IsSet("run") {
		return o.dropRun(ctx, c)
	}
	return o.Store.Server(ctx, neo4j.Options{Drop: true}, func(s *neo4j.Store) error {
		what := "the store"
		if stats, err := s.Stats(ctx); err == nil { // else it is half loaded or half dropped
			what = console.Count(stats.Pages, "page") + " and all that was recorded"
		}
		if err := o.confirm(c, what); err != nil {
			return err
		}
		var made []string // of it, in the cache
		for _, name := range []string{"text", "search", "pushed"} {
			dir, err := stores.Dir(ctx, s, o.Store.Path(), name)
			if err != nil {
				return err
			}
			made = append(made, dir)
		}
		r := dropRecord{Store: o.Store.Path()}
		err := dropping(c, "nodes", &r.Nodes, func(at func(gone, all int64)) error { return s.Drop(ctx, at) })
		if err != nil {
			return err
		}
		for _, dir := range made {
			if err := os.RemoveAll(dir); err != nil {
				return fmt.Errorf("delete what the cache has of it: %w", err)
			}
		}
		return c.Print(r, func(out *console.Text) {
			out.Printf("%s deleted; other data in the database is unchanged\n", console.Count(r.Nodes, "node"))
		})
	})
}

// dropping deletes by drop, shows its progress, and sets n to what is gone.
func dropping(c *console.Console, unit string, n *int64, drop func(at func(gone, all int64)) error) error {
	bar := c.Progress("drop", unit)
	defer bar.End()
	err := drop(func(gone, all int64) {
		*n = gone
		bar.At(gone, all)
	})
	return console.WithHint(err, "run the same command again to resume")
}

// confirm has the name of the database typed before what is deleted.
func (o *dropOptions) confirm(c *console.Console, what string) error {
	if o.Yes {
		return nil
	}
	a, err := neo4j.ParseAddress(o.Store.Path())
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Err, "bridgehop: this deletes %s from %s; type the database's name, %s, to go on: ", what, a,
		a.Database)
	typed, _ := bufio.NewReader(c.In).ReadString('\n') // an end of the input is no answer
	if strings.TrimSpace(typed) != a.Database {
		return console.WithHint(errors.New("neo4j drop: not confirmed; nothing was deleted"),
			"use --yes to skip this question")
	}
	return nil
}

// runsOptions are the flags of neo4j runs.
type runsOptions struct{ console.Store }

// Run lists the runs.
func (o *runsOptions) Run(ctx context.Context, c *console.Console) error {
	return o.Read(ctx, func(s graph.Store) error {
		if s, ok := s.(*neo4j.Store); ok {
			return printRuns(ctx, c, s)
		}
		return console.Usagef("--store %s is a folder, but runs are kept in a store on a Neo4j server", o.Path())
	})
}

// runRecord is a line of neo4j runs --json.
type runRecord struct {
	Name     string            `json:"name"`
	Claims   int64             `json:"claims"`
	Known    int64             `json:"known"`
	Correct  int64             `json:"correct"`
	File     string            `json:"file,omitempty"`
	Model    string            `json:"model,omitempty"`
	Planner  string            `json:"planner,omitempty"`
	Version  string            `json:"version"`
	Started  string            `json:"started_at"`
	Settings map[string]string `json:"settings"`
}

func printRuns(ctx context.Context, c *console.Console, s *neo4j.Store) error {
	runs, err := s.Runs(ctx)
	table := [][]string{{"run", "claims", "correct", "started", "settings"}}
	for _, run := range runs {
		r := runRecord{Name: run.Name, Claims: run.Recorded, Known: run.Known, Correct: run.Right, File: run.Claims,
			Model: run.Model, Planner: run.Planner, Version: run.Version,
			Started: run.Started.UTC().Format(time.RFC3339), Settings: map[string]string{}}
		var settings []string
		for _, s := range run.Settings {
			name, value, _ := strings.Cut(s, "=")
			r.Settings[name] = value
			if len(value) == 64 { // a digest
				s = name + "=" + value[:8]
			}
			settings = append(settings, s)
		}
		correct := "-"
		if r.Known > 0 {
			correct = fmt.Sprintf("%.1f%%", 100*float64(r.Correct)/float64(r.Known))
		}
		table = append(table, []string{r.Name, fmt.Sprint(r.Claims), correct, r.Started, strings.Join(settings, " ")})
		if c.JSON {
			err = errors.Join(err, console.WriteJSON(c.Out, r))
		}
	}
	if err != nil || c.JSON {
		return err
	}
	if len(runs) == 0 {
		c.Warn("the store has no runs; `bridgehop verify --record --claims FILE --out FILE` records one")
		return nil
	}
	return c.Table(table)
}

// droppedRunRecord is the output of neo4j drop --run --json.
type droppedRunRecord struct {
	Store  string `json:"store"`
	Run    string `json:"run"`
	Claims int64  `json:"claims"`
}

// dropRun deletes one run.
func (o *dropOptions) dropRun(ctx context.Context, c *console.Console) error {
	return o.Store.Server(ctx, neo4j.Options{Write: true}, func(s *neo4j.Store) error {
		if err := o.confirm(c, "the run "+o.RunName); err != nil {
			return err
		}
		out := droppedRunRecord{Store: o.Store.Path(), Run: o.RunName}
		err := dropping(c, "claims", &out.Claims, func(at func(gone, all int64)) error {
			return s.DropRun(ctx, o.RunName, at)
		})
		if errors.Is(err, graph.ErrRun) {
			return console.WithHint(err, "`bridgehop neo4j runs --store "+o.Store.Path()+"` lists the runs")
		}
		if err != nil {
			return err
		}
		return c.Print(out, func(t *console.Text) {
			t.Printf("run %s deleted: %s\n", o.RunName, console.Count(out.Claims, "claim"))
		})
	})
}
