package token

import (
	"encoding/json"
	"errors"
	"fmt"
)

// template has the layouts of a text and of a pair of texts among special tokens.
type template struct{ single, pair layout }

type layout []piece

// piece is a part of a layout: the first text, the second, or special tokens.
type piece struct {
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

// append lays out the tokens of two texts.
func (l layout) append(ids, types []int64, first, second []int32) (newIDs, newTypes []int64) {
	for _, p := range l {
		for _, id := range [][]int32{p.ids, first, second}[p.text] {
			ids, types = append(ids, int64(id)), append(types, p.kind)
		}
	}
	return ids, types
}

type processorFile struct {
	Type       string                           `json:"type"`
	Single     []map[string]templateFile        `json:"single"`
	Pair       []map[string]templateFile        `json:"pair"`
	Specials   map[string]struct{ IDs []int32 } `json:"special_tokens"`
	Sep        *namedToken                      `json:"sep"`
	Cls        *namedToken                      `json:"cls"`
	Processors []json.RawMessage                `json:"processors"`
}

type templateFile struct {
	ID   string `json:"id"`
	Kind int64  `json:"type_id"`
}

// namedToken is ["[SEP]", 102] in the file.
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
	t := template{single: layout{{text: 1}}, pair: layout{{text: 1}, {text: 2, kind: 1}}}
	if absent(raw) {
		return t, nil
	}
	_, err := t.apply(raw, 0)
	return t, err
}

// apply adds one processor to t and says whether it laid out the texts; only one of a sequence may.
func (t *template) apply(raw json.RawMessage, depth int) (laid bool, err error) {
	var f processorFile
	if err := json.Unmarshal(raw, &f); err != nil {
		return false, err
	}
	switch f.Type {
	case "Sequence":
		return t.sequence(f, depth)
	case "ByteLevel": // which is about offsets
		return false, nil
	case "TemplateProcessing":
		if t.single, err = f.layout(f.Single, 0); err != nil {
			return true, fmt.Errorf("single: %w", err)
		}
		if t.pair, err = f.layout(f.Pair, 1); err != nil {
			return true, fmt.Errorf("pair: %w", err)
		}
		return true, nil
	case "BertProcessing", "RobertaProcessing":
		if f.Sep == nil || f.Cls == nil {
			return true, fmt.Errorf("%s: sep or cls is missing", f.Type)
		}
		cls, sep := []int32{f.Cls.id}, []int32{f.Sep.id}
		t.single = layout{{ids: cls}, {text: 1}, {ids: sep}}
		t.pair = layout{{ids: cls}, {text: 1}, {ids: sep}, {text: 2, kind: 1}, {ids: sep, kind: 1}}
		if f.Type == "RobertaProcessing" {
			t.pair = layout{{ids: cls}, {text: 1}, {ids: sep}, {ids: sep}, {text: 2}, {ids: sep}}
		}
		return true, nil
	}
	return false, fmt.Errorf("type %q is not supported", f.Type)
}

func (t *template) sequence(f processorFile, depth int) (laid bool, err error) {
	if depth > depthLimit {
		return false, errNested
	}
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

// layout reads pieces, which must use text A once, and B as often as second says.
func (f processorFile) layout(pieces []map[string]templateFile, second int) (l layout, err error) {
	var used [3]int
	for i, m := range pieces {
		if len(m) != 1 {
			return nil, fmt.Errorf("piece %d: want one of SpecialToken and Sequence", i)
		}
		for name, p := range m {
			part := piece{kind: p.Kind}
			special, listed := f.Specials[p.ID]
			switch {
			case name == "Sequence" && p.ID == "A":
				part.text = 1
			case name == "Sequence" && p.ID == "B":
				part.text = 2
			case name == "SpecialToken" && listed:
				part.ids = special.IDs
			default:
				return nil, fmt.Errorf("piece %d: %s %q is neither a text nor a listed token", i, name, p.ID)
			}
			l = append(l, part)
			used[part.text]++
		}
	}
	if used[1] != 1 || used[2] != second {
		return nil, fmt.Errorf("uses text A %d times and B %d times, want 1 and %d", used[1], used[2], second)
	}
	return l, nil
}

// check returns an error if a special token is not below size.
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
