package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// bpe merges the pair of neighbours that was learnt first, again and again: byte-level (GPT-2, RoBERTa) or by characters.
type bpe struct {
	vocab    vocabulary
	whole    map[string]int32 // words that end up as one token
	merges   map[uint64]pairRule
	bytes    [256]int32 // byte-level: the token of each byte, or -1
	level    bool       // byte-level
	unknown  int32
	fuse     bool
	fallback *[256]int32 // tokens <0x00> to <0xFF>, for characters not in the vocabulary
}

// pairRule says that a pair is merged: when (the lower the sooner) and into what.
type pairRule struct{ rank, id int32 }

func pairKey(a, b int32) uint64 { return uint64(uint32(a))<<32 | uint64(uint32(b)) }

type bpeFile struct {
	Dropout  *float64    `json:"dropout"`
	Unknown  *string     `json:"unk_token"`
	Prefix   *string     `json:"continuing_subword_prefix"`
	Suffix   *string     `json:"end_of_word_suffix"`
	Fuse     bool        `json:"fuse_unk"`
	Fallback bool        `json:"byte_fallback"`
	Ignore   bool        `json:"ignore_merges"`
	Vocab    vocabulary  `json:"vocab"`
	Merges   []mergeFile `json:"merges"`
}

// mergeFile is written "a b" or ["a", "b"].
type mergeFile struct{ a, b string }

func (m *mergeFile) UnmarshalJSON(raw []byte) error {
	var line string
	if json.Unmarshal(raw, &line) == nil {
		var ok bool
		if m.a, m.b, ok = strings.Cut(line, " "); !ok || strings.Contains(m.b, " ") {
			return fmt.Errorf("merge %q: want two tokens", line)
		}
		return nil
	}
	var pair []string
	if err := json.Unmarshal(raw, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return fmt.Errorf("merge of %d tokens: want two", len(pair))
	}
	m.a, m.b = pair[0], pair[1]
	return nil
}

// readBPE reads the model; level says that a byte-level split comes before it.
func readBPE(raw json.RawMessage, level bool) (model, vocabulary, error) {
	var f bpeFile
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, nil, err
	}
	some := func(s *string) bool { return s != nil && *s != "" }
	switch {
	case f.Dropout != nil && *f.Dropout != 0:
		return nil, nil, errors.New("dropout is not supported")
	case some(f.Prefix):
		return nil, nil, errors.New("continuing_subword_prefix is not supported")
	case some(f.Suffix):
		return nil, nil, errors.New("end_of_word_suffix is not supported")
	}
	m := &bpe{vocab: f.Vocab, level: level, unknown: -1, fuse: f.Fuse}
	if err := m.check(); err != nil {
		return nil, nil, err
	}
	if f.Unknown != nil {
		id, ok := f.Vocab[*f.Unknown]
		if !ok {
			return nil, nil, fmt.Errorf("unk_token %q is not in the vocab", *f.Unknown)
		}
		m.unknown = id
	}
	if f.Fallback {
		m.fallback = byteTokens(f.Vocab)
	}
	if err := m.learn(f.Merges); err != nil {
		return nil, nil, err
	}
	m.findWhole(f.Ignore)
	return m, f.Vocab, nil
}

func (m *bpe) check() error {
	for s, id := range m.vocab {
		if id < 0 || id >= idLimit {
			return fmt.Errorf("vocab: id %d of %q is out of range", id, s)
		}
	}
	return nil
}

// byteTokens gives the ids of <0x00> to <0xFF>, -1 for those missing.
func byteTokens(vocab vocabulary) *[256]int32 {
	ids := new([256]int32)
	for b := range ids {
		ids[b] = -1
		if id, ok := vocab[fmt.Sprintf("<0x%02X>", b)]; ok {
			ids[b] = id
		}
	}
	return ids
}

