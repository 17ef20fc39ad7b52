package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// evalOptions are the flags of eval.
type evalOptions struct {
	Store                         console.Store
	RunName                       string `flag:"run"` // the run that is scored
	Task, Gold, pred, Compare, By string
	Submission                    string   // the file
	Pred                          []string // of which only one is allowed
	Full, GoldVerdict             bool
	Resamples                     int

	scorers score.Options
	*console.Console
	recorded []byte // the predictions of --run
}

// check refuses flags that don't go together, and sets the options of the scorers.
func (o *evalOptions) check() error {
	for _, flag := range []string{"task", "gold", "pred"} {
		if !o.IsSet(flag) && (flag != "pred" || o.RunName == "") {
			return console.Usagef("eval needs --%s", flag)
		}
	}
	o.scorers = score.Options{Resamples: cmp.Or(o.Resamples, -1), GoldVerdict: o.GoldVerdict}
	files := o.Pred
	if o.RunName != "" {
		files = append(files, "") // written later
	}
	o.pred = files[0]
	if o.By != "" {
		o.scorers.By = strings.Split(o.By, ",")
	}
	switch by := o.scorers.CheckBy(); {
	case !slices.Contains(score.Tasks(), o.Task):
		return console.Usagef("--task %s: want one of %s", o.Task, strings.Join(score.Tasks(), ", "))
	case len(files) > 1 && o.RunName != "":
		return console.Usagef("eval takes --pred or --run, not both")
	case len(files) > 1:
		return console.Usagef("--pred: want one file, got %d; docs/howto.md joins the files of HoVer's baseline into "+
			"one", len(files))
	case o.GoldVerdict && o.Task != "feverous":
		return console.Usagef("--gold-verdict is for --task feverous")
	case o.Resamples < 0:
		return console.Usagef("--resamples can't be negative")
	case by != nil:
		return console.Usagef("--by: %w", by)
	}
	return o.checkSubmission()
}

// Run does what the flags ask for. It names the next step after an error of files that don't belong to the task.
func (o *evalOptions) Run(ctx context.Context, c *console.Console) (err error) {
	o.Console = c
	if err := o.check(); err != nil {
		return err
	}
	if o.RunName != "" {
		if o.recorded, err = o.predictionsOfRun(ctx); err != nil {
			return err
		}
	}
	if err = o.score(ctx); err == nil {
		return nil
	}
	err = fmt.Errorf("eval: %w", err)
	if errors.Is(err, score.ErrPredictions) || errors.Is(err, score.ErrNoGold) || errors.Is(err, score.ErrStrangers) {
		return console.WithHint(err, "use --task to name the task that --gold and --pred belong to")
	}
	return err
}

// files opens the gold file and a file of predictions, or of the run where
// it has no name, and closes them after f.
func (o *evalOptions) files(pred string, f func(gold, pred score.File) error) error {
	gold, err := os.Open(o.Gold)
	if err != nil {
		return err
	}
	defer gold.Close()
	said := score.File{Name: "run " + o.RunName, Reader: bytes.NewReader(o.recorded)}
	if pred != "" || o.RunName == "" {
		file, err := os.Open(pred)
		if err != nil {
			return err
		}
		defer file.Close()
		said = score.File{Name: pred, Reader: file}
	}
	return f(score.File{Name: o.Gold, Reader: gold}, said)
}

func (o *evalOptions) score(ctx context.Context) error {
	var s *score.Submission // written once the rest has gone well
	if o.Submission != "" {
		err := o.files(o.pred, func(gold, pred score.File) (err error) {
			s, err = score.Submit(ctx, o.Task, gold, pred)
			return err
		})
		if err != nil {
			return err
		}
		if s.Blind {
			return o.writeSubmission(s)
		}
	}
	r, err := o.report(ctx, o.pred)
	if err == nil && s != nil {
		err = o.writeSubmission(s)
	}
	if err != nil {
		return err
	}
	if o.Compare == "" {
		if o.JSON {
			return console.WriteJSON(o.Out, r)
		}
		return o.writeTable(r)
	}
	other, err := o.report(ctx, o.Compare)
	if err != nil {
		return err
	}
	d, err := score.Compare(r, other, o.scorers)
	if err != nil {
		return err
	}
	if o.JSON {
		return console.WriteJSON(o.Out, comparedRecord{r, other, d})
	}
	return errors.Join(o.writeTable(r), o.writeTable(other), d.WriteTable(o.Out))
}

