package token

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// stage is one step between text and model: a normalizer or a pre-tokenizer.
type stage interface{ run(w *work) }

// bertNormalizer is BERT's basic tokenizer up to the split: clean, set ideographs apart, strip accents, lower.
type bertNormalizer struct {
	clean, ideographs, accents, lower bool
	class                             *pages
}

func (n *bertNormalizer) run(w *work) {
	if n.clean || n.ideographs {
		w.rewrite(n.cleanUp)
	}
	if n.accents {
		fold := (*pen).put
		if n.lower {
			fold = lower
		}
		w.rewrite(func(_ []byte, p *pen) { decomposeAll(p, norm.NFD, n.nonspacing, fold) })
	} else if n.lower {
		w.rewrite(lowerAll)
	}
}

func (n *bertNormalizer) nonspacing(r rune) bool { return n.class.of(r)&nonspacing != 0 }

func (n *bertNormalizer) cleanUp(b []byte, p *pen) {
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		c := n.class.of(r)
		switch {
		case n.clean && c&drop != 0:
		case n.clean && c&space != 0:
			p.put(' ', i)
		case n.ideographs && ideograph(r):
			p.put(' ', i)
			p.put(r, i)
			p.put(' ', i)
		default:
			p.keep(i, i+size)
		}
		i += size
	}
}

func lowerAll(b []byte, p *pen) {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		lower(p, r, i)
		i += n
	}
}

// bertSplit is BertPreTokenizer: words between white space, each punctuation mark alone.
type bertSplit struct{ class *pages }

func (s bertSplit) run(w *work) {
	w.split(func(b []byte, cut func(lo, hi int)) {
		start := 0
		for i := 0; i < len(b); {
			r, n := utf8.DecodeRune(b[i:])
			if c := s.class.of(r); c&(space|punct) != 0 {
				cut(start, i)
				start = i + n
				if c&space == 0 {
					cut(i, i+n)
				}
			}
			i += n
		}
		cut(start, len(b))
	})
}
