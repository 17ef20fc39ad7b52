package loader

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// Records of most corpora are JSON, and reading that with encoding/json took a third of a load: it goes over every byte
// several times. What follows cuts values apart in one pass. It is picky: whatever it doesn't know, it leaves to
// encoding/json, which decides what is JSON, what a value means, and what the error says.

// maxNested is how deep values are cut apart here.
const maxNested = 64

// members are the values of a JSON object by their keys; of several with one key the last.
func members(data []byte) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	if end, ok := eachMember(data, 0, 0, func(key string, value []byte) { out[key] = value }); ok && blank(data, end) == len(data) {
		return out, nil
	}
	clear(out)
	return out, decode(data, &out)
}

// texts reads a list of strings.
func texts(data []byte) ([]string, error) {
	var out []string
	all := true
	end, ok := eachElement(data, 0, 0, func(value []byte) {
		s, ok := plainText(value)
		out, all = append(out, s), all && ok
	})
	if ok && all && blank(data, end) == len(data) {
		return out, nil
	}
	out = nil
	return out, decode(data, &out)
}

// text reads a string.
func text(data []byte) (s string, err error) {
	if s, ok := plainText(data); ok {
		return s, nil
	}
	return s, decode(data, &s)
}

// plainText reads a string that was cut off, if it needs no more than to be copied.
func plainText(b []byte) (string, bool) {
	if len(b) < 2 || b[0] != '"' || bytes.IndexByte(b, '\\') >= 0 || !utf8.Valid(b) {
		return "", false
	}
	return string(b[1 : len(b)-1]), true
}

// blank is where white space from i on ends.
func blank(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

// eachMember yields the members of the object at i, and tells where it ends.
func eachMember(b []byte, i, depth int, yield func(key string, value []byte)) (end int, ok bool) {
	return eachKey(b, i, func(key []byte, begin int) (int, bool) {
		i, ok := skip(b, begin, depth+1)
		if !ok || yield == nil {
			return i, ok
		}
		s, ok := plainText(key)
		if ok {
			yield(s, b[begin:i:i])
		}
		return i, ok
	})
}

// eachKey goes through the object at i, and tells where it ends; member passes over a value that begins at a byte, and is
// told its key as it stands, with its quotation marks.
func eachKey(b []byte, i int, member func(key []byte, begin int) (end int, ok bool)) (end int, ok bool) {
	return eachOf(b, i, '{', '}', func(begin int) (int, bool) {
		if begin >= len(b) || b[begin] != '"' {
			return begin, false
		}
		i, ok := skipText(b, begin+1)
		if !ok {
			return i, false
		}
		key := b[begin:i]
		if i = blank(b, i); i >= len(b) || b[i] != ':' {
			return i, false
		}
		return member(key, blank(b, i+1))
	})
}

// scan is a value with its bytes as a string, of which texts are cut without being copied.
type scan struct {
	b []byte
	s string
}

// text reads the string at i into to, if it stands for itself, and tells where it ends.
func (s scan) text(i int, to *string) (end int, ok bool) {
	if i >= len(s.b) || s.b[i] != '"' {
		return i, false
	}
	if end, ok = skipText(s.b, i+1); ok {
		*to = s.s[i+1 : end-1]
		ok = isPlain(*to)
	}
	return end, ok
}

// isPlain says of what stands in a string that it stands for itself.
func isPlain(s string) bool { return strings.IndexByte(s, '\\') < 0 && utf8.ValidString(s) }

// eachElement yields the elements of the list at i, and tells where it ends.
func eachElement(b []byte, i, depth int, yield func(value []byte)) (end int, ok bool) {
	return eachOf(b, i, '[', ']', func(begin int) (int, bool) {
		i, ok := skip(b, begin, depth+1)
		if ok && yield != nil {
			yield(b[begin:i:i])
		}
		return i, ok
	})
}

// eachOf goes through what stands between brackets with commas between; item passes over one of them.
func eachOf(b []byte, i int, open, closing byte, item func(int) (int, bool)) (end int, ok bool) {
	if i = blank(b, i); i >= len(b) || b[i] != open {
		return i, false
	}
	if i = blank(b, i+1); i < len(b) && b[i] == closing {
		return i + 1, true
	}
	for {
		if i, ok = item(i); !ok {
			return i, false
		}
		if i = blank(b, i); i >= len(b) {
			return i, false
		}
		switch b[i] {
		case closing:
			return i + 1, true
		case ',':
			i = blank(b, i+1)
		default:
			return i, false
		}
	}
}

// skip passes over the value at i.
func skip(b []byte, i, depth int) (end int, ok bool) {
	if i >= len(b) || depth > maxNested {
		return i, false
	}
	switch b[i] {
	case '"':
		return skipText(b, i+1)
	case '{':
		return eachMember(b, i, depth, nil)
	case '[':
		return eachElement(b, i, depth, nil)
	}
	for end = i; end < len(b) && bytes.IndexByte([]byte(" \t\r\n,]}:"), b[end]) < 0; end++ {
	}
	switch s := b[i:end]; {
	case len(s) == 1 && s[0] >= '0' && s[0] <= '9', string(s) == "true", string(s) == "false", string(s) == "null":
		return end, true
	default:
		return end, json.Valid(s)
	}
}

// ending are the bytes that are no part of a string as they stand.
var ending = func() (out [256]bool) {
	for c := range ' ' {
		out[c] = true
	}
	out['"'], out['\\'] = true, true
	return out
}()

// skipText passes over the rest of a string, of which the first byte is at i.
func skipText(b []byte, i int) (end int, ok bool) {
	for ; i < len(b); i++ {
		c := b[i]
		if !ending[c] {
			continue
		}
		switch {
		case c == '"':
			return i + 1, true
		case c < ' ':
			return i, false
		case c == '\\':
			if i++; i >= len(b) {
				return i, false
			}
			if b[i] == 'u' {
				if i+4 >= len(b) || !json.Valid([]byte{'"', '\\', 'u', b[i+1], b[i+2], b[i+3], b[i+4], '"'}) {
					return i, false
				}
				i += 4
			} else if bytes.IndexByte([]byte(`"\/bfnrt`), b[i]) < 0 {
				return i, false
			}
		}
	}
	return i, false
}
