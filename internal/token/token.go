package token

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// Tokenizer turns texts into ids. It never changes after [Open] and may be used by any number of goroutines.
type Tokenizer struct {
	class       *pages
	normalizers []stage
	splits      []stage
	model       model
	kind        string
	raw, normal *finder // added tokens looked for before and after normalisation
	template    template
	fast        *bertFast

	ids     vocabulary
	tokens  []string
	special []int32
	added   map[int32]bool
	track   bool // a stage needs to know where its text came from
	pad     int64
	padKind int64

	forbidden []bool // ids that text must not become
}

// Encoding is what the model is fed for one text or pair: for each token its id, its type id (0 first text, 1 second,
// where the model tells them apart) and the part of its own text it stands for.
type Encoding struct {
	IDs     []int64
	TypeIDs []int64
	Offsets []Span
}

// Escaped gives the tokenizer that takes special tokens in texts for plain text, so that no text can forge one: the
// ids of special tokens and of the template come from the template alone, and the unknown token from unknown words.
func (t *Tokenizer) Escaped() *Tokenizer {
	e := *t
	e.forbidden = make([]bool, len(t.tokens))
	for _, id := range t.special {
		e.forbidden[id] = true
	}
	for _, p := range slices.Concat(t.template.single, t.template.pair) {
		for _, id := range p.ids {
			e.forbidden[id] = true
		}
	}
	return &e
}

// Kind is the model that the file names: WordPiece, BPE or Unigram.
func (t *Tokenizer) Kind() string { return t.kind }

// Size is the number of ids: each id is below it.
func (t *Tokenizer) Size() int { return len(t.tokens) }

// Last is the highest id that a text or the template may become: of special tokens, only the template's.
func (t *Tokenizer) Last() int64 {
	last := int32(0)
	for id := range t.tokens {
		if t.forbidden == nil || !t.forbidden[id] {
			last = int32(id)
		}
	}
	for _, p := range slices.Concat(t.template.single, t.template.pair) {
		for _, id := range p.ids {
			last = max(last, id)
		}
	}
	return int64(last)
}

// ID gives the id of a token as the file writes it, such as "[SEP]" or "##ing".
func (t *Tokenizer) ID(token string) (int64, bool) {
	id, ok := t.ids[token]
	return int64(id), ok
}

// Token gives the token of an id, empty when there is none.
func (t *Tokenizer) Token(id int64) string {
	if id < 0 || id >= int64(len(t.tokens)) {
		return ""
	}
	return t.tokens[id]
}

// Pad gives the id and the type id to fill up the rows of a batch with.
func (t *Tokenizer) Pad() (id, typeID int64) { return t.pad, t.padKind }

// Added counts the special tokens that are put around one text, or around a pair.
func (t *Tokenizer) Added(pair bool) int {
	if pair {
		return t.template.pair.added()
	}
	return t.template.single.added()
}

// Count gives the number of tokens in text, special tokens not added, 0 for a text that cannot be encoded.
func (t *Tokenizer) Count(text string) int {
	w := works.Get().(*work)
	defer w.release()
	w.track = t.track
	if t.read(w, text, -1) != nil {
		return 0
	}
	return len(w.hits)
}

// longestText keeps offsets within 32 bits, whatever the stages make of the text.
const longestText = 1 << 26

// appendValid appends text, with U+FFFD for each byte that is no UTF-8.
func appendValid(b []byte, text string) []byte {
	if utf8.ValidString(text) {
		return append(b, text...)
	}
	for _, r := range text {
		b = utf8.AppendRune(b, r)
	}
	return b
}

// read puts the tokens of text into w.hits, at most a segment beyond limit.
func (t *Tokenizer) read(w *work, text string, limit int) error {
	w.hits, w.direct = w.hits[:0], false
	if len(text) > longestText {
		return fmt.Errorf("text of %d bytes: more than %d", len(text), longestText)
	}
	w.text = appendValid(w.text[:0], text)
	some := t.raw.any(w.text)
	if t.fast != nil {
		return t.readFast(w, some, limit)
	}
	w.load(w.text, 0)
	if some {
		t.raw.mark(w, t.forbidden)
	}
	for _, s := range t.normalizers {
		s.run(w)
	}
	if len(t.normal.tokens) > 0 {
		t.normal.mark(w, t.forbidden)
	}
	for _, s := range t.splits {
		s.run(w)
	}
	return w.tokenize(t.model, limit, t.forbidden)
}

func (t *Tokenizer) readFast(w *work, some bool, limit int) (err error) {
	if !some {
		return t.fast.tokenize(w, w.text, 0, limit, t.forbidden)
	}
	full := false
	t.raw.find(w.text, t.forbidden, func(lo, hi int, a *addedToken) {
		switch {
		case err != nil || full:
		case a != nil:
			w.hits = append(w.hits, hit{a.ID, span{int32(lo), int32(hi)}})
		default:
			before := len(w.hits)
			err = t.fast.tokenize(w, w.text[lo:hi], lo, limit, t.forbidden)
			full = limit >= 0 && len(w.hits) >= limit && len(w.hits) > before
		}
	})
	return err
}
