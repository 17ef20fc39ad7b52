package token

// Encoding is what a text or pair becomes.
type Encoding struct{ IDs, TypeIDs []int64 }

// Encode encodes one text, nothing cut.
func (t *Tokenizer) Encode(text string) (e Encoding, err error) {
	e.IDs, e.TypeIDs, err = t.AppendText(nil, nil, text, Truncation{})
	return e, err
}

// ID returns the id of a token as the file writes it, such as "[SEP]" or "##ing".
func (t *Tokenizer) ID(token string) (int64, bool) {
	id, ok := t.ids[token]
	return int64(id), ok
}
