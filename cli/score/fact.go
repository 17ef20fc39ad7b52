package score

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// The readings of evidence: the official scorer's, and ours, which folds titles and splits ids from the right.
const (
	official = iota
	ours
)

// item is a predicted or gold element of FEVER's or FEVEROUS's evidence, by reading.
type item struct {
	key  [2]string // what is compared; "" matches nothing
	cell [2]bool   // takes one of the places for cells
	null bool      // gold: the field the official scorer tests for None is null
	bad  string    // the message of the official format check, which runs only on claims with the right label
}

// mostSentences and mostCells are how many predicted elements FEVER and FEVEROUS count.
const mostSentences, mostCells = 5, 25

// limited returns the elements that count: the first sentences and cells. Whatever is no cell is a sentence.
func limited(list []item, reading int) []item {
	var out []item
	sentences, cells := 0, 0
	for _, it := range list {
		at, limit := &sentences, mostSentences
		if it.cell[reading] {
			at, limit = &cells, mostCells
		}
		if *at++; *at <= limit {
			out = append(out, it)
		}
	}
	return out
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
	gold      func(*row) *gold
	item      func(json.RawMessage) (it item, exception string)
	shape     string // the official check that fails where evidence is not of the task's form
	evidence  string // which that is
	format    claims.Format
}

// task scores both files by id for our reading, and by position for the official one.
func (t *factTask) task() *task {
	return &task{form: form{read: t.read, header: !t.neiExempt}, positional: true, labels: true,
		columns: factCols + verdictCols, measures: t.ownMeasures, report: t.report, gold: recordsOf(t.readGold)}
}

// readGold reads a record of the gold file.
func (t *factTask) readGold(rec claims.Record) (out record[*gold], err error) {
	var in row
	if err := unmarshal(rec, &in); err != nil {
		return out, err
	}
	out.key, out.apart, out.value = in.key(), !t.neiExempt && in.isHeader(), t.gold(&in)
	if c, err := rec.Claim(t.format); err == nil && c != nil {
		out.value.claim = c
	} else if in.Label != nil {
		out.value.claim = &claims.Claim{Label: *in.Label}
	}
	return out, nil
}

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
	if p.cited = listed(in.Cited); p.cited == nil {
		return nil, fmt.Errorf("predicted_evidence %.60s: want a list of %s", in.Cited, t.evidence)
	}
	for _, raw := range p.cited {
		it, exception := t.item(raw)
		p.official = cmp.Or(p.official, exception)
		p.evidence = append(p.evidence, it)
	}
	return p, nil
}

