package token

import "unicode/utf8"

// byteRune is the printable character that byte-level vocabularies write b as (Radford et al. 2019, the released code).
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

var runeByte = func() map[rune]byte {
	m := make(map[rune]byte, 256)
	for b := range 256 {
		m[byteRune(byte(b))] = byte(b)
	}
	return m
}()

// bytesOf gives the bytes that a byte-level token stands for.
func bytesOf(token string) (string, bool) {
	b := make([]byte, 0, len(token))
	for _, r := range token {
		c, ok := runeByte[r]
		if !ok {
			return "", false
		}
		b = append(b, c)
	}
	return string(b), true
}

// byteLevel is GPT-2's split into words, each with the space before it. The bytes themselves stay as they are: bpe reads
// them without the detour over printable characters.
type byteLevel struct {
	class         *pages
	prefix, split bool
}

func (s byteLevel) run(w *work) {
	if s.prefix {
		w.rewrite(func(b []byte, p *pen) {
			if len(b) > 0 && b[0] != ' ' {
				p.put(' ', 0)
			}
			p.keep(0, len(b))
		})
	}
	if s.split {
		w.split(s.words)
	}
}

// words cuts b as this pattern of GPT-2 does, without a regular expression, as Go's has no (?!):
//
//	's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
func (s byteLevel) words(b []byte, cut func(lo, hi int)) {
	for i := 0; i < len(b); {
		n := s.word(b[i:])
		cut(i, i+n)
		i += n
	}
}

func (s byteLevel) word(b []byte) int {
	if n := contraction(b); n > 0 {
		return n
	}
	start := 0
	kind, n := s.kind(b)
	if kind == space && b[0] == ' ' && len(b) > 1 {
		if k, m := s.kind(b[1:]); k != space {
			start, kind, n = 1, k, m
		}
	}
	end, last := start+n, n
	for end < len(b) {
		k, m := s.kind(b[end:])
		if k != kind {
			break
		}
		end, last = end+m, m
	}
	if kind == space && end < len(b) && end > last {
		return end - last // the last space goes with what follows
	}
	return end
}

// kind gives the class of b's first character: space, letter, number or 0, and its length.
func (s byteLevel) kind(b []byte) (class, int) {
	r, n := rune(b[0]), 1
	if r >= utf8.RuneSelf {
		r, n = utf8.DecodeRune(b)
	}
	return s.class.of(r) & (space | letter | number), n
}

// contraction gives the length of the 's, 're ... that b begins with, 0 for none.
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
