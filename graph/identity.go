package graph

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// PageID names a page of a store. It is a function of the page's key, so that parallel, resumed and remote
// loads agree; it fits into a signed 64-bit integer, and 0 is no page.
type PageID uint64

// NewPageID returns the id of the page with this key: 63 bits of SHA-256 over the NFC title and the ordinal.
func NewPageID(title string, ordinal int) PageID {
	h := sha256.New()
	h.Write([]byte(norm.NFC.String(title)))
	h.Write([]byte("\x00" + strconv.Itoa(ordinal)))
	id := PageID(binary.BigEndian.Uint64(h.Sum(nil)) >> 1)
	if id == 0 {
		id = 1
	}
	return id
}

// String prints the id as 16 hex digits.
func (id PageID) String() string {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(id))
	return hex.EncodeToString(b[:])
}

// Passage returns the fingerprint by which passages are told apart in outputs: the first 16 hex digits of SHA-256
// over title TAB text with white space folded.
func (p *Page) Passage() string {
	h := sha256.Sum256([]byte(fold(p.Title) + "\t" + fold(p.PlainText())))
	return hex.EncodeToString(h[:8])
}

// PlainText returns the words of the page in reading order, without titles of sections; elements are joined by a space.
func (p *Page) PlainText() string {
	elements := p.Elements()
	size := 0
	for i := range elements {
		size += 1 + len(elements[i].Text)
	}
	var b strings.Builder
	b.Grow(size)
	for _, t := range elements {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// fold joins the words of s by single spaces.
func fold(s string) string {
	if folded, _ := IsFolded(s); folded {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}
