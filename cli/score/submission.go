package score

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// Submission says what Submit wrote.
type Submission struct {
	Claims  int  // of the gold file
	Missing int  // of these, claims without a prediction, or without its label where the form has one
	Unknown int  // predictions of no claim: not written
	Left    int  // cited elements that the form has no place for: not written
	Bad     int  // records of either file that can't be read: not written
	Blind   bool // no claim of the gold file has what is scored: a label, or a question's supporting facts

	Problems []string // of the first records that can't be read
	Text     []byte   // of the file
}

// submitForm is how a data set's own scorer wants its predictions.
type submitForm struct {
	element  func(json.RawMessage) any // evidence as the task's files have it; nil where they have no place for it
	line     func(submitRow) any       // what is written of a claim; nil for HotpotQA's form
	none     string                    // the label of a claim without a prediction, of a form that needs labels
	byPlace  bool                      // lines are paired by position: every claim needs one, repeated claims too
	list     bool                      // the lines are one JSON list
	question bool
	evidence bool // HotpotQA's form has evidence triples besides, which are not predicted
}

// submitRow is a claim with what is written of it.
type submitRow struct {
	id       claims.ID
	label    string
	answer   json.RawMessage
	evidence []any // nil where nothing is said of it
}

var submitForms = map[string]submitForm{
	"fever":           {element: feverSubmitted, line: factLine, none: "NOT ENOUGH INFO", byPlace: true},
	"feverous":        {element: feverousSubmitted, line: factLine, none: "NOT ENOUGH INFO", byPlace: true},
	"hover":           {element: hoverSubmitted, line: hoverLine, none: "NOT_SUPPORTED", list: true},
	"hotpotqa":        {element: asItStands, question: true},
	"2wikimultihopqa": {element: asItStands, question: true, evidence: true},
	"musique":         {element: func(json.RawMessage) any { return nil }, line: musiqueLine, question: true},
}

func asItStands(raw json.RawMessage) any { return raw }

// SubmissionTasks returns the tasks that Submit knows, by name.
func SubmissionTasks() []string { return slices.Sorted(maps.Keys(submitForms)) }

// Submit writes predictions in the form that a data set's own scorer or site takes, in the order of the gold file,
// which may be a blind one, without labels:
//
//   - fever: JSON lines {id, predicted_label, predicted_evidence [[page, line]]} (sheffieldnlp/fever-scorer);
//   - feverous: JSON lines {id, predicted_label, predicted_evidence [[page, type, id]]}, without a header and with ids
//     taken apart at every underscore from the left (Raldir/FEVEROUS, prepare_submission.py);
//   - hover: a list of {uid, supporting_facts [[title, sentence]], label} (the sample on the task's site);
//   - hotpotqa: {"answer": {id: text}, "sp": {id: [[title, sentence]]}} (hotpot_evaluate_v1.py). `hop --out` lines have no
//     answers, and give the sentences of the best chain;
//   - 2wikimultihopqa: the same, with "evidence": {id: []}, which is not predicted (2wikimultihop_evaluate.py);
//   - musique: JSON lines {id, predicted_answer, predicted_support_idxs [], predicted_answerable} (evaluate_v1.0.py).
//
// The predictions may be in any form that the task's scorer reads, and keep their labels, titles and order. The first
// one of a claim counts. FEVER's and FEVEROUS's scorers pair lines by position, so that a claim without a prediction
// gets NOT ENOUGH INFO without evidence there; in the other forms it is left out.
func Submit(ctx context.Context, task string, gold, pred File) (*Submission, error) {
	form, ok := submitForms[task]
	if !ok {
		return nil, fmt.Errorf("submit: no form of %q: want one of %v", task, SubmissionTasks())
	}
	s := &Submission{Blind: true}
	rows, err := s.rows(ctx, task, gold, pred)
	if err != nil {
		return nil, fmt.Errorf("submit %s: %w", task, err)
	}
	if s.Text, err = form.write(rows); err != nil {
		return nil, fmt.Errorf("submit %s: %w", task, err)
	}
	return s, nil
}