// comparedRecord is the output of eval --compare --json.
type comparedRecord struct {
	Pred       *score.Report     `json:"pred"`
	Compare    *score.Report     `json:"compare"`
	Comparison *score.Comparison `json:"comparison"` // compare minus pred, paired by claim
}

// report scores a prediction file.
func (o *evalOptions) report(ctx context.Context, pred string) (r *score.Report, err error) {
	err = o.files(pred, func(gold, pred score.File) error {
		r, err = score.Run(ctx, o.Task, gold, pred, o.scorers)
		return err
	})
	if err == nil {
		o.warnOf(r.Own())
	}
	return r, err
}

// warnOf warns of predictions without a claim and claims without a prediction.
func (o *evalOptions) warnOf(s *score.Section) {
	count := func(name string) int { v, _ := s.Note(name); n, _ := v.(int); return n }
	if n := count("missing"); n > 0 {
		o.Warn("eval: %d of %s without a prediction, which counts as wrong", n, console.Count(count("claims"), "claim"))
	}
	for _, w := range []struct{ note, noun, what string }{
		{"unknown", "prediction", "for no claim of the gold file"}, {"duplicate", "prediction",
			"for a claim again; the first one counts"},
		{"unreadable", "prediction record", "that can't be read"}, {"gold_unreadable", "gold record",
			"that can't be read: not scored"},
		{"foreign_labels", "label", "that the task doesn't have: wrong"},
	} {
		if n := count(w.note); n > 0 {
			o.Warn("eval: %s %s", console.Count(n, w.noun), w.what)
		}
	}
}

// writeTable writes what fits on a screen of a report, unless more is asked for: without the breakdowns, but by hops,
// and without the figures of our reading that are the official scorer's.
func (o *evalOptions) writeTable(r *score.Report) error {
	if o.Full || o.By != "" {
		return r.WriteTable(o.Out)
	}
	short, left := *r, []string(nil)
	short.Section = screenOf(r.Section, nil, &left)
	if err := short.WriteTable(o.Out); err != nil || len(left) == 0 {
		return err
	}
	if err := o.writeHops(r.Own().Find("hops")); err != nil {
		return err
	}
	_, err := fmt.Fprintf(o.Out, "all figures, by %s: --full\n", strings.Join(left, ", "))
	return err
}

// screenOf returns a section without breakdowns, which it names, and without the rows that stand above it already.
func screenOf(s score.Section, above []score.Row, left *[]string) score.Section {
	s.Rows = slices.DeleteFunc(slices.Clone(s.Rows), func(r score.Row) bool { return slices.Contains(above, r) })
	above = append(slices.Clip(above), s.Rows...)
	sections := s.Sections
	s.Sections = nil
	for _, sub := range sections {
		if slices.Contains(score.Breakdowns(), sub.Name) {
			if !slices.Contains(*left, sub.Name) {
				*left = append(*left, sub.Name)
			}
			continue
		}
		s.Sections = append(s.Sections, screenOf(sub, above, left))
	}
	return s
}

