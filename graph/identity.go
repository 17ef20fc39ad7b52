package graph

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"html"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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
	h := sha256.Sum256(append([]byte(fold(p.Title)+"\t"), fold(p.PlainText())...))
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
	if folded, _ := isFolded(s); folded {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// FoldTitle returns the normal form titles are looked up under: HTML entities decoded, underscores made spaces,
// white space folded, NFC, first letter upper. Titles that differ only in these find the same pages.
func FoldTitle(title string) string {
	return upperFirst(CleanTitle(title))
}

// CleanTitle returns a title as it is kept and shown: entities decoded, underscores made spaces, white space
// folded, NFC; the first letter stays as it is.
func CleanTitle(title string) string {
	if strings.IndexByte(title, '&') >= 0 {
		title = html.UnescapeString(title)
	}
	if strings.IndexByte(title, '_') >= 0 {
		title = strings.ReplaceAll(title, "_", " ")
	}
	return FoldSpace(title)
}

// FoldSpace joins the words of s by single spaces, in Unicode normal form C.
func FoldSpace(s string) string {
	s = strings.TrimSpace(s)
	folded, ascii := isFolded(s)
	if !folded {
		s = strings.Join(strings.Fields(s), " ")
	}
	if folded && ascii {
		return s
	}
	return norm.NFC.String(s)
}

// isFolded reports whether the words of s are joined by single spaces, as most are, and, if so, whether it is ASCII.
func isFolded(s string) (folded, ascii bool) {
	ascii = true
	space := true // before the first word none may stand
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c > ' ' && c < utf8.RuneSelf:
			space = false
		case c >= utf8.RuneSelf:
			ascii = false
			r, n := utf8.DecodeRuneInString(s[i:])
			if unicode.IsSpace(r) {
				return false, false
			}
			i += n - 1
			space = false
		case c == ' ':
			if space {
				return false, false
			}
			space = true
		case c >= '\t' && c <= '\r':
			return false, false
		default:
			space = false
		}
	}
	return !space || s == "", ascii
}

// LinkTitle returns the title a hyperlink leads to: CleanTitle of the target, after URL escapes are decoded (a
// target that is no valid URL escape is taken as it stands) and the fragment is dropped. It is empty for a
// link within the page.
func LinkTitle(target string) string {
	if strings.IndexByte(target, '%') >= 0 {
		if u, err := url.PathUnescape(target); err == nil && utf8.ValidString(u) {
			target = u
		}
	}
	if strings.IndexByte(target, '&') >= 0 {
		target = html.UnescapeString(target)
	}
	target, _, _ = strings.Cut(target, "#")
	return upperFirst(CleanTitle(strings.TrimPrefix(strings.TrimSpace(target), ":")))
}

// BareTitle drops the parenthesis that tells namesakes apart: "Marrow (river)" becomes "Marrow".
func BareTitle(title string) string {
	if !strings.HasSuffix(title, ")") {
		return title
	}
	if i := strings.LastIndex(title, " ("); i > 0 {
		return title[:i]
	}
	return title
}

// IsCapital reports whether a text begins with a capital letter.
func IsCapital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// IsParticle reports whether a word is one of those in names of persons that begin with a small letter.
func IsParticle(word string) bool {
	switch word {
	case "da", "de", "del", "della", "der", "di", "du", "la", "le", "van", "von":
		return true
	}
	return false
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if u := unicode.ToUpper(r); u != r && r != utf8.RuneError {
		return string(u) + s[n:]
	}
	return s
}
