package cli

import (
	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/verify"
)

// withheldRecord says why a claim has no other label than NOT ENOUGH INFO.
type withheldRecord struct {
	Reason    string `json:"reason,omitempty"`
	Note      string `json:"note,omitempty"`      // it is no claim
	Abstained bool   `json:"abstained,omitempty"` // with --abstain
}

func (a *judged) withheld() withheldRecord {
	r := withheldRecord{Reason: a.Reason, Abstained: a.Abstained}
	if a.Form != verify.FormStatement {
		r.Note = a.Form.String()
	}
	return r
}

// warn tells what is no claim, by its place or its words, and which command is for it.
func (a *judged) warn(c *urfave.Context, what string) { warnOfNote(c, what, a.withheld().Note) }

func warnOfNote(c *urfave.Context, what, note string) {
	if note != "" {
		warn(c, "%s is %s: try hop", what, note)
	}
}

// warnOfLine is warn for a line of a file.
func warnOfLine(c *urfave.Context, what string, line any) {
	if r, ok := line.(recorded); ok {
		line = r.line
	}
	if p, ok := line.(*prediction); ok {
		warnOfNote(c, what, p.Note)
	}
}
