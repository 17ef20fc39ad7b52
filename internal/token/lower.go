package token

import "unicode"

// newCase lists the capitals that Rust lowers and that Go's tables may not know yet (Unicode 16 and 17).
var newCase = []struct{ lo, hi, to rune }{
	{0x1C89, 0x1C89, 0x1C8A}, {0xA7CB, 0xA7CB, 0x264}, {0xA7CC, 0xA7CC, 0xA7CD}, {0xA7CE, 0xA7CE, 0xA7CF},
	{0xA7D2, 0xA7D2, 0xA7D3}, {0xA7D4, 0xA7D4, 0xA7D5}, {0xA7DA, 0xA7DA, 0xA7DB}, {0xA7DC, 0xA7DC, 0x19B},
	{0x10D50, 0x10D65, 0x10D70}, {0x16EA0, 0x16EB8, 0x16EBB},
}

// lower writes r in lower case, in the place of old byte k. Only a capital I with a dot becomes two characters.
func lower(p *pen, r rune, k int) {
	switch {
	case r < 0x80:
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
	case r == 'İ':
		p.put('i', k)
		r = 0x307
	case r >= 0x1C89:
		r = lowerNew(r)
	default:
		r = unicode.ToLower(r)
	}
	p.put(r, k)
}

func lowerNew(r rune) rune {
	for _, c := range newCase {
		if r >= c.lo && r <= c.hi {
			return c.to + r - c.lo
		}
	}
	return unicode.ToLower(r)
}
