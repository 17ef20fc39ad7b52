package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/internal/score"
)

func evalCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "eval",
		Usage: "score predictions against gold",
		Description: examples("Official figures equal the published scorers to the last digit; beside them, under \"bridgehop\", stands our own\nreading, paired by id, with what is missing counted as wrong, and intervals (95 %, bootstrap). Under verdicts stand\nbaselines that read no evidence. --compare scores a second prediction file on the same gold and tests the\ndifference, claim by claim; --errors says at which stage claims were lost. --submission writes the predictions in the\nform of the data set's own scorer, in the order of the gold file; in HotpotQA's form bridgehop gives supporting facts and\nno answers.",
			"bridgehop eval --task feverous --gold claims.jsonl --pred pred.jsonl --confusion",
			"bridgehop eval --task retrieval --gold dev.shared.json --pred hops.jsonl --by hops,shape --json",
			"bridgehop eval --task hover --gold dev.json --pred doc.json --pred sent.json --pred verif.json",
			"bridgehop eval --task fever --gold paper_dev.jsonl --pred pred.jsonl --compare other.jsonl",
			"bridgehop eval --task hover --gold dev.json --pred pred.jsonl --hops hops.jsonl --errors 20",
			"bridgehop eval --task hover --gold hover_test.json --pred pred.jsonl --submission hover_predictions.json"),
		Flags: append([]urfave.Flag{
			&urfave.StringFlag{Name: "task", Usage: "`TASK` to score: " + strings.Join(taskNames(), ", ")},
			&urfave.StringFlag{Name: "gold", Usage: "`FILE` of claims or questions"},
			&urfave.StringSliceFlag{Name: "pred", Usage: "`FILE` of predictions; for hover also several, one for each stage of its baseline"},
			&urfave.StringFlag{Name: "compare", Usage: "`FILE` of other predictions of the same claims"},
			&urfave.StringFlag{Name: "by", Usage: "break the figures down by `LIST` of " + strings.Join(score.Breakdowns(), ", ")},
			&urfave.StringFlag{Name: "only", Usage: "score only the claims whose ids stand in `FILE`, one a line"},
			&urfave.BoolFlag{Name: "confusion", Usage: "print the confusion matrix of the labels"},
			&urfave.IntFlag{Name: "errors", Usage: "say at which stage claims were lost, and list the worst `N`"},
			&urfave.StringFlag{Name: "hops", Usage: "for --errors, `FILE` of hop --out with what was found before the verdict"},
			&urfave.BoolFlag{Name: "no-baselines", Usage: "leave out the baselines"},
			&urfave.BoolFlag{Name: "gold-verdict", Usage: "for feverous, score the evidence as if every label were right"},
			&urfave.StringFlag{Name: "pictures", Usage: "draw recall, breakdowns and reliability into `FOLDER`, as SVG and PNG"},
			&urfave.StringFlag{Name: "html", Usage: "write all of it to `FILE`, one page that needs no network"},
			submissionFlag(),
			&urfave.StringFlag{Name: "unit", Usage: "for retrieval, compare ranks by `UNIT`: title or passage (default: the data set's own)"},
			&urfave.IntFlag{Name: "resamples", Value: 1000, Usage: "draw `N` bootstrap samples for the intervals; 0 for no intervals"},
			&urfave.Uint64Flag{Name: "seed", Usage: "draw them from this `SEED`"},
		}, outputFlags()...),
		Action: eval,
	}
}

// evalTask is what can be scored; labels is no published task, but accuracy and macro-F1 of any verdicts.
type evalTask struct {
	score    func(ctx context.Context, gold score.File, preds []score.File, unit score.Unit, o score.Options) (*score.Report, error)
	verdicts bool // the predictions hold labels
}

var evalTasks = map[string]evalTask{
	"fever":    {single(score.FEVER), true},
	"feverous": {single(score.FEVEROUS), true},
	"hotpotqa": {single(score.HotpotQA), false},
	"labels":   {single(score.Verdicts), true},
	"retrieval": {func(ctx context.Context, gold score.File, preds []score.File, unit score.Unit, o score.Options) (*score.Report, error) {
		return score.Retrieval(ctx, gold, preds[0], unit, o)
	}, false},
	"hover": {func(ctx context.Context, gold score.File, preds []score.File, _ score.Unit, o score.Options) (*score.Report, error) {
		return score.HoVer(ctx, gold, preds, o)
	}, true},
}

func single(f func(context.Context, score.File, score.File, score.Options) (*score.Report, error)) func(context.Context, score.File, []score.File, score.Unit, score.Options) (*score.Report, error) {
	return func(ctx context.Context, gold score.File, preds []score.File, _ score.Unit, o score.Options) (*score.Report, error) {
		return f(ctx, gold, preds[0], o)
	}
}

func taskNames() []string { return slices.Sorted(maps.Keys(evalTasks)) }

func eval(c *urfave.Context) error {
	e, err := newEvaluation(c)
	if err != nil {
		return err
	}
	s, err := e.submission()
	if err != nil {
		return evalError(err)
	}
	if s != nil && s.Blind {
		return s.write(c)
	}
	r, err := e.report(c.StringSlice("pred"))
	if err == nil && s != nil {
		err = s.write(c)
	}
	if err != nil {
		return evalError(err)
	}
	if c.String("compare") == "" {
		if err := e.pictures(r, nil); err != nil {
			return fmt.Errorf("eval: %w", err)
		}
		return printReport(c, r)
	}
	other, err := e.report([]string{c.String("compare")})
	if err != nil {
		return evalError(err)
	}
	return e.compare(r, other)
}

func evalError(err error) error {
	if errors.Is(err, score.ErrPredictions) || errors.Is(err, score.ErrNoGold) || errors.Is(err, score.ErrStrangers) {
		return withHint(fmt.Errorf("eval: %w", err), "--task names what kind of files --gold and --pred are")
	}
	return fmt.Errorf("eval: %w", err)
}

func printReport(c *urfave.Context, r *score.Report) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, r)
	}
	if err := r.WriteTable(c.App.Writer); err != nil || !c.Bool("confusion") {
		return err
	}
	return r.WriteConfusion(c.App.Writer)
}

// comparedRecord is what eval --compare --json prints.
type comparedRecord struct {
	Pred       *score.Report     `json:"pred"`
	Compare    *score.Report     `json:"compare"`
	Comparison *score.Comparison `json:"comparison"` // compare minus pred, paired by claim
}

// compare prints two reports and the test of their difference.
func (e *evaluation) compare(pred, other *score.Report) error {
	c := e.c
	d, err := score.Compare(pred, other, e.options)
	if err == nil {
		err = e.pictures(pred, d)
	}
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, comparedRecord{pred, other, d})
	}
	return errors.Join(printReport(c, pred), printReport(c, other), d.WriteTable(c.App.Writer))
}
