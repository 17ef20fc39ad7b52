package score

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// prediction is what a system says of a claim, in any form that a task's files have.
type prediction struct {
	place         claims.Place
	label         *string
	answer        json.RawMessage   // of a question, undecoded
	cited         []json.RawMessage // evidence, undecoded; nil if the record has none
	ranked        *ranking          // of a record that ranks pages
	probabilities map[string]float64

	facts    []hoverFact // cited, as HoVer's scorer compares it
	evidence []item      // cited, as FEVER's and FEVEROUS's compare it
	gold     *gold       // the record carries its own gold, which FEVEROUS's scorer prefers
	official string      // the exception that their scorers raise on reading it
}

// row is a record of any task, gold or predicted: FEVER's and FEVEROUS's, HoVer's submission, a line of verify --out,
// hop --out or ask --out.
type row struct {
	ID            *claims.ID      `json:"id"`
	OldID         *claims.ID      `json:"_id"`
	UID           *claims.ID      `json:"uid"`
	Label         *string         `json:"label"`
	Evidence      json.RawMessage `json:"evidence"`
	Predicted     *string         `json:"predicted_label"`
	Cited         json.RawMessage `json:"predicted_evidence"`
	Facts         json.RawMessage `json:"supporting_facts"`
	Probabilities json.RawMessage `json:"probabilities"`
	Answer        json.RawMessage `json:"answer"`
	Retrieved     json.RawMessage `json:"retrieved"`
	Chains        json.RawMessage `json:"chains"`
}

// key returns the id that the record is paired by; empty when it has none.
func (in *row) key() string {
	for _, id := range []*claims.ID{in.UID, in.ID, in.OldID} {
		if id != nil && !id.IsZero() {
			return id.Key()
		}
	}
	return ""
}

// isHeader tells FEVEROUS's header record by content: an empty id and no label.
func (in *row) isHeader() bool {
	return in.ID != nil && in.ID.Key() == "" && (in.Label == nil || *in.Label == "") &&
		(in.Predicted == nil || *in.Predicted == "")
}

// text returns a label; empty for nil.
func text(label *string) string {
	if label == nil {
		return ""
	}
	return *label
}

// said returns the predicted label; empty without one.
func (p *prediction) said() string {
	if p == nil {
		return ""
	}
	return text(p.label)
}

// form is how the prediction files of a task look.
type form struct {
	read       func(*row) (*prediction, error) // a record of JSON lines or of a list
	header     bool                            // there may be a header record
	dictionary bool                            // or {"answer": {…}, "sp": {…}}
}

// predictions reads a file, and returns the exception with which HotpotQA's official code ends on it. It refuses a file
// of white space alone, since the run that should have written it has probably failed; an empty list or object is a
// file of no predictions, and its claims count as wrong.
func (f form) predictions(ctx context.Context, file File) (all []record[*prediction], exception string, err error) {
	b, err := claims.Decompress(file.Reader)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", file.Name, err)
	}
	if head, err := b.Peek(512); err != nil && len(bytes.TrimSpace(head)) == 0 {
		return nil, "", fmt.Errorf("%s: %w", file.Name, ErrEmpty)
	}
	file.Reader = b
	head, _ := b.Peek(4096)
	if f.dictionary && isDictionary.Match(head) {
		return hotpotPredictions(file)
	}
	all, err = recordsOf(f.record)(ctx, file)
	return all, notOfficial, err
}

// record reads a record.
func (f form) record(rec claims.Record) (out record[*prediction], err error) {
	var in row
	if err := unmarshal(rec, &in); err != nil {
		return out, err
	}
	out.key, out.apart = in.key(), f.header && in.isHeader()
	p, err := f.read(&in)
	if err != nil {
		return out, bad(rec, err)
	}
	p.place = rec.Place
	if json.Unmarshal(in.Probabilities, &p.probabilities) != nil { // another system's
		p.probabilities = nil
	}
	out.value = p
	return out, nil
}

// label returns the predicted label; lines of verify --out also have the gold one.
func (in *row) label() *string {
	if in.Predicted != nil {
		return in.Predicted
	}
	return in.Label
}

// labelForm is any record with a label.
var labelForm = form{header: true, read: func(in *row) (*prediction, error) {
	if in.label() == nil {
		return nil, errors.New("no id and predicted_label")
	}
	return &prediction{label: in.label()}, nil
}}

// hotpotPredictions reads {"answer": {id: text}, "sp": {id: [[title, sentence number]]}} by id; as in Python, the last
// of repeated keys counts.
func hotpotPredictions(f File) (all []record[*prediction], exception string, err error) {
	text, err := io.ReadAll(f.Reader)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", f.Name, err)
	}
	var in struct{ Answer, SP map[string]json.RawMessage }
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, "", brokenAt(f.Name, text, err)
	}
	if in.Answer == nil && in.SP == nil {
		return nil, "", fmt.Errorf("%w: %s: neither \"answer\" nor \"sp\"", ErrPredictions, f.Name)
	}
	if in.Answer == nil || in.SP == nil {
		exception = "KeyError: the file lacks \"answer\" or \"sp\""
	}
	wrong := func(format string, args ...any) {
		all = append(all, record[*prediction]{err: fmt.Errorf("%s: %s", f.Name, fmt.Sprintf(format, args...))})
	}
	said := map[string]*prediction{}
	for _, id := range slices.Sorted(maps.Keys(in.Answer)) {
		if _, isText := jsonText(in.Answer[id]); isText {
			said[id] = &prediction{answer: in.Answer[id]}
		} else {
			wrong("answer of %s: want text, got %.40s", id, in.Answer[id])
		}
	}
	for _, id := range slices.Sorted(maps.Keys(in.SP)) {
		var facts [][]json.RawMessage
		if json.Unmarshal(in.SP[id], &facts) != nil {
			wrong("facts of %s: want [[title, sentence number], …]", id)
			continue
		}
		if said[id] == nil {
			said[id] = &prediction{}
		}
		said[id].cited = listed(in.SP[id])
	}
	for _, id := range slices.Sorted(maps.Keys(said)) {
		all = append(all, record[*prediction]{key: id, value: said[id]})
	}
	return all, exception, nil
}

// brokenAt returns the error of a file that is one JSON value, with its line.
func brokenAt(name string, text []byte, err error) error {
	at := len(text)
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) && int(syntax.Offset) < at {
		at = int(syntax.Offset)
	} else if syntax != nil {
		err = errors.New("the file breaks off")
	}
	line := bytes.Count(text[:at], []byte{'\n'}) + 1
	return &claims.RecordError{Place: claims.Place{File: name, Line: line}, Err: err}
}

// isDictionary is the beginning of a JSON object of objects, {"id": {…}}.
var isDictionary = regexp.MustCompile(`^\s*\{\s*("(\\.|[^"\\])*"\s*:\s*\{|\}\s*$)`)

// listed reads a list: nil for what is none, and only for that.
func listed(raw json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	return append([]json.RawMessage{}, list...)
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

// listOf reads a list of so many values: [title, number], or FEVEROUS's [page, type, position].
func listOf[T any](raw json.RawMessage, size int) (list []T, ok bool) {
	ok = json.Unmarshal(raw, &list) == nil && len(list) == size
	return list, ok
}
