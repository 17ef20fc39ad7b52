package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// evalOptions are the flags of eval.
type evalOptions struct {
	task, gold, other, by, only, hops, submission, unit string
	pictures, html                                      string
	preds                                               urfave.StringSlice
	confusion, noBaselines, goldVerdict, full           bool
	errors, resamples                                   int
	seed                                                uint64
}

func evalCommand() *urfave.Command {
	o := &evalOptions{}
	return console.Command("eval", console.Flags(
		&urfave.StringFlag{Name: "task", Usage: "`TASK` to score: " + strings.Join(taskNames(), ", "), Destination: &o.task},
		&urfave.StringFlag{Name: "gold", Usage: "`FILE` of claims or questions", Destination: &o.gold},
		&urfave.StringSliceFlag{Name: "pred", Usage: "`FILE` of predictions; for hover it may be repeated, once for each stage of " +
			"HoVer's baseline", Destination: &o.preds},
		&urfave.StringFlag{Name: "compare", Usage: "`FILE` of other predictions for the same claims", Destination: &o.other},
		&urfave.StringFlag{Name: "by", Usage: "break the figures down by `LIST` of " + strings.Join(score.Breakdowns(), ", "),
			Destination: &o.by},
		&urfave.BoolFlag{Name: "full", Usage: "print every breakdown that the files allow; JSON has them all", Destination: &o.full},
		&urfave.StringFlag{Name: "only", Usage: "score only the claims whose ids are in `FILE`, one a line", Destination: &o.only},
		&urfave.BoolFlag{Name: "confusion", Usage: "print the confusion matrix of the labels", Destination: &o.confusion},
		&urfave.IntFlag{Name: "errors", Usage: "report the stage at which each claim was lost, and list the worst `N`",
			Destination: &o.errors},
		&urfave.StringFlag{Name: "hops", Usage: "for --errors, `FILE` written by hop --out, with the pages found before the verdict",
			Destination: &o.hops},
		&urfave.BoolFlag{Name: "no-baselines", Usage: "leave out the baselines", Destination: &o.noBaselines},
		&urfave.BoolFlag{Name: "gold-verdict", Usage: "for feverous, score the evidence as if every label were right",
			Destination: &o.goldVerdict},
		&urfave.StringFlag{Name: "pictures", Usage: "draw recall, breakdowns and reliability into `FOLDER`, as SVG",
			Destination: &o.pictures},
		&urfave.StringFlag{Name: "html", Usage: "write the report to `FILE`, a web page that needs no network", Destination: &o.html},
		&urfave.StringFlag{Name: "submission", Usage: "write --pred to `FILE` in the form of the data set's own scorer or " +
			"leaderboard, for " +
			strings.Join(score.SubmissionTasks(), ", ") + "; --gold may be a file without labels", Destination: &o.submission},
		&urfave.StringFlag{Name: "unit",
			Usage: "for retrieval, compare ranks by `UNIT`: title or passage (default: the data set's own)", Destination: &o.unit},
		&urfave.IntFlag{Name: "resamples", Value: 1000, Usage: "draw `N` bootstrap samples for the intervals; 0 for no intervals",
			Destination: &o.resamples},
		&urfave.Uint64Flag{Name: "seed", Usage: "`SEED` for the bootstrap samples", Destination: &o.seed},
	), console.WithoutArgs(o.run))
}

// evalTask is a task of eval. The task labels is no published one: it scores accuracy and macro-F1 of any verdicts.
type evalTask struct {
	score    func(ctx context.Context, gold score.File, preds []score.File, unit score.Unit, o score.Options) (*score.Report, error)
	verdicts bool // the predictions have labels
}

