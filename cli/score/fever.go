package score

import (
	"cmp"
	"encoding/json"
	"slices"
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
	evidence: "[page, line]", format: claims.Fever}

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
func feverItem(page, line json.RawMessage) (it item) {
	title, titled := jsonText(page)
	written, quoted := jsonText(line)
	n, number, integer := pythonNumber(line)
	pageKey, lineKey := string(page), string(line)
	if titled {
		pageKey = "s" + title
	}
	switch {
	case number:
		lineKey = "n" + strconv.FormatFloat(n, 'g', -1, 64)
	case quoted:
		lineKey = "s" + written
	}
	it.key[official] = pageKey + "\x00" + lineKey
	if !titled || !integer {
		it.bad = feverTypes
	}
	if v, err := strconv.Atoi(strings.TrimSpace(written)); err == nil { // we read "3" as 3
		n, number = float64(v), true
	}
	if titled && number {
		it.key[ours] = graph.FoldTitle(claims.Fever.Title(title)) + "\x00" + strconv.FormatFloat(n, 'g', -1, 64)
	}
	return it
}

// feverPrediction reads [page, line].
func feverPrediction(raw json.RawMessage) (item, string) {
	pair, ok := listOf[json.RawMessage](raw, 2)
	if !ok {
		return unlike(raw, feverShape), ""
	}
	return feverItem(pair[0], pair[1]), ""
}

// unlike is an element that the official check of the form refuses.
func unlike(raw json.RawMessage, bad string) item {
	return item{key: [2]string{official: "x" + string(raw)}, bad: bad}
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
	evidence: "evidence ids", format: claims.Auto}

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
			g.official = cmp.Or(bad, g.official)
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
		return item{key: [2]string{official: id}}, "IndexError: list index out of range"
	}
	return feverousElement(t, id), ""
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

// feverousElement returns the element of an id that is page, type and position to the official scorer.
func feverousElement(triple [3]string, id string) item {
	it := item{key: [2]string{official: strings.Join(triple[:], "\x00")}}
	it.cell[official] = slices.Contains([]string{"cell", "item", "table_caption", "header_cell"}, triple[1])
	if a, err := graph.ParseAddress(id); err == nil {
		it.key[ours] = graph.FoldTitle(a.Title) + "\x00" + a.Element.String()
		cells := []graph.Kind{graph.KindCell, graph.KindHeaderCell, graph.KindCaption, graph.KindItem}
		it.cell[ours] = slices.Contains(cells, a.Kind)
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
		return unlike(raw, feverousShape), ""
	}
	id := strings.TrimSuffix(strings.Join(triple, "_"), "_") // a title or section may have no position
	return feverousElement([3]string(triple), id), ""
}
