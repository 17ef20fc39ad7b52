package hop

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// binBits is the length of a hash: there are 2^24 bins of n-grams (DrQA: Chen et al. 2017, section 3.1).
const binBits = 24

// grams maps the bins of uni- and bigrams to their number of occurrences.
type grams map[uint32]int

// grams counts n-grams. As in DrQA, two terms with a stop word between them are no bigram.
func (t *TFIDF) grams(texts ...string) grams {
	g := grams{}
	for _, s := range texts {
		terms := t.text.Analyze(s)
		for i, t := range terms {
			h := hashTerm(t.Text)
			g[bin(h)]++
			if i+1 < len(terms) && !wordIn(s[t.End:terms[i+1].Start]) {
				g[bin(h*1099511628211^hashTerm(terms[i+1].Text))]++
			}
		}
	}
	return g
}

func bin(h uint64) uint32 { return uint32((h ^ h>>32) * 0x9E3779B97F4A7C15 >> (64 - binBits)) }

// wordIn reports whether s has a letter or digit.
func wordIn(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80 {
			return true
		}
	}
	return false
}

// ngramIndex holds the n-grams of all pages in memory.
type ngramIndex struct {
	pages    []graph.Head // without their links
	lengths  []float64    // of the pages' vectors
	postings []posting    // by bin, then page
}

// posting records how often a page has an n-gram.
type posting struct{ bin, page, count uint32 }

func indexPages(pages iter.Seq2[*graph.Page, error], count func(*graph.Page) grams) (*ngramIndex, error) {
	ix := &ngramIndex{}
	for p, err := range pages {
		if err != nil {
			return nil, err
		}
		for b, n := range count(p) {
			ix.postings = append(ix.postings, posting{b, uint32(len(ix.pages)), uint32(n)})
		}
		ix.pages = append(ix.pages, graph.Head{ID: p.ID(), Title: p.Title, Ordinal: p.Ordinal})
	}
	slices.SortFunc(ix.postings, func(a, b posting) int { return cmp.Or(cmp.Compare(a.bin, b.bin), cmp.Compare(a.page, b.page)) })
	ix.lengths = make([]float64, len(ix.pages))
	for rest := ix.postings; len(rest) > 0; {
		list := ix.list(rest[0].bin)
		rest = rest[len(list):]
		idf := ix.idf(list)
		for _, p := range list {
			w := math.Log1p(float64(p.count)) * idf
			ix.lengths[p.page] += float64(w * w)
		}
	}
	for i, v := range ix.lengths {
		ix.lengths[i] = math.Sqrt(v)
	}
	return ix, nil
}

// list returns the postings of an n-gram.
func (ix *ngramIndex) list(bin uint32) []posting {
	first, _ := slices.BinarySearchFunc(ix.postings, bin, func(p posting, b uint32) int { return cmp.Compare(p.bin, b) })
	end := first
	for end < len(ix.postings) && ix.postings[end].bin == bin {
		end++
	}
	return ix.postings[first:end]
}

// idf returns DrQA's weight of the n-gram with these postings: ln((N-df+0.5)/(df+0.5)), at least 0.
func (ix *ngramIndex) idf(list []posting) float64 {
	df := float64(len(list))
	return max(0, math.Log((float64(len(ix.pages))-df+0.5)/(df+0.5)))
}

// vector is a TF-IDF vector, ordered by bin, with its length.
type vector struct {
	grams  []weighed
	length float64
}

type weighed struct {
	bin    uint32
	weight float64
}

// vector returns the TF-IDF vector of n-grams: ln(1+tf) times IDF.
func (ix *ngramIndex) vector(g grams) (v vector) {
	for _, b := range slices.Sorted(maps.Keys(g)) {
		if w := math.Log1p(float64(g[b])) * ix.idf(ix.list(b)); w > 0 {
			v.grams = append(v.grams, weighed{b, w})
			v.length += float64(w * w)
		}
	}
	v.length = math.Sqrt(v.length)
	return v
}

// cosine returns the cosine of two vectors; 0 if one is empty.
func cosine(a, b vector) float64 {
	sum := 0.0
	for _, g := range a.grams {
		if i, ok := slices.BinarySearchFunc(b.grams, g.bin, func(g weighed, bin uint32) int { return cmp.Compare(g.bin, bin) }); ok {
			sum += float64(g.weight * b.grams[i].weight)
		}
	}
	if sum == 0 {
		return 0
	}
	return sum / (a.length * b.length)
}

// nearest returns the k pages with the highest cosine of their vectors with q, best first, ties by title; only pages of pool, unless it is nil.
func (ix *ngramIndex) nearest(q vector, pool map[uint32]int, k int) []graph.Hit {
	scores := map[uint32]float64{}
	for p := range pool { // a page of the pool may share only words of weight 0
		scores[p] = 0
	}
	for _, g := range q.grams {
		list := ix.list(g.bin)
		idf := ix.idf(list)
		for _, p := range list {
			if _, in := pool[p.page]; in || pool == nil {
				scores[p.page] += float64(g.weight * math.Log1p(float64(p.count)) * idf)
			}
		}
	}
	for p, v := range scores {
		if v > 0 {
			scores[p] = v / (q.length * ix.lengths[p])
		}
	}
	pages := slices.SortedFunc(maps.Keys(scores), func(a, b uint32) int {
		x, y := &ix.pages[a], &ix.pages[b]
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(x.Title, y.Title), cmp.Compare(x.Ordinal, y.Ordinal))
	})
	out := make([]graph.Hit, min(k, len(pages)))
	for i := range out {
		out[i] = graph.Hit{Page: ix.pages[pages[i]].ID, Score: scores[pages[i]]}
	}
	return out
}

// candidates returns the pages of Algorithm 2 (Yang et al. 2018, appendix C.1): those that share at least c n-grams with the query, for
// the smallest c with at most limit pages.
func (ix *ngramIndex) candidates(g grams, limit int) map[uint32]int {
	overlap := map[uint32]int{}
	for b := range g {
		for _, p := range ix.list(b) {
			overlap[p.page]++
		}
	}
	for c := 1; len(overlap) > limit; c++ {
		maps.DeleteFunc(overlap, func(_ uint32, n int) bool { return n <= c })
	}
	return overlap
}
