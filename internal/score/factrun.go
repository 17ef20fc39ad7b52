package score

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/internal/claims"
)

// factRun scores one prediction file of FEVER or FEVEROUS twice: as the official scorer, by position, and by
// our reading, by id.
type factRun struct {
	task     *task
	options  Options
	official *official
	ledger   *ledger
	contrast contrast
	foreign  int // labels that are none of the scheme's
	places   []string
	unscored int // gold claims without label
	textOnly int // gold claims whose evidence is text without ids
	rows     rowPairer
	shapes   shapes
}

// shapes tells predictions in another task's form: not one has evidence of this one's.
type shapes struct {
	own   bool   // some evidence has the task's form
	other string // the first that has not, with its place
}

func (s *shapes) look(p *factPred, bad, message string) {
	for _, it := range p.evidence {
		if it.bad != bad {
			s.own = true
		} else if s.other == "" {
			s.other = p.place.String() + ": " + message
		}
	}
}

// check refuses a file of another task.
func (r *factRun) check(pairing *Pairing) error {
	if !r.shapes.own && r.shapes.other != "" {
		return fmt.Errorf("%w: %s", ErrPredictions, r.shapes.other)
	}
	if r.official.outcome() != "" { // which pairs by position, whatever the ids
		return pairing.strangers()
	}
	return nil
}

func newFactRun(t *task, o Options) *factRun {
	r := &factRun{task: t, options: o, official: newOfficial(t), ledger: newLedger(factCols+verdictCols, o), contrast: contrast{}}
	r.official.goldVerdict = o.GoldVerdict
	return r
}

// mapRecords reads every record of a file with a function.
func mapRecords[T any](f File, read func(claims.Record) (keyed[T], error)) iter.Seq2[keyed[T], error] {
	return func(yield func(keyed[T], error) bool) {
		for rec, err := range claims.Records(f.Reader, f.Name) {
			var out keyed[T]
			if err == nil {
				out, err = read(rec)
			}
			if !yield(out, err) {
				return
			}
		}
	}
}

// score reads both files once.
func (r *factRun) score(ctx context.Context, gold iter.Seq2[keyed[*factGold], error], pred iter.Seq2[keyed[*factPred], error]) (*Report, error) {
	if err := r.options.CheckBy(); err != nil {
		return nil, err
	}
	first, pred := peek(onlyPred(pred, r.options))
	byPlace := first != nil && first.key == ""
	r.rows.merged = first != nil && !r.task.neiExempt && first.value.gold != nil
	if byPlace {
		gold, pred = numbered(gold), numbered(pred)
	}
	pairing, err := pair(ctx, only(gold, r.options), pred, r.met, r.zip)
	if err == nil {
		err = r.check(&pairing)
	}
	if err != nil {
		return nil, err
	}
	return r.report(pairing, byPlace), nil
}

// peek reads the first record that is a prediction, without losing it.
func peek[T any](seq iter.Seq2[keyed[T], error]) (*keyed[T], iter.Seq2[keyed[T], error]) {
	next, stop := iter.Pull2(seq)
	type entry struct {
		v   keyed[T]
		err error
	}
	var ahead []entry
	var first *keyed[T]
	for range 20 {
		v, err, ok := next()
		if !ok {
			break
		}
		ahead = append(ahead, entry{v, err})
		if err == nil && !v.apart {
			first = &v
			break
		}
	}
	return first, func(yield func(keyed[T], error) bool) {
		defer stop()
		for _, e := range ahead {
			if !yield(e.v, e.err) {
				return
			}
		}
		for {
			v, err, ok := next()
			if !ok || !yield(v, err) {
				return
			}
		}
	}
}

// pairedByPlace is the note of a report whose predictions have no ids.
var pairedByPlace = Note{"paired_by", "position, for the predictions have no ids"}

// numbered replaces ids by positions, for prediction files that have no ids.
func numbered[T any](seq iter.Seq2[keyed[T], error]) iter.Seq2[keyed[T], error] {
	return func(yield func(keyed[T], error) bool) {
		n := 0
		for v, err := range seq {
			if !v.apart {
				n++
				v.key = strconv.Itoa(n)
			}
			if !yield(v, err) {
				return
			}
		}
	}
}

