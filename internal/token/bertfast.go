package token

import "unicode/utf8"

// bertFast is the short way for BERT's own files: BertNormalizer, BertPreTokenizer, WordPiece. Text is cut at ASCII
// white space, which nothing combines across; a chunk of plain ASCII goes to the model as it lies, without a copy, and
// only the others take the long way through the stages.
type bertFast struct {
	model  *wordPiece
	stages []stage
	fold   *[256]byte
	kind   [256]byte
}

const (
	kindLetter = iota
	kindPunct
	kindSpace
	kindOther // not plain ASCII: the long way
)

func newBertFast(n *bertNormalizer, stages []stage, m *wordPiece) *bertFast {
	f := &bertFast{model: m, stages: stages, fold: new([256]byte)}
	for c := range 256 {
		f.fold[c] = byte(c)
		if n.lower && 'A' <= c && c <= 'Z' {
			f.fold[c] = byte(c) + 'a' - 'A'
		}
		cl := n.class.of(rune(c))
		switch {
		case c >= utf8.RuneSelf || cl&drop != 0 && cl&space == 0 || c == 0x0B || c == 0x0C:
			f.kind[c] = kindOther
		case cl&space != 0:
			f.kind[c] = kindSpace
		case cl&punct != 0:
			f.kind[c] = kindPunct
		}
	}
	return f
}

// tokenize reads text, which lies at byte off of the original, until there are limit tokens (none when negative).
func (f *bertFast) tokenize(w *work, text []byte, off, limit int, forbidden []bool) error {
	for i := 0; i < len(text); {
		var seen byte
		lo := i
		for ; i < len(text); i++ {
			k := f.kind[text[i]]
			if k == kindSpace {
				break
			}
			seen |= 1 << k
		}
		var err error
		switch {
		case seen&(1<<kindOther) != 0:
			err = f.slow(w, text[lo:i], off+lo, limit, forbidden)
		case seen&(1<<kindPunct) != 0:
			err = f.parts(w, text[lo:i], off+lo, limit, forbidden)
		case seen != 0:
			w.direct, w.base = true, int32(off+lo)
			err = f.model.word(w, text[lo:i], f.fold, forbidden)
		}
		if err != nil || limit >= 0 && len(w.hits) >= limit {
			return err
		}
		i++
	}
	return nil
}

// parts tokenizes one ASCII chunk with punctuation in it.
func (f *bertFast) parts(w *work, b []byte, off, limit int, forbidden []bool) error {
	w.direct = true
	for i := 0; i < len(b); {
		lo := i
		for i < len(b) && f.kind[b[i]] == kindLetter {
			i++
		}
		if i == lo {
			i++
		}
		w.base = int32(off + lo)
		if err := f.model.word(w, b[lo:i], f.fold, forbidden); err != nil {
			return err
		}
		if limit >= 0 && len(w.hits) >= limit {
			return nil
		}
	}
	return nil
}

func (f *bertFast) slow(w *work, b []byte, off, limit int, forbidden []bool) error {
	w.direct = false
	w.load(b, off)
	for _, s := range f.stages {
		s.run(w)
	}
	return w.tokenize(f.model, limit, forbidden)
}
