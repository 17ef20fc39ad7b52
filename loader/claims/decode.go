package claims

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/verify/label"
)

// fields has the fields of all JSON formats. Fields that mean different things in different files stay raw.
type fields struct {
	ID    field[ID] `json:"id"`
	OldID field[ID] `json:"_id"`
	UID   field[ID] `json:"uid"`

	Claim    field[string] `json:"claim"`
	Question field[string] `json:"question"`
	Text     field[string] `json:"text"`
	Answer   field[string] `json:"answer"`
	Label    field[string] `json:"label"`

	NumHops   field[int]         `json:"num_hops"`
	Hops      field[int]         `json:"hops"`
	Shape     field[string]      `json:"shape"`
	Kind      field[string]      `json:"kind"`
	Type      field[string]      `json:"type"`
	Level     field[string]      `json:"level"`
	Challenge field[string]      `json:"challenge"`
	Family    field[string]      `json:"family"`
	HpqaID    field[ID]          `json:"hpqa_id"`
	Edges     field[[][2]string] `json:"edges"`

	Evidence   json.RawMessage    `json:"evidence"`
	Facts      field[[]fact]      `json:"supporting_facts"`
	Context    json.RawMessage    `json:"context"`
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

// decode decodes a record of a format. It returns nil without an error for records that are no claims, such as
// FEVEROUS's header. With an error it returns the id and the words of the claim, so that it can still be answered, or
// nil if the record lacks one of them.
func decode(rec record, f Format) (*Claim, error) {
	switch {
	case rec.err != nil:
		return nil, rec.err
	case rec.row != nil:
		return decodeRow(rec.row)
	case rec.raw == nil:
		if rec.text == "" {
			return nil, ErrNoClaim
		}
		return &Claim{Text: rec.text}, nil
	case rec.isString():
		c := &Claim{}
		if err := json.Unmarshal(rec.raw, &c.Text); err != nil {
			return nil, jsonError("", err)
		}
		if strings.TrimSpace(c.Text) == "" {
			return nil, ErrNoClaim
		}
		return c, nil
	}
	var in fields
	if err := json.Unmarshal(rec.raw, &in); err != nil {
		return nil, jsonError("", err)
	}
	c := in.common()
	c.Format = f
	form, special := forms[f]
	if c.Scheme = form.scheme; !special {
		form.fill, c.Scheme = (*fields).fillFacts, schemeOfLabel(c.Label)
	}
	err := in.required()
	switch {
	case err != nil:
	case f == Feverous && in.isHeader():
		return nil, nil
	default:
		err = form.fill(&in, c)
	}
	if err == nil && strings.TrimSpace(c.Text) == "" {
		err = in.wordless()
	}
	if err == nil {
		c.finish()
		return c, nil
	}
	if c.ID.IsZero() || !in.Claim.read && !in.Text.read && !in.Question.read {
		return nil, err
	}
	return &Claim{ID: c.ID, Text: c.Text, Question: c.Question, Label: c.Label, Scheme: c.Scheme}, err
}

// required returns the error of a field that no format is whole without.
func (in *fields) required() error {
	_, claim := in.Claim.need("claim")
	_, label := in.Label.need("label")
	return cmp.Or(in.ID.err, in.OldID.err, in.UID.err, claim, label)
}

// formatOfRecord lets a record that is surely of another format than its file be read as what it is.
func formatOfRecord(rec record, file Format) Format {
	if f, sure := detectRecord(rec); sure || file == Auto {
		return f
	}
	return file
}

func (in *fields) common() *Claim {
	c := &Claim{ID: cmp.Or(in.ID.value, in.OldID.value, in.UID.value), Text: cmp.Or(in.Claim.value, in.Text.value),
		Label: in.Label.value, Hops: in.NumHops.value, Shape: in.Shape.value, Kind: cmp.Or(in.Kind.value, in.Type.value),
		Level: in.Level.value, Challenge: in.Challenge.value, Family: in.Family.value, Edges: in.Edges.value,
		Answer: in.Answer.value, Aliases: in.Aliases.value}
	if c.Text == "" && in.Question.read {
		c.Text, c.Question = in.Question.value, true
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

// forms are the formats of data sets: how the fields that not all have are read, and whose labels they use.
var forms = map[Format]struct {
	fill   func(*fields, *Claim) error
	scheme label.Scheme
}{
	formatHotpotQA:  {(*fields).fillQuestion, label.FEVER},
	formatTwoWiki:   {(*fields).fillQuestion, label.FEVER},
	formatMuSiQue:   {(*fields).fillMuSiQue, label.FEVER},
	Hover:           {(*fields).fillFacts, label.HoVer},
	Fever:           {(*fields).fillFEVER, label.FEVER},
	Feverous:        {(*fields).fillFEVEROUS, label.FEVEROUS},
	formatProgramFC: {(*fields).fillProgramFC, label.FEVEROUS},
	formatMultihop:  {(*fields).fillMultihop, label.FEVER},
}

// fillFacts reads HoVer's evidence and the claim's source.
func (in *fields) fillFacts(c *Claim) error {
	if id := in.HpqaID.value; c.Format == Hover && !id.IsZero() {
		c.Family = id.Key()
	}
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

// jsonError rewords an error of JSON for the author of the file; name is the field that was read, empty for the record.
func jsonError(name string, err error) error {
	var kind *json.UnmarshalTypeError
	var broken *json.SyntaxError
	switch {
	case errors.As(err, &kind) && name+kind.Field != "":
		return fmt.Errorf("field %q: got %s", strings.Trim(name+"."+kind.Field, "."), kind.Value)
	case kind != nil:
		return fmt.Errorf("want a JSON object, got %s", kind.Value)
	case errors.As(err, &broken):
		return fmt.Errorf("not JSON: %w", err)
	}
	return err
}

// field is a field of a record: its value, or the error of decoding it. Different formats use the same names, so the
// error of a field that the format doesn't need is ignored.
type field[T any] struct {
	value T
	read  bool // the record has it, and value is its value
	err   error
}

// UnmarshalJSON reads the field, and keeps the error for those who need it.
func (f *field[T]) UnmarshalJSON(b []byte) error {
	var v T
	if f.err = json.Unmarshal(b, &v); f.err == nil {
		f.value, f.read = v, true
	}
	return nil
}

// need returns the value of a field that the record is not whole without.
func (f *field[T]) need(name string) (T, error) { return f.value, jsonError(name, f.err) }
