package score

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/internal/claims"
)

// Submission says what Submit wrote.
type Submission struct {
	Claims  int  // of the gold file
	Missing int  // of these, claims without a prediction, or without its label where the form has one
	Unknown int  // predictions of no claim: not written
	Left    int  // cited elements that the form has no place for: not written
	Bad     int  // records of either file that can't be read: not written
	Blind   bool // no claim of the gold file has what is scored: a label, or a question's supporting facts

	problems []string
}

// Problems names the first records that can't be read.
func (s *Submission) Problems() []string { return s.problems }

// submitted is what is predicted of a claim, in the form it is written in.
type submitted struct {
	label    string
	evidence []any // as the task's files have them: [title, sentence], [page, type, id]
	answer   json.RawMessage
	left     int
}

// submitForm is how a data set's own scorer wants its predictions.
type submitForm struct {
	read     func(ctx context.Context, preds []File) iter.Seq2[keyed[*submitted], error]
	write    func(w io.Writer, rows []submitRow) error
	none     string // the label of a claim without a prediction, where the form needs one; predictions need labels then
	byPlace  bool   // lines are paired by position: every claim needs one, repeated claims too
	question bool
}

// submitRow is a claim with its prediction, which is nil where there is none.
type submitRow struct {
	id claims.ID
	*submitted
}

var submitForms = map[string]submitForm{
	"fever":    {read: lineSubmissions(feverSubmitted), write: writeFactLines, none: "NOT ENOUGH INFO", byPlace: true},
	"feverous": {read: lineSubmissions(feverousSubmitted), write: writeFactLines, none: "NOT ENOUGH INFO", byPlace: true},
	"hover":    {read: hoverSubmissions, write: writeHover, none: "NOT_SUPPORTED"},
	"hotpotqa": {read: hotpotSubmissions, write: writeHotpot, question: true},
}

// SubmissionTasks are the tasks that Submit knows, by name.
func SubmissionTasks() []string { return slices.Sorted(maps.Keys(submitForms)) }

// Submit writes predictions in the form that a data set's own scorer or site takes, in the order of the gold file, which
// may be a blind one, without labels:
//
//   - fever: JSON lines {id, predicted_label, predicted_evidence [[page, line]]} (sheffieldnlp/fever-scorer);
//   - feverous: JSON lines {id, predicted_label, predicted_evidence [[page, type, id]]}, without a header and with ids
//     taken apart at every underscore from the left (Raldir/FEVEROUS, prepare_submission.py);
//   - hover: a list of {uid, supporting_facts [[title, sentence]], label} (the sample on the task's site);
//   - hotpotqa: {"answer": {id: text}, "sp": {id: [[title, sentence]]}} (hotpot_evaluate_v1.py). `hop --out` lines have no
//     answers, and give the sentences of the best chain.
//
// The predictions may be in any form that the task's scorer reads, and keep their labels, titles and order. The first
// one of a claim counts. FEVER's and FEVEROUS's scorers pair lines by position, so that a claim without a prediction
// gets NOT ENOUGH INFO without evidence there; in the other forms it is left out. An error leaves w with a part of the
// file.
func Submit(ctx context.Context, task string, gold File, preds []File, w io.Writer) (*Submission, error) {
	form, ok := submitForms[task]
	if !ok {
		return nil, fmt.Errorf("submit: no form of %q: want one of %v", task, SubmissionTasks())
	}
	s := &Submission{Blind: true}
	rows, err := s.rows(ctx, form, gold, preds)
	if err != nil {
		return nil, fmt.Errorf("submit %s: %w", task, err)
	}
	b := bufio.NewWriter(w)
	if err := errors.Join(form.write(b, rows), b.Flush()); err != nil {
		return nil, fmt.Errorf("submit %s: %w", task, err)
	}
	return s, nil
}