// writeHops writes the first figures by hops, with a column for each number of these. It writes none for one group, or
// for more than a screen has room for.
func (o *evalOptions) writeHops(hops *score.Section) error {
	empty := func(group score.Section) bool { return len(group.Rows) == 0 }
	if hops == nil || len(hops.Sections) < 2 || len(hops.Sections) > 12 || slices.ContainsFunc(hops.Sections, empty) {
		return nil
	}
	var names []string
	for _, group := range hops.Sections {
		for _, row := range group.Rows {
			if !slices.Contains(names, row.Name) && len(names) < 7 {
				names = append(names, row.Name)
			}
		}
	}
	w := tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', 0)
	line := func(name string, cell func(group *score.Section) string) {
		for i := range hops.Sections {
			name += "\t" + cell(&hops.Sections[i])
		}
		fmt.Fprintln(w, name)
	}
	line("by hops", func(group *score.Section) string { return group.Name })
	line("  claims", func(group *score.Section) string { return strconv.Itoa(group.Rows[0].N) })
	for _, name := range names {
		line("  "+name, func(group *score.Section) string {
			row, ok := group.Row(name)
			if !ok {
				return ""
			}
			return fmt.Sprintf("%.4f", row.Value)
		})
	}
	return w.Flush()
}

// predictionsOfRun returns the predictions of the run, in the form that the task's scorer reads.
func (o *evalOptions) predictionsOfRun(ctx context.Context) ([]byte, error) {
	format, err := claims.Detect(o.Gold)
	if err != nil {
		return nil, fmt.Errorf("read claims: %w", err)
	}
	var out bytes.Buffer
	labels := label.FEVER
	switch o.Task {
	case "hover":
		labels = label.HoVer
	case "feverous":
		labels = label.FEVEROUS
		out.WriteString(feverousHeader)
	}
	err = o.Store.Read(ctx, func(s graph.Store) error {
		for r, err := range claimsOfRun(ctx, s, o.RunName, labels, format) {
			if err == nil {
				err = console.WriteJSON(&out, r)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the run: %w", err)
	}
	return out.Bytes(), nil
}

// checkSubmission refuses what has no form, and to write over what is read.
func (o *evalOptions) checkSubmission() error {
	out := o.Submission
	switch {
	case !o.IsSet("submission"):
		return nil
	case !slices.Contains(score.SubmissionTasks(), o.Task):
		return console.Usagef("--submission is for --task %s", strings.Join(score.SubmissionTasks(), ", "))
	case out == "" || out == "-":
		return console.Usagef("--submission needs a file")
	}
	if info, err := os.Stat(out); err == nil && !info.Mode().IsRegular() {
		return console.Usagef("--submission %s is not a file", out)
	}
	for _, input := range []string{o.Gold, o.Compare, o.pred} {
		if console.SameFile(input, out) || console.SameFile(input, out+console.PartSuffix) {
			return console.Usagef("--submission %s would overwrite the input %s: name another file", out, input)
		}
	}
	return nil
}

// writeSubmission puts the submission into its file, and tells of it.
func (o *evalOptions) writeSubmission(s *score.Submission) error {
	err := console.WriteWhole(o.Submission, func(w io.Writer) error {
		_, err := w.Write(s.Text)
		return err
	})
	if err != nil {
		return err
	}
	for _, p := range s.Problems {
		o.Warn("%s", p)
	}
	const placed = "NOT ENOUGH INFO is written, since lines are paired by position"
	missing := cmp.Or(map[string]string{"fever": placed, "feverous": placed,
		"hover": "left out; a prediction without a label gets NOT_SUPPORTED"}[o.Task], "left out")
	for _, what := range []struct {
		n          int
		noun, text string
	}{
		{s.Missing, "claim", "without prediction or label: " + missing},
		{s.Unknown, "prediction", "for no claim of the gold file: left out"},
		{s.Left, "cited element", "without an expression in the form: left out"},
		{s.Bad, "record", "that can't be read"},
	} {
		if what.n > 0 {
			o.Warn("eval: submission: %s %s", console.Count(what.n, what.noun), what.text)
		}
	}
	if s.Blind {
		o.Warn("eval: %s has no labels, so nothing is scored", o.Gold)
	}
	if o.JSON {
		s.File = o.Submission
		return console.WriteJSON(o.Out, s)
	}
	o.Warn("eval: %s in %s, in the form of %s's own scorer", console.Count(s.Claims, "claim"), o.Submission, o.Task)
	return nil
}
