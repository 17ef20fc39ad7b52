package claims

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// isUTF16 detects UTF-16 by its byte order mark, or by the zero bytes of letters in the first words.
func isUTF16(head []byte) bool {
	if bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
		return true
	}
	head = head[:min(len(head), 64)&^1]
	var zeros [2]int // at even places, and at odd ones
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	return len(head) >= 8 && (zeros[0] == 0) != (zeros[1] == 0) && zeros[0]+zeros[1] > len(head)/4
}

// looks are prefixes of files that have no claims.
var looks = []struct{ prefix, kind string }{
	{"%PDF", "a PDF document"}, {"PK\x03\x04", "a zip archive"}, {"SQLite format 3\x00", "an SQLite database"}, {"#!", "a script"},
	{"<?xml", "XML"}, {"<", "HTML"}, {"# ", "Markdown, or lines of comments"}, {"## ", "Markdown"}, {"---\n", "Markdown or YAML"},
	{"[![", "Markdown"}, {"```", "Markdown"},
}

// lookOf returns the kind of a file without claims that begins with head; empty if it may have claims.
func lookOf(head []byte) string {
	text := string(trimSpace(bytes.TrimPrefix(head, []byte("\ufeff"))))
	for _, l := range looks {
		if strings.HasPrefix(text, l.prefix) {
			return l.kind
		}
	}
	invalid := 0
	for rest := head; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		if r == utf8.RuneError && size == 1 && len(rest) >= utf8.UTFMax {
			invalid++
		}
		rest = rest[size:]
	}
	lines := strings.SplitN(text, "\n", 4)
	switch tabs := strings.Count(lines[0], "\t"); {
	case bytes.IndexByte(head, 0) >= 0 || invalid > len(head)/10:
		return "a binary file"
	case strings.Contains(text, "\n```"):
		return "Markdown"
	case tabs > 0 && len(lines) > 2 && strings.Count(lines[1], "\t") == tabs && strings.Count(lines[2], "\t") == tabs:
		return "a table without a column named claim"
	}
	return ""
}
