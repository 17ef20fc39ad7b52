package token

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

func readPreTokenizer(kind string, raw json.RawMessage) ([]stage, error) {
	switch kind {
	case "BertPreTokenizer": // words between white space, each punctuation mark alone
		return []stage{classSplit(space, punct)}, nil
	case "ByteLevel":
		return readByteLevel(raw)
	case "Metaspace":
		return readMetaspace(raw)
	case "WhitespaceSplit":
		return []stage{classSplit(space, 0)}, nil
	}
	return nil, errUnsupported
}

// classSplit leaves out the characters of one class, and cuts out each of a second.
func classSplit(removed, alone class) stage {
	return splitter(func(b []byte, from int) (lo, hi int) {
		for hi = from; hi < len(b); {
			r, n := rune(b[hi]), 1
			if r >= utf8.RuneSelf {
				r, n = utf8.DecodeRune(b[hi:])
			}
			c := classOf(r)
			switch {
			case hi == from && c&removed != 0:
				from += n
			case hi == from && c&alone != 0:
				return from, from + n
			case c&(removed|alone) != 0:
				return from, hi
			}
			hi += n
		}
		return from, hi
	})
}

// readMetaspace reads SentencePiece's way with words: a space becomes a visible mark, which stays with the word after
// it.
func readMetaspace(raw json.RawMessage) ([]stage, error) {
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
	if f.Scheme != "always" && f.Scheme != "never" {
		return nil, fmt.Errorf("prepend_scheme %q is not supported", f.Scheme)
	}
	mark := []byte(f.Mark)
	all := []stage{rewriter(func(dst, b []byte) []byte {
		if f.Scheme == "always" && b[0] != ' ' && !bytes.HasPrefix(b, mark) {
			dst = append(dst, mark...)
		}
		for _, c := range b {
			if c == ' ' {
				dst = append(dst, mark...)
			} else {
				dst = append(dst, c)
			}
		}
		return dst
	})}
	if f.Split == nil || *f.Split {
		all = append(all, splitter(func(b []byte, from int) (lo, hi int) { // before each mark
			if n := bytes.Index(b[min(from+1, len(b)):], mark); n >= 0 {
				return from, from + 1 + n
			}
			return from, len(b)
		}))
	}
	return all, nil
}

// class is a set of character classes, one bit each.
type class uint16

const (
	space      class = 1 << iota // white space
	drop                         // removed by BERT's cleaning: control, format, private use, U+FFFD
	nonspacing                   // Mn
	mark                         // any M
	punct                        // punctuation, and every ASCII symbol
	word                         // \w
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
		"word": word, "letter": letter, "number": number, "late": late, "ideograph": ideograph}
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
