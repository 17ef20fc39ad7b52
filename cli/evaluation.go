package cli

import (
	"errors"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/internal/score"
)

// evaluation is an eval run: its task, gold file and options.
type evaluation struct {
	c       *urfave.Context
	task    evalTask
	options score.Options
}

// newEvaluation reads the flags of eval.
func newEvaluation(c *urfave.Context) (*evaluation, error) {
	if err := checkEval(c); err != nil {
		return nil, err
	}
	e := &evaluation{c: c, task: evalTasks[c.String("task")]}
	e.options = score.Options{Seed: c.Uint64("seed"), Resamples: c.Int("resamples"), GoldVerdict: c.Bool("gold-verdict")}
	if e.options.Resamples == 0 {
		e.options.Resamples = -1
	}
	if by := c.String("by"); by != "" {
		e.options.By = strings.Split(by, ",")
	}
	if err := e.options.CheckBy(); err != nil {
		return nil, usagef("--by: %w", err)
	}
	return e, e.readOnly()
}

func checkEval(c *urfave.Context) error {
	if err := noArgs(c); err != nil {
		return err
	}
	for _, flag := range []string{"task", "gold", "pred"} {
		if !c.IsSet(flag) {
			return usagef("eval needs --%s", flag)
		}
	}
	task, ok := evalTasks[c.String("task")]
	switch {
	case !ok:
		return usagef("--task %s: want one of %s", c.String("task"), strings.Join(taskNames(), ", "))
	case len(c.StringSlice("pred")) > 1 && c.String("task") != "hover":
		return usagef("--pred: only hover's stages come in several files, got %d", len(c.StringSlice("pred")))
	case c.String("hops") != "" && c.Int("errors") == 0:
		return usagef("--hops is for --errors N")
	case c.Bool("confusion") && !task.verdicts:
		return usagef("--confusion: --task %s has no labels", c.String("task"))
	case c.Bool("gold-verdict") && c.String("task") != "feverous":
		return usagef("--gold-verdict is for --task feverous")
	case c.Int("errors") < 0 || c.Int("resamples") < 0:
		return usagef("--errors and --resamples are at least 0")
	}
	if u := score.Unit(c.String("unit")); u != score.ByAuto && u != score.ByTitle && u != score.ByPassage {
		return usagef("--unit %s: want title or passage", u)
	}
	return checkSubmission(c)
}

// readOnly reads the ids of --only.
func (e *evaluation) readOnly() (err error) {
	if e.c.String("only") == "" {
		return nil
	}
	f, closeFile, err := score.OpenFile(e.c.String("only"))
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	defer func() { err = errors.Join(err, closeFile()) }()
	if e.options.Only, err = score.ReadIDs(f); err == nil && len(e.options.Only) == 0 {
		err = fmt.Errorf("eval: %s holds no ids, one a line", f.Name)
	}
	return err
}

// report scores prediction files, with baselines and errors where they belong.
func (e *evaluation) report(preds []string) (*score.Report, error) {
	var r *score.Report
	err := withFiles(append([]string{e.c.String("gold")}, preds...), func(f []score.File) (err error) {
		r, err = e.task.score(e.c.Context, f[0], f[1:], score.Unit(e.c.String("unit")), e.options)
		return err
	})
	if err == nil {
		e.warn(r)
	}
	if err == nil && e.task.verdicts && !e.c.Bool("no-baselines") {
		err = e.baselines(r)
	}
	if err == nil && e.task.verdicts && len(preds) == 1 {
		err = e.calibration(r, preds[0])
	}
	if err == nil && e.c.Int("errors") > 0 {
		err = e.errors(r, preds)
	}
	return r, err
}

// calibration says how far the probabilities of the verdicts are from how often they are right, where predictions have any.
func (e *evaluation) calibration(r *score.Report, pred string) error {
	c, err := readReliability(e.c.String("gold"), pred, e.options.Only)
	if err != nil || c == nil {
		return err
	}
	s := r.Find("bridgehop")
	if s == nil {
		s = &r.Section
	}
	s.Rows = append(s.Rows, score.Row{Name: "calibration_error", N: c.count(), Value: c.error(), Low: c.error(), High: c.error()})
	return nil
}

// warn tells what the figures alone would hide: predictions that met no claim, claims without a prediction.
func (e *evaluation) warn(r *score.Report) {
	s := r.Find("bridgehop")
	if s == nil {
		s = &r.Section
	}
	count := func(name string) int { v, _ := s.Note(name); n, _ := v.(int); return n }
	if n := count("missing"); n > 0 {
		warn(e.c, "eval: %d of %d claims have no prediction and count as wrong", n, count("claims"))
	}
	for _, w := range []struct{ note, what string }{
		{"unknown", "predictions are of no claim of the gold file"}, {"duplicate", "predictions repeat a claim; the first one counts"},
		{"unreadable", "prediction records can't be read"}, {"gold_unreadable", "gold records can't be read and are not scored"},
		{"foreign_labels", "labels are none of the task's and count as wrong"},
	} {
		if n := count(w.note); n > 0 {
			warn(e.c, "eval: %d %s", n, w.what)
		}
	}
}

// baselines puts what needs no evidence under the verdicts. Gold without labels has none.
func (e *evaluation) baselines(r *score.Report) error {
	return withFiles([]string{e.c.String("gold")}, func(f []score.File) error {
		b, err := score.Baselines(e.c.Context, f[0], e.aside())
		if errors.Is(err, score.ErrNoGold) {
			return nil
		}
		if err == nil {
			r.Attach("baselines", b)
		}
		return err
	})
}

// errors puts every claim into the bin of the stage that lost it. Without --hops the evidence of the predictions is all
// that is known to have been found.
func (e *evaluation) errors(r *score.Report, preds []string) error {
	found, judged := preds, []string(nil)
	if hops := e.c.String("hops"); hops != "" {
		found = []string{hops}
	}
	if e.task.verdicts || e.c.String("task") == "hotpotqa" { // whose answers are verdicts
		judged = preds
	}
	names := append(append([]string{e.c.String("gold")}, found...), judged...)
	return withFiles(names, func(f []score.File) error {
		ledger, err := score.Errors(e.c.Context, e.c.String("task"), f[0], f[1:1+len(found)], f[1+len(found):], e.c.Int("errors"), e.aside())
		if err == nil {
			r.Attach("errors", ledger)
		}
		return err
	})
}

// aside are the options of what stands beside the task's figures: broken down only if asked for.
func (e *evaluation) aside() score.Options {
	o := e.options
	if o.By == nil {
		o.By = []string{}
	}
	return o
}

// withFiles opens files for scoring, gives them to f, and closes them.
func withFiles(names []string, f func([]score.File) error) (err error) {
	files := make([]score.File, len(names))
	for i, name := range names {
		file, closeFile, err := score.OpenFile(name)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, closeFile()) }()
		files[i] = file
	}
	return f(files)
}
