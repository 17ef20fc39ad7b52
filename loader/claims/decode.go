package claims

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/verify/label"
)

// fields has the fields of all JSON formats. Fields that mean different things in different files stay raw. Required fields are decoded at
// once, the others when a format needs them.
type fields struct {
	ID    *ID `json:"id"`
	OldID *ID `json:"_id"`
	UID   *ID `json:"uid"`

	Claim    string        `json:"claim"`
	Question field[string] `json:"question"`
	Text     field[string] `json:"text"`
	Answer   field[string] `json:"answer"`
	Label    *string       `json:"label"`

	NumHops    field[int]         `json:"num_hops"`
	Hops       field[int]         `json:"hops"`
	Shape      field[string]      `json:"shape"`
	Kind       field[string]      `json:"kind"`
	Type       field[string]      `json:"type"`
	Level      field[string]      `json:"level"`
	Challenge  field[string]      `json:"challenge"`
	Family     field[string]      `json:"family"`
	HpqaID     field[ID]          `json:"hpqa_id"`
	Edges      field[[][2]string] `json:"edges"`
	Operations json.RawMessage    `json:"annotator_operations"`

	Evidence   json.RawMessage    `json:"evidence"`
	Facts      field[[]fact]      `json:"supporting_facts"`
	Context    json.RawMessage    `json:"context"`
	Evidences  json.RawMessage    `json:"evidences"`
	Paragraphs field[[]paragraph] `json:"paragraphs"`
	Aliases    field[[]string]    `json:"answer_aliases"`
	Steps      field[[]step]      `json:"question_decomposition"`
	Pages      field[[]string]    `json:"pages"`
}

// fact is [title, sentence number].
type fact struct {
	title string
	n     int
}

// UnmarshalJSON reads the pair.
func (f *fact) UnmarshalJSON(b []byte) error {
	var pair []json.RawMessage
	if json.Unmarshal(b, &pair) != nil || len(pair) != 2 || json.Unmarshal(pair[0], &f.title) != nil ||
		json.Unmarshal(pair[1], &f.n) != nil {
		return fmt.Errorf("supporting fact %.60s: want [title, sentence number]", b)
	}
	return nil
}

// paragraph is one of MuSiQue's.
type paragraph struct {
	Number     int    `json:"idx"`
	Title      string `json:"title"`
	Text       string `json:"paragraph_text"`
	Supporting bool   `json:"is_supporting"`
}

// step is one of MuSiQue's.
type step struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
	Support  *int   `json:"paragraph_support_idx"`
}

// decode decodes a record. It returns nil without an error for records that are no claims: FEVEROUS's header, and rows of a run's other
// methods and settings.
func decode(rec record, f Format, fixed bool) (*Claim, error) {
	switch {
	case rec.row != nil:
		return decodeRow(rec.row)
	case rec.raw == nil:
		if rec.text == "" {
			return nil, ErrNoClaim
		}
		return &Claim{Text: rec.text}, nil
	case rec.isString() && (!fixed || f == formatPlain):
		c := &Claim{}
		if err := json.Unmarshal(rec.raw, &c.Text); err != nil {
			return nil, jsonError(err)
		}
		if strings.TrimSpace(c.Text) == "" {
			return nil, ErrNoClaim
		}
		return c, nil
	}
	var in fields
	if err := json.Unmarshal(rec.raw, &in); err != nil {
		return nil, jsonError(err)
	}
	if !fixed {
		f = formatOfRecord(rec, f)
	}
	c := in.common()
	if f == Feverous && in.isHeader() {
		return nil, nil
	}
	c.Format = f
	if err := in.fill(c, f); err != nil {
		return nil, err
	}
	if strings.TrimSpace(c.Text) == "" {
		return nil, in.wordless()
	}
	c.finish()
	return c, nil
}

// formatOfRecord lets a record that is surely of another format than its file be read as what it is.
func formatOfRecord(rec record, file Format) Format {
	if f, sure := detectRecord(rec); sure || file == Auto {
		return f
	}
	return file
}

func (in *fields) common() *Claim {
	c := &Claim{Text: cmp.Or(in.Claim, in.Text.value), Hops: in.NumHops.value, Shape: in.Shape.value,
		Kind: cmp.Or(in.Kind.value, in.Type.value), Level: in.Level.value,
		Challenge: in.Challenge.value, Family: in.Family.value, Edges: in.Edges.value, Operations: in.Operations, Answer: in.Answer.value,
		Aliases: in.Aliases.value}
	if c.Text == "" && in.Question.value != "" {
		c.Text, c.Question = in.Question.value, true
	}
	if in.Label != nil {
		c.Label = *in.Label
	}
	for _, id := range []*ID{in.ID, in.OldID, in.UID} {
		if id != nil && c.ID.IsZero() {
			c.ID = *id
		}
	}
	return c
}

// wordless returns the error of a record without a claim.
func (in *fields) wordless() error {
	_, err := in.Question.need("question")
	if _, text := in.Text.need("text"); text != nil && err == nil {
		err = text
	}
	if err == nil {
		err = ErrNoClaim
	}
	return err
}

