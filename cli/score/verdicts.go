package score

import (
	"context"
	"fmt"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// Verdicts scores labels alone, of any data set that has them: accuracy, macro_f1 (the mean of F1 over the labels
// of the gold), and the consistency of contrast groups. Labels are read in any spelling; where the gold says
// only NOT_SUPPORTED, REFUTES and NOT ENOUGH INFO are right. A claim without a prediction is wrong. There is no
// official scorer of this: the report has our reading only.
func Verdicts(ctx context.Context, gold, pred File, o Options) (out *Report, err error) {
	defer wrap(&err, "verdicts")
	all, preds, err := readBoth(ctx, gold, pred, labelForm, o)
	if err == nil {
		preds, err = only(preds, o)
	}
	if err != nil {
		return nil, err
	}
	placed := byPlace(all, preds)
	unlabelled, l, groups, odd := 0, newLedger(2+verdictCols, o), contrast{}, foreign{}
	pairing, err := pair(all, preds, func(i int, c *claims.Claim, p **prediction) {
		gold, pred := classOf(c.Label), noClass
		if gold == noClass {
			unlabelled++
			return
		}
		if p != nil {
			if pred = classOf(*(*p).label); pred == noClass {
				odd.add(fmt.Sprintf("%s: %.40q is no label", (*p).place, *(*p).label))
			} else if right, _ := Agrees(c.Label, *(*p).label); right {
				pred = gold
			}
		}
		v := make([]float64, 2+verdictCols)
		v[0], v[1] = 1, One(gold == pred)
		verdictMeasures(v[2:], gold, pred)
		l.add(i, c, v)
		groups.add(c, gold == pred)
	})
	if err == nil {
		err = pairing.strangers()
	}
	if err == nil && unlabelled == pairing.claims {
		err = fmt.Errorf("%w: %s has no labels", ErrNoGold, gold.Name)
	}
	if err != nil {
		return nil, err
	}
	figures := []figure{mean("accuracy", 1, 0), macroF1(2, 0)}
	out = &Report{Task: "verdict", pairs: paired{l.all, figures}}
	out.Rows = l.all.rows(figures, o)
	out.Notes = append(append(pairing.notes(), Note{"without_gold", unlabelled}), odd.notes(placed)...)
	out.Notes = append(out.Notes, confusion(l.all, 2))
	out.Sections = append(l.sections(figures, o), groups.sections(o)...)
	return out, nil
}
