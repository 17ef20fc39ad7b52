package text

// slack is more than the largest relative error of rounding in a sum of bounds.
const slack = 1 + 1e-9

// settings are the parameters of BM25F (Robertson, Zaragoza and Taylor 2004, section 3).
type settings struct {
	K1         float64 `json:"k1"`          // saturation of repeated terms; higher is slower
	B          float64 `json:"b"`           // influence of the length of the passage, from 0 to 1
	TitleBoost float64 `json:"title_boost"` // weight of an occurrence in the title, at least 1
}

// bm25f has the usual K1 and B, and a boost chosen on the train files of HotpotQA and 2WikiMultihopQA.
var bm25f = settings{K1: 1.2, B: 0.75, TitleBoost: 3}

// scorer computes the saturated frequency of a term in a passage, in which the title of its page counts as well. With
// frequency f = all + (boost-1)*title and length l = words + (boost-1)*title words, it is f*(k1+1) / (f +
// k1*(1-b+b*l/average)).
type scorer struct {
	pages    *pages
	passages *passageTable
	boost    float64 // TitleBoost - 1
	k        float64 // k1 + 1
	c0, c1   float64 // the norm of a passage is c0 + c1*length
}

func (ix *Index) scorer() scorer { return newScorer(ix.meta, &ix.pages, &ix.passages) }

func newScorer(m *manifest, p *pages, parts *passageTable) scorer {
	s := bm25f
	sc := scorer{pages: p, passages: parts, boost: s.TitleBoost - 1, k: s.K1 + 1, c0: s.K1 * (1 - s.B)}
	if average := (float64(m.Words) + float64(sc.boost*float64(m.Titles))) / float64(max(m.Passages, 1)); average > 0 {
		sc.c1 = s.K1 * s.B / average
	}
	return sc
}

// norm returns k1*(1-b+b*l/average) of a passage. A conversion rounds each product before it is added: with a fused
// multiply-add, some machines would get another last bit.
func (s *scorer) norm(doc uint32) float64 { return s.normBy(doc, s.title(s.passages.page(doc))) }

// title returns what the title of a page adds to the lengths of its passages, and normBy the norm of one of these.
func (s *scorer) title(page uint32) float64 { return float64(s.boost * float64(s.pages.title(page))) }

func (s *scorer) normBy(doc uint32, title float64) float64 {
	return s.c0 + float64(s.c1*(float64(s.passages.word(doc))+title))
}

func (s *scorer) saturate(all, title uint32, norm float64) float64 {
	f := float64(all) + float64(s.boost*float64(title))
	return float64(f*s.k) / (f + norm)
}
