package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// claim is a record of HoVer's: a claim about two to four pages, each of which a sentence of the one before links to.
// The claim names the first page, tells of each a few words of its sentence, and leaves the names of the others
// out. When it is not supported, the words of one page are those of a page elsewhere.
type claim struct {
	UID   string   `json:"uid"`
	Claim string   `json:"claim"`
	Facts [][2]any `json:"supporting_facts"` // title, sentence
	Label string   `json:"label"`
	Hops  int      `json:"num_hops"`
	HPQA  string   `json:"hpqa_id"`
}

// claim makes claim i, of the seed and i alone.
func (w *wiki) claim(i int) claim {
	r := rand.New(rand.NewPCG(^w.seed, uint64(i)))
	c := claim{UID: fmt.Sprintf("made-%d", i), Label: "SUPPORTED", Hops: 2 + r.IntN(3), HPQA: fmt.Sprintf("made-%d", i)}
	pages, sentences := w.chain(r, c.Hops)
	wrong := -1
	if r.IntN(2) == 0 {
		c.Label, wrong = "NOT_SUPPORTED", r.IntN(c.Hops)
	}
	parts := []string{pages[0].title + " is that"}
	for k, p := range pages {
		c.Facts = append(c.Facts, [2]any{p.title, sentences[k]})
		from := p.sentences[sentences[k]]
		if k == wrong {
			from = w.page(r.IntN(w.n)).sentences[0]
		}
		parts = append(parts, telling(r, from, 5))
	}
	c.Claim = strings.Join(parts, " ") + "."
	return c
}

// chain draws pages that link each to the next, and the sentence of each that does; of the last, any.
func (w *wiki) chain(r *rand.Rand, hops int) (pages []*page, sentences []int) {
	for try := 0; ; try++ {
		pages, sentences = pages[:0], sentences[:0]
		at, seen := r.IntN(w.n), map[int]bool{}
		for len(pages) < hops && !seen[at] {
			seen[at] = true
			p := w.page(at)
			sentence := r.IntN(len(p.sentences))
			if len(pages) < hops-1 {
				next, ok := w.next(r, p, seen)
				if !ok {
					break
				}
				sentence, at = next.sentence, next.page
			}
			pages, sentences = append(pages, p), append(sentences, sentence)
		}
		if len(pages) == hops || try > 1000 && len(pages) > 0 {
			return pages, sentences
		}
	}
}

// next draws one of the links of a page's sentences that leads to a page not seen.
func (w *wiki) next(r *rand.Rand, p *page, seen map[int]bool) (hop, bool) {
	var all []hop
	for _, h := range p.to {
		if h.sentence < len(p.sentences) && !seen[h.page] {
			all = append(all, h)
		}
	}
	if len(all) == 0 {
		return hop{}, false
	}
	return all[r.IntN(len(all))], true
}

// telling draws n words of a sentence, those that are no links and not the shortest first, in their order.
func telling(r *rand.Rand, sentence string, n int) string {
	var words []string
	for _, s := range strings.Fields(sentence) {
		if s = strings.Trim(s, "."); len(s) > 4 && !strings.Contains(s, "[[") && !strings.Contains(s, "]]") {
			words = append(words, s)
		}
	}
	if len(words) > n {
		begin := r.IntN(len(words) - n + 1)
		words = words[begin : begin+n]
	}
	return strings.Join(words, " ")
}