// checkForm refuses predictions of another task: not one has evidence of this one's form.
func (t *factTask) checkForm(preds []record[*prediction]) error {
	var other *prediction
	for _, p := range preds {
		if p.value == nil || len(p.value.evidence) == 0 {
			continue
		}
		if slices.ContainsFunc(p.value.evidence, func(it item) bool { return it.bad != t.shape }) {
			return nil
		}
		other = cmp.Or(other, p.value)
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

// figures returns the official figures, or ours: these have macro_f1 besides, an F1 of 0 where nothing is right, and
// none of the evidence if the gold has only text.
func (t *factTask) figures(own, textOnly bool) []formula {
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
	f1 := func(s []float64) float64 { return ratio(2*p(s)*r(s), p(s)+r(s)) }
	if own {
		f1 = func(s []float64) float64 { return harmonic(p(s), r(s)) }
	}
	accuracy := means(factLabel, factCount, "label_accuracy")
	out := append(means(factStrict, factCount, t.name+"_score"), accuracy[0], formula{"evidence_precision", factPHits, p},
		formula{"evidence_recall", factRHits, r}, formula{"evidence_f1", factRHits, f1})
	if textOnly {
		out = accuracy
	}
	if own {
		out = append(out, macroF1(factCols, factCount))
	}
	return out
}

// measures scores one claim.
func (t *factTask) measures(g *gold, p *prediction, reading int) []float64 {
	v := make([]float64, factCols)
	v[factCount] = 1
	label := strings.ToUpper(*g.label)
	nei := t.neiExempt && label == "NOT ENOUGH INFO"
	right := p.label != nil && label == strings.ToUpper(*p.label)
	v[factLabel] = One(right)
	list := limited(p.evidence, reading)
	predicted := map[string]bool{}
	for _, it := range list {
		predicted[it.key[reading]] = true
	}
	missed := func(it item) bool { return it.key[reading] == "" || !predicted[it.key[reading]] }
	complete := slices.ContainsFunc(g.sets, func(set []item) bool { return !slices.ContainsFunc(set, missed) })
	v[factStrict] = One(right && (nei || complete))
	if nei {
		return v
	}
	v[factPHits], v[factRHits] = 1, 1
	if reading == ours && p.cited == nil {
		return v
	}
	v[factP], v[factR] = g.precision(list, reading), One(len(g.sets) == 0 || complete)
	return v
}

// precision returns the share of predictions, with repeats, that are in any gold set; 1 without predictions.
func (g *gold) precision(list []item, reading int) float64 {
	if len(list) == 0 {
		return 1
	}
	gold := map[string]bool{}
	for _, it := range slices.Concat(g.sets...) {
		if key := it.key[reading]; !it.null && key != "" {
			gold[key] = true
		}
	}
	hits := 0.0
	for _, it := range list {
		hits += One(gold[it.key[reading]])
	}
	return hits / float64(len(list))
}

func (t *factTask) ownMeasures(r *run, g *gold, p *prediction) []float64 {
	if g.label == nil {
		return nil
	}
	r.look(p, strings.ToUpper(p.said()), "SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
	switch {
	case p == nil:
		p = &prediction{}
	case r.options.GoldVerdict:
		p = g.judged(p)
	}
	v := append(t.measures(g, p, ours), make([]float64, verdictCols)...)
	verdictMeasures(v[factCols:], classOf(*g.label), classOf(p.said()))
	return v
}

func (t *factTask) report(r *run) (*Report, error) {
	if err := t.checkForm(r.preds); err != nil {
		return nil, err
	}
	out := &Report{Task: t.name}
	scored, exception := t.replay(r)
	if exception == "" {
		out.Rows = scored.rows(t.figures(false, false), r.options)
		out.Notes = []Note{{"claims_scored", int(scored.total()[factCount])}}
	} else if err := r.pairing.strangers(); err != nil { // the official scorer pairs by position and ignores ids
		return nil, err
	}
	out.OfficialError = exception
	notes := r.labelNotes()
	if r.without > 0 {
		notes = append(notes, Note{"without_gold", r.without})
	}
	textOnly := slices.ContainsFunc(r.pairs, func(p pairOf) bool { return p.gold.label != nil && p.gold.noIDs })
	own := r.own(t.figures(true, textOnly), append(notes, confusion(r.ledger.all, factCols))...)
	out.Sections = []Section{own}
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
	golds, preds = rowsOf(golds), rowsOf(preds)
	bare := func(p record[*prediction]) bool { return p.err == nil && p.value.gold == nil }
	for i, p := range preds {
		if bare(p) && i < len(golds) && golds[i].err == nil && golds[i].key != p.key {
			return true
		}
	}
	return len(golds) != len(preds) && slices.ContainsFunc(preds, bare)
}

// replay runs the official scorer of FEVER or FEVEROUS over the rows of two files, by position. It returns the claims
// it scored, or the exception it ends with.
func (t *factTask) replay(r *run) (scored *sample, exception string) {
	golds, preds := t.rows(r)
	for _, p := range preds { // the whole file is read first
		if p.official != "" {
			return nil, p.official
		}
	}
	scored = newSample(factCols)
	for i, p := range preds {
		g := p.gold
		switch {
		case p.cited == nil:
			return nil, "AssertionError: evidence must be provided for the prediction"
		case g == nil && len(golds) != len(preds):
			return nil, "AssertionError: actual data and predicted data length must match"
		case g == nil:
			g = golds[i]
		}
		if r.options.GoldVerdict {
			p = g.judged(p)
		}
		if exception := t.exception(g, p); exception != "" {
			return nil, exception
		}
		scored.add(i, t.measures(g, p, official))
	}
	figures, total := t.figures(false, false), scored.total()
	switch {
	case len(preds) == 0:
		return nil, "ZeroDivisionError: division by zero"
	case figures[2].of(total)+figures[3].of(total) == 0:
		return nil, "ZeroDivisionError: float division by zero"
	}
	return scored, ""
}

// rows returns what the official scorer takes for claims and predictions. FEVEROUS's evaluate.py reads predictions that
// carry their own gold, and drops the first line whatever it is; of other files a header is no row.
func (t *factTask) rows(r *run) (golds []*gold, preds []*prediction) {
	for _, g := range rowsOf(r.golds) {
		if g.err != nil {
			g.value = &gold{official: unread(g.err)}
		}
		golds = append(golds, g.value)
	}
	first, lines := firstGood(r.preds), rowsOf(r.preds)
	merged := first != nil && !t.neiExempt && first.value.gold != nil
	if merged {
		lines = r.preds[1:]
	}
	for _, in := range lines {
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
	case t.measures(g, p, official)[factLabel] == 0:
		return "" // the evidence is checked where the label is right
	}
	list := p.evidence
	if !t.neiExempt { // FEVEROUS checks what is left after its limits
		list = limited(list, official)
	}
	bad := ""
	for _, it := range list {
		if it.bad == t.shape { // checked of all before the types are
			return it.bad
		}
		bad = cmp.Or(bad, it.bad)
	}
	return bad
}
