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
	ideograph                    // BERT gives it a word of its own ("Chinese character" in the reference)
)

//go:embed classes.txt
var classesText string

// classes holds the classes of 256 code points each; nil where none of the 256 has one.
var classes [(unicode.MaxRune + 1) >> 8]*[256]class

// loadClasses fills classes; it comes before all of classOf.
var loadClasses = sync.OnceFunc(func() {
	names := map[string]class{"space": space, "drop": drop, "nonspacing": nonspacing, "mark": mark, "punct": punct,
		"word": word, "numeric": numeric, "letter": letter, "number": number, "late": late, "ideograph": ideograph}
	for line := range strings.Lines(classesText) {
		name, ranges, _ := strings.Cut(line, " ")
		if names[name] == 0 { // a comment
			continue
		}
		for f := range strings.FieldsSeq(ranges) {
			first, last, ok := strings.Cut(f, "-")
			if !ok {
				last = first
			}
			lo, _ := strconv.ParseInt(first, 16, 32) // TestClasses reads the file
			hi, _ := strconv.ParseInt(last, 16, 32)
			for r := lo; r <= hi; r++ {
				if classes[r>>8] == nil {
					classes[r>>8] = new([256]class)
				}
				classes[r>>8][r&0xFF] |= names[name]
			}
		}
	}
})

func classOf(r rune) class {
	if page := classes[r>>8]; page != nil {
		return page[r&0xFF]
	}
	return 0
}
