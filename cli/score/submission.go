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
	File    string `json:"submission"` // where the caller wrote it
	Claims  int    `json:"claims"`     // of the gold file
	Missing int    `json:"missing"`    // of these, without a prediction, or without its label where the form has one
	Unknown int    `json:"unknown"`    // predictions of no claim: not written
	Left    int    `json:"left_out"`   // cited elements that the form has no place for: not written
	Blind   bool   `json:"blind"`      // no claim of the gold file has what is scored: a label, or a question's facts

	Bad      int      `json:"-"` // records of either file that can't be read: not written
	Problems []string `json:"-"` // of the first records that can't be read
	Text     []byte   `json:"-"` // of the file
}

// submitForm is how a data set's own scorer wants its predictions.
type submitForm struct {
	element  func(json.RawMessage) any // evidence as the task's files have it; nil where they have no place for it
	line     func(submitRow) object    // what is written of a claim; nil for HotpotQA's form
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
//   - feverous: the same with [[page, type, id]] (Raldir/FEVEROUS, prepare_submission.py; see splitID);
//   - hover: a list of {uid, supporting_facts [[title, sentence]], label} (the sample on the task's site);
//   - hotpotqa: {"answer": {id: text}, "sp": {id: [[title, sentence]]}} (hotpot_evaluate_v1.py);
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
	s.Text = form.write(rows)
	return s, nil
}

// rows returns the claims of the gold file with their predictions.
func (s *Submission) rows(ctx context.Context, task string, gold, pred File) ([]submitRow, error) {
	form, r := submitForms[task], &run{task: tasks[task]}
	if err := r.read(ctx, submittedClaims, gold, pred); err != nil {
		return nil, err
	}
	if !r.placed {
		s.Unknown = r.pairing.unknown.n
		if err := r.pairing.strangers(); err != nil {
			return nil, err
		}
	}
	s.Bad, s.Problems = r.pairing.bad.n+r.pairing.badGold.n, r.pairing.problems()
	labelled := func(p record[*prediction]) bool { return p.err == nil && !p.apart && p.value.said() != "" }
	if r.pairing.predictions > 0 && form.none != "" && !slices.ContainsFunc(r.preds, labelled) {
		return nil, fmt.Errorf("%w: none has a label", ErrPredictions)
	}
	found, seen := map[string]*prediction{}, map[string]bool{}
	for _, p := range r.pairs {
		found[p.key] = p.pred
	}
	var rows []submitRow
	for _, g := range r.golds {
		if g.err != nil {
			continue
		}
		c := g.value.claim
		s.Blind = s.Blind && (form.question || c.Label == "") && (!form.question || len(c.Gold) == 0)
		if seen[g.key] && !form.byPlace {
			continue
		}
		seen[g.key] = true
		s.Claims++
		p, row := found[g.key], submitRow{id: c.ID, label: form.none}
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

// submittedClaims reads the claims of a gold file; one that can be read in part is a claim.
func submittedClaims(ctx context.Context, f File) ([]record[*gold], error) {
	golds, err := goldClaims(ctx, f)
	for i, g := range golds {
		if bad := (*claims.RecordError)(nil); errors.As(g.err, &bad) && bad.Claim != nil {
			golds[i] = record[*gold]{key: bad.Claim.ID.Key(), value: &gold{claim: bad.Claim}}
		}
	}
	return golds, err
}

// fill takes what is predicted; left counts the evidence that the form has no place for, of claims with a label where
// one is needed.
func (r *submitRow) fill(p *prediction, form submitForm, left *int) {
	r.label, r.answer = cmp.Or(p.said(), form.none), p.answer
	if p.cited != nil || p.ranked != nil {
		r.evidence = []any{}
	}
	take := func(element any) {
		if element != nil {
			r.evidence = append(r.evidence, element)
		} else if form.none == "" || p.said() != "" {
			*left++
		}
	}
	for _, raw := range p.cited {
		take(form.element(raw))
	}
	for _, e := range p.ranked.evidence() {
		take(e.submitted())
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
	var f hoverFact
	if json.Unmarshal(raw, &f) != nil {
		return nil
	}
	if _, number, _ := pythonNumber(json.RawMessage(f.n)); number && json.Valid([]byte(f.n)) {
		return []any{f.title, json.RawMessage(f.n)}
	}
	return []any{f.title, f.n}
}

// write returns the text of a submission, a claim a line.
func (f *submitForm) write(rows []submitRow) []byte {
	if f.line == nil {
		return f.answers(rows)
	}
	var lines [][]byte
	for _, r := range rows {
		lines = append(lines, compact(f.line(r)))
	}
	if f.list {
		return fmt.Appendf(nil, "[%s]\n", bytes.Join(lines, []byte(",\n ")))
	}
	return bytes.Join(append(lines, nil), []byte{'\n'})
}

// factLine is a line of FEVER's and FEVEROUS's form.
func factLine(r submitRow) object {
	return object{{"id", r.id}, {"predicted_label", r.label}, {"predicted_evidence", append([]any{}, r.evidence...)}}
}

// hoverLine is a claim in HoVer's form.
func hoverLine(r submitRow) object {
	return object{{"uid", r.id}, {"supporting_facts", append([]any{}, r.evidence...)}, {"label", r.label}}
}

// musiqueLine is a line of MuSiQue's form. Paragraphs are numbered in its files alone, so that none are named.
func musiqueLine(r submitRow) object {
	answer, _ := jsonText(r.answer)
	return object{{"id", r.id}, {"predicted_answer", answer}, {"predicted_support_idxs", []int{}},
		{"predicted_answerable", answer != ""}}
}

// answers returns HotpotQA's form, with a line for each question in each of its parts.
func (f *submitForm) answers(rows []submitRow) []byte {
	var answers, facts [][]byte
	evidence := map[string][]string{}
	for _, r := range rows {
		key := r.id.Key()
		if r.answer != nil {
			answers = append(answers, fmt.Appendf(nil, "\n%s: %s", compact(key), compact(r.answer)))
		}
		if r.evidence != nil {
			facts = append(facts, fmt.Appendf(nil, "\n%s: %s", compact(key), compact(r.evidence)))
		}
		evidence[key] = []string{}
	}
	comma := []byte{','}
	out := fmt.Appendf(nil, "{\"answer\": {%s},\n\"sp\": {%s}", bytes.Join(answers, comma), bytes.Join(facts, comma))
	if f.evidence {
		out = fmt.Appendf(out, ",\n\"evidence\": %s", compact(evidence))
	}
	return append(out, "}\n"...)
}
