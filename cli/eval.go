package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/verify/score"
)

func evalCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "eval",
		Usage: "score predictions against gold",
		Description: examples("Official figures equal the published scorers to the last digit; beside them stands our own reading, paired by id,\nwith what is missing counted as wrong, and intervals (95 %, bootstrap) by hops and by shape. --compare scores a\nsecond prediction file on the same gold.",
			"bridgehop eval --task feverous --gold claims.jsonl --pred pred.jsonl",
			"bridgehop eval --task retrieval --gold dev.shared.json --pred hops.jsonl --json",
			"bridgehop eval --task fever --gold paper_dev.jsonl --pred pred.jsonl --compare other.jsonl"),
		Flags: append([]urfave.Flag{
			&urfave.StringFlag{Name: "task", Usage: "`TASK` to score: " + strings.Join(taskNames(), ", ")},
			&urfave.StringFlag{Name: "gold", Usage: "`FILE` of claims or questions"},
			&urfave.StringFlag{Name: "pred", Usage: "`FILE` of predictions"},
			&urfave.StringFlag{Name: "compare", Usage: "`FILE` of other predictions of the same claims"},
			&urfave.StringFlag{Name: "unit", Usage: "for retrieval, compare ranks by `UNIT`: title or passage (default: the data set's own)"},
		}, outputFlags()...),
		Action: eval,
	}
}

// scorer scores one prediction file.
type scorer func(ctx context.Context, gold, pred score.File, unit score.Unit) (*score.Report, error)

var scorers = map[string]scorer{
	"fever": func(ctx context.Context, gold, pred score.File, _ score.Unit) (*score.Report, error) {
		return score.FEVER(ctx, gold, pred, score.Options{})
	},
	"feverous": func(ctx context.Context, gold, pred score.File, _ score.Unit) (*score.Report, error) {
		return score.FEVEROUS(ctx, gold, pred, score.Options{})
	},
	"retrieval": func(ctx context.Context, gold, pred score.File, unit score.Unit) (*score.Report, error) {
		return score.Retrieval(ctx, gold, pred, unit, score.Options{})
	},
}

func taskNames() []string { return slices.Sorted(maps.Keys(scorers)) }

func eval(c *urfave.Context) error {
	if err := noArgs(c); err != nil {
		return err
	}
	for _, flag := range []string{"task", "gold", "pred"} {
		if c.String(flag) == "" {
			return usagef("eval needs --%s", flag)
		}
	}
	if scorers[c.String("task")] == nil {
		return usagef("--task %s: want one of %s", c.String("task"), strings.Join(taskNames(), ", "))
	}
	if u := score.Unit(c.String("unit")); u != score.ByAuto && u != score.ByTitle && u != score.ByPassage {
		return usagef("--unit %s: want title or passage", u)
	}
	preds := []string{c.String("pred")}
	if other := c.String("compare"); other != "" {
		preds = append(preds, other)
	}
	for _, pred := range preds {
		if err := evalOne(c, pred); err != nil {
			return err
		}
	}
	return nil
}

func evalOne(c *urfave.Context, pred string) error {
	r, err := scoreFiles(c.Context, scorers[c.String("task")], c.String("gold"), pred, score.Unit(c.String("unit")))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usage(fmt.Errorf("eval: %w", err))
	case errors.Is(err, score.ErrPredictions) || errors.Is(err, score.ErrNoGold):
		return withHint(fmt.Errorf("eval: %w", err), "--task names what kind of files --gold and --pred are")
	case err != nil:
		return fmt.Errorf("eval: %w", err)
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, r)
	}
	if c.String("compare") != "" {
		if _, err := fmt.Fprintf(c.App.Writer, "== %s\n", pred); err != nil {
			return err
		}
	}
	return r.WriteTable(c.App.Writer)
}

func scoreFiles(ctx context.Context, s scorer, gold, pred string, unit score.Unit) (*score.Report, error) {
	g, closeGold, err := score.OpenFile(gold)
	if err != nil {
		return nil, err
	}
	defer closeGold()
	p, closePred, err := score.OpenFile(pred)
	if err != nil {
		return nil, err
	}
	defer closePred()
	return s(ctx, g, p, unit)
}
