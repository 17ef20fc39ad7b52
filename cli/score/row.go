package score

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// row is a record of any task with labels, gold or predicted: FEVER's and FEVEROUS's, HoVer's submission and the files of
// its baseline's stages, and verify --out.
type row struct {
	ID        *claims.ID      `json:"id"`
	UID       *claims.ID      `json:"uid"`
	Label     *string         `json:"label"`
	Evidence  json.RawMessage `json:"evidence"`
	Predicted *string         `json:"predicted_label"`
	Cited     json.RawMessage `json:"predicted_evidence"`
	Facts     json.RawMessage `json:"supporting_facts"`
	Stage     json.RawMessage `json:"predicted_sp"`
	Sorted    []string        `json:"sorted_titles"`
	Docs      []string        `json:"predicted_docs"`
	Chain     json.RawMessage `json:"chain"`
}

// key returns the id that the record is paired by; empty when it has none.
func (in *row) key() string {
	if id := firstID(in.UID, in.ID); id != nil {
		return id.Key()
	}
	return ""
}

func firstID(ids ...*claims.ID) *claims.ID {
	for _, id := range ids {
		if id != nil && !id.IsZero() {
			return id
		}
	}
	return nil
}

// isHeader tells FEVEROUS's header record by content: an empty id and no label.
func (in *row) isHeader() bool {
	return in.ID != nil && in.ID.Key() == "" && (in.Label == nil || *in.Label == "") && (in.Predicted == nil || *in.Predicted == "")
}

// isFact refuses a record of another task than FEVER or FEVEROUS.
func (in *row) isFact(task string) error {
	if in.Predicted == nil && in.Cited == nil {
		return fmt.Errorf("neither predicted_label nor predicted_evidence: not a %s prediction", task)
	}
	return nil
}

// bad returns an error in a record.
func bad(rec claims.Record, err error) error {
	if err == nil {
		return nil
	}
	return &claims.RecordError{Place: rec.Place, Err: err}
}

var nonFinite = regexp.MustCompile(`(^|[\[:,\s])-?(NaN|Infinity)\b`)

// unmarshal reads a record, and says where and what when it can't.
func unmarshal(rec claims.Record, into any) error {
	err := json.Unmarshal(rec.Raw, into)
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind) && kind.Field == "":
		err = fmt.Errorf("want a JSON object, got %s", kind.Value)
	case errors.As(err, &kind):
		err = fmt.Errorf("field %q: got %s", kind.Field, kind.Value)
	case errors.As(err, &syntax) && nonFinite.Match(rec.Raw):
		err = errors.New("a number is NaN or infinite, which JSON does not have")
	default:
		err = fmt.Errorf("not JSON: %w", err)
	}
	return bad(rec, err)
}

func jsonText(raw json.RawMessage) (string, bool) {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
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

// pairOf reads [title, number].
func pairOf(raw json.RawMessage) (pair []json.RawMessage, ok bool) {
	ok = json.Unmarshal(raw, &pair) == nil && len(pair) == 2
	return pair, ok
}

// tripleOf reads FEVEROUS's [page, type, position].
func tripleOf(raw json.RawMessage) (triple []string, ok bool) {
	ok = json.Unmarshal(raw, &triple) == nil && len(triple) == 3
	return triple, ok
}

// joinAddress makes an id of [page, type, position]; a title or section may have no position.
func joinAddress(triple []string) string {
	return strings.TrimSuffix(strings.Join(triple, "_"), "_")
}

// addressOf reads FEVEROUS's id or [page, type, position], or the [page, sentence] of the others.
func addressOf(raw json.RawMessage) (graph.Address, error) {
	if id, ok := jsonText(raw); ok {
		return graph.ParseAddress(id)
	}
	if triple, ok := tripleOf(raw); ok {
		return graph.ParseAddress(joinAddress(triple))
	}
	var pair []json.RawMessage
	var title string
	if json.Unmarshal(raw, &pair) != nil || len(pair) < 2 || json.Unmarshal(pair[0], &title) != nil {
		return graph.Address{}, fmt.Errorf("%.60s: want an id or [page, sentence]", raw)
	}
	number := string(pair[1])
	if s, ok := jsonText(pair[1]); ok {
		number = strings.TrimSpace(s)
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || n != math.Trunc(n) {
		return graph.Address{}, fmt.Errorf("%.60s: want [page, sentence]", raw)
	}
	return graph.Address{Title: claims.FEVERTitle(title), Element: graph.Element{Kind: graph.KindSentence, A: int(n)}}, nil
}

// isCell tells what takes one of the places for cells.
func isCell(k graph.Kind) bool {
	return k == graph.KindCell || k == graph.KindHeaderCell || k == graph.KindCaption || k == graph.KindItem
}
