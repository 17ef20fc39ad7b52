package score

import (
	"context"
	"encoding/json"
	"errors"
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

// judged returns a prediction with the gold label.
func (g *gold) judged(p *prediction) *prediction {
	same := *p
	same.label = g.label
	return &same
}

// factTask has the differences of FEVER and FEVEROUS.
type factTask struct {
	name      string // "fever", whose score is fever_score
	neiExempt bool   // claims without enough information need no evidence, and count in no evidence figure
	truncate  func(list []item, own bool) []item
	gold      func(*row) *gold
	item      func(json.RawMessage) (it item, exception string)
	shape     string // the official check that fails where evidence is not of the task's form
	evidence  string // which that is
	format    claims.Format
}

// readGold reads a record of the gold file.
func (t *factTask) readGold(rec claims.Record) (record[*gold], error) {
	var in row
	out := record[*gold]{place: rec.Place}
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

// form returns the form of the predictions; only FEVEROUS's have a header.
func (t *factTask) form() form { return form{read: t.read, header: !t.neiExempt} }

func (t *factTask) read(in *row) (*prediction, error) {
	if in.Predicted == nil && in.Cited == nil && (t.neiExempt || !in.isHeader()) {
		return nil, fmt.Errorf("neither predicted_label nor predicted_evidence: not a %s prediction",
			strings.ToUpper(t.name))
	}
	p := &prediction{label: in.Predicted}
	if in.Evidence != nil && in.Label != nil {
		if g := t.gold(in); !g.noIDs {
			p.gold = g
		}
	}
	if p.gold != nil && !t.neiExempt {
		p.official = p.gold.official
		if p.official == "" && in.Cited == nil {
			p.official = "KeyError: 'predicted_evidence'"
		}
	}
	if in.Cited == nil {
		return p, nil
	}
	var err error
	p.cited, err = listed(in.Cited, "predicted_evidence", "a list of "+t.evidence)
	for _, raw := range p.cited {
		it, exception := t.item(raw)
		if p.official == "" {
			p.official = exception
		}
		p.evidence = append(p.evidence, it)
	}
	return p, err
}

// checkForm refuses predictions of another task: not one has evidence of this one's form.
func (t *factTask) checkForm(preds []record[*prediction]) error {
	var other *prediction
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
	return fmt.Errorf("%w: %s: predicted_evidence holds no %s: not a %s prediction", ErrPredictions, other.place,
		t.evidence, strings.ToUpper(t.name))
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
func factFigures(score string) []formula {
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
	return []formula{
		mean(score, factStrict, factCount),
		mean("label_accuracy", factLabel, factCount),
		{"evidence_precision", factPHits, p},
		{"evidence_recall", factRHits, r},
		{"evidence_f1", factRHits, func(s []float64) float64 { return ratio(2*p(s)*r(s), p(s)+r(s)) }},
	}
}

// measures scores one claim by key, as official (the record's own order of checks) or own.
func (t *factTask) measures(g *gold, p *prediction, own bool) []float64 {
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
	complete := slices.ContainsFunc(g.sets, func(set []item) bool { return !slices.ContainsFunc(set, missed) })
	v[factStrict] = One(right && (nei || complete))
	if nei {
		return v
	}
	v[factPHits], v[factRHits] = 1, 1
	if own && (p == nil || p.cited == nil) {
		return v
	}
	v[factP], v[factR] = precision(g, list, name), One(len(g.sets) == 0 || complete)
	return v
}

// precision returns the share of predictions, with repeats, that are in any gold set; 1 without predictions.
func precision(g *gold, list []item, name func(item) string) float64 {
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
	hits := 0.0
	for _, it := range list {
		hits += One(gold[name(it)])
	}
	return hits / float64(len(list))
}

// task scores both files by id for our reading, and by position for the official one.
func (t *factTask) task() *task {
	return &task{form: t.form(), byPlace: true, labels: true, columns: factCols + verdictCols, measures: t.ownMeasures,
		report: t.report,
		gold:   func(ctx context.Context, f File) ([]record[*gold], error) { return records(ctx, f, t.readGold) }}
}

func (t *factTask) ownMeasures(r *run, g *gold, p *prediction) []float64 {
	if g.label == nil {
		return nil
	}
	r.look(p, strings.ToUpper(p.said()), "SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
	if p != nil && r.options.GoldVerdict {
		p = g.judged(p)
	}
	v := append(t.measures(g, p, true), make([]float64, verdictCols)...)
	verdictMeasures(v[factCols:], classOf(*g.label), classOf(p.said()))
	return v
}

func (t *factTask) report(r *run) (*Report, error) {
	if err := t.checkForm(r.preds); err != nil {
		return nil, err
	}
	out := &Report{Task: t.name}
	figures := factFigures(t.name + "_score")
	official, n, exception := t.replay(r)
	if exception == "" {
		out.Rows, out.Notes = official.rows(figures, r.options), []Note{{"claims_scored", n}}
	} else if err := r.pairing.strangers(); err != nil { // the official scorer pairs by position and ignores ids
		return nil, err
	}
	out.OfficialError = exception
	all := t.ownFigures(figures, r.pairs)
	notes := r.labelNotes()
	if r.without > 0 {
		notes = append(notes, Note{"without_gold", r.without})
	}
	own := r.own(all, append(notes, confusion(r.ledger.all, factCols))...)
	out.Sections = []Section{own}
	out.pairs = paired{r.ledger.all, all}
	if !r.placed && otherOrder(r.golds, r.preds) {
		first := own.Rows[0]
		out.OfficialPairing = fmt.Sprintf("the official scorer pairs by position, and the predictions are not one "+
			"for each claim in the claims' order: paired by id, %s is %.4f; --submission writes them so", first.Name,
			first.Value)
	}
	return out, nil
}

// otherOrder reports whether predictions without gold of their own are not one for each claim, in the claims' order.
func otherOrder(golds []record[*gold], preds []record[*prediction]) bool {
	headed := func(g record[*gold]) bool { return g.apart }
	claims := slices.DeleteFunc(slices.Clone(golds), headed)
	i, bare := 0, false
	for _, p := range preds {
		if p.apart {
			continue
		}
		if p.err == nil && p.value.gold == nil {
			bare = true
			if i < len(claims) && claims[i].err == nil && claims[i].key != p.key {
				return true
			}
		}
		i++
	}
	return bare && i != len(claims)
}

// ownFigures adds macro_f1, sets F1 without predictions to 0, and removes the evidence figures if the gold has no ids.
func (t *factTask) ownFigures(figures []formula, pairs []pairOf) []formula {
	textOnly := slices.ContainsFunc(pairs, func(p pairOf) bool { return p.gold.label != nil && p.gold.noIDs })
	var out []formula
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
		if !textOnly || f.name == "label_accuracy" {
			out = append(out, f)
		}
	}
	return append(out, macroF1(factCols, factCount))
}

// replay runs the official scorer of FEVER or FEVEROUS over the rows of two files, by position. It returns the claims
// it scored, or the exception it ends with. FEVEROUS's evaluate.py reads predictions that carry their own gold, and
// drops the first line whatever it is; of other files a header is no row.
func (t *factTask) replay(r *run) (scored *sample, n int, exception string) {
	first := firstGood(r.preds)
	merged := first != nil && !t.neiExempt && first.value.gold != nil
	golds, preds := t.rows(r, merged)
	scored = newSample(factCols)
	usesGold, raised := false, ""
	for i, p := range preds {
		if p.official != "" { // the whole file is read first
			return nil, 0, p.official
		}
		if raised != "" {
			continue
		}
		if p.cited == nil {
			raised = "AssertionError: evidence must be provided for the prediction"
			continue
		}
		g := p.gold
		if g == nil {
			usesGold = true
			if i >= len(golds) {
				continue
			}
			g = golds[i]
		}
		if r.options.GoldVerdict {
			p = g.judged(p)
		}
		if raised = t.exception(g, p); raised == "" {
			scored.add(n, t.measures(g, p, false))
			n++
		}
	}
	total := scored.total()
	f := factFigures("")
	switch {
	case usesGold && len(golds) != len(preds):
		return nil, 0, "AssertionError: actual data and predicted data length must match"
	case raised != "":
		return nil, 0, raised
	case n == 0:
		return nil, 0, "ZeroDivisionError: division by zero"
	case f[2].of(total)+f[3].of(total) == 0:
		return nil, 0, "ZeroDivisionError: float division by zero"
	}
	return scored, n, ""
}

// rows returns what the official scorer takes for claims and predictions.
func (t *factTask) rows(r *run, merged bool) (golds []*gold, preds []*prediction) {
	for _, g := range r.golds {
		switch {
		case g.apart || merged:
		case g.err != nil:
			golds = append(golds, &gold{official: unread(g.err)})
		default:
			golds = append(golds, g.value)
		}
	}
	for line, in := range r.preds {
		if merged && line == 0 || !merged && in.apart {
			continue
		}
		p := in.value
		if bad := (*claims.RecordError)(nil); errors.As(in.err, &bad) {
			p = &prediction{official: unread(bad.Err)}
		}
		if merged && p.gold == nil && p.official == "" {
			p.official = "KeyError: 'evidence'"
		}
		preds = append(preds, p)
	}
	return golds, preds
}

// unread returns the exception for a row that is not JSON.
func unread(err error) string { return fmt.Sprintf("JSONDecodeError: %v", err) }

// exception returns what the official scorer raises on a claim, or "".
func (t *factTask) exception(g *gold, p *prediction) string {
	switch {
	case g.official != "":
		return g.official
	case g.label == nil:
		return "KeyError: 'label'"
	case p.label == nil:
		return "KeyError: 'predicted_label'"
	case t.measures(g, p, false)[factLabel] == 0:
		return "" // the evidence is checked where the label is right
	}
	list := p.evidence
	if !t.neiExempt { // FEVEROUS checks what is left after its limits
		list = t.truncate(list, false)
	}
	for _, wanted := range []string{"AssertionError: Predicted evidence must be a list of (page,", ""} {
		for _, it := range list {
			if it.bad != "" && strings.HasPrefix(it.bad, wanted) {
				return it.bad
			}
		}
	}
	return ""
}
