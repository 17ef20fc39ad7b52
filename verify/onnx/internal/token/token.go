package token

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// Tokenizer turns texts into ids. It never changes after [Open] and may be used by any number of goroutines.
type Tokenizer struct {
	kind        string
	model       model
	normalizers []stage
	splits      []stage
	raw, normal finder // added tokens looked for before and after normalisation
	template    template

	ids     vocabulary
	size    int
	special []int32
	pad     int64
	padKind int64
	barred  map[int32]bool // ids that text must not become
}

// vocabulary maps tokens, as the file writes them, to ids.
type vocabulary map[string]int32

// model turns one word into the ids of its tokens, which it appends to w.ids.
type model interface {
	tokenize(w *work, word []byte) error
	// without is the model for which the barred ids don't exist.
	without(barred map[int32]bool) model
}

// Errors of texts.
var (
	// ErrTooShort means that the text to be cut cannot be cut enough: the other one alone leaves it no token. The
	// reference refuses the same pairs; where a strategy names one text, that text is never cut to nothing.
	ErrTooShort  = errors.New("the text to cut is too short for the length asked for")
	errNoUnknown = errors.New("text has a token that is not in the vocabulary, and the file names no unknown token")
)

// Escaped returns the tokenizer that takes special tokens in texts for plain text, so that no text can forge one: the
// ids of special tokens and of the template come from the template alone, and the unknown token from unknown words.
func (t *Tokenizer) Escaped() *Tokenizer {
	e := *t
	e.barred = map[int32]bool{}
	for _, id := range t.special {
		e.barred[id] = true
	}
	for _, p := range slices.Concat(t.template.single, t.template.pair) {
		for _, id := range p.ids {
			e.barred[id] = true
		}
	}
	e.model = t.model.without(e.barred)
	e.raw, e.normal = t.raw.without(e.barred), t.normal.without(e.barred)
	return &e
}

// Kind returns the model that the file names: WordPiece, BPE or Unigram.
func (t *Tokenizer) Kind() string { return t.kind }

// Size returns the number of ids: each id is below it.
func (t *Tokenizer) Size() int { return t.size }

// Last returns the highest id that a text or the template may become: of special tokens, only the template's.
func (t *Tokenizer) Last() int64 {
	last := int32(t.size - 1)
	for last > 0 && t.barred[last] {
		last--
	}
	for _, p := range slices.Concat(t.template.single, t.template.pair) {
		for _, id := range p.ids {
			last = max(last, id)
		}
	}
	return int64(last)
}

// Pad returns the id and the type id to fill up the rows of a batch with.
func (t *Tokenizer) Pad() (id, typeID int64) { return t.pad, t.padKind }

// Added counts the special tokens that are put around one text, or around a pair.
func (t *Tokenizer) Added(pair bool) int {
	if pair {
		return t.template.pair.added()
	}
	return t.template.single.added()
}

// Count returns the number of tokens in text, special tokens not added, 0 for a text that cannot be encoded.
func (t *Tokenizer) Count(text string) int {
	w := works.Get().(*work)
	defer w.release()
	if t.read(w, text, -1) != nil {
		return 0
	}
	return len(w.ids)
}

// AppendText appends the ids and type ids of one text, cut as tr says. They come back unchanged with an error.
func (t *Tokenizer) AppendText(ids, types []int64, text string, tr Truncation) (newIDs, newTypes []int64, err error) {
	w := works.Get().(*work)
	defer w.release()
	if err := t.read(w, text, tr.limit()); err != nil {
		return ids, types, err
	}
	n, _, err := tr.cut(len(w.ids), 0, t.Added(false), false)
	if err != nil {
		return ids, types, err
	}
	ids, types = t.template.single.append(ids, types, w.ids[:n], nil)
	return ids, types, nil
}

// AppendPair is [Tokenizer.AppendText] for a premise with a hypothesis. It fails with [ErrTooShort] where the text to
// cut cannot be cut enough.
func (t *Tokenizer) AppendPair(
	ids, types []int64, premise, hypothesis string, tr Truncation,
) (newIDs, newTypes []int64, err error) {
	w := works.Get().(*work)
	defer w.release()
	if err := t.read(w, premise, tr.limit()); err != nil {
		return ids, types, err
	}
	w.ids, w.first = w.first, w.ids
	if err := t.read(w, hypothesis, tr.limit()); err != nil {
		return ids, types, err
	}
	n, m, err := tr.cut(len(w.first), len(w.ids), t.Added(true), true)
	if err != nil {
		return ids, types, err
	}
	ids, types = t.template.pair.append(ids, types, w.first[:n], w.ids[:m])
	return ids, types, nil
}

// longestText keeps positions within 32 bits after all stages.
const longestText = 1 << 26

// read puts the ids of text into w.ids; once there are limit (-1: no end) it reads no further word.
func (t *Tokenizer) read(w *work, text string, limit int) error {
	w.ids = w.ids[:0]
	if len(text) > longestText {
		return fmt.Errorf("text of %d bytes: more than %d", len(text), longestText)
	}
	w.load(text)
	w.mark(&t.raw)
	if err := t.normalize(w); err != nil {
		return err
	}
	w.mark(&t.normal)
	for _, s := range t.splits {
		s.run(w)
	}
	for _, p := range w.parts {
		if p.id >= 0 {
			w.ids = append(w.ids, p.id)
			continue
		}
		if err := t.model.tokenize(w, w.text[p.lo:p.hi]); err != nil {
			return err
		}
		if limit >= 0 && len(w.ids) >= limit {
			break
		}
	}
	return nil
}

// mostGrowth is how many times longer a text may become: NFKC makes eleven bytes of one, a chain of replacements any
// number.
const mostGrowth = 16

// normalize runs the normalizers.
func (t *Tokenizer) normalize(w *work) error {
	most := min(1<<16+mostGrowth*len(w.text), longestText)
	for i, s := range t.normalizers {
		if s.run(w); len(w.text) > most {
			return fmt.Errorf("normalizer %d of tokenizer.json makes a text longer than %d bytes", i+1, most)
		}
	}
	return nil
}

// appendValid appends text, with U+FFFD for each byte of invalid UTF-8.
func appendValid(b []byte, text string) []byte {
	if utf8.ValidString(text) {
		return append(b, text...)
	}
	for _, r := range text {
		b = utf8.AppendRune(b, r)
	}
	return b
}
