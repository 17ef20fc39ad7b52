package score

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
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

// row is a record of any task, gold or predicted: FEVER's and FEVEROUS's, HoVer's submission, a line of verify --out, hop --out or
// ask --out.
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
	Titles        json.RawMessage `json:"retrieved_titles"`
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
	return in.ID != nil && in.ID.Key() == "" && (in.Label == nil || *in.Label == "") && (in.Predicted == nil || *in.Predicted == "")
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
	rows       bool                            // or the CSV of the first500 runs
}

// predictions reads a file. It refuses one of white space alone, since the run that should have written it has probably failed; an
// empty list or object is a file of no predictions, and its claims count as wrong.
func (f form) predictions(ctx context.Context, file File) ([]record[*prediction], error) {
	b, err := claims.Decompress(file.Reader)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name, err)
	}
	if head, err := b.Peek(512); err != nil && len(bytes.TrimSpace(head)) == 0 {
		return nil, fmt.Errorf("%s: %w", file.Name, ErrEmpty)
	}
	file.Reader = b
	var out []record[*prediction]
	head, _ := b.Peek(4096)
	switch {
	case f.dictionary && isDictionary.Match(head):
		out, err = hotpotPredictions(ctx, file)
	case f.rows && !mayBeJSON(head):
		out, err = rowPredictions(ctx, file, head)
	default:
		out, err = records(ctx, file, f.record)
	}
	return out, err
}

// record reads a record.
func (f form) record(rec claims.Record) (record[*prediction], error) {
	var in row
	out := record[*prediction]{place: rec.Place}
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

// exception is what the official code raises on a record. One that stands apart is of the whole file: it has HotpotQA's form.
type exception struct {
	error
	raised string
}

// hotpotPredictions reads {"answer": {id: text}, "sp": {id: [[title, sentence number]]}}; as in Python, the last of repeated keys
// counts.
func hotpotPredictions(ctx context.Context, f File) ([]record[*prediction], error) {
	text, err := io.ReadAll(f.Reader)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	d := &dictionary{f.Name, text, json.NewDecoder(bytes.NewReader(text))}
	var out, wrong []record[*prediction]
	at, sections := map[string]int{}, map[string]bool{}
	err = d.each(func(section string) error {
		if section != "answer" && section != "sp" {
			return d.d.Decode(&json.RawMessage{})
		}
		sections[section] = true
		return d.each(func(id string) error {
			var raw json.RawMessage
			if err := errors.Join(ctx.Err(), d.d.Decode(&raw)); err != nil {
				return err
			}
			if err := hotpotError(section, id, raw); err != nil {
				wrong = append(wrong, record[*prediction]{err: d.placed(err)})
				return nil
			}
			if _, known := at[id]; !known {
				at[id] = len(out)
				out = append(out, record[*prediction]{key: id, place: claims.Place{File: f.Name, Line: len(out) + 1}, value: &prediction{}})
			}
			p := out[at[id]].value
			if section == "answer" {
				p.answer = raw
				return nil
			}
			p.cited, err = listed(raw, "facts", "a list")
			return err
		})
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file breaks off")
	}
	switch {
	case err != nil:
		return nil, d.placed(err)
	case len(sections) == 0:
		return nil, fmt.Errorf("%w: %s: neither \"answer\" nor \"sp\"", ErrPredictions, f.Name)
	}
	form := exception{}
	if len(sections) < 2 {
		form.raised = "KeyError: the file lacks \"answer\" or \"sp\""
	}
	return append(append(wrong, record[*prediction]{apart: true, err: form}), out...), nil
}

// hotpotError returns what is wrong with an answer or with facts.
func hotpotError(section, id string, raw json.RawMessage) error {
	var facts [][]json.RawMessage
	_, isText := jsonText(raw)
	switch {
	case section == "answer" && !isText:
		return exception{fmt.Errorf("answer of %s: want text, got %.40s", id, raw), "AttributeError: an answer is no text"}
	case section == "sp" && json.Unmarshal(raw, &facts) != nil:
		return exception{fmt.Errorf("facts of %s: want [[title, sentence number], …]", id), "TypeError: facts are no list of lists"}
	}
	return nil
}

// dictionary reads one JSON object by key, in order.
type dictionary struct {
	name string
	text []byte
	d    *json.Decoder
}

// placed returns an error at the line that has been read up to.
func (d *dictionary) placed(err error) error {
	line := bytes.Count(d.text[:d.d.InputOffset()], []byte{'\n'}) + 1
	return &claims.RecordError{Place: claims.Place{File: d.name, Line: line}, Err: err}
}

// each calls visit for every key of the object that begins here; visit reads the value.
func (d *dictionary) each(visit func(key string) error) error {
	if t, err := d.d.Token(); err != nil || t != json.Delim('{') {
		return cmp.Or(err, fmt.Errorf("want {, got %v", t))
	}
	for d.d.More() {
		key, err := d.d.Token()
		if err != nil {
			return err
		}
		if err := visit(key.(string)); err != nil {
			return err
		}
	}
	_, err := d.d.Token()
	return err
}

// isDictionary is the beginning of a JSON object of objects, {"id": {…}}.
var isDictionary = regexp.MustCompile(`^\s*\{\s*("(\\.|[^"\\])*"\s*:\s*\{|\}\s*$)`)

// listed reads a list; never nil without an error, which says what was wanted.
func listed(raw json.RawMessage, field, want string) ([]json.RawMessage, error) {
	list := []json.RawMessage{}
	if json.Unmarshal(raw, &list) != nil {
		return nil, fmt.Errorf("%s %.60s: want %s", field, raw, want)
	}
	return append([]json.RawMessage{}, list...), nil
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
