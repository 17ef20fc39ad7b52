package shapes

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// trialOptions are the flags of shapes trial.
type trialOptions struct {
	store                            console.Store
	plan                             console.Plan
	model                            console.Model
	claims, perturb, categories, out string
	verdicts, times                  bool
	seed                             uint64
	outputs
}

func trialCommand() *urfave.Command {
	o := &trialOptions{}
	return console.Command("shapes trial", &urfave.Command{
		Flags: o.store.Flags(append(o.plan.Flags(),
			&urfave.StringFlag{Name: "claims", Usage: "`FILE` of claims with gold pages", Destination: &o.claims},
			&urfave.StringFlag{Name: "perturb", Usage: "perturbations to try besides the unchanged store: `LIST` of bridge, cut, hubs", Destination: &o.perturb},
			&urfave.StringFlag{Name: "categories", Usage: "`FILE` of lines title TAB category, such as Wikispeedia's categories.tsv", Destination: &o.categories},
			&urfave.BoolFlag{Name: "verdicts", Usage: "judge claims that have a label", Destination: &o.verdicts},
			o.model.DirFlag(), o.model.DeviceFlag(),
			&urfave.StringFlag{Name: "out", Usage: "write every trial to `FILE`, one JSON line each", Destination: &o.out},
			&urfave.StringFlag{Name: "pictures", Usage: "write figures, CSV and pictures into `FOLDER`", Destination: &o.pictures},
			&urfave.StringFlag{Name: "html", Usage: "write tables and pictures to `FILE`, a web page that needs no network", Destination: &o.html},
			&urfave.StringFlag{Name: "markdown", Usage: "write the tables to `FILE`, for docs", Destination: &o.markdown},
			&urfave.BoolFlag{Name: "times", Usage: "also report milliseconds, which differ from run to run", Destination: &o.times},
			&urfave.IntFlag{Name: "threads", Usage: "plan `N` claims at once", DefaultText: "one per core", Destination: &o.model.Threads},
			&urfave.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` for choosing perturbations and for the intervals' bootstrap samples", Destination: &o.seed})...),
		Action: console.WithoutArgs(o.run),
	})
}

// perturbations reads --perturb: the store as it is comes first.
func (o *trialOptions) perturbations() ([]study.Perturbation, error) {
	out := []study.Perturbation{study.Unperturbed}
	if o.perturb == "" {
		return out, nil
	}
	for name := range strings.SplitSeq(o.perturb, ",") {
		p, err := study.ParsePerturbation(name)
		if err != nil {
			return nil, console.Usagef("--perturb: %w", err)
		}
		if p != study.Unperturbed {
			out = append(out, p)
		}
	}
	return out, nil
}

func (o *trialOptions) run(ctx context.Context, c *console.Console) error {
	if err := o.plan.Check(c); err != nil {
		return err
	}
	how, err := o.perturbations()
	if err != nil {
		return err
	}
	if o.claims == "" {
		return console.Usagef("shapes trial needs --claims FILE")
	}
	categories, err := readCategories(o.categories)
	if err != nil {
		return err
	}
	return o.store.ReadIndexed(ctx, func(s graph.Store, index *text.Index) error {
		gold, rejects, err := goldGraphs(ctx, c, o.claims, o.store.Path())
		if err != nil {
			return err
		}
		t := &study.Trials{Perturber: &study.Perturber{Store: s, Text: index, Seed: o.seed, Categories: categories},
			Plan: func(g hop.Graph, x hop.Text) *hop.Planner {
				return &hop.Planner{Graph: g, Text: x, MaxPages: o.plan.MaxHops, Beam: o.plan.Beam, Shape: o.plan.Shape}
			}}
		if err := o.try(ctx, c, t, gold, how); err != nil {
			return err
		}
		return refusedRecords(c, rejects)
	})
}

// try runs the trials, with the model where verdicts are asked for, and shows what came out.
func (o *trialOptions) try(ctx context.Context, c *console.Console, t *study.Trials, gold []*study.Graph, how []study.Perturbation) error {
	if o.verdicts && t.Judge == nil {
		return o.model.WithNoted(c, func(m *onnx.Model) error {
			t.Judge = func(ctx context.Context, claim string, chains []hop.Chain, pages verify.Pages) (verify.Probabilities, error) {
				v, err := (&verify.Verifier{Model: m, Pages: pages}).Verify(ctx, claim, chains)
				return v.Probabilities, err
			}
			return o.try(ctx, c, t, gold, how)
		})
	}
	bar := c.Progress("trial", "claims")
	t.Done = func(n int) { bar.At(int64(n), int64(len(gold))) }
	trials, err := t.Run(ctx, gold, how, o.model.Threads)
	bar.End()
	if err == nil && o.out != "" {
		err = console.WriteWhole(o.out, func(w io.Writer) error { return study.WriteLines(w, trials) })
	}
	if err != nil {
		return err
	}
	return o.show(c, study.TrialReport{Seed: o.seed, Command: asTyped(c), Times: o.times}.Tables(trials))
}

// readCategories reads lines of title TAB category; # begins a comment. Titles may be URL-encoded, as Wikispeedia's are.
func readCategories(name string) (map[string][]string, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read categories: %w", err)
	}
	defer f.Close()
	out := map[string][]string{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		if lines.Text() == "" || strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		title, category, ok := strings.Cut(lines.Text(), "\t")
		if !ok {
			return nil, fmt.Errorf("read categories: %s:%d: want title TAB category", name, n)
		}
		title = graph.LinkTitle(title)
		out[title] = append(out[title], category)
	}
	return out, lines.Err()
}
