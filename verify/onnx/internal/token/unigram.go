package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"
)

// unigram finds the split of a word into pieces with the highest sum of log probabilities (Kudo 2018, section 3.2).
type unigram struct {
	pieces  vocabulary
	most    int // bytes of the longest piece
	scores  []float64
	unknown int32 // -1: none
	penalty float64
}

// node is the best segmentation up to a place in the word: the last piece, and its begin.
type node struct {
	score float64
	from  int32 // -1: not reached
	id    int32
}

// unknownPenalty is the difference of the score of an unknown character to the worst piece's.
const unknownPenalty = 10

// pieceFile is ["piece", -3.5] in the file.
type pieceFile struct {
	piece string
	score float64
}

func (p *pieceFile) UnmarshalJSON(raw []byte) error {
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
	var f struct {
		Unknown  *int32      `json:"unk_id"`
		Vocab    []pieceFile `json:"vocab"`
		Fallback bool        `json:"byte_fallback"`
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, nil, err
	}
	if f.Fallback {
		return nil, nil, errors.New("byte_fallback is not supported")
	}
	m := &unigram{pieces: make(vocabulary, len(f.Vocab)), unknown: -1, penalty: math.Inf(1)}
	if f.Unknown != nil {
		if m.unknown = *f.Unknown; m.unknown < 0 || int(m.unknown) >= len(f.Vocab) {
			return nil, nil, fmt.Errorf("unk_id %d is not in the vocab of %d", m.unknown, len(f.Vocab))
		}
	}
	for id, p := range f.Vocab {
		m.pieces[p.piece] = int32(id)
		m.most = max(m.most, len(p.piece))
		m.scores = append(m.scores, p.score)
		m.penalty = min(m.penalty, p.score)
	}
	m.penalty -= unknownPenalty
	return m, m.pieces, nil
}

func (m *unigram) without(barred map[int32]bool) model {
	n := *m
	n.pieces = m.pieces.without(barred)
	return &n
}

func (m *unigram) tokenize(w *work, b []byte) error {
	if err := m.best(w, b); err != nil {
		return err
	}
	first, path := len(w.ids), w.path
	for hi := len(b); hi > 0; {
		lo, id := int(path[hi].from), path[hi].id
		for id == m.unknown && lo > 0 && path[lo].id == m.unknown { // neighbours unknown become one
			lo = int(path[lo].from)
		}
		w.ids, hi = append(w.ids, id), lo
	}
	slices.Reverse(w.ids[first:])
	return nil
}

// best sets w.path to the best segmentation up to each place of b.
func (m *unigram) best(w *work, b []byte) error {
	w.path = append(w.path[:0], node{})
	for range b {
		w.path = append(w.path, node{from: -1})
	}
	for lo := 0; lo < len(b); {
		_, size := utf8.DecodeRune(b[lo:])
		till, single := w.path[lo].score, false
		for hi := lo + size; hi <= min(len(b), lo+m.most); {
			if id, ok := m.pieces[string(b[lo:hi])]; ok {
				w.path[hi].reach(till+m.scores[id], lo, id)
				single = single || hi-lo == size
			}
			_, n := utf8.DecodeRune(b[hi:])
			hi += max(n, 1)
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
