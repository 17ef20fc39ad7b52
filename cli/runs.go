package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
)

func neo4jRunsCommand() *urfave.Command {
	store := &console.Store{}
	list := func(ctx context.Context, c *console.Console) error {
		return store.Read(ctx, func(s graph.Store) error {
			if r, ok := s.(graph.Recorder); ok {
				return printRuns(ctx, c, r)
			}
			return console.Usagef("--store %s is a folder, but runs are kept in a store on a Neo4j server", store.Path())
		})
	}
	return console.Command("neo4j runs", store.Flags(), console.WithoutArgs(list))
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

func printRuns(ctx context.Context, c *console.Console, r graph.Recorder) error {
	runs, err := r.Runs(ctx)
	if err != nil {
		return err
	}
	table := [][]string{{"run", "claims", "correct", "started", "settings"}}
	for i := range runs {
		run := newRunRecord(&runs[i])
		if c.JSON {
			if err := console.WriteJSON(c.Out, run); err != nil {
				return err
			}
			continue
		}
		correct := "-"
		if run.Known > 0 {
			correct = fmt.Sprintf("%.1f%%", 100*float64(run.Correct)/float64(run.Known))
		}
		var settings []string
		for _, s := range runs[i].Settings {
			if name, value, _ := strings.Cut(s, "="); len(value) == 64 { // a digest
				s = name + "=" + value[:8]
			}
			settings = append(settings, s)
		}
		table = append(table, []string{run.Name, fmt.Sprint(run.Claims), correct, run.Started,
			strings.Join(settings, " ")})
	}
	if c.JSON {
		return nil
	}
	if len(runs) == 0 {
		c.Warn("the store has no runs; `bridgehop verify --record --claims FILE --out FILE` records one")
		return nil
	}
	return c.Table(table)
}

func newRunRecord(run *graph.Run) runRecord {
	out := runRecord{Name: run.Name, Claims: run.Recorded, Known: run.Known, Correct: run.Right, File: run.Claims,
		Model: run.Model, Planner: run.Planner, Version: run.Version, Started: run.Started.UTC().Format(time.RFC3339),
		Settings: map[string]string{}}
	for _, s := range run.Settings {
		name, value, _ := strings.Cut(s, "=")
		out.Settings[name] = value
	}
	return out
}

// droppedRunRecord is the output of neo4j drop --run --json.
type droppedRunRecord struct {
	Store  string `json:"store"`
	Run    string `json:"run"`
	Claims int64  `json:"claims"`
}

// dropRun deletes one run.
func (o *dropOptions) dropRun(ctx context.Context, c *console.Console) error {
	return o.store.Server(ctx, neo4j.Open, func(s *neo4j.Store) error {
		if err := o.confirm(c, "the run "+o.run); err != nil {
			return err
		}
		out := droppedRunRecord{Store: o.store.Path(), Run: o.run}
		bar := c.Progress("drop", "claims")
		err := s.DropRun(ctx, o.run, func(gone, all int64) {
			out.Claims = gone
			bar.At(gone, all)
		})
		bar.End()
		if errors.Is(err, graph.ErrRun) {
			return console.WithHint(err, "`bridgehop neo4j runs --store "+o.store.Path()+"` lists the runs")
		}
		if err != nil {
			return console.WithHint(err, "run the same command again to resume")
		}
		return c.Print(out, func(t *console.Text) {
			t.Printf("run %s deleted: %s\n", o.run, console.Count(out.Claims, "claim"))
		})
	})
}
