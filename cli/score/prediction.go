package score

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// prediction is the prediction for a claim, of any task.
type prediction struct {
	place  claims.Place
	label  *string
	answer json.RawMessage   // answer of a question, undecoded
	cited  []json.RawMessage // evidence, undecoded; nil if the file has none
	pages  []string          // of the chain of verify --out
	sorted []string          // HoVer's ranked pages
	docs   []string          // HoVer's predicted pages; nil if the file has none
	ranked *ranking          // of a line that ranks pages
}

// merge takes from another file what this one doesn't say.
func (p *prediction) merge(q *prediction) {
	p.label, p.ranked = cmp.Or(p.label, q.label), cmp.Or(p.ranked, q.ranked)
	if p.answer == nil {
		p.answer = q.answer
	}
	if p.cited == nil {
		p.cited, p.pages = q.cited, q.pages
	}
	if p.docs == nil {
		p.docs, p.sorted = q.docs, q.sorted
	}
}

// form is the forms of a task's prediction files besides JSON lines and lists.
type form struct {
	line                 func(claims.Record) (record[*prediction], error)
	hotpot, stages, rows bool // {"answer": {…}, "sp": {…}}; {uid: {…}}; the CSV of the first500 runs
}

// The forms. If a task has two kinds of dictionaries, the first key distinguishes them.
var (
	hoverForm     = form{line: lineOf(hoverPrediction), stages: true}
	hotpotForm    = form{line: rankedLine, hotpot: true, rows: true}
	rankingForm   = form{line: rankedLine, rows: true}
	labelForm     = form{line: lineOf(labelPrediction)}
	anyLabelForm  = form{line: lineOf(labelPrediction), stages: true}
	foundForm     = form{line: foundLine, hotpot: true, stages: true}
	factSubmitted = form{line: lineOf(factPrediction)}
)

// predictions reads a file.
func predictions(ctx context.Context, f File, form form) ([]record[*prediction], error) {
	b, err := claims.Decompress(f.Reader)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	f = File{f.Name, b}
	first, dictionary := isDictionary(b)
	switch {
	case dictionary && form.hotpot && (!form.stages || first == "answer" || first == "sp"):
		return hotpotPredictions(ctx, f)
	case dictionary && form.stages:
		return stagePredictions(ctx, f)
	case form.rows:
		if head, _ := b.Peek(4096); !mayBeJSON(head) {
			return rowPredictions(ctx, f, head)
		}
	}
	return records(ctx, f, form.line)
}

// mergedPredictions reads several files and merges the predictions of each claim. Of several values it takes the first.
func mergedPredictions(ctx context.Context, files []File, form form) ([]record[*prediction], error) {
	var out []record[*prediction]
	at := map[string]int{}
	for _, f := range files {
		all, err := predictions(ctx, f, form)
		if err != nil {
			return nil, err
		}
		if len(files) == 1 {
			return all, nil
		}
		inFile := map[string]bool{}
		for _, p := range all {
			i, known := at[p.key]
			switch {
			case p.err != nil || !known:
				if p.err == nil {
					at[p.key] = len(out)
				}
				out = append(out, p)
			case !inFile[p.key]:
				out[i].value.merge(p.value)
			}
			inFile[p.key] = true
		}
	}
	return out, nil
}

// lineOf reads rows with what a task needs of them.
func lineOf(read func(*row) (*prediction, error)) func(claims.Record) (record[*prediction], error) {
	return func(rec claims.Record) (record[*prediction], error) {
		var in row
		out := record[*prediction]{place: rec.Place}
		if err := unmarshal(rec, &in); err != nil {
			return out, err
		}
		var err error
		if out.key, out.apart = in.key(), in.isHeader(); !out.apart {
			if out.value, err = read(&in); err == nil {
				out.value.place = rec.Place
			}
		}
		return out, bad(rec, err)
	}
}

// label returns the predicted label; lines of verify --out also have the gold one.
func (in *row) label() *string {
	if in.Predicted != nil {
		return in.Predicted
	}
	return in.Label
}

func labelPrediction(in *row) (*prediction, error) {
	if in.label() == nil {
		return nil, errors.New("no id and predicted_label")
	}
	return &prediction{label: in.label()}, nil
}

// factPrediction reads FEVER's and FEVEROUS's.
func factPrediction(in *row) (*prediction, error) {
	if err := in.isFact("fact-checking"); err != nil {
		return nil, err
	}
	p := &prediction{label: in.Predicted, cited: []json.RawMessage{}}
	if in.Cited != nil && json.Unmarshal(in.Cited, &p.cited) != nil {
		return nil, fmt.Errorf("predicted_evidence %.60s: want a list", in.Cited)
	}
	return p, nil
}

// hoverPrediction reads HoVer's submission, a record of one of its stages, or a line of verify --out.
func hoverPrediction(in *row) (*prediction, error) {
	if in.key() == "" {
		return nil, errors.New("no uid: not a HoVer prediction")
	}
	return in.hover()
}

