package token

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func readNormalizer(kind string, raw json.RawMessage) ([]stage, error) {
	switch kind {
	case "BertNormalizer":
		return readBERT(raw)
	case "Lowercase":
		return []stage{runes(lower)}, nil
	case "NFC":
		return []stage{normal(norm.NFC)}, nil
	case "NFKC":
		return []stage{normal(norm.NFKC)}, nil
	case "NFD":
		return []stage{normal(norm.NFD)}, nil
	case "NFKD":
		return []stage{normal(norm.NFKD)}, nil
	case "StripAccents":
		return []stage{without(mark)}, nil
	case "Strip":
		return readStrip(raw)
	case "Replace":
		return readReplace(raw)
	case "Precompiled":
		return readPrecompiled(raw)
	}
	return nil, errUnsupported
}

// readBERT reads BERT's basic tokenizer up to the split: clean, separate ideographs, strip accents, lower case.
func readBERT(raw json.RawMessage) (all []stage, err error) {
	f := struct {
		Clean      bool  `json:"clean_text"`
		Ideographs bool  `json:"handle_chinese_chars"`
		Accents    *bool `json:"strip_accents"`
		Lower      bool  `json:"lowercase"`
	}{true, true, nil, true}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	all = append(all, runes(func(dst []byte, r rune) []byte {
		c := classOf(r)
		switch {
		case f.Clean && c&drop != 0:
			return dst
		case f.Clean && c&space != 0:
			return append(dst, ' ')
		case f.Ideographs && c&ideograph != 0:
			return append(utf8.AppendRune(append(dst, ' '), r), ' ')
		}
		return utf8.AppendRune(dst, r)
	}))
	if f.Accents == nil && f.Lower || f.Accents != nil && *f.Accents {
		all = append(all, normal(norm.NFD), without(nonspacing))
	}
	if f.Lower {
		all = append(all, runes(lower))
	}
	return all, nil
}

// runes returns a stage that replaces each character: f appends its replacement.
func runes(f func(dst []byte, r rune) []byte) stage {
	return rewriter(func(dst, b []byte) []byte {
		for i := 0; i < len(b); {
			r, n := rune(b[i]), 1
			if r >= utf8.RuneSelf {
				r, n = utf8.DecodeRune(b[i:])
			}
			dst = f(dst, r)
			i += n
		}
		return dst
	})
}

// lower appends r in lower case. Only a capital I with a dot becomes two characters.
func lower(dst []byte, r rune) []byte {
	if r == 'İ' {
		return append(dst, "i\u0307"...)
	}
	return utf8.AppendRune(dst, unicode.ToLower(r))
}

// without leaves out a class of characters.
func without(dropped class) stage {
	return runes(func(dst []byte, r rune) []byte {
		if classOf(r)&dropped != 0 {
			return dst
		}
		return utf8.AppendRune(dst, r)
	})
}

// normal writes text in a normal form. Characters that are younger than the reference's tables stay as they are.
func normal(form norm.Form) stage {
	return rewriter(func(dst, b []byte) []byte {
		for len(b) > 0 {
			old := bytes.IndexFunc(b, func(r rune) bool { return classOf(r)&late != 0 })
			if old < 0 {
				old = len(b)
			}
			dst = append(dst, form.Append(dst[len(dst):], b[:old]...)...) // not behind dst, which it would combine with
			_, n := utf8.DecodeRune(b[old:])
			dst, b = append(dst, b[old:old+n]...), b[old+n:]
		}
		return dst
	})
}

// readStrip reads what takes white space off the ends of the text.
func readStrip(raw json.RawMessage) ([]stage, error) {
	var f struct {
		Left  bool `json:"strip_left"`
		Right bool `json:"strip_right"`
	}
	blank := func(r rune) bool { return classOf(r)&space != 0 }
	return []stage{rewriter(func(dst, b []byte) []byte {
		if f.Left {
			b = bytes.TrimLeftFunc(b, blank)
		}
		if f.Right {
			b = bytes.TrimRightFunc(b, blank)
		}
		return append(dst, b...)
	})}, json.Unmarshal(raw, &f)
}

// readReplace reads what puts a text in the place of each match of a pattern.
func readReplace(raw json.RawMessage) ([]stage, error) {
	var f struct {
		Pattern struct{ String, Regex *string }
		Content string
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	var source string
	switch p := f.Pattern; {
	case p.String != nil && *p.String != "":
		source = regexp.QuoteMeta(*p.String)
	case p.Regex != nil && !strings.ContainsAny(*p.Regex, `\[(^$.?`) && !strings.Contains(*p.Regex, "{,"): // which mean the same to Go
		source = *p.Regex
	case p.Regex != nil:
		return nil, fmt.Errorf("pattern %q is not supported", *p.Regex)
	default:
		return nil, errors.New("pattern is missing")
	}
	re, err := regexp.Compile(source)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", source, err)
	}
	if re.Match(nil) {
		return nil, fmt.Errorf("pattern %q: matches the empty text, which is not supported", source)
	}
	return []stage{rewriter(func(dst, b []byte) []byte {
		for at := re.FindIndex(b); at != nil && len(dst) <= longestText; at = re.FindIndex(b) {
			dst = append(append(dst, b[:at[0]]...), f.Content...)
			b = b[at[1]:]
		}
		return append(dst, b...)
	})}, nil
}
