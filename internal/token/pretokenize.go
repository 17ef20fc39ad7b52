package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

func (t *Tokenizer) preTokenizer(kind string, raw json.RawMessage) (stage, error) {
	switch kind {
	case "BertPreTokenizer":
		return bertSplit{t.class}, nil
	case "ByteLevel":
		return t.byteLevel(raw)
	case "Metaspace":
		return t.metaspace(raw)
	case "Whitespace":
		return splitter(t.words), nil
	case "WhitespaceSplit":
		return t.delimited(space, removed), nil
	case "Punctuation":
		f := struct{ Behavior behavior }{isolated}
		err := json.Unmarshal(raw, &f)
		return t.delimited(punct, f.Behavior), err
	case "Digits":
		var f struct {
			Each bool `json:"individual_digits"`
		}
		err := json.Unmarshal(raw, &f)
		if f.Each {
			return t.delimited(numeric, isolated), err
		}
		return t.delimited(numeric, contiguous), err
	case "CharDelimiterSplit":
		var f struct{ Delimiter string }
		if err := json.Unmarshal(raw, &f); err != nil {
			return nil, err
		}
		find, err := patternFile{String: &f.Delimiter}.compile()
		return patternSplit{find, removed, false}, err
	case "Split":
		return t.patternSplit(raw)
	}
	return nil, errUnsupported
}

// splitter is a stage that cuts each segment.
type splitter func(b []byte, cut func(lo, hi int))

func (f splitter) run(w *work) { w.split(f) }

// words is \w+|[^\w\s]+.
func (t *Tokenizer) words(b []byte, cut func(lo, hi int)) {
	start, kind := 0, class(0)
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		k := t.class.of(r) & (word | space)
		if k != kind {
			if kind != space {
				cut(start, i)
			}
			start, kind = i, k
		}
		i += n
	}
	if kind != space {
		cut(start, len(b))
	}
}

// behavior says what becomes of the delimiters of a split.
type behavior uint8

const (
	removed behavior = iota
	isolated
	mergedWithPrevious
	mergedWithNext
	contiguous
)

func (b *behavior) UnmarshalJSON(raw []byte) error {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return err
	}
	known := map[string]behavior{"Removed": removed, "Isolated": isolated, "MergedWithPrevious": mergedWithPrevious,
		"MergedWithNext": mergedWithNext, "Contiguous": contiguous}
	var ok bool
	if *b, ok = known[s]; !ok {
		return fmt.Errorf("behavior %q is not supported", s)
	}
	return nil
}

// joiner takes the stretches of a text, delimiters and others, and cuts as its behavior says.
type joiner struct {
	how      behavior
	cut      func(lo, hi int)
	lo, hi   int // not cut off yet
	held, is bool
}

func (j *joiner) add(lo, hi int, delimiter bool) {
	join := false
	switch j.how {
	case removed:
		if !delimiter {
			j.cut(lo, hi)
		}
		return
	case isolated:
		j.cut(lo, hi)
		return
	case contiguous:
		join = j.held && delimiter == j.is
	case mergedWithPrevious:
		join = j.held && delimiter && !j.is
	case mergedWithNext:
		join = j.held && !delimiter && j.is
	}
	if !join {
		j.end()
		j.lo, j.held = lo, true
	}
	j.hi, j.is = hi, delimiter
}

func (j *joiner) end() {
	if j.held {
		j.cut(j.lo, j.hi)
	}
}

// delimited splits at each character of a class.
func (t *Tokenizer) delimited(kind class, how behavior) stage {
	return splitter(func(b []byte, cut func(lo, hi int)) {
		j, start := joiner{how: how, cut: cut}, 0
		for i := 0; i < len(b); {
			r, n := utf8.DecodeRune(b[i:])
			if t.class.of(r)&kind != 0 {
				if start < i {
					j.add(start, i, false)
				}
				j.add(i, i+n, true)
				start = i + n
			}
			i += n
		}
		if start < len(b) {
			j.add(start, len(b), false)
		}
		j.end()
	})
}

// patternSplit splits at what a pattern finds, or with invert between that.
type patternSplit struct {
	find   pattern
	how    behavior
	invert bool
}

// gpt2 is the pattern of the byte-level split, which some files write out.
const gpt2 = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`

func (t *Tokenizer) patternSplit(raw json.RawMessage) (stage, error) {
	var f struct {
		Pattern  patternFile
		Behavior *behavior
		Invert   bool
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	if f.Behavior == nil {
		return nil, errors.New("behavior is missing")
	}
	if r := f.Pattern.Regex; r != nil && *r == gpt2 && *f.Behavior == isolated {
		return splitter(byteLevel{class: t.class}.words), nil
	}
	find, err := f.Pattern.compile()
	return patternSplit{find, *f.Behavior, f.Invert}, err
}

func (s patternSplit) run(w *work) {
	w.split(func(b []byte, cut func(lo, hi int)) {
		j, at := joiner{how: s.how, cut: cut}, 0
		for lo, hi := s.find(b, 0); lo >= 0; lo, hi = s.find(b, at) {
			if at < lo {
				j.add(at, lo, s.invert)
			}
			j.add(lo, hi, !s.invert)
			at = hi
		}
		if at < len(b) {
			j.add(at, len(b), s.invert)
		}
		j.end()
	})
}
