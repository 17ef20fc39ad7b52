package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/internal/study"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

func shapesTrialCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "trial",
		Usage: "recall and cost by shape and size, in the store as it is and in perturbed ones",
		Description: examples("Plans every claim of a file with gold pages, such as those of shapes generate, and tells by shape how many gold\npages were found and how many pages it took. --perturb changes the store around each claim, for that claim only and\nnot on disk: bridge takes a bridge page away and leads its links to a sibling (of the same category with --categories,\nelse with the same in-links), cut takes a link of the gold graph away, hubs links the gold pages with the 10 pages most\nlinked to. --verdicts judges claims with labels, too.",
			"bridgehop shapes trial --claims queries.jsonl",
			"bridgehop shapes trial --claims queries.jsonl --perturb bridge,cut,hubs --categories categories.tsv --out trials.jsonl",
			"bridgehop shapes trial --claims dev.shared.json --perturb bridge,cut,hubs --verdicts --html robust.html"),
		Flags: storeFlags(append(planFlags(),
			&urfave.StringFlag{Name: "claims", Usage: "`FILE` of claims with gold pages"},
			&urfave.StringFlag{Name: "perturb", Usage: "besides the store as it is, `LIST` of bridge, cut, hubs"},
			&urfave.StringFlag{Name: "categories", Usage: "`FILE` of lines title TAB category, such as Wikispeedia's categories.tsv"},
			&urfave.BoolFlag{Name: "verdicts", Usage: "judge claims that have a label"},
			modelFlag(), deviceFlag(),
			&urfave.StringFlag{Name: "out", Usage: "write every trial to `FILE`, one JSON line each"},
			&urfave.StringFlag{Name: "pictures", Usage: "write figures, CSV and pictures into `FOLDER`"},
			&urfave.StringFlag{Name: "html", Usage: "write tables and pictures to `FILE`, one page that needs no network"},
			&urfave.StringFlag{Name: "markdown", Usage: "write the tables to `FILE`, for docs"},
			&urfave.BoolFlag{Name: "times", Usage: "tell milliseconds, too, which differ from run to run"},
			&urfave.IntFlag{Name: "threads", Usage: "plan `N` claims at once", DefaultText: "one a core"},
			&urfave.Uint64Flag{Name: "seed", Value: 1, Usage: "choose what is perturbed, and the intervals' samples, by this `SEED`"})...),
		Action: shapesTrial,
	}
}

// worlds reads --perturb: the store as it is comes first.
func worlds(c *urfave.Context) ([]study.Perturbation, error) {
	out := []study.Perturbation{study.Unperturbed}
	if c.String("perturb") == "" {
		return out, nil
	}
	for name := range strings.SplitSeq(c.String("perturb"), ",") {
		p, err := study.ParsePerturbation(name)
		if err != nil {
			return nil, usagef("--perturb: %w", err)
		}
		if p != study.Unperturbed {
			out = append(out, p)
		}
	}
	return out, nil
}

func shapesTrial(c *urfave.Context) error {
	if err := errors.Join(noArgs(c), checkPlan(c)); err != nil {
		return err
	}
	how, err := worlds(c)
	if err != nil {
		return err
	}
	if c.String("claims") == "" {
		return usagef("shapes trial needs --claims FILE")
	}
	categories, err := readCategories(c.String("categories"))
	if err != nil {
		return err
	}
	shape, _ := hop.ParseShape(c.String("shape")) // checkPlan refused what is none
	return withIndex(c, func(s graph.Store, index *text.Index) error {
		if err := c.Set("store", storePath(c)); err != nil { // goldGraphs reads the store only when it is named
			return err
		}
		gold, rejects, err := goldGraphs(c, c.String("claims"))
		if err != nil {
			return err
		}
		t := &study.Trials{Perturber: &study.Perturber{Store: s, Text: index, Seed: c.Uint64("seed"), Categories: categories},
			Plan: func(g hop.Graph, x hop.Text) *hop.Planner {
				return &hop.Planner{Graph: g, Text: x, MaxPages: c.Int("max-hops"), Beam: c.Int("beam"), Shape: shape}
			}}
		if !c.Bool("verdicts") {
			return runTrials(c, t, gold, how, rejects)
		}
		return withModel(c, func(m *onnx.Model) error {
			t.Judge = func(ctx context.Context, claim string, chains []hop.Chain, pages verify.Pages) (verify.Probabilities, error) {
				v, err := (&verify.Verifier{Model: m, Pages: pages}).Verify(ctx, claim, chains)
				return v.Probabilities, err
			}
			return runTrials(c, t, gold, how, rejects)
		})
	})
}

// runTrials runs them and shows what came out.
func runTrials(c *urfave.Context, t *study.Trials, gold []*study.Graph, how []study.Perturbation, rejects int) error {
	bar := newProgress(c, "trial", "claims")
	t.Done = func(n int) { bar.at(int64(n), int64(len(gold))) }
	trials, err := t.Run(c.Context, gold, how, c.Int("threads"))
	bar.end()
	if err != nil {
		return err
	}
	if out := c.String("out"); out != "" {
		if err := writeWhole(out, func(w io.Writer) error {
			b := bufio.NewWriter(w)
			return errors.Join(study.WriteTrials(b, trials), b.Flush())
		}); err != nil {
			return err
		}
	}
	r := study.TrialReport{Seed: c.Uint64("seed"), Command: asTyped(c), Times: c.Bool("times")}.Tables(trials)
	if name := c.String("markdown"); name != "" {
		if err := writeMarkdownFile(name, r); err != nil {
			return err
		}
	}
	if err := showReport(c, r); err != nil {
		return err
	}
	if rejects > 0 {
		return withCode(errors.New("shapes trial: some records hold no claim"), exitRejects, "")
	}
	return nil
}

// writeMarkdownFile writes the tables of a report for docs.
func writeMarkdownFile(name string, r *study.Report) error {
	return writeWhole(name, func(w io.Writer) error {
		for _, t := range r.Tables {
			if _, err := io.WriteString(w, t.Markdown()); err != nil {
				return err
			}
		}
		return nil
	})
}

// asTyped is the command that gives a table again, without the paths of its files.
func asTyped(c *urfave.Context) string {
	line := "bridgehop shapes " + c.Command.Name
	for _, f := range c.Command.Flags {
		name := f.Names()[0]
		switch name {
		case "store", "out", "pictures", "html", "markdown", "json", "quiet", "threads":
			continue
		}
		if c.IsSet(name) {
			line += " --" + name
			if v := fmt.Sprint(c.Value(name)); v != "true" {
				line += " " + v[strings.LastIndexByte(v, '/')+1:]
			}
		}
	}
	return line
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