var evalTasks = map[string]evalTask{
	"fever":       {single(score.FEVER), true},
	"feverous":    {single(score.FEVEROUS), true},
	"hotpotqa":    {single(score.HotpotQA), false},
	score.TwoWiki: {single(score.Answers(score.TwoWiki)), false},
	score.MuSiQue: {single(score.Answers(score.MuSiQue)), false},
	"labels":      {single(score.Verdicts), true},
	"retrieval": {func(ctx context.Context, gold score.File, preds []score.File, unit score.Unit, o score.Options) (*score.Report, error) {
		return score.Retrieval(ctx, gold, preds[0], unit, o)
	}, false},
	"hover": {func(ctx context.Context, gold score.File, preds []score.File, _ score.Unit, o score.Options) (*score.Report, error) {
		return score.HoVer(ctx, gold, preds, o)
	}, true},
}

func single(f func(context.Context, score.File, score.File, score.Options) (*score.Report, error)) func(context.Context, score.File,
	[]score.File, score.Unit, score.Options) (*score.Report, error) {
	return func(ctx context.Context, gold score.File, preds []score.File, _ score.Unit, o score.Options) (*score.Report, error) {
		return f(ctx, gold, preds[0], o)
	}
}

func taskNames() []string { return slices.Sorted(maps.Keys(evalTasks)) }

func (o *evalOptions) check(c *console.Console) error {
	for _, flag := range []string{"task", "gold", "pred"} {
		if !c.IsSet(flag) {
			return console.Usagef("eval needs --%s", flag)
		}
	}
	task, ok := evalTasks[o.task]
	switch {
	case !ok:
		return console.Usagef("--task %s: want one of %s", o.task, strings.Join(taskNames(), ", "))
	case len(o.preds.Value()) > 1 && o.task != "hover":
		return console.Usagef("--pred: only --task hover takes several files, got %d", len(o.preds.Value()))
	case o.hops != "" && o.errors == 0:
		return console.Usagef("--hops is for --errors N")
	case o.confusion && !task.verdicts:
		return console.Usagef("--confusion: --task %s has no labels", o.task)
	case o.goldVerdict && o.task != "feverous":
		return console.Usagef("--gold-verdict is for --task feverous")
	case o.errors < 0 || o.resamples < 0:
		return console.Usagef("--errors and --resamples can't be negative")
	case !slices.Contains([]score.Unit{score.ByAuto, score.ByTitle, score.ByPassage}, score.Unit(o.unit)):
		return console.Usagef("--unit %s: want title or passage", o.unit)
	}
	return o.checkSubmission(c)
}

func (o *evalOptions) run(ctx context.Context, c *console.Console) error {
	if err := o.check(c); err != nil {
		return err
	}
	e := &evaluation{Console: c, evalOptions: o, evalTask: evalTasks[o.task]}
	if err := e.readOptions(); err != nil {
		return err
	}
	if err := e.run(ctx); err != nil {
		if errors.Is(err, score.ErrPredictions) || errors.Is(err, score.ErrNoGold) || errors.Is(err, score.ErrStrangers) {
			return console.WithHint(fmt.Errorf("eval: %w", err), o.taskHint())
		}
		return fmt.Errorf("eval: %w", err)
	}
	return nil
}

// officialTasks are the formats of gold files that have a scorer of their own.
var officialTasks = map[claims.Format]string{claims.Hover: "hover", claims.Fever: "fever", claims.Feverous: "feverous",
	claims.HotpotQA: "hotpotqa"}

// taskHint names the tasks that fit the gold file, where that is not the one that was asked for.
func (o *evalOptions) taskHint() string {
	format, err := claims.Detect(o.gold)
	if task := officialTasks[format]; err == nil && task != "" && o.task != task && o.task != "labels" && o.task != "retrieval" {
		return o.gold + " has the form of a " + task + " file, which --task " + task + ", labels and retrieval score"
	}
	return "use --task to name the task that --gold and --pred belong to"
}

// evaluation is a run of eval.
type evaluation struct {
	*console.Console
	*evalOptions
	evalTask
	options score.Options
}