func (in *fields) fill(c *Claim, f Format) error {
	c.Scheme = f.scheme(c.Label)
	switch f {
	case HotpotQA, formatTwoWiki:
		return in.fillQuestion(c)
	case formatMuSiQue:
		return in.fillMuSiQue(c)
	case Hover:
		if !in.HpqaID.value.IsZero() {
			c.Family = in.HpqaID.value.Key()
		}
		return in.fillFacts(c)
	case Fever:
		return in.fillFEVER(c)
	case Feverous:
		return in.fillFEVEROUS(c)
	case formatProgramFC:
		return in.fillProgramFC(c)
	case formatMultihop:
		return in.fillMultihop(c)
	}
	return in.fillFacts(c)
}

// fillFacts reads HoVer's evidence.
func (in *fields) fillFacts(c *Claim) error {
	facts, err := in.Facts.need("supporting_facts")
	c.addFacts(facts, nil)
	return err
}

// schemeOfLabel guesses from the spelling: HoVer's two labels, or FEVER's three.
func schemeOfLabel(written string) label.Scheme {
	switch strings.ToUpper(written) {
	case "SUPPORTED", "NOT_SUPPORTED":
		return label.HoVer
	}
	return label.FEVER
}

// finish derives what the record did not say.
func (c *Claim) finish() {
	smallest := 0
	for _, s := range c.Gold {
		titles := s.Titles()
		for _, t := range titles {
			c.GoldTitles = appendNew(c.GoldTitles, t)
		}
		if n := len(titles); n > 0 && (smallest == 0 || n < smallest) {
			smallest = n
		}
	}
	c.Hops = cmp.Or(c.Hops, smallest)
}

// jsonError rewords JSON's errors for the author of the file.
func jsonError(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		if kind.Field == "" {
			return fmt.Errorf("want a JSON object, got %s", kind.Value)
		}
		return fmt.Errorf("field %q: got %s", kind.Field, kind.Value)
	}
	if broken := (*json.SyntaxError)(nil); errors.As(err, &broken) {
		return fmt.Errorf("not JSON: %w", err)
	}
	return err
}

// field is a field of a record: its value, or the error of decoding it. Different formats use the same names, so the error of a field that
// the format doesn't need is ignored.
type field[T any] struct {
	value T
	err   error
}

// UnmarshalJSON reads the field, and keeps the error for those who need it.
func (f *field[T]) UnmarshalJSON(b []byte) error {
	var v T
	if f.err = json.Unmarshal(b, &v); f.err == nil {
		f.value = v
	}
	return nil
}

// need returns the value of a field that the record is not whole without.
func (f *field[T]) need(name string) (T, error) {
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(f.err, &kind) && kind.Field != "":
		return f.value, fmt.Errorf("field %q: got %s", name+"."+kind.Field, kind.Value)
	case kind != nil:
		return f.value, fmt.Errorf("field %q: got %s", name, kind.Value)
	}
	return f.value, f.err
}

// salvage returns the id and the text of a bad record, so that it can still be answered. It returns nil if one of them can't be read; the
// text may be empty.
func salvage(rec record, f Format, fixed bool) *Claim {
	var in struct {
		ID    json.RawMessage `json:"id"`
		OldID json.RawMessage `json:"_id"`
		UID   json.RawMessage `json:"uid"`

		Claim    json.RawMessage `json:"claim"`
		Question json.RawMessage `json:"question"`
		Text     json.RawMessage `json:"text"`
		Label    json.RawMessage `json:"label"`
	}
	if rec.raw == nil || json.Unmarshal(rec.raw, &in) != nil {
		return nil
	}
	c := &Claim{}
	for _, raw := range []json.RawMessage{in.ID, in.OldID, in.UID} {
		if c.ID.IsZero() && (len(raw) == 0 || json.Unmarshal(raw, &c.ID) != nil) {
			c.ID = ID{}
		}
	}
	words := false
	for i, raw := range []json.RawMessage{in.Claim, in.Text, in.Question} {
		if c.Text != "" || len(raw) == 0 || json.Unmarshal(raw, &c.Text) != nil {
			continue
		}
		words, c.Question = true, i == 2
	}
	if c.ID.IsZero() || !words {
		return nil
	}
	if json.Unmarshal(in.Label, &c.Label) != nil {
		c.Label = ""
	}
	if !fixed {
		f = formatOfRecord(rec, f)
	}
	c.Scheme = f.scheme(c.Label)
	return c
}

// scheme returns the data set whose labels a file of the format uses.
func (f Format) scheme(written string) label.Scheme {
	switch f {
	case Hover:
		return label.HoVer
	case Feverous, formatProgramFC:
		return label.FEVEROUS
	case Fever, formatMultihop, HotpotQA, formatTwoWiki, formatMuSiQue:
		return label.FEVER
	}
	return schemeOfLabel(written)
}
