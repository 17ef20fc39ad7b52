package score

import (
	"errors"
	"fmt"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// official is the result of the official scorer of FEVER or FEVEROUS for the rows of two files, by position.
type official struct {
	task   *task
	sample *sample
	n      int

	goldVerdict        bool
	goldRows, predRows int
	usesGold           int    // the first row that needed a gold row, or -1
	reading            string // the first exception while reading the file
	scoring            string // the first exception while scoring
	scoringAt          int
}

// replay runs the official scorer. FEVEROUS's evaluate.py reads predictions that carry their own gold, and drops the first line
// whatever it is; of other files a header is no row.
func (t *task) replay(gold []record[*factGold], pred []record[*factPred], goldVerdict bool) *official {
	o := &official{task: t, sample: newSample(factCols), usesGold: -1, goldVerdict: goldVerdict}
	first := firstGood(pred)
	merged := first != nil && !t.neiExempt && first.value.gold != nil
	var golds []*factGold
	for _, g := range gold {
		if !g.apart && !merged {
			golds = append(golds, g.value)
			if g.err != nil {
				golds[len(golds)-1] = &factGold{official: unread(g.err)}
			}
		}
	}
	o.goldRows = len(golds)
	for line, r := range pred {
		if merged && line == 0 || !merged && r.apart {
			continue
		}
		p := r.value
		if bad := (*claims.RecordError)(nil); errors.As(r.err, &bad) {
			p = &factPred{official: unread(bad.Err)}
		}
		if merged && p.gold == nil && p.official == "" {
			p.official = "KeyError: 'evidence'"
		}
		var g *factGold
		if o.predRows < len(golds) {
			g = golds[o.predRows]
		}
		o.row(o.predRows, g, p)
		o.predRows++
	}
	return o
}

// raise notes an exception of a row; the first stops the official scorer.
func (o *official) raise(row int, exception string) {
	if o.scoring == "" {
		o.scoring, o.scoringAt = exception, row
	}
}

// row scores row i; g is nil when the gold file has ended.
func (o *official) row(i int, g *factGold, p *factPred) {
	if p.official != "" && o.reading == "" {
		o.reading = p.official
	}
	if o.scoring != "" {
		return
	}
	if !p.given {
		o.raise(i, "AssertionError: evidence must be provided for the prediction")
		return
	}
	if p.gold != nil {
		g = p.gold
	} else if o.usesGold < 0 {
		o.usesGold = i
	}
	if g == nil {
		return // the files differ in length; outcome reports it
	}
	if o.goldVerdict {
		p = p.judged(g)
	}
	if e := o.exception(g, p); e != "" {
		o.raise(i, e)
		return
	}
	o.sample.add(o.n, o.task.measures(g, p, false))
	o.n++
}

func (o *official) exception(g *factGold, p *factPred) string {
	switch {
	case g.official != "":
		return g.official
	case g.label == nil:
		return "KeyError: 'label'"
	case p.label == nil:
		return "KeyError: 'predicted_label'"
	}
	if o.task.measures(g, p, false)[factLabel] == 1 {
		list := p.evidence
		if !o.task.neiExempt { // FEVEROUS checks what is left after its limits
			list = o.task.truncate(list, false)
		}
		return check(list)
	}
	return ""
}

// outcome returns the exception the official scorer ends with, "" when it prints figures.
func (o *official) outcome() string {
	if o.reading != "" {
		return o.reading
	}
	if o.usesGold >= 0 && o.goldRows != o.predRows && (o.scoring == "" || o.usesGold <= o.scoringAt) {
		return "AssertionError: actual data and predicted data length must match"
	}
	if o.scoring != "" {
		return o.scoring
	}
	if o.n == 0 {
		return "ZeroDivisionError: division by zero"
	}
	total := o.sample.total()
	if f := factFigures(""); f[2].of(total)+f[3].of(total) == 0 {
		return "ZeroDivisionError: float division by zero"
	}
	return ""
}

// unread returns the exception for a row that is not JSON.
func unread(err error) string { return fmt.Sprintf("JSONDecodeError: %v", err) }