// only leaves out the records that Options.Only doesn't name.
func only[T any](seq iter.Seq2[keyed[T], error], o Options) iter.Seq2[keyed[T], error] {
	if o.Only == nil {
		return seq
	}
	return func(yield func(keyed[T], error) bool) {
		for v, err := range seq {
			if err == nil && !v.apart && o.skips(v.key) {
				continue
			}
			if !yield(v, err) {
				return
			}
		}
	}
}

// onlyPred is only for predictions: when the first has no id, it ends in ErrNoIDs.
func onlyPred[T any](seq iter.Seq2[keyed[T], error], o Options) iter.Seq2[keyed[T], error] {
	if o.Only == nil {
		return seq
	}
	return only(func(yield func(keyed[T], error) bool) {
		first := true
		for v, err := range seq {
			if err == nil && !v.apart {
				if first && v.key == "" {
					yield(v, ErrNoIDs)
					return
				}
				first = false
			}
			if !yield(v, err) {
				return
			}
		}
	}, o)
}

// met scores a claim by our reading.
func (r *factRun) met(i int, g *factGold, pp **factPred) {
	if g.label == nil {
		r.unscored++
		return
	}
	if g.noIDs {
		r.textOnly++
	}
	var p *factPred
	if pp != nil {
		p = *pp
		r.lookAtLabel(p)
	}
	if r.options.GoldVerdict && p != nil {
		same := *p
		same.label, p = g.label, &same
	}
	v := append(r.task.measures(g, p, true), make([]float64, verdictCols)...)
	label := ""
	if p != nil && p.label != nil {
		label = *p.label
	}
	verdictMeasures(v[factCols:], classOf(*g.label), classOf(label))
	c := g.claim
	if c == nil {
		c = &claims.Claim{Label: *g.label}
	}
	r.ledger.add(i, c, v)
	r.contrast.add(c, v[factLabel] == 1)
}

func (r *factRun) lookAtLabel(p *factPred) {
	if p.label == nil {
		return
	}
	switch strings.ToUpper(*p.label) {
	case "SUPPORTS", "REFUTES", "NOT ENOUGH INFO":
	default:
		r.foreign++
		remember(&r.places, fmt.Sprintf("%s: label %.40q is not one of SUPPORTS, REFUTES, NOT ENOUGH INFO", p.place, *p.label))
	}
}

func (r *factRun) report(pairing Pairing, byPlace bool) *Report {
	figures := factFigures(r.task.score)
	out := &Report{Task: r.task.name, OfficialError: r.official.outcome()}
	if out.OfficialError == "" {
		out.Rows = r.official.sample.rows(figures, r.options)
		out.Notes = []Note{{"claims_scored", r.official.n}}
	}
	own := Section{Name: "bridgehop"}
	all := r.ownFigures(figures)
	out.pairs = paired{r.ledger.all, all}
	own.Rows = r.ledger.all.rows(all, r.options)
	own.Notes = append(pairing.notes(), Note{"foreign_labels", r.foreign})
	if byPlace {
		own.Notes = append(own.Notes, pairedByPlace)
	}
	if len(r.places) > 0 {
		own.Notes = append(own.Notes, Note{"label_problems", r.places})
	}
	if r.unscored > 0 {
		own.Notes = append(own.Notes, Note{"without_gold", r.unscored})
	}
	own.Notes = append(own.Notes, Note{"confusion", confusion(r.ledger.all.total()[factCols:])})
	own.Sections = append(r.ledger.sections(all, r.options), r.contrast.sections(r.options)...)
	out.Sections = []Section{own}
	return out
}

// ownFigures adds macro_f1, makes F1 of nothing 0, and leaves the evidence figures out where the gold has no ids.
func (r *factRun) ownFigures(figures []figure) []figure {
	var out []figure
	for _, f := range figures {
		if f.name == "evidence_f1" {
			official := f.of
			f.of = func(s []float64) float64 {
				if s[factRHits] > 0 && s[factP]+s[factR] == 0 {
					return 0
				}
				return official(s)
			}
		}
		if r.textOnly == 0 || f.name == "label_accuracy" {
			out = append(out, f)
		}
	}
	return append(out, macroF1(factCols, factCount))
}
