package score

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"github.com/bridgehop/bridgehop/internal/claims"
)

// factLine is a line of FEVER's and FEVEROUS's submissions.
type factLine struct {
	ID       claims.ID `json:"id"`
	Label    string    `json:"predicted_label"`
	Evidence []any     `json:"predicted_evidence"`
}

// writeFactLines writes FEVER's and FEVEROUS's form.
func writeFactLines(w io.Writer, rows []submitRow) error {
	for _, r := range rows {
		line, err := compact(factLine{r.id, r.label, listOf(r.evidence)})
		if err == nil {
			_, err = fmt.Fprintf(w, "%s\n", line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// listOf is never null.
func listOf(evidence []any) []any {
	if evidence == nil {
		return []any{}
	}
	return evidence
}

// lineSubmissions reads predictions one a line, whose evidence element reads one by one; nil is one without a place.
func lineSubmissions(element func(raw json.RawMessage) any) func(context.Context, []File) iter.Seq2[keyed[*submitted], error] {
	return func(_ context.Context, preds []File) iter.Seq2[keyed[*submitted], error] {
		return mapRecords(preds[0], func(rec claims.Record) (keyed[*submitted], error) {
			var in feverRow
			out := keyed[*submitted]{place: rec.Place}
			if err := unmarshal(rec, &in); err != nil {
				return out, err
			}
			if out.key, out.apart = in.key(), in.isHeader(); out.apart {
				return out, nil
			}
			if err := in.isPrediction(rec, "fact-checking"); err != nil {
				return out, err
			}
			p := &submitted{}
			if in.Predicted != nil {
				p.label = *in.Predicted
			}
			var list []json.RawMessage
			if in.PredEv != nil && json.Unmarshal(in.PredEv, &list) != nil {
				return out, &claims.RecordError{Place: rec.Place, Err: fmt.Errorf("predicted_evidence %.60s: want a list", in.PredEv)}
			}
			for _, raw := range list {
				if e := element(raw); e != nil {
					p.evidence = append(p.evidence, e)
				} else {
					p.left++
				}
			}
			out.value = p
			return out, nil
		})
	}
}

// feverSubmitted is [page, line] as it stands there.
func feverSubmitted(raw json.RawMessage) any {
	var pair []json.RawMessage
	if json.Unmarshal(raw, &pair) != nil || len(pair) != 2 {
		return nil
	}
	return pair
}

// feverousSubmitted is [page, type, id] as it stands there, or an id taken apart.
func feverousSubmitted(raw json.RawMessage) any {
	if id, ok := jsonText(raw); ok {
		triple, ok := splitID(id)
		if !ok {
			return nil
		}
		return triple
	}
	var triple []string
	if json.Unmarshal(raw, &triple) != nil || len(triple) != 3 {
		return nil
	}
	return triple
}
