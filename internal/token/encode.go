package token

import (
	"unicode"
	"unicode/utf8"
)

// Encode encodes one text, special tokens added, nothing cut.
func (t *Tokenizer) Encode(text string) (Encoding, error) {
	return t.encode(text, "", false, Truncation{})
}

// EncodePair encodes a premise with a hypothesis and cuts them as tr says. It fails with [ErrTooShort] where the text to
// cut cannot be cut enough.
func (t *Tokenizer) EncodePair(premise, hypothesis string, tr Truncation) (Encoding, error) {
	return t.encode(premise, hypothesis, true, tr)
}

// AppendText appends the ids and type ids of one text, cut as tr says, for batches: no memory but that of the two slices
// is taken. They come back unchanged with an error.
func (t *Tokenizer) AppendText(ids, types []int64, text string, tr Truncation) (newIDs, newTypes []int64, err error) {
	return t.append(ids, types, text, "", false, tr)
}

// AppendPair is [Tokenizer.EncodePair] in the way of [Tokenizer.AppendText].
func (t *Tokenizer) AppendPair(ids, types []int64, premise, hypothesis string, tr Truncation) (newIDs, newTypes []int64, err error) {
	return t.append(ids, types, premise, hypothesis, true, tr)
}

func (t *Tokenizer) append(ids, types []int64, first, second string, pair bool, tr Truncation) ([]int64, []int64, error) {
	w := works.Get().(*work)
	defer w.release()
	w.track = t.track
	a, b, err := t.readBoth(w, first, second, pair, tr)
	if err != nil {
		return ids, types, err
	}
	for _, p := range t.layout(pair) {
		for _, id := range p.ids {
			ids, types = append(ids, int64(id)), append(types, p.kind)
		}
		for _, h := range p.of(a, b) {
			ids, types = append(ids, int64(h.id)), append(types, p.kind)
		}
	}
	return ids, types, nil
}

// of gives the tokens of the text that p stands for.
func (p part) of(a, b []hit) []hit {
	switch p.text {
	case 1:
		return a
	case 2:
		return b
	}
	return nil
}

func (t *Tokenizer) layout(pair bool) layout {
	if pair {
		return t.template.pair
	}
	return t.template.single
}

// readBoth reads and cuts the texts; a and b lie in w.
func (t *Tokenizer) readBoth(w *work, first, second string, pair bool, tr Truncation) (a, b []hit, err error) {
	if err := t.read(w, first, tr.limit()); err != nil {
		return nil, nil, err
	}
	if pair {
		w.hits, w.other = w.other, w.hits
		if err := t.read(w, second, tr.limit()); err != nil {
			return nil, nil, err
		}
		w.hits, w.other = w.other, w.hits
	} else {
		w.other = w.other[:0]
	}
	n, m, err := tr.cut(len(w.hits), len(w.other), t.Added(pair), pair)
	if err != nil {
		return nil, nil, err
	}
	return w.hits[:n], w.other[:m], nil
}

func (t *Tokenizer) encode(first, second string, pair bool, tr Truncation) (Encoding, error) {
	w := works.Get().(*work)
	defer w.release()
	w.track = true
	a, b, err := t.readBoth(w, first, second, pair, tr)
	if err != nil {
		return Encoding{}, err
	}
	n := len(a) + len(b) + t.Added(pair)
	e := Encoding{IDs: make([]int64, 0, n), TypeIDs: make([]int64, 0, n), Offsets: make([]Span, 0, n)}
	for _, p := range t.layout(pair) {
		for _, id := range p.ids {
			e.IDs, e.TypeIDs, e.Offsets = append(e.IDs, int64(id)), append(e.TypeIDs, p.kind), append(e.Offsets, Span{})
		}
		text := first
		if p.text == 2 {
			text = second
		}
		hits := p.of(a, b)
		for _, h := range hits {
			e.IDs, e.TypeIDs = append(e.IDs, int64(h.id)), append(e.TypeIDs, p.kind)
		}
		e.Offsets = t.spans(w, e.Offsets, hits, text)
	}
	return e, nil
}

// spans appends the hits' spans, counted in code points of text.
func (t *Tokenizer) spans(w *work, out []Span, hits []hit, text string) []Span {
	if len(hits) == 0 {
		return out
	}
	w.text = appendValid(w.text[:0], text)
	w.runes = w.runes[:0]
	n := int32(0)
	for _, r := range string(w.text) {
		for range utf8.RuneLen(r) {
			w.runes = append(w.runes, n)
		}
		n++
	}
	w.runes = append(w.runes, n)
	for i, h := range hits {
		s := Span{int(w.runes[h.at.lo]), int(w.runes[h.at.hi])}
		if t.template.trim {
			s = t.trim(s, t.written(w, h), i == 0)
		}
		out = append(out, s)
	}
	return out
}

// written gives the token of h; for an added one that took spaces around it, with these.
func (t *Tokenizer) written(w *work, h hit) string {
	if _, added := t.added[h.id]; added {
		return string(w.text[h.at.lo:h.at.hi])
	}
	return t.tokens[h.id]
}

// trim takes the spaces at the ends of a byte-level token off its span.
func (t *Tokenizer) trim(s Span, token string, first bool) Span {
	blank := func(r rune) bool { return r == 'Ġ' || unicode.IsSpace(r) }
	lead, trail, all := 0, 0, true
	for _, r := range token {
		if !blank(r) {
			all, trail = false, 0
			continue
		}
		trail++
		if all {
			lead++
		}
	}
	if lead == 1 && t.template.prefixed && (first || s.Start == 0) {
		lead = 0
	}
	s.Start = min(s.Start+lead, s.End)
	if s.End >= trail {
		s.End = max(s.End-trail, s.Start)
	}
	return s
}
