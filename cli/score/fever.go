package score

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
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
	t := &task{name: "fever", neiExempt: true, gold: feverGold, item: feverPrediction, shape: feverShape, form: "[page, line]",
		format: claims.Fever, truncate: func(list []item, _ bool) []item { return list[:min(len(list), mostSentences)] }}
	return t.score(ctx, gold, pred, o)
}

func feverGold(in *row) *factGold {
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

// feverPrediction reads [page, line].
func feverPrediction(raw json.RawMessage) (item, string) {
	pair, ok := pairOf(raw)
	if !ok {
		return item{key: "x" + string(raw), bad: feverShape}, ""
	}
	return feverItem(pair[0], pair[1]), ""
}
