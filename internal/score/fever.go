package score

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/claims"
)

// FEVER scores predictions {id, predicted_label, predicted_evidence [[page, line]]} against FEVER's claims
// (Thorne et al. 2018, section 5; sheffieldnlp/fever-scorer, fever_score).
//
// The official figures fever_score, label_accuracy, evidence_precision, evidence_recall and evidence_f1 pair
// rows by position and ignore ids; compare pages by code point and labels in upper case; count the first 5
// predictions, repeats included; give precision 1 to a claim without predictions; and leave claims without
// enough information out of the evidence figures. A prediction that carries "label" and "evidence" is scored
// against those. Beside them stands our reading (see the package), with macro_f1 of the labels.
func FEVER(ctx context.Context, gold, pred File, o Options) (*Report, error) {
	limit := o.MaxEvidence
	t := &task{name: "fever", score: "fever_score", neiExempt: true}
	t.truncate = func(list []item, _ bool) []item {
		if limit == 0 {
			limit = 5
		}
		if limit > 0 && len(list) > limit {
			return list[:limit]
		}
		return list
	}
	pred, err := pred.filled()
	if err != nil {
		return nil, fmt.Errorf("score fever: %w", err)
	}
	run := newFactRun(t, o)
	out, err := run.score(ctx, run.feverGold(gold), run.feverPred(pred))
	if err != nil {
		return nil, fmt.Errorf("score fever: %w", err)
	}
	return out, nil
}

// feverRow holds the fields both sides may have.
type feverRow struct {
	ID        *claims.ID      `json:"id"`
	Label     *string         `json:"label"`
	Evidence  json.RawMessage `json:"evidence"`
	Predicted *string         `json:"predicted_label"`
	PredEv    json.RawMessage `json:"predicted_evidence"`
}

func (in *feverRow) key() string {
	if in.ID == nil {
		return ""
	}
	return in.ID.Key()
}

func (r *factRun) feverGold(f File) iter.Seq2[keyed[*factGold], error] {
	return mapRecords(f, func(rec claims.Record) (keyed[*factGold], error) {
		var in feverRow
		out := keyed[*factGold]{place: rec.Place}
		if err := unmarshal(rec, &in); err != nil {
			return out, err
		}
		out.key = in.key()
		out.value = feverGoldOf(&in)
		out.value.claim, _ = claims.Decode(rec, claims.Fever)
		return out, nil
	})
}

func feverGoldOf(in *feverRow) *factGold {
	g := &factGold{label: in.Label}
	if in.Evidence == nil {
		g.official = "AssertionError: evidence must be provided for the actual evidence"
		return g
	}
	var sets [][][]json.RawMessage
	if err := json.Unmarshal(in.Evidence, &sets); err != nil {
		g.official = "TypeError: evidence is no list of lists of lists"
		g.noIDs = true
		return g
	}
	for _, lines := range sets {
		set := make([]item, 0, len(lines))
		for _, l := range lines {
			if len(l) < 4 {
				g.official = "IndexError: list index out of range"
				continue
			}
			it := feverItem(l[2], l[3])
			it.null = string(l[3]) == "null"
			set = append(set, it)
		}
		g.sets = append(g.sets, set)
	}
	return g
}

const (
	feverShape = "AssertionError: Predicted evidence must be a list of (page,line) lists"
	feverTypes = "AssertionError: Predicted evidence must be a list of (page<string>,line<int>) lists"
)

// feverItem reads a page and a line as Python compares them: text by code point, numbers by value.
func feverItem(page, line json.RawMessage) item {
	var it item
	var title string
	text := json.Unmarshal(page, &title) == nil && len(page) > 0 && page[0] == '"'
	pageKey := string(page)
	if text {
		pageKey = "s" + title
	}
	n, number, integer := pythonNumber(line)
	lineKey := string(line)
	if number {
		lineKey = "n" + strconv.FormatFloat(n, 'g', -1, 64)
	} else if s, ok := jsonText(line); ok {
		lineKey = "s" + s
	}
	it.key = pageKey + "\x00" + lineKey
	if !text || !integer {
		it.bad = feverTypes
	}
	if s, ok := jsonText(line); ok { // we read "3" as 3
		if v, err := strconv.Atoi(strings.TrimSpace(s)); err == nil {
			n, number = float64(v), true
		}
	}
	if text && number {
		it.own = graph.FoldTitle(claims.FEVERTitle(title)) + "\x00" + strconv.FormatFloat(n, 'g', -1, 64)
	}
	return it
}

// pythonNumber reads a number or a truth value; integer tells what isinstance(x, int) would.
func pythonNumber(raw json.RawMessage) (v float64, number, integer bool) {
	switch s := string(raw); s {
	case "true":
		return 1, true, true
	case "false":
		return 0, true, true
	default:
		v, err := strconv.ParseFloat(s, 64)
		return v, err == nil, err == nil && !strings.ContainsAny(s, ".eE")
	}
}

func jsonText(raw json.RawMessage) (string, bool) {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

func (r *factRun) feverPred(f File) iter.Seq2[keyed[*factPred], error] {
	return mapRecords(f, func(rec claims.Record) (keyed[*factPred], error) {
		var in feverRow
		out := keyed[*factPred]{place: rec.Place}
		if err := unmarshal(rec, &in); err != nil {
			return out, err
		}
		if err := in.isPrediction(rec, "FEVER"); err != nil {
			return out, err
		}
		out.key = in.key()
		p := &factPred{label: in.Predicted, place: rec.Place}
		if err := p.readFEVER(in.PredEv); err != nil {
			return out, &claims.RecordError{Place: rec.Place, Err: err}
		}
		r.shapes.look(p, feverShape, "predicted_evidence holds no [page, line]: not a FEVER prediction")
		if in.Evidence != nil && in.Label != nil {
			if g := feverGoldOf(&in); !g.noIDs {
				p.gold = g
			}
		}
		out.value = p
		return out, nil
	})
}

// isPrediction refuses a record of another task's format.
func (in *feverRow) isPrediction(rec claims.Record, task string) error {
	if in.Predicted == nil && in.PredEv == nil {
		return &claims.RecordError{Place: rec.Place, Err: fmt.Errorf("neither predicted_label nor predicted_evidence: not a %s prediction", task)}
	}
	return nil
}

func (p *factPred) readFEVER(raw json.RawMessage) error {
	if raw == nil {
		return nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return fmt.Errorf("predicted_evidence %.60s: want [[page, line], …]", raw)
	}
	p.given = true
	for _, e := range list {
		var pair []json.RawMessage
		if json.Unmarshal(e, &pair) != nil || len(pair) != 2 {
			p.evidence = append(p.evidence, item{key: "x" + string(e), bad: feverShape})
			continue
		}
		p.evidence = append(p.evidence, feverItem(pair[0], pair[1]))
	}
	return nil
}
