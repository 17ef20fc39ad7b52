package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Strategy is which of two texts is cut if both together are too long, as the reference names it.
type Strategy string

// The strategies.
const (
	None         Strategy = ""              // nothing is cut
	OnlyFirst    Strategy = "only_first"    // the premise is cut
	LongestFirst Strategy = "longest_first" // the longer one is cut, then both
)

// Truncation is a strategy with the number of tokens to keep, special tokens counted. Texts are cut at their end.
// The zero value cuts nothing.
type Truncation struct {
	Strategy Strategy
	Max      int
}

// String writes t as [ParseTruncation] reads it: only_first:192.
func (t Truncation) String() string {
	if t.Strategy == None {
		return "none"
	}
	return string(t.Strategy) + ":" + strconv.Itoa(t.Max)
}

// Truncation is ParseTruncation, for packages that have a Tokenizer by package onnx alone.
func (*Tokenizer) Truncation(s string) (Truncation, error) { return ParseTruncation(s) }

// ParseTruncation reads "none" or "strategy:max", such as "only_first:192".
func ParseTruncation(s string) (Truncation, error) {
	name, digits, _ := strings.Cut(s, ":")
	switch most, err := strconv.Atoi(digits); Strategy(name) {
	case OnlyFirst, LongestFirst:
		if err != nil || most <= 0 {
			return Truncation{}, fmt.Errorf("truncation %q: want %s:N with N above 0", s, name)
		}
		return Truncation{Strategy(name), most}, nil
	}
	if s == "none" {
		return Truncation{}, nil
	}
	return Truncation{}, fmt.Errorf("truncation %q: want none, only_first:N or longest_first:N", s)
}

// limit gives how many tokens of a text are worth reading, -1 for all: what lies beyond cannot change what is kept, but
// which of two long texts is the longer one takes reading both.
func (t Truncation) limit() int {
	if t.Strategy == OnlyFirst {
		return t.Max + 1
	}
	return -1
}

// cut gives how many of a and b tokens stay when the template adds some; pair says whether there is a second text.
func (t Truncation) cut(a, b, added int, pair bool) (int, int, error) {
	if t.Strategy == None {
		return a, b, nil
	}
	room := t.Max - added
	if room < 0 {
		return 0, 0, fmt.Errorf("truncation %v: %d special tokens alone are more: %w", t, added, ErrTooShort)
	}
	if room == 0 {
		return 0, 0, nil
	}
	over := a + b - room
	if over <= 0 {
		return a, b, nil
	}
	switch {
	case t.Strategy == LongestFirst && pair:
		a, b = longestFirst(a, b, room)
		return a, b, nil
	case t.Strategy == LongestFirst:
		return room, 0, nil
	case t.Strategy == OnlyFirst && a > over:
		return a - over, b, nil
	}
	return 0, 0, fmt.Errorf("truncation %v: %d and %d tokens: %w", t, a, b, ErrTooShort)
}

// longestFirst shares room between a and b tokens: the shorter keeps all when it fits in half, else both get half.
func longestFirst(a, b, room int) (int, int) {
	short := min(a, b)
	long := short
	if short <= room {
		long = max(short, room-short)
	}
	if short+long > room {
		short = room / 2
		long = short + room%2
	}
	if a > b {
		return long, short
	}
	return short, long
}

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