func (m *bpe) learn(merges []mergeFile) error {
	for b := range m.bytes {
		m.bytes[b] = -1
		if id, ok := m.vocab[string(byteRune(byte(b)))]; ok {
			m.bytes[b] = id
		}
	}
	m.merges = make(map[uint64]pairRule, len(merges))
	for rank, p := range merges {
		a, okA := m.vocab[p.a]
		b, okB := m.vocab[p.b]
		ab, ok := m.vocab[p.a+p.b]
		if !okA || !okB || !ok {
			return fmt.Errorf("merges[%d]: %q, %q or both together are not in the vocab", rank, p.a, p.b)
		}
		m.merges[pairKey(a, b)] = pairRule{int32(rank), ab}
	}
	return nil
}

// findWhole fills whole with the entries that their own merges lead back to, so that most words need one look-up;
// with all, every entry (the file's ignore_merges).
func (m *bpe) findWhole(all bool) {
	m.whole = make(map[string]int32, len(m.vocab))
	w := new(work)
	for s, id := range m.vocab {
		text, ok := s, true
		if m.level {
			text, ok = bytesOf(s)
		}
		if !ok || s == "" {
			continue
		}
		w.hits, w.direct = w.hits[:0], true
		if m.merge(w, []byte(text), nil) == nil && (all || len(w.hits) == 1 && w.hits[0].id == id) {
			m.whole[text] = id
		}
	}
}

func (m *bpe) tokenize(w *work, b []byte, forbidden []bool) error {
	if id, ok := m.whole[string(b)]; ok && (forbidden == nil || !forbidden[id]) {
		w.found(id, 0, len(b))
		return nil
	}
	return m.merge(w, b, forbidden)
}

// merge cuts b into bytes or characters, merges them, and reports what is left.
func (m *bpe) merge(w *work, b []byte, forbidden []bool) error {
	w.symbols = w.symbols[:0]
	if m.level {
		for _, c := range b {
			m.push(w, m.bytes[c], 1, forbidden)
		}
	} else {
		for i := 0; i < len(b); {
			_, n := utf8.DecodeRune(b[i:])
			m.pushRune(w, b[i:i+n], forbidden)
			i += n
		}
	}
	if len(w.symbols) <= shortWord {
		m.mergeShort(w, forbidden)
	} else {
		m.mergeLong(w, forbidden)
	}
	at := 0
	for _, s := range w.symbols {
		if s.size > 0 {
			w.found(s.id, at, at+int(s.size))
			at += int(s.size)
		}
	}
	return nil
}

func (m *bpe) pushRune(w *work, c []byte, forbidden []bool) {
	id, ok := m.vocab[string(c)]
	if !ok && m.fallback != nil {
		for _, b := range c {
			if m.fallback[b] < 0 {
				m.push(w, -1, len(c), forbidden)
				return
			}
		}
		for _, b := range c {
			w.symbols = append(w.symbols, symbol{id: m.fallback[b], size: 1})
		}
		return
	}
	if !ok {
		id = -1
	}
	m.push(w, id, len(c), forbidden)
}

// push appends a symbol of size bytes; id -1 is one that the vocabulary lacks, and is left out when nothing stands for it.
func (m *bpe) push(w *work, id int32, size int, forbidden []bool) {
	known := id >= 0 && (forbidden == nil || !forbidden[id])
	if known {
		w.symbols = append(w.symbols, symbol{id: id, size: int32(size)})
		return
	}
	if m.unknown < 0 {
		return
	}
	if n := len(w.symbols); m.fuse && n > 0 && w.symbols[n-1].unknown {
		w.symbols[n-1].size += int32(size)
		return
	}
	w.symbols = append(w.symbols, symbol{id: m.unknown, size: int32(size), unknown: true})
}

// rule gives what the pair a, b is merged into, with the highest rank when it is not.
func (m *bpe) rule(a, b int32, forbidden []bool) pairRule {
	r, ok := m.merges[pairKey(a, b)]
	if !ok || forbidden != nil && forbidden[r.id] {
		return pairRule{rank: math.MaxInt32}
	}
	return r
}
