package score

import "fmt"

// official replays the official scorer of FEVER or FEVEROUS over the rows of two files, by position.
type official struct {
	task   *task
	sample *sample
	n      int

	goldVerdict        bool
	goldRows, predRows int
	usesGold           int    // the first row that needed a gold row, -1 when none did
	reading            string // the first exception while reading the file
	scoring            string // the first exception while scoring
	scoringAt          int
}

func newOfficial(t *task) *official {
	return &official{task: t, sample: newSample(factCols), usesGold: -1}
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
		return // the files differ in length, which outcome tells
	}
	if o.goldVerdict {
		same := *p
		same.label, p = g.label, &same
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

// outcome is the exception the official scorer ends with, "" when it prints figures.
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

// unread is the exception for a row that is no JSON.
func unread(err error) string { return fmt.Sprintf("JSONDecodeError: %v", err) }