// rows are the claims of the gold file with their predictions.
func (s *Submission) rows(ctx context.Context, form submitForm, gold File, preds []File) ([]submitRow, error) {
	byID, byPlace, err := s.readPredictions(ctx, form, preds)
	if err != nil {
		return nil, err
	}
	var rows []submitRow
	seen, place := map[string]bool{}, 0
	for c, err := range s.readGold(ctx, form, gold) {
		if err != nil {
			return nil, err
		}
		if place++; c == nil {
			continue
		}
		key := c.ID.Key()
		if seen[key] && !form.byPlace && !byPlace {
			continue
		}
		seen[key] = true
		s.Claims++
		if byPlace {
			key = strconv.Itoa(place)
		}
		p := byID[key]
		if p == nil || form.none != "" && p.label == "" {
			s.Missing++
			if p = form.missing(p); p == nil {
				continue
			}
		} else {
			s.Left += p.left
		}
		rows = append(rows, submitRow{c.ID, p})
	}
	if s.Claims == 0 {
		return nil, ErrNoGold
	}
	if !byPlace {
		for key := range byID {
			if !seen[key] {
				s.Unknown++
			}
		}
	}
	return rows, s.strangers(len(byID))
}

// strangers is an error when predictions are there, and none is of a claim.
func (s *Submission) strangers(predictions int) error {
	if predictions > 0 && s.Unknown == predictions {
		return fmt.Errorf("%w: %d predictions", ErrStrangers, predictions)
	}
	return nil
}

// missing is what is written of a claim without a prediction, or with one that lacks the label; nil for nothing.
func (f submitForm) missing(p *submitted) *submitted {
	switch {
	case p != nil:
		return &submitted{label: f.none, evidence: p.evidence}
	case f.byPlace:
		return &submitted{label: f.none}
	}
	return nil
}

// readGold streams the claims, and notes whether any has what is scored. A claim that is read in part is one; what can't be
// read is nil.
func (s *Submission) readGold(ctx context.Context, form submitForm, gold File) iter.Seq2[*claims.Claim, error] {
	return func(yield func(*claims.Claim, error) bool) {
		r, err := claims.NewReader(gold.Reader, gold.Name, claims.Auto)
		if err != nil {
			yield(nil, err)
			return
		}
		for c, err := range r.All() {
			var bad *claims.RecordError
			if errors.As(err, &bad) {
				if c, err = bad.Claim, nil; c == nil {
					s.bad(bad)
				}
			}
			if cerr := ctx.Err(); err == nil {
				err = cerr
			}
			if c != nil && (!form.question && c.Label != "" || form.question && len(c.Gold) > 0) {
				s.Blind = false
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}

func (s *Submission) bad(err error) {
	s.Bad++
	remember(&s.problems, err.Error())
}

// readPredictions reads all files; where the first prediction has no id, they are keyed by their positions.
func (s *Submission) readPredictions(ctx context.Context, form submitForm, preds []File) (byID map[string]*submitted, byPlace bool, err error) {
	byID = map[string]*submitted{}
	place, n, labelled := 0, 0, false
	for p, err := range form.read(ctx, preds) {
		if place++; p.apart {
			place--
			continue
		}
		var bad *claims.RecordError
		switch cerr := ctx.Err(); {
		case cerr != nil:
			return nil, false, cerr
		case errors.As(err, &bad):
			s.bad(bad)
			continue
		case err != nil:
			return nil, false, err
		}
		if n++; n == 1 {
			byPlace = p.key == ""
		}
		if byPlace {
			p.key = strconv.Itoa(place)
		}
		if byID[p.key] == nil {
			byID[p.key] = p.value
			labelled = labelled || p.value.label != ""
		}
	}
	switch {
	case n == 0 && s.Bad > 0:
		return nil, false, fmt.Errorf("%w: %s", ErrPredictions, s.problems[0])
	case n > 0 && form.none != "" && !labelled:
		return nil, false, fmt.Errorf("%w: not one has a label", ErrPredictions)
	}
	return byID, byPlace, nil
}

// compact is a value as JSON on one line, without escaping what HTML would want escaped.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}