func (in *row) hover() (*prediction, error) {
	p := &prediction{label: in.label(), sorted: in.Sorted, docs: in.Docs}
	for _, raw := range []json.RawMessage{in.Stage, in.Facts, in.Cited} {
		if p.cited != nil || raw == nil {
			continue
		}
		if json.Unmarshal(raw, &p.cited) != nil {
			return nil, fmt.Errorf("facts %.60s: want [[title, sentence number], …]", raw)
		}
		for _, fact := range p.cited {
			if _, err := newHoverFact(fact); err != nil {
				return nil, err
			}
		}
	}
	if p.label == nil && p.cited == nil && p.docs == nil {
		return nil, errors.New("no label, supporting_facts, predicted_sp or predicted_docs: not a HoVer prediction")
	}
	return p, nil
}

// foundLine reads a verdict with its evidence, or a line that ranks pages.
func foundLine(rec claims.Record) (record[*prediction], error) {
	out, err := lineOf(citedPrediction)(rec)
	if err == nil && !out.apart && out.value == errRanks {
		return rankedLine(rec)
	}
	return out, err
}

// errRanks marks a line without a verdict.
var errRanks = &prediction{}

func citedPrediction(in *row) (*prediction, error) {
	p := &prediction{label: in.Predicted, cited: []json.RawMessage{}}
	var chain struct {
		Pages []string `json:"pages"`
	}
	for _, raw := range []json.RawMessage{in.Cited, in.Facts} {
		var list []json.RawMessage
		if raw != nil && json.Unmarshal(raw, &list) != nil {
			return nil, fmt.Errorf("evidence %.60s: want a list", raw)
		}
		p.cited = append(p.cited, list...)
	}
	if in.Cited == nil && in.Facts == nil && in.Predicted == nil {
		return errRanks, nil
	}
	if in.Chain != nil && json.Unmarshal(in.Chain, &chain) != nil {
		return nil, fmt.Errorf("chain %.60s: want its pages", in.Chain)
	}
	p.pages = chain.Pages
	return p, nil
}

// stagePredictions reads {uid: {…}}, the form of the baseline's three stages.
func stagePredictions(ctx context.Context, f File) (out []record[*prediction], err error) {
	d, err := newDictionary(f)
	if err != nil {
		return nil, err
	}
	err = d.each(ctx, func(uid string) error {
		raw, err := d.raw()
		if err != nil {
			return err
		}
		r := record[*prediction]{key: uid, place: d.place()}
		rec := claims.Record{Place: r.place, Raw: raw}
		var in row
		if r.err = unmarshal(rec, &in); r.err == nil {
			r.value, err = in.hover()
			r.err = bad(rec, err)
		}
		if r.err == nil {
			r.value.place = r.place
		}
		out = append(out, r)
		return nil
	})
	return keepError(ctx, out, err)
}

// keepError adds the error at the end of a file to the records that can't be read.
func keepError(ctx context.Context, out []record[*prediction], err error) ([]record[*prediction], error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err != nil {
		out = append(out, record[*prediction]{err: err})
	}
	return out, nil
}

// exception is what the official code raises on a record. One that stands apart is of the whole file: it has HotpotQA's form.
type exception struct {
	error
	raised string
}

// hotpotPredictions reads {"answer": {id: text}, "sp": {id: [[title, sentence number]]}}; as in Python, the last of repeated keys
// counts.
func hotpotPredictions(ctx context.Context, f File) ([]record[*prediction], error) {
	d, err := newDictionary(f)
	if err != nil {
		return nil, err
	}
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
			var facts [][]json.RawMessage
			_, isText := jsonText(raw)
			switch {
			case err != nil:
				return err
			case key == "answer" && isText:
				of(id).answer = raw
				return nil
			case key == "answer":
				err = exception{fmt.Errorf("answer of %s: want text, got %.40s", id, raw), "AttributeError: an answer is no text"}
			case json.Unmarshal(raw, &facts) != nil:
				err = exception{fmt.Errorf("facts of %s: want [[title, sentence number], …]", id), "TypeError: facts are no list of lists"}
			default:
				var cited []json.RawMessage
				_ = json.Unmarshal(raw, &cited) // a list, as facts is one
				of(id).cited = append([]json.RawMessage{}, cited...)
				return nil
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

func newDictionary(f File) (*dictionary, error) {
	text, err := io.ReadAll(f.Reader)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return &dictionary{f.Name, text, json.NewDecoder(bytes.NewReader(text))}, nil
}

// fail returns an error at the line that has been read up to.
func (d *dictionary) fail(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file breaks off")
	}
	return &claims.RecordError{Place: d.place(), Err: err}
}

func (d *dictionary) place() claims.Place {
	return claims.Place{File: d.name, Line: bytes.Count(d.text[:d.d.InputOffset()], []byte{'\n'}) + 1}
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

// isDictionary reports whether the file is a JSON object of objects, {"id": {…}}, and not JSON lines; first is its first key.
func isDictionary(b *bufio.Reader) (first string, ok bool) {
	head, _ := b.Peek(4096)
	head = bytes.TrimSpace(head)
	if bytes.Equal(head, []byte("{}")) {
		return "", true
	}
	d := json.NewDecoder(bytes.NewReader(head))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return "", false
	}
	key, err := d.Token()
	if err != nil {
		return "", false
	}
	t, err := d.Token()
	first, _ = key.(string)
	return first, err == nil && t == json.Delim('{')
}
