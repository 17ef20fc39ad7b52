package token

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// The reference's regular expressions (Oniguruma's) mean Unicode by \s, \w and \d; Go's mean ASCII.
var unicodeSets = map[byte]string{
	's': `\t-\r \x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}`,
	'w': superscripts + `\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{24B6}-\x{24E9}\x{1F130}-\x{1F149}\x{1F150}-\x{1F169}\x{1F170}-\x{1F189}`,
	'd': `\p{Nd}`,
}

// superscripts and fractions of Latin-1 are letters by a \w that stands alone, and by none in brackets.
const superscripts = `\x{B2}\x{B3}\x{B9}\x{BC}-\x{BE}`

// posixSets are the sets that the reference takes POSIX's names for, in [[:name:]] as in \p{name}; what graph, print and punct hold
// depends on its version, so these are refused.
var posixSets = map[string]string{
	"alnum":  `\p{L}\p{Nl}\p{Nd}` + ranges(unicode.Other_Alphabetic),
	"alpha":  `\p{L}\p{Nl}` + ranges(unicode.Other_Alphabetic),
	"ascii":  `\x00-\x7F`,
	"blank":  `\t\p{Zs}`,
	"cntrl":  `\p{Cc}`,
	"digit":  unicodeSets['d'],
	"lower":  `\p{Ll}` + ranges(unicode.Other_Lowercase),
	"space":  unicodeSets['s'],
	"upper":  `\p{Lu}` + ranges(unicode.Other_Uppercase),
	"word":   unicodeSets['w'],
	"xdigit": `0-9A-Fa-f`,
	"graph":  "", "print": "", "punct": "",
}

// ranges writes a table as a part of a set.
func ranges(t *unicode.RangeTable) string {
	var out strings.Builder
	add := func(lo, hi, stride uint32) {
		if stride == 1 {
			fmt.Fprintf(&out, `\x{%X}-\x{%X}`, lo, hi)
			return
		}
		for r := lo; r <= hi; r += stride {
			fmt.Fprintf(&out, `\x{%X}`, r)
		}
	}
	for _, r := range t.R16 {
		add(uint32(r.Lo), uint32(r.Hi), uint32(r.Stride))
	}
	for _, r := range t.R32 {
		add(r.Lo, r.Hi, r.Stride)
	}
	return out.String()
}

// regexWriter writes the reference's regular expression for Go. What Go reads otherwise, and whatever looks around where it begins (the
// search restarts in the middle of the text), is refused.
type regexWriter struct {
	s      string
	out    strings.Builder
	inside bool // a bracket
	first  bool // where the bracket begins
}

func unicodeRegex(s string) (string, error) {
	w := &regexWriter{s: s}
	for i := 0; i < len(s); {
		n, err := w.step(i)
		if err != nil {
			return "", err
		}
		i += n
	}
	return w.out.String(), nil
}

func unsupported(s string) error { return fmt.Errorf("%s is not supported", s) }

// step writes what begins at i, and returns its length.
func (w *regexWriter) step(i int) (int, error) {
	c, rest := w.s[i], w.s[i:]
	switch {
	case c == '\\' && len(rest) > 1:
		w.first = false
		return w.escape(rest)
	case w.inside:
		return w.member(rest)
	case c == '^', c == '$':
		return 0, unsupported(rest[:1])
	case c == '(' && strings.HasPrefix(rest, "(?") && !groups.MatchString(rest):
		return 0, unsupported(strconv.Quote(head(rest, 4)))
	case c == '[':
		w.inside, w.first = true, true
		if strings.HasPrefix(rest, "[^") {
			w.out.WriteString("[^")
			return 2, nil
		}
	case c == '{':
		return w.count(rest)
	}
	w.out.WriteByte(c)
	return 1, nil
}

// groups are those of (?…) that mean the same to both.
var groups = regexp.MustCompile(`^\(\?(:|-?i[:)]|<[A-Za-z_]\w*>)`)

