package token

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// class is a set of character classes, one bit each.
type class uint16

const (
	space      class = 1 << iota // white space
	drop                         // removed by BERT's cleaning: control, format, private use, U+FFFD
	nonspacing                   // Mn
	mark                         // any M
	punct                        // punctuation, and every ASCII symbol
	word                         // \w
	numeric                      // Rust's char::is_numeric
	letter                       // \p{L} of the byte-level split
	number                       // \p{N} of the byte-level split
	late                         // younger than the reference's normal forms: never taken apart, put together or moved
)

//go:embed classes.txt
var classesText string

// pages holds the classes of 256 code points each; most of Unicode shares the empty page.
type pages [(unicode.MaxRune + 1) >> 8]*[256]class

var classTable = sync.OnceValue(func() *pages {
	p, empty := new(pages), new([256]class)
	for i := range p {
		p[i] = empty
	}
	names := map[string]class{"space": space, "drop": drop, "nonspacing": nonspacing, "mark": mark, "punct": punct,
		"word": word, "numeric": numeric, "letter": letter, "number": number, "late": late}
	for line := range strings.Lines(classesText) {
		fields := strings.Fields(line)
		bit := names[fields[0]]
		if bit == 0 {
			continue
		}
		for _, f := range fields[1:] {
			lo, hi := hexRange(f)
			p.set(empty, lo, hi, bit)
		}
	}
	return p
})

func (p *pages) set(empty *[256]class, lo, hi rune, bit class) {
	for r := lo; r <= hi; r++ {
		if p[r>>8] == empty {
			p[r>>8] = new([256]class)
		}
		p[r>>8][r&0xFF] |= bit
	}
}

// of gives the classes of r, none for what is no code point.
func (p *pages) of(r rune) class {
	if uint32(r) > unicode.MaxRune {
		return 0
	}
	return p[r>>8][r&0xFF]
}

func hexRange(s string) (lo, hi rune) {
	a, b, ok := strings.Cut(s, "-")
	if !ok {
		b = a
	}
	l, _ := strconv.ParseInt(a, 16, 32)
	h, _ := strconv.ParseInt(b, 16, 32)
	return rune(l), rune(h)
}

// ideograph says whether BERT gives r a word of its own ("Chinese character" in the reference).
func ideograph(r rune) bool {
	return r >= 0x3400 && (r <= 0x4DBF || r >= 0x4E00 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0x20000 && r <= 0x2A6DF || r >= 0x2A700 && r <= 0x2B73F || r >= 0x2B740 && r <= 0x2B81F ||
		r >= 0x2B920 && r <= 0x2CEAF || r >= 0x2F800 && r <= 0x2FA1F)
}
