package score

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// item is a predicted or gold element of FEVER's or FEVEROUS's evidence.
type item struct {
	key  string // as the official scorer compares it
	null bool   // gold: the field the official scorer tests for None is null
	cell bool   // takes one of the places for cells, as the official scorer reads it
	bad  string // the message of the official format check, which runs only on claims with the right label

	own     string // as we compare it: titles folded, ids split from the right; "" matches nothing
	ownCell bool
}

// factGold is the gold side of one claim.
type factGold struct {
	claim    *claims.Claim // for breakdowns
	label    *string
	sets     [][]item
	official string // the exception the official scorer raises when it uses this record
	noIDs    bool   // the evidence is text without ids
}

// factPred is the predicted side.
type factPred struct {
	label    *string
	evidence []item
	given    bool      // predicted_evidence is there
	gold     *factGold // the record carries its own gold, which the official scorer prefers
	official string    // the exception on reading
	place    claims.Place
}

// judged returns the prediction with the gold label.
func (p *factPred) judged(g *factGold) *factPred {
	same := *p
	same.label = g.label
	return &same
}

// task has the differences of FEVER and FEVEROUS.
type task struct {
	name      string // "fever", whose score is fever_score
	neiExempt bool   // claims without enough information need no evidence, and count in no evidence figure
	truncate  func(list []item, own bool) []item
	gold      func(*row) *factGold
	item      func(json.RawMessage) (it item, exception string)
	shape     string // the official check that fails where evidence is not of the task's form
	form      string // which that is
	format    claims.Format
}

// readGold reads a record of the gold file.
func (t *task) readGold(rec claims.Record) (record[*factGold], error) {
	var in row
	out := record[*factGold]{place: rec.Place}
	if err := unmarshal(rec, &in); err != nil {
		return out, err
	}
	out.key, out.apart, out.value = in.key(), !t.neiExempt && in.isHeader(), t.gold(&in)
	if c, err := claims.Decode(rec, t.format); err == nil && c != nil {
		out.value.claim = c
	} else if in.Label != nil {
		out.value.claim = &claims.Claim{Label: *in.Label}
	}
	return out, nil
}

// readPrediction reads a record of the prediction file.
func (t *task) readPrediction(rec claims.Record) (record[*factPred], error) {
	var in row
	out := record[*factPred]{place: rec.Place}
	if err := unmarshal(rec, &in); err != nil {
		return out, err
	}
	out.key, out.apart = in.key(), !t.neiExempt && in.isHeader()
	if err := in.isFact(strings.ToUpper(t.name)); err != nil && !out.apart {
		return out, bad(rec, err)
	}
	p := &factPred{label: in.Predicted, place: rec.Place, given: in.Cited != nil}
	out.value = p
	if in.Evidence != nil && in.Label != nil {
		if g := t.gold(&in); !g.noIDs {
			p.gold = g
		}
	}
	if p.gold != nil && !t.neiExempt {
		p.official = p.gold.official
		if p.official == "" && !p.given {
			p.official = "KeyError: 'predicted_evidence'"
		}
	}
	var list []json.RawMessage
	if p.given && json.Unmarshal(in.Cited, &list) != nil {
		return out, bad(rec, fmt.Errorf("predicted_evidence %.60s: want a list of %s", in.Cited, t.form))
	}
	for _, raw := range list {
		it, exception := t.item(raw)
		if p.official == "" {
			p.official = exception
		}
		p.evidence = append(p.evidence, it)
	}
	return out, nil
}

// checkForm refuses predictions of another task: not one has evidence of this one's form.
func (t *task) checkForm(preds []record[*factPred]) error {
	var other *factPred
	for _, p := range preds {
		if p.value == nil {
			continue
		}
		for _, it := range p.value.evidence {
			if it.bad != t.shape {
				return nil
			}
			if other == nil {
				other = p.value
			}
		}
	}
	if other == nil {
		return nil
	}
	return fmt.Errorf("%w: %s: predicted_evidence holds no %s: not a %s prediction", ErrPredictions, other.place, t.form,
		strings.ToUpper(t.name))
}

// Columns of the FEVER and FEVEROUS samples.
const (
	factCount = iota
	factLabel
	factStrict
	factP
	factPHits
	factR
	factRHits
	factCols
)

// factFigures returns the official names; score is fever_score or feverous_score.
func factFigures(score string) []figure {
	p := func(s []float64) float64 {
		if s[factPHits] > 0 {
			return s[factP] / s[factPHits]
		}
		return 1
	}
	r := func(s []float64) float64 {
		if s[factRHits] > 0 {
			return s[factR] / s[factRHits]
		}
		return 0
	}
	return []figure{
		mean(score, factStrict, factCount),
		mean("label_accuracy", factLabel, factCount),
		{"evidence_precision", factPHits, p},
		{"evidence_recall", factRHits, r},
		{"evidence_f1", factRHits, func(s []float64) float64 { return ratio(2*p(s)*r(s), p(s)+r(s)) }},
	}
}

// check returns the exception of the official code for a claim with the right label, or "".
func check(list []item) string {
	for _, wanted := range []string{"AssertionError: Predicted evidence must be a list of (page,", ""} {
		for _, it := range list {
			if it.bad != "" && strings.HasPrefix(it.bad, wanted) {
				return it.bad
			}
		}
	}
	return ""
}