func head(s string, n int) string { return s[:min(n, len(s))] }

// member writes what stands in a bracket.
func (w *regexWriter) member(rest string) (int, error) {
	first := w.first
	w.first = false
	switch {
	case rest[0] == ']' && first:
		return 0, unsupported("a bracket that begins with ]")
	case rest[0] == ']':
		w.inside = false
	case strings.HasPrefix(rest, "&&"):
		return 0, unsupported("&& in brackets")
	case strings.HasPrefix(rest, "[:"):
		name, _, ok := strings.Cut(rest[2:], ":]")
		set := posixSets[name]
		if !ok || set == "" {
			return 0, unsupported(head(rest, len(name)+4))
		}
		return len(name) + 4, w.set(set, false, rest)
	case rest[0] == '[':
		return 0, unsupported("a bracket in brackets")
	}
	w.out.WriteByte(rest[0])
	return 1, nil
}

// counts are what follows { where it is a number of times.
var counts = regexp.MustCompile(`^\{(\d*)(,?)(\d*)\}(\??)`)

// count writes a number of times: {,n} stands for {0,n}.
func (w *regexWriter) count(rest string) (int, error) {
	m := counts.FindStringSubmatch(rest)
	switch {
	case m == nil || m[1] == "" && m[3] == "": // a brace
		w.out.WriteString(`\{`)
		return 1, nil
	case m[2] == "" && m[4] != "": // to the reference, all or nothing
		return 0, unsupported(m[0])
	case m[1] == "":
		m[1] = "0"
	}
	fmt.Fprintf(&w.out, "{%s%s%s}%s", m[1], m[2], m[3], m[4])
	return len(m[0]), nil
}

// escape writes what begins with a backslash.
func (w *regexWriter) escape(rest string) (int, error) {
	c := rest[1]
	letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
	switch {
	case !letter, strings.IndexByte("ntrfva", c) >= 0:
		w.out.WriteString(rest[:2])
		return 2, nil
	case unicodeSets[c|0x20] != "":
		return 2, w.set(unicodeSets[c|0x20], c < 'a', rest[:2])
	case c|0x20 == 'p':
		return w.property(rest)
	case c == 'x', c == 'u':
		m := codes.FindStringSubmatch(rest)
		if m == nil {
			return 0, unsupported(head(rest, 6))
		}
		w.out.WriteString(`\x{` + m[1] + m[2] + m[3] + `}`)
		return len(m[0]), nil
	}
	return 0, unsupported(rest[:2])
}

// codes are characters by their number; of two digits, from 80 on the reference takes them for a byte.
var codes = regexp.MustCompile(`^\\(?:x\{([0-9A-Fa-f]+)\}|x([0-7][0-9A-Fa-f])|u([0-9A-Fa-f]{4}))`)

// property writes \p{name}.
func (w *regexWriter) property(rest string) (int, error) {
	name, _, ok := strings.Cut(strings.TrimPrefix(rest[2:], "{"), "}")
	if !ok || rest[2:] == "" || rest[2] != '{' {
		return 0, fmt.Errorf("%s is not supported: want a name in braces", head(rest, 3))
	}
	whole := rest[:len(name)+4]
	bare, negated := strings.CutPrefix(name, "^")
	set, posix := posixSets[strings.ToLower(bare)]
	switch {
	case posix && set == "":
		return 0, unsupported(whole)
	case posix:
		return len(whole), w.set(set, negated != (rest[1] == 'P'), whole)
	}
	w.out.WriteString(whole)
	return len(whole), nil
}

// set writes a set, or what is not in it.
func (w *regexWriter) set(set string, negated bool, what string) error {
	switch {
	case w.inside && negated:
		return unsupported(what + " in brackets")
	case w.inside:
		w.out.WriteString(strings.TrimPrefix(set, superscripts))
	case negated:
		w.out.WriteString("[^" + set + "]")
	default:
		w.out.WriteString("[" + set + "]")
	}
	return nil
}
