package cli

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

// withheldRecord says why a claim has no other label than NOT ENOUGH INFO.
type withheldRecord struct {
	Reason    string `json:"reason,omitempty"`
	Note      string `json:"note,omitempty"`      // it is no claim
	Abstained bool   `json:"abstained,omitempty"` // with --abstain
}

// decide settles what of a verdict is withheld, and why: whether the text is a claim at all, and with --abstain whether a label is
// probable enough; and where the label is NOT ENOUGH INFO by the evidence, what that lacks. The probabilities stay.
func (j *judge) decide(claim string, chains []hop.Chain, a *judged) (err error) {
	a.form, a.abstain = j.form(claim), j.c.Float64("abstain")
	switch {
	case a.form != verify.FormStatement:
	case a.abstains():
		a.reason = fmt.Sprintf("no label reaches %v", a.abstain)
	case a.label() == verify.NotEnoughInfo.String() && j.reasons != nil:
		found := verify.Found{Chain: a.chain, Premise: a.verdict.Premise.Text}
		if a.chain == nil && len(chains) > 0 { // which cites nothing
			found.Chain = &chains[0]
		}
		if a.chain != nil {
			for _, id := range a.chain.Pages() {
				found.Titles = append(found.Titles, a.pages.title(id))
			}
		}
		a.reason, err = j.reasons.Reason(claim, found)
	}
	return err
}

// form tells what is no claim.
func (j *judge) form(claim string) verify.Form {
	var names []graph.Mention
	if j.reasons != nil {
		names = j.reasons.Words.Mentions(claim)
	}
	return verify.FormOf(claim, names, text.Analyze)
}

// best is the label by the probabilities alone, in the words of the scheme.
func (a *judged) best() string { return a.scheme.Name(a.scheme.Decide(a.verdict.Probabilities)) }

// label is the verdict in the words of the scheme. Where it is withheld, that is what the scheme calls not enough info.
func (a *judged) label() string {
	if a.form != verify.FormStatement || a.abstains() {
		return a.scheme.Name(verify.NotEnoughInfo)
	}
	return a.best()
}

// abstains tells whether the best label is less probable than --abstain asks for.
func (a *judged) abstains() bool {
	return a.form == verify.FormStatement && probabilities(a.scheme, a.verdict.Probabilities)[a.best()] < a.abstain
}

func (a *judged) withheld() withheldRecord {
	r := withheldRecord{Reason: a.reason, Abstained: a.abstains()}
	if a.form != verify.FormStatement {
		r.Note = a.form.String()
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