// measures scores one claim by key, as official (the record's own order of checks) or own.
func (t *task) measures(g *factGold, p *factPred, own bool) []float64 {
	v := make([]float64, factCols)
	v[factCount] = 1
	label := strings.ToUpper(*g.label)
	nei := t.neiExempt && label == "NOT ENOUGH INFO"
	right := p != nil && p.label != nil && label == strings.ToUpper(*p.label)
	v[factLabel] = One(right)
	name := func(it item) string {
		if own {
			return it.own
		}
		return it.key
	}
	var list []item
	if p != nil {
		list = t.truncate(p.evidence, own)
	}
	predicted := map[string]bool{}
	for _, it := range list {
		predicted[name(it)] = true
	}
	missed := func(it item) bool { return name(it) == "" || !predicted[name(it)] }
	complete := slices.ContainsFunc(g.sets, func(set []item) bool { return !slices.ContainsFunc(set, missed) }) // an empty set is
	v[factStrict] = One(right && (nei || complete))
	if nei {
		return v
	}
	v[factPHits], v[factRHits] = 1, 1
	if own && (p == nil || !p.given) {
		return v
	}
	v[factP], v[factR] = precision(g, list, name), One(len(g.sets) == 0 || complete)
	return v
}

// precision returns the share of predictions, with repeats, that are in any gold set; 1 without predictions.
func precision(g *factGold, list []item, name func(item) string) float64 {
	if len(list) == 0 {
		return 1
	}
	gold := map[string]bool{}
	for _, set := range g.sets {
		for _, it := range set {
			if n := name(it); !it.null && n != "" {
				gold[n] = true
			}
		}
	}
	hits := 0
	for _, it := range list {
		if gold[name(it)] {
			hits++
		}
	}
	return float64(hits) / float64(len(list))
}

// score reads both files, and scores them by id for our reading and by position for the official one.
func (t *task) score(ctx context.Context, gold, pred File, o Options) (out *Report, err error) {
	defer wrap(&err, t.name)
	if pred, err = pred.filled(); err != nil {
		return nil, err
	}
	preds, err := records(ctx, pred, t.readPrediction)
	if err == nil {
		preds, err = only(preds, o)
	}
	if err != nil {
		return nil, err
	}
	golds, err := records(ctx, gold, t.readGold)
	if err != nil {
		return nil, err
	}
	golds = picked(golds, o)
	placed := byPlace(golds, preds)
	run := &factRun{task: t, options: o, ledger: newLedger(factCols+verdictCols, o), contrast: contrast{}}
	pairing, err := pair(golds, preds, run.met)
	if err == nil {
		err = t.checkForm(preds)
	}
	if err != nil {
		return nil, err
	}
	official := t.replay(golds, preds, o.GoldVerdict)
	if official.outcome() != "" { // the official scorer pairs by position and ignores ids
		if err := pairing.strangers(); err != nil {
			return nil, err
		}
	}
	return run.report(official, pairing, placed), nil
}

// factRun computes our section for a prediction file.
type factRun struct {
	task     *task
	options  Options
	ledger   *ledger
	contrast contrast
	foreign  foreign
	unscored int // gold claims without label
	textOnly int // gold claims whose evidence is text without ids
}

// met scores a claim with its prediction.
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
		if p.label != nil {
			r.foreign.look(p.place, *p.label, strings.ToUpper(*p.label), "SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
		}
		if r.options.GoldVerdict {
			p = p.judged(g)
		}
	}
	v := append(r.task.measures(g, p, true), make([]float64, verdictCols)...)
	label := ""
	if p != nil {
		label = text(p.label)
	}
	verdictMeasures(v[factCols:], classOf(*g.label), classOf(label))
	r.ledger.add(i, g.claim, v)
	r.contrast.add(g.claim, v[factLabel] == 1)
}

// text returns a label; empty for nil.
func text(label *string) string {
	if label == nil {
		return ""
	}
	return *label
}

func (r *factRun) report(official *official, pairing pairing, placed bool) *Report {
	figures := factFigures(r.task.name + "_score")
	out := &Report{Task: r.task.name, OfficialError: official.outcome()}
	if out.OfficialError == "" {
		out.Rows = official.sample.rows(figures, r.options)
		out.Notes = []Note{{"claims_scored", official.n}}
	}
	own := Section{Name: "bridgehop"}
	all := r.ownFigures(figures)
	out.pairs = paired{r.ledger.all, all}
	own.Rows = r.ledger.all.rows(all, r.options)
	own.Notes = append(pairing.notes(), r.foreign.notes(placed)...)
	if r.unscored > 0 {
		own.Notes = append(own.Notes, Note{"without_gold", r.unscored})
	}
	own.Notes = append(own.Notes, confusion(r.ledger.all, factCols))
	own.Sections = append(r.ledger.sections(all, r.options), r.contrast.sections(r.options)...)
	out.Sections = []Section{own}
	return out
}

// ownFigures adds macro_f1, sets F1 without predictions to 0, and removes the evidence figures if the gold has no ids.
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