// readOptions returns the scorers' options by the flags.
func (e *evaluation) readOptions() error {
	e.options = score.Options{Seed: e.seed, Resamples: e.resamples, GoldVerdict: e.goldVerdict}
	if e.resamples == 0 {
		e.options.Resamples = -1
	}
	if e.by != "" {
		e.options.By = strings.Split(e.by, ",")
	}
	if err := e.options.CheckBy(); err != nil {
		return console.Usagef("--by: %w", err)
	}
	if e.only == "" {
		return nil
	}
	err := record.WithFiles([]string{e.only}, func(f []score.File) (err error) {
		if e.options.Only, err = score.ReadIDs(f[0]); err == nil && len(e.options.Only) == 0 {
			err = fmt.Errorf("%s has no ids (want one a line)", f[0].Name)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	return nil
}

func (e *evaluation) run(ctx context.Context) error {
	s, err := e.makeSubmission(ctx)
	if err != nil {
		return err
	}
	if s != nil && s.Blind {
		return e.writeSubmission(s)
	}
	r, err := e.report(ctx, e.preds.Value())
	if err == nil && s != nil {
		err = e.writeSubmission(s)
	}
	if err != nil {
		return err
	}
	if e.other == "" {
		if err := e.draw(r, nil); err != nil {
			return err
		}
		if e.JSON {
			return console.WriteJSON(e.Out, r)
		}
		return e.writeTable(r)
	}
	other, err := e.report(ctx, []string{e.other})
	if err != nil {
		return err
	}
	d, err := score.Compare(r, other, e.options)
	if err == nil {
		err = e.draw(r, d)
	}
	if err != nil {
		return err
	}
	if e.JSON {
		return console.WriteJSON(e.Out, comparedRecord{r, other, d})
	}
	return errors.Join(e.writeTable(r), e.writeTable(other), d.WriteTable(e.Out))
}

// comparedRecord is the output of eval --compare --json.
type comparedRecord struct {
	Pred       *score.Report     `json:"pred"`
	Compare    *score.Report     `json:"compare"`
	Comparison *score.Comparison `json:"comparison"` // compare minus pred, paired by claim
}

func (e *evaluation) writeTable(r *score.Report) error {
	write := e.writeScreen
	if e.full || e.by != "" {
		write = func(r *score.Report) error { return r.WriteTable(e.Out) }
	}
	if err := write(r); err != nil || !e.confusion {
		return err
	}
	return r.WriteConfusion(e.Out)
}

// own returns our section of a report, or the report itself if it has none.
func own(r *score.Report) *score.Section {
	if s := r.Find("bridgehop"); s != nil {
		return s
	}
	return &r.Section
}

// report scores prediction files and adds baselines and errors.
func (e *evaluation) report(ctx context.Context, preds []string) (*score.Report, error) {
	var r *score.Report
	err := record.WithFiles(append([]string{e.gold}, preds...), func(f []score.File) (err error) {
		r, err = e.score(ctx, f[0], f[1:], score.Unit(e.unit), e.options)
		return err
	})
	if err == nil {
		e.warnOf(own(r))
	}
	if err == nil && e.verdicts && !e.noBaselines {
		err = e.baselines(ctx, r)
	}
	if err == nil && e.verdicts && len(preds) == 1 {
		err = e.calibration(r, preds[0])
	}
	if err == nil && e.errors > 0 {
		err = e.lost(ctx, r, preds)
	}
	return r, err
}

// calibration adds the calibration of the verdicts' probabilities, if the predictions have any.
func (e *evaluation) calibration(r *score.Report, pred string) error {
	c, err := readReliability(e.gold, pred, e.options.Only)
	if err != nil || c == nil {
		return err
	}
	s := own(r)
	s.Rows = append(s.Rows, score.Row{Name: "calibration_error", Figure: score.Exact(c.count(), c.error())})
	return nil
}

// warnOf warns of predictions without a claim and claims without a prediction.
func (e *evaluation) warnOf(s *score.Section) {
	count := func(name string) int { v, _ := s.Note(name); n, _ := v.(int); return n }
	if n := count("missing"); n > 0 {
		e.Warn("eval: %d of %s without a prediction, which counts as wrong", n, console.Count(count("claims"), "claim"))
	}
	for _, w := range []struct{ note, noun, what string }{
		{"unknown", "prediction", "for no claim of the gold file"}, {"duplicate", "prediction", "for a claim again; the first one counts"},
		{"unreadable", "prediction record", "that can't be read"}, {"gold_unreadable", "gold record", "that can't be read: not scored"},
		{"foreign_labels", "label", "that the task doesn't have: wrong"},
	} {
		if n := count(w.note); n > 0 {
			e.Warn("eval: %s %s", console.Count(n, w.noun), w.what)
		}
	}
}

// baselines adds baselines without evidence, if the gold file has labels.
func (e *evaluation) baselines(ctx context.Context, r *score.Report) error {
	return record.WithFiles([]string{e.gold}, func(f []score.File) error {
		b, err := score.Baselines(ctx, f[0], e.aside())
		if errors.Is(err, score.ErrNoGold) {
			return nil
		}
		if err == nil {
			r.Attach("baselines", b)
		}
		return err
	})
}

// lost puts every claim into the bin of the stage that lost it. Without --hops the evidence of the predictions is all
// that is known to have been found.
func (e *evaluation) lost(ctx context.Context, r *score.Report, preds []string) error {
	found, judged := preds, []string(nil)
	if e.hops != "" {
		found = []string{e.hops}
	}
	if e.verdicts || slices.Contains([]string{"hotpotqa", score.TwoWiki, score.MuSiQue}, e.task) { // their answers are verdicts
		judged = preds
	}
	return record.WithFiles(slices.Concat([]string{e.gold}, found, judged), func(f []score.File) error {
		ledger, err := score.Errors(ctx, e.task, f[0], f[1:1+len(found)], f[1+len(found):], e.errors, e.aside())
		if err == nil {
			r.Attach("errors", ledger)
		}
		return err
	})
}

// aside returns the options of additional figures, which are broken down only on request.
func (e *evaluation) aside() score.Options {
	o := e.options
	if o.By == nil {
		o.By = []string{}
	}
	return o
}

// writeScreen writes what fits on a screen of a report: without the breakdowns, but by hops, and without the figures of our reading
// that are those of the official scorer.
func (e *evaluation) writeScreen(r *score.Report) error {
	short, left := *r, []string(nil)
	short.Section = screenOf(r.Section, nil, &left)
	if err := short.WriteTable(e.Out); err != nil || len(left) == 0 {
		return err
	}
	if s := own(r).Find("hops"); s != nil {
		if err := e.writeGrid("hops", newFigureGrid(*s)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(e.Out, "all figures, by %s: --full\n", strings.Join(left, ", "))
	return err
}

// screenOf returns a section without breakdowns, which it names, and without the rows that stand above it already.
func screenOf(s score.Section, above []score.Row, left *[]string) score.Section {
	s.Rows = slices.DeleteFunc(slices.Clone(s.Rows), func(r score.Row) bool { return slices.Contains(above, r) })
	above = append(slices.Clip(above), s.Rows...)
	sections := s.Sections
	s.Sections = nil
	for _, sub := range sections {
		if slices.Contains(score.Breakdowns(), sub.Name) || sub.Name == "contrast_groups" {
			if name := strings.ReplaceAll(sub.Name, "_", " "); !slices.Contains(*left, name) {
				*left = append(*left, name)
			}
			continue
		}
		s.Sections = append(s.Sections, screenOf(sub, above, left))
	}
	return s
}

// gridLines is the number of figures of a breakdown that are printed.
const gridLines = 8

// writeGrid writes a breakdown with a column for each group; nil is none.
func (e *evaluation) writeGrid(by string, g *figureGrid) error {
	if g == nil {
		return nil
	}
	w := tabwriter.NewWriter(e.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "by %s\t%s\n", by, strings.Join(g.Columns, "\t"))
	for _, l := range g.Lines[:min(len(g.Lines), gridLines)] {
		fmt.Fprintf(w, "  %s", l.Name)
		for _, c := range l.Cells {
			fmt.Fprintf(w, "\t%s", c.Value)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
