package cli

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/internal/score"
)

func submissionFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "submission", Usage: "write --pred to `FILE` in the form of the data set's own scorer or leaderboard, for " +
		strings.Join(score.SubmissionTasks(), ", ") + "; --gold may be a file without labels"}
}

// checkSubmission refuses what has no form, and to write over what is read.
func checkSubmission(c *urfave.Context) error {
	out := c.String("submission")
	switch {
	case !c.IsSet("submission"):
		return nil
	case !slices.Contains(score.SubmissionTasks(), c.String("task")):
		return usagef("--submission is for --task %s", strings.Join(score.SubmissionTasks(), ", "))
	case c.String("only") != "":
		return usagef("--submission holds all claims, and --only some of them")
	case out == "" || out == "-":
		return usagef("--submission needs a file")
	}
	if info, err := os.Stat(out); err == nil && !info.Mode().IsRegular() {
		return usagef("--submission %s is no file", out)
	}
	for _, input := range append([]string{c.String("gold"), c.String("compare"), c.String("hops")}, c.StringSlice("pred")...) {
		for _, name := range []string{out, out + partSuffix} {
			if sameFile(input, name) {
				return usagef("--submission %s would write over %s, which is read: name another", out, input)
			}
		}
	}
	return nil
}

// submission is a file to be written once the run has gone well.
type submission struct {
	*score.Submission
	out  string
	text bytes.Buffer
}

// submission makes the one that --submission asks for; nil without it.
func (e *evaluation) submission() (*submission, error) {
	if !e.c.IsSet("submission") {
		return nil, nil
	}
	s := &submission{out: e.c.String("submission")}
	err := withFiles(append([]string{e.c.String("gold")}, e.c.StringSlice("pred")...), func(f []score.File) (err error) {
		s.Submission, err = score.Submit(e.c.Context, e.c.String("task"), f[0], f[1:], &s.text)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// submissionRecord is the first line of eval --submission --json.
type submissionRecord struct {
	Submission string `json:"submission"` // the file
	Claims     int    `json:"claims"`     // of the gold file
	Missing    int    `json:"missing"`    // of these, without a prediction
	Unknown    int    `json:"unknown"`    // predictions of no claim, not written
	Left       int    `json:"left_out"`   // cited elements that the form has no place for
	Blind      bool   `json:"blind"`      // the gold file has no labels, and no scores follow
}

// write puts the submission into its file, and tells of it.
func (s *submission) write(c *urfave.Context) error {
	err := writeWhole(s.out, func(w io.Writer) error {
		_, err := s.text.WriteTo(w)
		return err
	})
	if err != nil {
		return err
	}
	for _, p := range s.Problems() {
		warn(c, "%s", p)
	}
	for _, what := range []struct {
		n    int
		text string
	}{
		{s.Missing, "claims have no prediction or no label: " + s.missing(c)}, {s.Unknown, "predictions are of no claim of the gold file, and are left out"},
		{s.Left, "cited elements have no place in the form, and are left out"}, {s.Bad, "records can't be read"},
	} {
		if what.n > 0 {
			warn(c, "eval: submission: %d %s", what.n, what.text)
		}
	}
	if s.Blind {
		warn(c, "eval: %s has no labels, so that nothing is scored", c.String("gold"))
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, submissionRecord{s.out, s.Claims, s.Missing, s.Unknown, s.Left, s.Blind})
	}
	warn(c, "eval: %d claims in %s, in the form of %s's own scorer", s.Claims, s.out, c.String("task"))
	return nil
}

// missing says what becomes of claims without a prediction.
func (s *submission) missing(c *urfave.Context) string {
	switch c.String("task") {
	case "fever", "feverous":
		return "NOT ENOUGH INFO is written, since lines are paired by position"
	case "hover":
		return "they are left out, and NOT_SUPPORTED stands where only the label is missing"
	}
	return "they are left out"
}
