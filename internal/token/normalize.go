package token

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// rewriter is a stage that writes each segment anew.
type rewriter func(b []byte, p *pen)

func (f rewriter) run(w *work) { w.rewrite(f) }

func (t *Tokenizer) normalizer(kind string, raw json.RawMessage) (stage, error) {
	switch kind {
	case "BertNormalizer":
		return t.bertNormalizer(raw)
	case "Lowercase":
		return rewriter(lowerAll), nil
	case "NFC":
		return rewriter(func(_ []byte, p *pen) { composeAll(p, norm.NFC) }), nil
	case "NFKC":
		return rewriter(func(_ []byte, p *pen) { composeAll(p, norm.NFKC) }), nil
	case "NFD":
		return rewriter(func(_ []byte, p *pen) { decomposeAll(p, norm.NFD, nil, (*pen).put) }), nil
	case "NFKD":
		return rewriter(func(_ []byte, p *pen) { decomposeAll(p, norm.NFKD, nil, (*pen).put) }), nil
	case "StripAccents":
		return t.mapped(func(p *pen, r rune, k int) {
			if t.class.of(r)&mark == 0 {
				p.put(r, k)
			}
		}), nil
	case "Nmt":
		return t.mapped(nmt), nil
	case "Strip":
		return t.strip(raw)
	case "Prepend":
		return prepend(raw)
	case "Replace":
		return readReplace(raw)
	case "Precompiled":
		return readPrecompiled(raw)
	}
	return nil, errUnsupported
}

func (t *Tokenizer) bertNormalizer(raw json.RawMessage) (stage, error) {
	f := struct {
		Clean      bool  `json:"clean_text"`
		Ideographs bool  `json:"handle_chinese_chars"`
		Accents    *bool `json:"strip_accents"`
		Lower      bool  `json:"lowercase"`
	}{true, true, nil, true}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	n := &bertNormalizer{clean: f.Clean, ideographs: f.Ideographs, lower: f.Lower, accents: f.Lower, class: t.class}
	if f.Accents != nil {
		n.accents = *f.Accents
	}
	return n, nil
}

// mapped is a stage that looks at each character by itself.
func (t *Tokenizer) mapped(f func(p *pen, r rune, k int)) stage {
	return rewriter(func(b []byte, p *pen) {
		for i := 0; i < len(b); {
			r, n := utf8.DecodeRune(b[i:])
			f(p, r, i)
			i += n
		}
	})
}

// nmt cleans as the reference's Nmt does: some controls vanish, some invisible characters become spaces.
func nmt(p *pen, r rune, k int) {
	switch {
	case r >= 1 && r <= 8, r == 0x0B, r >= 0x0E && r <= 0x1F, r == 0x7F, r == 0x8F, r == 0x9F:
		return
	case r == '\t', r == '\n', r == '\f', r == '\r', r == 0x1680, r >= 0x200B && r <= 0x200F, r == 0x2028, r == 0x2029,
		r == 0x2581, r == 0xFEFF, r == 0xFFFD:
		r = ' '
	}
	p.put(r, k)
}

// strip takes white space off the ends of the text.
type strip struct {
	class       *pages
	left, right bool
}

func (t *Tokenizer) strip(raw json.RawMessage) (stage, error) {
	var f struct {
		Left  bool `json:"strip_left"`
		Right bool `json:"strip_right"`
	}
	err := json.Unmarshal(raw, &f)
	return strip{t.class, f.Left, f.Right}, err
}

func (s strip) run(w *work) {
	blank := func(r rune) bool { return s.class.of(r)&space != 0 }
	w.split(func(b []byte, cut func(lo, hi int)) {
		lo, hi := 0, len(b)
		if s.left {
			lo = hi - len(bytes.TrimLeftFunc(b, blank))
		}
		if s.right {
			hi = len(bytes.TrimRightFunc(b, blank))
		}
		cut(lo, hi)
	})
}

func prepend(raw json.RawMessage) (stage, error) {
	var f struct {
		Prepend string `json:"prepend"`
	}
	err := json.Unmarshal(raw, &f)
	return rewriter(func(b []byte, p *pen) {
		p.puts(f.Prepend, 0)
		p.keep(0, len(b))
	}), err
}
