package cli

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/score"
)

// checkSubmission refuses what has no form, and to write over what is read.
func (o *evalOptions) checkSubmission(c *console.Console) error {
	out := o.submission
	switch {
	case !c.IsSet("submission"):
		return nil
	case !slices.Contains(score.SubmissionTasks(), o.task):
		return console.Usagef("--submission is for --task %s", strings.Join(score.SubmissionTasks(), ", "))
	case out == "" || out == "-":
		return console.Usagef("--submission needs a file")
	}
	if info, err := os.Stat(out); err == nil && !info.Mode().IsRegular() {
		return console.Usagef("--submission %s is not a file", out)
	}
	for _, input := range []string{o.gold, o.other, o.pred} {
		if console.SameFile(input, out) || console.SameFile(input, out+console.PartSuffix) {
			return console.Usagef("--submission %s would overwrite the input %s: name another file", out, input)
		}
	}
	return nil
}

// submit makes the submission that --submission asks for, to be written once the run has gone well; nil without it.
func (e *evaluation) submit(ctx context.Context) (s *score.Submission, err error) {
	if e.submission == "" {
		return nil, nil
	}
	err = e.files(e.pred, func(gold, pred score.File) error {
		s, err = score.Submit(ctx, e.task, gold, pred)
		return err
	})
	return s, err
}

// writeSubmission puts the submission into its file, and tells of it.
func (e *evaluation) writeSubmission(s *score.Submission) error {
	err := console.WriteWhole(e.submission, func(w io.Writer) error {
		_, err := w.Write(s.Text)
		return err
	})
	if err != nil {
		return err
	}
	for _, p := range s.Problems {
		e.Warn("%s", p)
	}
	missing := "left out"
	switch e.task {
	case "fever", "feverous":
		missing = "NOT ENOUGH INFO is written, since lines are paired by position"
	case "hover":
		missing = "left out; a prediction without a label gets NOT_SUPPORTED"
	}
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
			e.Warn("eval: submission: %s %s", console.Count(what.n, what.noun), what.text)
		}
	}
	if s.Blind {
		e.Warn("eval: %s has no labels, so nothing is scored", e.gold)
	}
	if e.JSON {
		s.File = e.submission
		return console.WriteJSON(e.Out, s)
	}
	e.Warn("eval: %s in %s, in the form of %s's own scorer", console.Count(s.Claims, "claim"), e.submission, e.task)
	return nil
}
