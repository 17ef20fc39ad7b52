package token

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
)

// pattern finds the next stretch of b at or after from that it stands for, or -1.
type pattern func(b []byte, from int) (lo, hi int)

// patternFile is written {"String": "a"} or {"Regex": "a+"}.
type patternFile struct {
	String *string
	Regex  *string
}

func (f patternFile) compile() (pattern, error) {
	switch {
	case f.String != nil && *f.String != "":
		s := []byte(*f.String)
		return func(b []byte, from int) (int, int) {
			if i := bytes.Index(b[from:], s); i >= 0 {
				return from + i, from + i + len(s)
			}
			return -1, -1
		}, nil
	case f.Regex != nil && *f.Regex == " {2,}": // in every file made from SentencePiece
		return spaces, nil
	case f.Regex != nil:
		return compileRegex(*f.Regex)
	}
	return nil, errors.New("pattern: want a String or a Regex")
}

// spaces finds two spaces or more.
func spaces(b []byte, from int) (int, int) {
	i := bytes.Index(b[from:], []byte("  "))
	if i < 0 {
		return -1, -1
	}
	lo := from + i
	hi := lo + 2
	for hi < len(b) && b[hi] == ' ' {
		hi++
	}
	return lo, hi
}

func compileRegex(s string) (pattern, error) {
	source, err := unicodeRegex(s)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", s, err)
	}
	re, err := regexp.Compile(source)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", s, err)
	}
	if re.Match(nil) {
		return nil, fmt.Errorf("pattern %q: matches the empty text, which is not supported", s)
	}
	return func(b []byte, from int) (int, int) {
		if at := re.FindIndex(b[from:]); at != nil {
			return from + at[0], from + at[1]
		}
		return -1, -1
	}, nil
}

func readReplace(raw json.RawMessage) (stage, error) {
	var f struct {
		Pattern patternFile `json:"pattern"`
		Content string      `json:"content"`
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	find, err := f.Pattern.compile()
	if err != nil {
		return nil, err
	}
	return replace{find, f.Content}, nil
}

// replace puts content in the place of each match; it stands for the last character it replaces.
type replace struct {
	find    pattern
	content string
}

func (s replace) run(w *work) {
	if s.idle(w) {
		return
	}
	w.rewrite(func(b []byte, p *pen) {
		at := 0
		for lo, hi := s.find(b, 0); lo >= 0; lo, hi = s.find(b, at) {
			p.keep(at, lo)
			p.puts(s.content, hi-1)
			at = hi
		}
		p.keep(at, len(b))
	})
}

// idle says whether nothing is to be replaced, as mostly.
func (s replace) idle(w *work) bool {
	for _, g := range w.segs {
		if g.id < 0 {
			if lo, _ := s.find(w.cur.b[g.lo:g.hi], 0); lo >= 0 {
				return false
			}
		}
	}
	return true
}
