package token

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"
)

// wordPiece is the greedy longest match first of BERT.
type wordPiece struct {
	heads   vocabulary // what a word may begin with: all tokens
	tails   vocabulary // what may go on: tokens that begin with the continuing prefix, ##, without it
	unknown int32
	longest int // code points in a word, beyond which it is unknown
	most    int // bytes of the longest token
}

func readWordPiece(raw json.RawMessage) (model, vocabulary, error) {
	f := struct {
		Unknown string     `json:"unk_token"`
		Prefix  string     `json:"continuing_subword_prefix"`
		Longest int        `json:"max_input_chars_per_word"`
		Vocab   vocabulary `json:"vocab"`
	}{"[UNK]", "##", 100, nil}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, nil, err
	}
	m := &wordPiece{heads: f.Vocab, tails: vocabulary{}, unknown: -1, longest: f.Longest}
	for s, id := range f.Vocab {
		if tail, ok := strings.CutPrefix(s, f.Prefix); ok {
			m.tails[tail] = id
		}
		m.most = max(m.most, len(s))
	}
	if id, ok := f.Vocab[f.Unknown]; ok {
		m.unknown = id
	}
	return m, f.Vocab, nil
}

func (m *wordPiece) without(barred map[int32]bool) model {
	n := *m
	n.heads, n.tails = m.heads.without(barred), m.tails.without(barred)
	return &n
}

func (v vocabulary) without(barred map[int32]bool) vocabulary {
	v = maps.Clone(v)
	maps.DeleteFunc(v, func(_ string, id int32) bool { return barred[id] })
	return v
}

// check refuses ids that are out of range.
func (v vocabulary) check() error {
	for s, id := range v {
		if id < 0 || id >= idLimit {
			return fmt.Errorf("vocab: id %d of %q is out of range", id, s)
		}
	}
	return nil
}

func (m *wordPiece) tokenize(w *work, b []byte) error {
	first, known := len(w.ids), len(b) <= m.longest || utf8.RuneCount(b) <= m.longest
	for tokens := m.heads; known && len(b) > 0; tokens = m.tails {
		n := min(len(b), m.most)
		id, ok := tokens[string(b[:n])]
		for !ok && n > 1 {
			n--
			id, ok = tokens[string(b[:n])]
		}
		w.ids, b, known = append(w.ids, id), b[n:], ok
	}
	if known {
		return nil
	}
	if m.unknown < 0 {
		return errNoUnknown
	}
	w.ids = append(w.ids[:first], m.unknown)
	return nil
}
