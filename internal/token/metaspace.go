package token

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// metaspace is SentencePiece's way with words: a space becomes a visible mark, which stays with the word after it.
type metaspace struct {
	mark   string
	scheme string // where a mark is put before a text that has none: always, first, never
	split  bool
}

func (t *Tokenizer) metaspace(raw json.RawMessage) (stage, error) {
	f := struct {
		Mark   string `json:"replacement"`
		Prefix *bool  `json:"add_prefix_space"`
		Scheme string `json:"prepend_scheme"`
		Split  *bool  `json:"split"`
	}{Mark: "▁", Scheme: "always"}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	if utf8.RuneCountInString(f.Mark) != 1 {
		return nil, fmt.Errorf("replacement %q: want one character", f.Mark)
	}
	if f.Prefix != nil && !*f.Prefix {
		f.Scheme = "never"
	}
	switch f.Scheme {
	case "always", "never":
	case "first":
		t.track = true
	default:
		return nil, fmt.Errorf("prepend_scheme %q is not supported", f.Scheme)
	}
	return metaspace{f.Mark, f.Scheme, f.Split == nil || *f.Split}, nil
}

func (s metaspace) run(w *work) {
	w.rewrite(s.write)
	if s.split {
		w.split(s.cut)
	}
}

func (s metaspace) write(b []byte, p *pen) {
	if b[0] != ' ' && !bytes.HasPrefix(b, []byte(s.mark)) && s.first(p) {
		p.puts(s.mark, 0)
	}
	for at := 0; ; {
		i := bytes.IndexByte(b[at:], ' ')
		if i < 0 {
			p.keep(at, len(b))
			return
		}
		p.keep(at, at+i)
		p.puts(s.mark, at+i)
		at += i + 1
	}
}

// first says whether the segment that p writes gets a mark of its own.
func (s metaspace) first(p *pen) bool {
	return s.scheme == "always" || s.scheme == "first" && p.at[0].lo == 0
}

// cut cuts before each mark.
func (s metaspace) cut(b []byte, cut func(lo, hi int)) {
	mark, start := []byte(s.mark), 0
	for {
		i := bytes.Index(b[min(start+1, len(b)):], mark)
		if i < 0 {
			cut(start, len(b))
			return
		}
		cut(start, start+1+i)
		start += 1 + i
	}
}

func (t *Tokenizer) byteLevel(raw json.RawMessage) (stage, error) {
	f := struct {
		Prefix bool `json:"add_prefix_space"`
		Regex  bool `json:"use_regex"`
	}{true, true}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	if m, ok := t.model.(*bpe); !ok || !m.level {
		return nil, errors.New("only supported as the last split, with a BPE model")
	}
	return byteLevel{class: t.class, prefix: f.Prefix, split: f.Regex}, nil
}
