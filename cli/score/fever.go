package score

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// fever scores predictions {id, predicted_label, predicted_evidence [[page, line]]} against FEVER's claims
// (Thorne et al. 2018, section 5; sheffieldnlp/fever-scorer, fever_score).
//
// The official figures fever_score, label_accuracy, evidence_precision, evidence_recall and evidence_f1 pair
// rows by position and ignore ids; compare pages by code point and labels in upper case; count the first 5
// predictions, repeats included; give precision 1 to a claim without predictions; and leave claims without
// enough information out of the evidence figures. A prediction that carries "label" and "evidence" is scored
// against those. Beside them stands our reading (see the package), with macro_f1 of the labels.
var fever = &factTask{name: "fever", neiExempt: true, gold: feverGold, item: feverPrediction, shape: feverShape,
	evidence: "[page, line]", format: claims.Fever,
	truncate: func(list []item, _ bool) []item { return list[:min(len(list), mostSentences)] }}

// mostSentences and mostCells are how many predicted elements FEVER and FEVEROUS count.
const mostSentences, mostCells = 5, 25

func feverGold(in *row) *gold {
	g := &gold{label: in.Label}
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
	pair, ok := listOf[json.RawMessage](raw, 2)
	if !ok {
		return item{key: "x" + string(raw), bad: feverShape}, ""
	}
	return feverItem(pair[0], pair[1]), ""
}

// feverous scores predictions {id, predicted_label, predicted_evidence [ids]} against FEVEROUS's claims (Aly et al.
// 2021, section 5; Raldir/FEVEROUS, evaluate.py and feverous_scorer.py).
//
// The prediction file may be evaluate.py's merged form, with the gold label and evidence in each line (then it
// may be its own gold file), the shared task's form with evidence [page, type, position] and no ids, or
// `verify --out` lines. The official figures feverous_score, label_accuracy, evidence_precision,
// evidence_recall and evidence_f1 drop a merged file's first line whatever it is, split ids at every underscore
// from the left, compare by code point, and count 5 sentences and 25 cells, captions and items. Claims without
// enough information need their evidence too. Files that are not merged are paired by position for them,
// header records aside.
var feverous = &factTask{name: "feverous", gold: feverousGold, item: feverousPrediction, shape: feverousShape,
	evidence: "evidence ids", format: claims.Auto, truncate: truncateByKind}

// truncateByKind keeps the first sentences and the first cells; whatever is no cell is a sentence.
func truncateByKind(list []item, own bool) []item {
	var out []item
	sentences, cells := 0, 0
	for _, it := range list {
		at, limit := &sentences, mostSentences
		if own && it.ownCell || !own && it.cell {
			at, limit = &cells, mostCells
		}
		if *at++; *at <= limit {
			out = append(out, it)
		}
	}
	return out
}

func feverousGold(in *row) *gold {
	g := &gold{label: in.Label}
	var sets []struct {
		Content []string `json:"content"`
	}
	switch {
	case in.Evidence == nil:
		g.official = "KeyError: 'evidence'"
		return g
	case json.Unmarshal(in.Evidence, &sets) != nil:
		g.official, g.noIDs = "TypeError: evidence is no list of {content, context}", true
		return g
	}
	for _, s := range sets {
		set := make([]item, 0, len(s.Content))
		for _, id := range s.Content {
			it, bad := feverousItem(id)
			if bad != "" {
				g.official = bad
			}
			set = append(set, it)
		}
		g.sets = append(g.sets, set)
	}
	return g
}

// feverousItem takes an id apart twice: at every underscore from the left, as evaluate.py does, and from the right.
func feverousItem(id string) (it item, exception string) {
	t, ok := splitID(id)
	if !ok {
		return item{key: id}, "IndexError: list index out of range"
	}
	return officialItem(t[0], t[1], t[2], id), ""
}

// splitID takes an id of FEVEROUS apart at every underscore from the left, as its official code does on both sides: a
// title with an underscore is cut, too, but still matches itself.
func splitID(id string) (triple [3]string, ok bool) {
	parts := strings.Split(id, "_")
	if strings.Contains(id, "table_caption") || strings.Contains(id, "header_cell") {
		rest := min(3, len(parts))
		return [3]string{parts[0], strings.Join(parts[1:rest], "_"), strings.Join(parts[rest:], "_")}, true
	}
	if len(parts) < 2 {
		return triple, false
	}
	return [3]string{parts[0], parts[1], strings.Join(parts[2:], "_")}, true
}

func officialItem(page, kind, position, id string) item {
	it := item{key: page + "\x00" + kind + "\x00" + position}
	it.cell = kind == "cell" || kind == "item" || kind == "table_caption" || kind == "header_cell"
	if a, err := graph.ParseAddress(id); err == nil {
		it.own = graph.FoldTitle(a.Title) + "\x00" + a.Element.String()
		switch a.Kind {
		case graph.KindCell, graph.KindHeaderCell, graph.KindCaption, graph.KindItem:
			it.ownCell = true
		}
	}
	return it
}

const feverousShape = "AssertionError: Predicted evidence must be a list of (page,type,position) lists"

// feverousPrediction reads an id, or the shared task's [page, type, position].
func feverousPrediction(raw json.RawMessage) (item, string) {
	if id, ok := jsonText(raw); ok {
		return feverousItem(id)
	}
	triple, ok := listOf[string](raw, 3)
	if !ok {
		return item{key: "x" + string(raw), bad: feverousShape}, ""
	}
	id := strings.TrimSuffix(strings.Join(triple, "_"), "_") // a title or section may have no position
	return officialItem(triple[0], triple[1], triple[2], id), ""
}
