package token

import (
	"encoding/json"
	"errors"
	"fmt"
)

// template says how one text or a pair is laid out among special tokens.
type template struct {
	single, pair layout
	trim         bool // spans leave out the spaces at their ends (byte-level)
	prefixed     bool // the byte-level split puts a space first, which trimming must not count
}

type layout []part

// part is one piece of a layout: the first text, the second, or special tokens.
type part struct {
	text int // 0: special, 1: first text, 2: second
	ids  []int32
	kind int64 // type id
}

// added counts the special tokens of a layout.
func (l layout) added() int {
	n := 0
	for _, p := range l {
		n += len(p.ids)
	}
	return n
}

func plainTemplate() template {
	return template{single: layout{{text: 1}}, pair: layout{{text: 1}, {text: 2, kind: 1}}}
}

type processorFile struct {
	Type       string                 `json:"type"`
	Single     []map[string]pieceFile `json:"single"`
	Pair       []map[string]pieceFile `json:"pair"`
	Specials   map[string]specialFile `json:"special_tokens"`
	Sep        *namedToken            `json:"sep"`
	Cls        *namedToken            `json:"cls"`
	Trim       *bool                  `json:"trim_offsets"`
	Prefix     *bool                  `json:"add_prefix_space"`
	Processors []json.RawMessage      `json:"processors"`
}

type pieceFile struct {
	ID   string `json:"id"`
	Kind int64  `json:"type_id"`
}

type specialFile struct {
	IDs []int32 `json:"ids"`
}

// namedToken is written ["[SEP]", 102].
type namedToken struct{ id int32 }

func (t *namedToken) UnmarshalJSON(b []byte) error {
	var name string
	pair := []any{&name, &t.id}
	if err := json.Unmarshal(b, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return errors.New("want a token and its id")
	}
	return nil
}

// readTemplate reads the post_processor part.
func readTemplate(raw json.RawMessage) (template, error) {
	t := plainTemplate()
	if absent(raw) {
		return t, nil
	}
	_, err := t.apply(raw, 0)
	return t, err
}

// apply adds one processor to t and says whether it laid out the texts; only one of a sequence may.
func (t *template) apply(raw json.RawMessage, depth int) (bool, error) {
	var f processorFile
	if err := json.Unmarshal(raw, &f); err != nil {
		return false, err
	}
	if f.Type == "Sequence" {
		return t.sequence(f, depth)
	}
	on := func(b *bool) bool { return b == nil || *b }
	switch f.Type {
	case "ByteLevel":
		t.trim = t.trim || on(f.Trim)
		t.prefixed = on(f.Prefix)
		return false, nil
	case "TemplateProcessing":
		return true, t.layouts(f)
	case "BertProcessing", "RobertaProcessing":
		if f.Sep == nil || f.Cls == nil {
			return true, fmt.Errorf("%s: sep or cls is missing", f.Type)
		}
		cls, sep := []int32{f.Cls.id}, []int32{f.Sep.id}
		t.single = layout{{ids: cls}, {text: 1}, {ids: sep}}
		if f.Type == "BertProcessing" {
			t.pair = layout{{ids: cls}, {text: 1}, {ids: sep}, {text: 2, kind: 1}, {ids: sep, kind: 1}}
			return true, nil
		}
		t.pair = layout{{ids: cls}, {text: 1}, {ids: sep}, {ids: sep}, {text: 2}, {ids: sep}}
		t.trim, t.prefixed = on(f.Trim), on(f.Prefix)
		return true, nil
	}
	return false, fmt.Errorf("type %q is not supported", f.Type)
}

func (t *template) sequence(f processorFile, depth int) (bool, error) {
	if depth > depthLimit {
		return false, errNested
	}
	laid := false
	for i, raw := range f.Processors {
		l, err := t.apply(raw, depth+1)
		if err != nil {
			return false, fmt.Errorf("processors[%d]: %w", i, err)
		}
		if l && laid {
			return false, fmt.Errorf("processors[%d]: a second layout of the texts is not supported", i)
		}
		laid = laid || l
	}
	return laid, nil
}

func (t *template) layouts(f processorFile) (err error) {
	if t.single, err = f.layout(f.Single, [3]int{1: 1}); err != nil {
		return fmt.Errorf("single: %w", err)
	}
	if t.pair, err = f.layout(f.Pair, [3]int{1: 1, 2: 1}); err != nil {
		return fmt.Errorf("pair: %w", err)
	}
	return nil
}

// layout reads pieces, which must use each text as often as texts says.
func (f processorFile) layout(pieces []map[string]pieceFile, texts [3]int) (layout, error) {
	var l layout
	var used [3]int
	for i, m := range pieces {
		for name, p := range m {
			part, err := f.part(name, p)
			if err != nil {
				return nil, fmt.Errorf("piece %d: %w", i, err)
			}
			l = append(l, part)
			used[part.text]++
		}
		if len(m) != 1 {
			return nil, fmt.Errorf("piece %d: want one of SpecialToken and Sequence", i)
		}
	}
	if used[1] != texts[1] || used[2] != texts[2] {
		return nil, fmt.Errorf("uses text A %d times and B %d times, want %d and %d", used[1], used[2], texts[1], texts[2])
	}
	return l, nil
}

func (f processorFile) part(name string, p pieceFile) (part, error) {
	switch {
	case name == "Sequence" && p.ID == "A":
		return part{text: 1, kind: p.Kind}, nil
	case name == "Sequence" && p.ID == "B":
		return part{text: 2, kind: p.Kind}, nil
	case name == "SpecialToken":
		if s, ok := f.Specials[p.ID]; ok {
			return part{ids: s.IDs, kind: p.Kind}, nil
		}
		return part{}, fmt.Errorf("special token %q is not listed", p.ID)
	}
	return part{}, fmt.Errorf("%s %q is not supported", name, p.ID)
}

// check says whether every special token is below size.
func (t *template) check(size int) error {
	for _, l := range []layout{t.single, t.pair} {
		for _, p := range l {
			for _, id := range p.ids {
				if id < 0 || int(id) >= size {
					return fmt.Errorf("special token id %d is not in the vocabulary of %d", id, size)
				}
			}
		}
	}
	return nil
}
