package score

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// Verdicts scores labels alone, of any data set that has them: accuracy, macro_f1 (the mean of F1 over the labels
// of the gold), and the consistency of contrast groups. Labels are read in any spelling; where the gold says
// only NOT_SUPPORTED, REFUTES and NOT ENOUGH INFO are right. A claim without a prediction is wrong. There is no
// official scorer of this: the report has our reading only.
func Verdicts(ctx context.Context, gold, pred File, o Options) (*Report, error) {
	if err := o.CheckBy(); err != nil {
		return nil, fmt.Errorf("score verdicts: %w", err)
	}
	pred, err := pred.filled()
	if err != nil {
		return nil, fmt.Errorf("score verdicts: %w", err)
	}
	run := &verdictRun{ledger: newLedger(2+verdictCols, o), contrast: contrast{}}
	claims := goldClaims(gold, o)
	first, predicted := peek(onlyPred(labels(pred), o))
	if run.byPlace = first != nil && first.key == ""; run.byPlace {
		claims, predicted = numbered(claims), numbered(predicted)
	}
	pairing, err := pair(ctx, claims, predicted, run.met, nil)
	if err == nil {
		err = pairing.strangers()
	}
	if err == nil && run.unlabelled == pairing.Claims {
		err = fmt.Errorf("%w: %s has no labels", ErrNoGold, gold.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("score verdicts: %w", err)
	}
	return run.report(pairing, o), nil
}

type verdictRun struct {
	ledger     *ledger
	contrast   contrast
	unlabelled int
	byPlace    bool // the predictions have no ids
	foreign    []string
	foreigns   int
}

func (r *verdictRun) met(i int, c *claims.Claim, p *predictedLabel) {
	gold, pred := classOf(c.Label), len(verdictClasses)
	if gold == len(verdictClasses) {
		r.unlabelled++
		return
	}
	if p != nil {
		if pred = classOf(p.label); pred == len(verdictClasses) {
			r.foreigns++
			remember(&r.foreign, fmt.Sprintf("%s: %.40q is no label", p.place, p.label))
		} else if verdictClasses[gold] == verify.NotSupported && verdictClasses[pred] != verify.Supported {
			pred = gold
		}
	}
	v := make([]float64, 2+verdictCols)
	v[0] = 1
	if gold == pred {
		v[1] = 1
	}
	verdictMeasures(v[2:], gold, pred)
	r.ledger.add(i, c, v)
	r.contrast.add(c, gold == pred)
}

func (r *verdictRun) report(pairing Pairing, o Options) *Report {
	figures := []figure{mean("accuracy", 1, 0), macroF1(2, 0)}
	out := &Report{Task: "verdict", pairs: paired{r.ledger.all, figures}}
	out.Rows = r.ledger.all.rows(figures, o)
	out.Notes = append(pairing.notes(), Note{"without_gold", r.unlabelled}, Note{"foreign_labels", r.foreigns})
	if r.byPlace {
		out.Notes = append(out.Notes, pairedByPlace)
	}
	if len(r.foreign) > 0 {
		out.Notes = append(out.Notes, Note{"label_problems", r.foreign})
	}
	out.Notes = append(out.Notes, Note{"confusion", confusion(r.ledger.all.total()[2:])})
	out.Sections = append(r.ledger.sections(figures, o), r.contrast.sections(o)...)
	return out
}

// predictedLabel is the verdict of one prediction line.
type predictedLabel struct {
	label string
	place claims.Place
}

// labels streams the verdicts of a prediction file of any task: predicted_label, or HoVer's label. The key of one
// without id is empty.
func labels(f File) iter.Seq2[keyed[predictedLabel], error] {
	return mapRecords(f, func(rec claims.Record) (keyed[predictedLabel], error) {
		var in struct {
			ID        *claims.ID `json:"id"`
			UID       *claims.ID `json:"uid"`
			Label     *string    `json:"label"`
			Predicted *string    `json:"predicted_label"`
		}
		out := keyed[predictedLabel]{place: rec.Place}
		if err := unmarshal(rec, &in); err != nil {
			return out, err
		}
		if in.Predicted == nil {
			in.Predicted = in.Label
		}
		id := in.UID
		if id == nil {
			id = in.ID
		}
		switch {
		case id != nil && id.Key() == "" && (in.Predicted == nil || *in.Predicted == ""):
			out.apart = true // FEVEROUS's header
			return out, nil
		case in.Predicted == nil:
			return out, &claims.RecordError{Place: rec.Place, Err: errors.New("no id and predicted_label")}
		case id != nil:
			out.key = id.Key()
		}
		out.value = predictedLabel{*in.Predicted, rec.Place}
		return out, nil
	})
}
