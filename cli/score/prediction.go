package score

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

	// For FEVER's and FEVEROUS's scorers.
	evidence []item    // cited, as they compare it
	gold     *factGold // the record carries its own gold, which the official scorer prefers
	official string    // the exception that the official scorer raises on reading it
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

// form is how the prediction files of a task look.
type form struct {
	read       func(*row) (*prediction, error) // a record of JSON lines or of a list
	header     bool                            // there may be a header record
	dictionary bool                            // or {"answer": {…}, "sp": {…}}
	rows       bool                            // or the CSV of the first500 runs
}

// predictions reads a file. It refuses one of white space alone, since the run that should have written it has probably failed; an
// empty list or object is a file of no predictions, and its claims count as wrong.
func (f form) predictions(ctx context.Context, file File, o Options) ([]record[*prediction], error) {
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
	case f.dictionary && isDictionary(head):
		out, err = hotpotPredictions(ctx, file)
	case f.rows && !mayBeJSON(head):
		out, err = rowPredictions(ctx, file, head)
	default:
		out, err = records(ctx, file, f.record)
	}
	if err != nil {
		return nil, err
	}
	return only(out, o)
}

// readBoth reads predictions of a form, and the claims.
func readBoth(ctx context.Context, gold, pred File, f form, o Options) ([]record[*claims.Claim], []record[*prediction], error) {
	preds, err := f.predictions(ctx, pred, o)
	if err != nil {
		return nil, nil, err
	}
	golds, err := goldClaims(ctx, gold, o)
	return golds, preds, err
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
	at, sections := map[string]int{}, 0
	of := func(id string) *prediction {
		if _, known := at[id]; !known {
			at[id] = len(out)
			out = append(out, record[*prediction]{key: id, place: claims.Place{File: f.Name, Line: len(out) + 1}, value: &prediction{}})
		}
		return out[at[id]].value
	}
	err = d.each(ctx, func(key string) error {
		if key != "answer" && key != "sp" {
			_, err := d.raw()
			return err
		}
		sections++
		return d.each(ctx, func(id string) error {
			raw, err := d.raw()
			if err != nil {
				return err
			}
			var facts [][]json.RawMessage
			_, isText := jsonText(raw)
			switch {
			case key == "answer" && isText:
				of(id).answer = raw
				return nil
			case key == "answer":
				err = exception{fmt.Errorf("answer of %s: want text, got %.40s", id, raw), "AttributeError: an answer is no text"}
			case json.Unmarshal(raw, &facts) != nil:
				err = exception{fmt.Errorf("facts of %s: want [[title, sentence number], …]", id), "TypeError: facts are no list of lists"}
			default:
				of(id).cited, err = listed(raw, "facts", "a list")
				return err
			}
			wrong = append(wrong, record[*prediction]{err: d.fail(err)})
			return nil
		})
	})
	switch {
	case err != nil:
		return nil, err
	case sections == 0:
		return nil, fmt.Errorf("%w: %s: neither \"answer\" nor \"sp\"", ErrPredictions, f.Name)
	}
	form := exception{}
	if sections < 2 {
		form.raised = "KeyError: the file lacks \"answer\" or \"sp\""
	}
	return append(append(wrong, record[*prediction]{apart: true, err: form}), out...), nil
}

// dictionary reads one JSON object by key, in order.
type dictionary struct {
	name string
	text []byte
	d    *json.Decoder
}

// fail returns an error at the line that has been read up to.
func (d *dictionary) fail(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file breaks off")
	}
	line := bytes.Count(d.text[:d.d.InputOffset()], []byte{'\n'}) + 1
	return &claims.RecordError{Place: claims.Place{File: d.name, Line: line}, Err: err}
}

// each calls visit for every key of the object that begins here; visit reads the value.
func (d *dictionary) each(ctx context.Context, visit func(key string) error) error {
	if err := d.want(json.Delim('{')); err != nil {
		return err
	}
	for d.d.More() {
		key, err := d.d.Token()
		if err != nil {
			return d.fail(err)
		}
		if err := errors.Join(ctx.Err(), visit(key.(string))); err != nil {
			return err
		}
	}
	return d.want(json.Delim('}'))
}

func (d *dictionary) want(delim json.Delim) error {
	t, err := d.d.Token()
	if err == nil && t != delim {
		err = fmt.Errorf("want %v, got %v", delim, t)
	}
	if err != nil {
		return d.fail(err)
	}
	return nil
}

// raw reads the next value, of any kind.
func (d *dictionary) raw() (json.RawMessage, error) {
	var raw json.RawMessage
	if err := d.d.Decode(&raw); err != nil {
		return nil, d.fail(err)
	}
	return raw, nil
}

// isDictionary reports whether a file is a JSON object of objects, {"id": {…}}, and not JSON lines.
func isDictionary(head []byte) bool {
	if bytes.Equal(bytes.TrimSpace(head), []byte("{}")) {
		return true
	}
	d := json.NewDecoder(bytes.NewReader(head))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return false
	}
	if _, err := d.Token(); err != nil {
		return false
	}
	t, err := d.Token()
	return err == nil && t == json.Delim('{')
}

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
