package shapes

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/study"
)

// reportOptions are the flags of shapes report.
type reportOptions struct {
	sets       urfave.StringSlice
	out, times string
	verdicts   bool
	seed       uint64
	model      console.Model
}

func reportCommand() *urfave.Command {
	o := &reportOptions{}
	return console.Command("shapes report", &urfave.Command{
		Flags: console.Flags(
			&urfave.StringSliceFlag{Name: "set", Usage: "`NAME=CLAIMS[,STORE]`: a file of claims, and the store to search; may be repeated", Destination: &o.sets},
			&urfave.StringFlag{Name: "out", Usage: "write the report into `FOLDER`", Destination: &o.out},
			&urfave.BoolFlag{Name: "verdicts", Usage: "also judge the claims that have a label, by the evidence found and by the claim alone", Destination: &o.verdicts},
			&urfave.StringFlag{Name: "times", Usage: "write the milliseconds per claim to `FILE`; no other file has them, because they differ from run to run", Destination: &o.times},
			&urfave.Uint64Flag{Name: "seed", Usage: "`SEED` for the intervals' bootstrap samples", Destination: &o.seed},
			o.model.DirFlag(), o.model.DeviceFlag(),
		),
		Action: console.WithoutArgs(o.run),
	})
}

// claimSet is one --set.
type claimSet struct{ name, claims, store string }

func parseSet(s string) (claimSet, error) {
	name, rest, ok := strings.Cut(s, "=")
	file, store, _ := strings.Cut(rest, ",")
	if !ok || name == "" || file == "" || strings.ContainsAny(name, `/\ `) {
		return claimSet{}, console.Usagef("--set %s: want NAME=CLAIMS or NAME=CLAIMS,STORE", s)
	}
	return claimSet{name, file, store}, nil
}

func (o *reportOptions) run(ctx context.Context, c *console.Console) error {
	if len(o.sets.Value()) == 0 || o.out == "" {
		return console.Usagef("shapes report needs --set NAME=CLAIMS[,STORE] and --out FOLDER")
	}
	var sets []claimSet
	for _, s := range o.sets.Value() {
		set, err := parseSet(s)
		if err != nil {
			return err
		}
		sets = append(sets, set)
	}
	whole := &study.Report{Title: "Chain against star"}
	times := &study.Report{Title: "Times"}
	for _, set := range sets {
		c.Warn("shapes report: %s", set.name)
		r := &researcher{Console: c, options: o, set: set, report: &study.Report{}, times: times}
		if err := r.run(ctx); err != nil {
			return fmt.Errorf("set %s: %w", set.name, err)
		}
		whole.Join(set.name, r.report)
	}
	return o.save(c, whole, times)
}

// save writes the report's files and the times, and prints where they are.
func (o *reportOptions) save(c *console.Console, whole, times *study.Report) error {
	files := outputs{pictures: o.out, html: filepath.Join(o.out, "report.html"), markdown: filepath.Join(o.out, "report.md")}
	if err := files.write(c, whole); err != nil {
		return err
	}
	if o.times != "" {
		if err := console.WriteWhole(o.times, times.WriteJSON); err != nil {
			return err
		}
	}
	if c.JSON {
		return whole.WriteJSON(c.Out)
	}
	out := &console.Text{W: c.Out}
	for _, t := range whole.Tables {
		out.Printf("%s: %d figures\n", filepath.Join(o.out, t.Name+".csv"), len(t.Rows))
	}
	out.Printf("%s\n", files.html)
	return out.Err
}