// rows returns the claims of the gold file with their predictions.
func (s *Submission) rows(ctx context.Context, task string, in, pred File) ([]submitRow, error) {
	form := submitForms[task]
	preds, err := tasks[task].form.predictions(ctx, pred)
	if err != nil {
		return nil, err
	}
	golds, err := goldClaims(ctx, in)
	if err != nil {
		return nil, err
	}
	for i, g := range golds { // partly readable claims are included
		if bad := (*claims.RecordError)(nil); errors.As(g.err, &bad) && bad.Claim != nil {
			golds[i] = record[*gold]{key: bad.Claim.ID.Key(), value: &gold{claim: bad.Claim}}
		}
		if golds[i].value != nil {
			c := golds[i].value.claim
			s.Blind = s.Blind && (form.question || c.Label == "") && (!form.question || len(c.Gold) == 0)
		}
	}
	placed := byPlace(golds, preds)
	pairs, pairing, err := pair(golds, preds)
	if err == nil && !placed {
		s.Unknown, err = pairing.unknown.n, pairing.strangers()
	}
	if err != nil {
		return nil, err
	}
	s.Bad, s.Problems = pairing.bad+pairing.badGold, pairing.problems
	labelled := func(p record[*prediction]) bool { return p.err == nil && !p.apart && p.value.said() != "" }
	if pairing.predictions > 0 && form.none != "" && !slices.ContainsFunc(preds, labelled) {
		return nil, fmt.Errorf("%w: none has a label", ErrPredictions)
	}
	found, seen := map[string]*prediction{}, map[string]bool{}
	for _, p := range pairs {
		found[p.key] = p.pred
	}
	var rows []submitRow
	for _, g := range golds {
		if g.err != nil || seen[g.key] && !form.byPlace {
			continue
		}
		seen[g.key] = true
		s.Claims++
		p, row := found[g.key], submitRow{id: g.value.claim.ID, label: form.none}
		if p == nil || form.none != "" && p.said() == "" {
			s.Missing++
		}
		if p != nil {
			row.fill(p, form, &s.Left)
		}
		if p != nil || form.byPlace {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// fill takes what is predicted; left counts the evidence that the form has no place for, of claims with a label where
// one is needed.
func (r *submitRow) fill(p *prediction, form submitForm, left *int) {
	r.label, r.answer = cmp.Or(p.said(), form.none), p.answer
	if p.cited != nil || p.ranked != nil {
		r.evidence = []any{}
	}
	var cited []any
	for _, raw := range p.cited {
		cited = append(cited, form.element(raw))
	}
	if p.ranked != nil {
		for _, e := range p.ranked.items {
			cited = append(cited, e.submitted())
		}
	}
	for _, e := range cited {
		if e != nil {
			r.evidence = append(r.evidence, e)
		} else if form.none == "" || p.said() != "" {
			*left++
		}
	}
}

// submitted is [page, sentence]; nil for another element.
func (e evidenceItem) submitted() any {
	a, err := graph.ParseAddress(e.ID)
	if err != nil || a.Kind != graph.KindSentence {
		return nil
	}
	return []any{cmp.Or(e.Page, a.Title), a.A}
}

// feverSubmitted is [page, line] as it stands there.
func feverSubmitted(raw json.RawMessage) any {
	if pair, ok := listOf[json.RawMessage](raw, 2); ok {
		return pair
	}
	return nil
}

// feverousSubmitted is [page, type, id] as it stands there, or an id taken apart.
func feverousSubmitted(raw json.RawMessage) any {
	if triple, ok := listOf[string](raw, 3); ok {
		return triple
	}
	id, _ := jsonText(raw)
	if triple, ok := splitID(id); ok {
		return triple
	}
	return nil
}

// hoverSubmitted is [title, sentence], its number as JSON has it.
func hoverSubmitted(raw json.RawMessage) any {
	f, err := newHoverFact(raw)
	if err != nil {
		return nil
	}
	if _, number, _ := pythonNumber(json.RawMessage(f.n)); number && json.Valid([]byte(f.n)) {
		return []any{f.title, json.RawMessage(f.n)}
	}
	return []any{f.title, f.n}
}

// compact returns a value as JSON on one line, without escaping what HTML would want escaped.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}

// write returns the text of a submission, a claim a line.
func (f *submitForm) write(rows []submitRow) ([]byte, error) {
	if f.line == nil {
		return f.answers(rows)
	}
	var lines [][]byte
	for _, r := range rows {
		line, err := compact(f.line(r))
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	if f.list {
		return fmt.Appendf(nil, "[%s]\n", bytes.Join(lines, []byte(",\n "))), nil
	}
	return bytes.Join(append(lines, nil), []byte{'\n'}), nil
}

// factLine is a line of FEVER's and FEVEROUS's form.
func factLine(r submitRow) any {
	return struct {
		ID       claims.ID `json:"id"`
		Label    string    `json:"predicted_label"`
		Evidence []any     `json:"predicted_evidence"`
	}{r.id, r.label, append([]any{}, r.evidence...)}
}

// hoverLine is a claim in HoVer's form.
func hoverLine(r submitRow) any {
	return struct {
		UID   claims.ID `json:"uid"`
		Facts []any     `json:"supporting_facts"`
		Label string    `json:"label"`
	}{r.id, append([]any{}, r.evidence...), r.label}
}

// musiqueLine is a line of MuSiQue's form. Paragraphs are numbered in its files alone, so that none are named.
func musiqueLine(r submitRow) any {
	answer, _ := jsonText(r.answer)
	return struct {
		ID         claims.ID `json:"id"`
		Answer     string    `json:"predicted_answer"`
		Paragraphs []int     `json:"predicted_support_idxs"`
		Answerable bool      `json:"predicted_answerable"`
	}{r.id, answer, []int{}, answer != ""}
}

// answers returns HotpotQA's form, with a line for each question in each of its parts.
func (f *submitForm) answers(rows []submitRow) ([]byte, error) {
	var failed error
	part := func(value func(submitRow) (v any, known bool)) []byte {
		var lines [][]byte
		for _, r := range rows {
			if v, known := value(r); known {
				key, err := compact(r.id.Key())
				line, err2 := compact(v)
				failed = errors.Join(failed, err, err2)
				lines = append(lines, fmt.Appendf([]byte{'\n'}, "%s: %s", key, line))
			}
		}
		return bytes.Join(lines, []byte{','})
	}
	out := fmt.Appendf(nil, "{\"answer\": {%s},\n\"sp\": {%s}",
		part(func(r submitRow) (any, bool) { return r.answer, r.answer != nil }),
		part(func(r submitRow) (any, bool) { return r.evidence, r.evidence != nil }))
	if f.evidence {
		none := map[string][]string{}
		for _, r := range rows {
			none[r.id.Key()] = []string{}
		}
		evidence, err := compact(none)
		failed = errors.Join(failed, err)
		out = fmt.Appendf(out, ",\n\"evidence\": %s", evidence)
	}
	return append(out, "}\n"...), failed
}
