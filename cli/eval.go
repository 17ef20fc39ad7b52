package cli

import (
	"context"
	"errors"
	"fmt"
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
		Description: examples("Official figures equal the published scorers to the last digit; beside them stands our own reading, paired by id,\nwith what is missing counted as wrong, and intervals (95 %, bootstrap) by hops and by shape. --compare scores a\nsecond prediction file on the same gold and tests the difference, claim by claim.",
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
type scorer func(ctx context.Context, gold, pred score.File, unit score.Unit, o score.Options) (*score.Report, error)

// scorers are the tasks; labels is no published task, but accuracy and macro-F1 of any verdicts.
var scorers = map[string]scorer{
	"fever":     withoutUnit(score.FEVER),
	"feverous":  withoutUnit(score.FEVEROUS),
	"hotpotqa":  withoutUnit(score.HotpotQA),
	"labels":    withoutUnit(score.Verdicts),
	"retrieval": score.Retrieval,
	"hover": withoutUnit(func(ctx context.Context, gold, pred score.File, o score.Options) (*score.Report, error) {
		return score.HoVer(ctx, gold, []score.File{pred}, o)
	}),
}

func withoutUnit(f func(context.Context, score.File, score.File, score.Options) (*score.Report, error)) scorer {
	return func(ctx context.Context, gold, pred score.File, _ score.Unit, o score.Options) (*score.Report, error) {
		return f(ctx, gold, pred, o)
	}
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
	r, err := evalFile(c, c.String("pred"))
	if err != nil {
		return err
	}
	if c.String("compare") == "" {
		return printReport(c, r)
	}
	other, err := evalFile(c, c.String("compare"))
	if err != nil {
		return err
	}
	return compare(c, r, other)
}

func evalFile(c *urfave.Context, pred string) (*score.Report, error) {
	r, err := scoreFiles(c.Context, scorers[c.String("task")], c.String("gold"), pred, score.Unit(c.String("unit")))
	switch {
	case errors.Is(err, score.ErrPredictions) || errors.Is(err, score.ErrNoGold):
		return nil, withHint(fmt.Errorf("eval: %w", err), "--task names what kind of files --gold and --pred are")
	case err != nil:
		return nil, fmt.Errorf("eval: %w", err)
	}
	return r, nil
}

func printReport(c *urfave.Context, r *score.Report) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, r)
	}
	return r.WriteTable(c.App.Writer)
}

// comparedRecord is what eval --compare --json prints.
type comparedRecord struct {
	Pred       *score.Report     `json:"pred"`
	Compare    *score.Report     `json:"compare"`
	Comparison *score.Comparison `json:"comparison"` // compare minus pred, paired by claim
}

// compare prints two reports and the test of their difference.
func compare(c *urfave.Context, pred, other *score.Report) error {
	d, err := score.Compare(pred, other, score.Options{})
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, comparedRecord{pred, other, d})
	}
	return errors.Join(pred.WriteTable(c.App.Writer), other.WriteTable(c.App.Writer), d.WriteTable(c.App.Writer))
}

func scoreFiles(ctx context.Context, s scorer, gold, pred string, unit score.Unit) (r *score.Report, err error) {
	g, closeGold, err := score.OpenFile(gold)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeGold()) }()
	p, closePred, err := score.OpenFile(pred)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closePred()) }()
	return s(ctx, g, p, unit, score.Options{})
}
