package token

import (
	"encoding/json"
	"unicode/utf8"
)

// byteRune returns the printable character that byte-level vocabularies write b as (Radford et al. 2019, the released
// code).
func byteRune(b byte) rune {
	switch {
	case b >= '!' && b <= '~', b >= 0xA1 && b <= 0xAC, b >= 0xAE:
		return rune(b)
	case b <= ' ':
		return 0x100 + rune(b)
	case b <= 0xA0:
		return 0x100 + 33 + rune(b) - 0x7F
	}
	return 0x100 + 67 // 0xAD
}

// readByteLevel reads GPT-2's split into words. The bytes themselves stay as they are: bpe reads them without the
// detour over printable characters.
func readByteLevel(raw json.RawMessage) (all []stage, err error) {
	f := struct {
		Prefix bool `json:"add_prefix_space"`
		Regex  bool `json:"use_regex"`
	}{true, true}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	if f.Prefix {
		all = append(all, rewriter(func(dst, b []byte) []byte {
			if b[0] != ' ' {
				dst = append(dst, ' ')
			}
			return append(dst, b...)
		}))
	}
	if f.Regex {
		all = append(all, splitter(byteWord))
	}
	return all, nil
}

// byteWord returns the next match of this pattern of GPT-2, without a regular expression, as Go's has no (?!):
//
//	's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
func byteWord(b []byte, from int) (lo, hi int) {
	if b = b[from:]; len(b) == 0 {
		return from, from
	}
	if n := contraction(b); n > 0 {
		return from, from + n
	}
	start := 0
	kind, n := byteKind(b)
	if b[0] == ' ' && len(b) > 1 {
		if k, m := byteKind(b[1:]); k != space {
			start, kind, n = 1, k, m
		}
	}
	end, last := start+n, n
	for end < len(b) {
		k, m := byteKind(b[end:])
		if k != kind {
			break
		}
		end, last = end+m, m
	}
	if kind == space && end < len(b) && end > last {
		end -= last // the last space goes with what follows
	}
	return from, from + end
}

// byteKind returns the class of b's first character: space, letter, number or 0, and its length.
func byteKind(b []byte) (class, int) {
	r, n := utf8.DecodeRune(b)
	return classOf(r) & (space | letter | number), n
}

// contraction returns the length of the 's, 're ... that b begins with, 0 for none.
func contraction(b []byte) int {
	if len(b) < 2 || b[0] != '\'' {
		return 0
	}
	switch b[1] {
	case 's', 't', 'm', 'd':
		return 2
	}
	if len(b) > 2 {
		switch string(b[1:3]) {
		case "re", "ve", "ll":
			return 3
		}
	}
	return 0
}
