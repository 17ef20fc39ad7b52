package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
)

// bpe merges the pair of neighbours that was learnt first, again and again, beginning with bytes (GPT-2, RoBERTa).
type bpe struct {
	bytes   [256]int32 // the token of each byte, or -1
	merges  map[[2]int32]merge
	unknown int32 // -1: bytes without a token are left out
}

// merge is the rank of the merge of a pair (lower ranks come first) and its result.
type merge struct{ rank, id int32 }

// never is the rank of a pair that isn't merged.
const never = math.MaxInt32

// symbol is a part of a word that is being merged.
type symbol struct {
	id    int32
	merge // with the next symbol
}

// mergeFile is "a b" or ["a", "b"] in the file.
type mergeFile [2]string

func (m *mergeFile) UnmarshalJSON(raw []byte) error {
	var line string
	var pair []string
	if json.Unmarshal(raw, &line) == nil {
		pair = strings.Split(line, " ")
	} else if err := json.Unmarshal(raw, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return fmt.Errorf("merge of %d tokens: want two tokens", len(pair))
	}
	*m = mergeFile(pair)
	return nil
}

func readBPE(raw json.RawMessage) (model, vocabulary, error) {
	var f struct {
		Dropout  float64     `json:"dropout"`
		Unknown  *string     `json:"unk_token"`
		Prefix   string      `json:"continuing_subword_prefix"`
		Suffix   string      `json:"end_of_word_suffix"`
		Fuse     bool        `json:"fuse_unk"`
		Fallback bool        `json:"byte_fallback"`
		Ignore   bool        `json:"ignore_merges"`
		Vocab    vocabulary  `json:"vocab"`
		Merges   []mergeFile `json:"merges"`
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, nil, err
	}
	for name, used := range map[string]bool{"dropout": f.Dropout != 0, "continuing_subword_prefix": f.Prefix != "",
		"end_of_word_suffix": f.Suffix != "",
		"fuse_unk":           f.Fuse, "byte_fallback": f.Fallback, "ignore_merges": f.Ignore} {
		if used {
			return nil, nil, errors.New(name + " is not supported")
		}
	}
	m := &bpe{unknown: -1, merges: make(map[[2]int32]merge, len(f.Merges))}
	if f.Unknown != nil {
		id, ok := f.Vocab[*f.Unknown]
		if !ok {
			return nil, nil, fmt.Errorf("unk_token %q is not in the vocab", *f.Unknown)
		}
		m.unknown = id
	}
	for b := range m.bytes {
		m.bytes[b] = -1
		if id, ok := f.Vocab[string(byteRune(byte(b)))]; ok {
			m.bytes[b] = id
		}
	}
	for rank, p := range f.Merges {
		a, okA := f.Vocab[p[0]]
		b, okB := f.Vocab[p[1]]
		ab, ok := f.Vocab[p[0]+p[1]]
		if !okA || !okB || !ok {
			return nil, nil, fmt.Errorf("merges[%d]: %q, %q or both together are not in the vocab", rank, p[0], p[1])
		}
		m.merges[[2]int32{a, b}] = merge{int32(rank), ab}
	}
	return m, f.Vocab, nil
}

func (m *bpe) without(barred map[int32]bool) model {
	n := *m
	n.merges = maps.Clone(m.merges)
	maps.DeleteFunc(n.merges, func(_ [2]int32, to merge) bool { return barred[to.id] })
	for b, id := range n.bytes {
		if barred[id] {
			n.bytes[b] = -1
		}
	}
	return &n
}

func (m *bpe) tokenize(w *work, b []byte) error {
	s := w.symbols[:0]
	for _, c := range b {
		id := m.bytes[c]
		if id < 0 {
			id = m.unknown
		}
		if id >= 0 {
			s = append(s, symbol{id: id})
		}
	}
	for i := range s {
		s[i].merge = m.between(s[i].id, s, i+1)
	}
	for best := soonest(s); best.rank < never; best = soonest(s) {
		s = m.pass(s, best)
	}
	for _, x := range s {
		w.ids = append(w.ids, x.id)
	}
	w.symbols = s
	return nil
}

// between returns the merge of a token with the symbol at i.
func (m *bpe) between(id int32, s []symbol, i int) merge {
	if i < len(s) {
		if to, ok := m.merges[[2]int32{id, s[i].id}]; ok {
			return to
		}
	}
	return merge{rank: never}
}

func soonest(s []symbol) merge {
	best := merge{rank: never}
	for i := range s {
		if s[i].rank < best.rank {
			best = s[i].merge
		}
	}
	return best
}

// pass merges all pairs of a rank from left to right, until a merge makes a pair of a lower rank.
func (m *bpe) pass(s []symbol, best merge) []symbol {
	n, sooner := 0, false
	for i := 0; i < len(s); i++ {
		s[n] = s[i]
		if s[n].rank == best.rank && !sooner {
			i++
			s[n] = symbol{best.id, m.between(best.id, s, i+1)}
			if n > 0 {
				s[n-1].merge = m.between(s[n-1].id, s[n:], 0)
			}
			sooner = s[n].rank < best.rank || n > 0 && s[n-1].rank < best.rank
		}
		n++
	}
	return s[:n]
}
