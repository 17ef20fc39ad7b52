package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// model turns one pre-token into tokens. It sees a segment of the current buffer and reports with work.found.
// forbidden, when not nil, marks ids that text must not become.
type model interface {
	tokenize(w *work, b []byte, forbidden []bool) error
}

// wordPiece is the greedy longest match first of BERT.
type wordPiece struct {
	trie    *trie
	unknown int32
	tail    int32 // node after the continuing prefix, ##
	tails   bool  // whether any entry begins with that prefix
	longest int   // code points in a word, beyond which it is unknown
}

type wordPieceFile struct {
	Unknown string           `json:"unk_token"`
	Prefix  *string          `json:"continuing_subword_prefix"`
	Longest *int             `json:"max_input_chars_per_word"`
	Vocab   map[string]int32 `json:"vocab"`
}

func readWordPiece(raw json.RawMessage) (model, vocabulary, error) {
	f := wordPieceFile{Unknown: "[UNK]"}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, nil, err
	}
	t, err := trieOf(f.Vocab)
	if err != nil {
		return nil, nil, err
	}
	m := &wordPiece{trie: t, unknown: -1, longest: 100}
	if id, ok := f.Vocab[f.Unknown]; ok {
		m.unknown = id
	}
	if f.Longest != nil {
		m.longest = *f.Longest
	}
	prefix := "##"
	if f.Prefix != nil {
		prefix = *f.Prefix
	}
	m.tail = t.walk(prefix)
	m.tails = prefix == "" || m.tail != 0
	return m, f.Vocab, nil
}

func trieOf(vocab map[string]int32) (*trie, error) {
	t := newTrie()
	for s, id := range vocab {
		if id < 0 || id >= idLimit {
			return nil, fmt.Errorf("vocab: id %d of %q is out of range", id, s)
		}
		if !t.add(s, id) {
			return nil, errors.New("vocab: more text than this package can hold")
		}
	}
	return t, nil
}

func (m *wordPiece) tokenize(w *work, b []byte, forbidden []bool) error {
	return m.word(w, b, nil, forbidden)
}

// word tokenizes b, each byte folded by fold first where that is given (ASCII only).
func (m *wordPiece) word(w *work, b []byte, fold *[256]byte, forbidden []bool) error {
	if len(b) > m.longest && utf8.RuneCount(b) > m.longest {
		return m.whole(w, b)
	}
	first := len(w.hits)
	from := int32(0)
	for lo := 0; lo < len(b); from = m.tail {
		if lo > 0 && !m.tails {
			w.hits = w.hits[:first]
			return m.whole(w, b)
		}
		id, end := m.match(b[lo:], from, fold, forbidden)
		if id < 0 {
			w.hits = w.hits[:first]
			return m.whole(w, b)
		}
		w.found(id, lo, lo+end)
		lo += end
	}
	return nil
}

// match gives the longest entry that b begins with, -1 when there is none.
func (m *wordPiece) match(b []byte, n int32, fold *[256]byte, forbidden []bool) (id int32, end int) {
	id = -1
	for i, c := range b {
		if fold != nil {
			c = fold[c]
		}
		var v int32
		if n, v = m.trie.step(n, c); n == 0 {
			break
		}
		if v >= 0 && (forbidden == nil || !forbidden[v]) {
			id, end = v, i+1
		}
	}
	return id, end
}

func (m *wordPiece) whole(w *work, b []byte) error {
	if m.unknown < 0 {
		return errNoUnknown
	}
	w.found(m.unknown, 0, len(b))
	return nil
}
