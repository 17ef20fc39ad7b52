package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

// unigram finds the split of a word into pieces with the highest sum of log probabilities (Kudo 2018, section 3.2).
type unigram struct {
	trie     *trie
	scores   []float64
	unknown  int32 // -1: none
	penalty  float64
	fallback *[256]int32
}

// node is the best way to a place in the word: the piece that ends there and where that piece begins.
type node struct {
	score float64
	from  int32 // -1: not reached
	id    int32
}

// unknownPenalty is how much worse than the worst piece an unknown character is.
const unknownPenalty = 10

type unigramFile struct {
	Unknown  *int32      `json:"unk_id"`
	Vocab    []pieceItem `json:"vocab"`
	Fallback bool        `json:"byte_fallback"`
}

// pieceItem is written ["piece", -3.5].
type pieceItem struct {
	piece string
	score float64
}

func (p *pieceItem) UnmarshalJSON(raw []byte) error {
	pair := []any{&p.piece, &p.score}
	if err := json.Unmarshal(raw, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return errors.New("want a piece and its score")
	}
	return nil
}

func readUnigram(raw json.RawMessage) (model, vocabulary, error) {
	var f unigramFile
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, nil, err
	}
	if len(f.Vocab) >= idLimit {
		return nil, nil, errors.New("vocab: too many pieces")
	}
	m := &unigram{trie: newTrie(), unknown: -1, penalty: math.Inf(1)}
	if f.Unknown != nil {
		if m.unknown = *f.Unknown; m.unknown < 0 || int(m.unknown) >= len(f.Vocab) {
			return nil, nil, fmt.Errorf("unk_id %d is not in the vocab of %d", m.unknown, len(f.Vocab))
		}
	}
	vocab := make(vocabulary, len(f.Vocab))
	for id, p := range f.Vocab {
		vocab[p.piece] = int32(id)
		m.scores = append(m.scores, p.score)
		m.penalty = min(m.penalty, p.score)
		if !m.trie.add(p.piece, int32(id)) {
			return nil, nil, errors.New("vocab: more text than this package can hold")
		}
	}
	m.penalty -= unknownPenalty
	if f.Fallback {
		m.fallback = byteTokens(vocab)
	}
	return m, vocab, nil
}

func (m *unigram) tokenize(w *work, b []byte, forbidden []bool) error {
	if err := m.best(w, b, forbidden); err != nil {
		return err
	}
	first := len(w.hits)
	path := w.path
	for hi := len(b); hi > 0; {
		lo, id := int(path[hi].from), path[hi].id
		for id == m.unknown && lo > 0 && path[lo].id == m.unknown { // neighbours unknown become one
			lo = int(path[lo].from)
		}
		if id != m.unknown || !m.spell(w, b, lo, hi) {
			w.found(id, lo, hi)
		}
		hi = lo
	}
	reverse(w.hits[first:])
	return nil
}

// best fills w.path with the best way to each place of b.
func (m *unigram) best(w *work, b []byte, forbidden []bool) error {
	w.path = append(w.path[:0], node{})
	for range b {
		w.path = append(w.path, node{from: -1})
	}
	for lo := 0; lo < len(b); {
		_, size := utf8.DecodeRune(b[lo:])
		till, single := w.path[lo].score, false
		at := int32(0)
		for hi := lo; hi < len(b); {
			var id int32
			if at, id = m.trie.step(at, b[hi]); at == 0 {
				break
			}
			hi++
			if id < 0 || forbidden != nil && forbidden[id] {
				continue
			}
			w.path[hi].reach(till+m.scores[id], lo, id)
			single = single || hi-lo == size
		}
		if !single {
			if m.unknown < 0 {
				return errNoUnknown
			}
			w.path[lo+size].reach(till+m.penalty, lo, m.unknown)
		}
		lo += size
	}
	return nil
}

func (n *node) reach(score float64, from int, id int32) {
	if n.from < 0 || score > n.score {
		*n = node{score, int32(from), id}
	}
}

// spell writes b[lo:hi] in byte tokens, last first, where the file asks for that and has them all.
func (m *unigram) spell(w *work, b []byte, lo, hi int) bool {
	if m.fallback == nil {
		return false
	}
	for _, c := range b[lo:hi] {
		if m.fallback[c] < 0 {
			return false
		}
	}
	for i := hi - 1; i >= lo; i-- {
		w.found(m.fallback[b[i]], lo, hi)
	}
	return true
}

func reverse(h []hit) {
	for i, j := 0, len(h)-1; i < j; i, j = i+1, j-1 {
		h[i], h[j] = h[j], h[i]
	}
}
