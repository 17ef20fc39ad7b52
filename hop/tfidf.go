package hop

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// Corpus is what a TF-IDF index is made from. It is a part of graph.Reader, and its contract is that one's.
type Corpus interface {
	All(ctx context.Context) iter.Seq2[*graph.Page, error]
	Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error)
}

// Words is what a TF-IDF index needs of a text index: the terms of a text and the names in it. *text.Index is one.
type Words interface {
	Analyze(s string) []graph.Term
	Mentions(s string) []graph.Mention
}

// binBits is the length of a hash: n-grams go into 2^24 bins (DrQA: Chen et al. 2017, section 3.1).
const binBits = 24

// grams are the uni- and bigrams of a text by bin, each with how often it stands there.
type grams map[uint32]int

// add adds the uni- and bigrams of a text to g. A bigram is two terms with no other word between them: as in DrQA,
// one that would hold a stop word is none.
func (g grams) add(s string, terms []graph.Term) {
	for i, t := range terms {
		h := hashTerm(t.Text)
		g[bin(h)]++
		if i+1 < len(terms) && !wordIn(s[t.End:terms[i+1].Start]) {
			g[bin(h*1099511628211^hashTerm(terms[i+1].Text))]++
		}
	}
}

func bin(h uint64) uint32 { return uint32((h ^ h>>32) * 0x9E3779B97F4A7C15 >> (64 - binBits)) }

// wordIn tells whether a letter or digit stands in s.
func wordIn(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80 {
			return true
		}
	}
	return false
}

// sparse is a TF-IDF vector, ordered by bin, with its length.
type sparse struct {
	terms  []weighed
	length float64
}

type weighed struct {
	bin    uint32
	weight float64
}

func dot(a, b *sparse) float64 {
	sum, j := 0.0, 0
	for _, t := range a.terms {
		for j < len(b.terms) && b.terms[j].bin < t.bin {
			j++
		}
		if j < len(b.terms) && b.terms[j].bin == t.bin {
			sum += float64(t.weight * b.terms[j].weight)
		}
	}
	return sum
}

// cosine is 0 where a vector is empty.
func cosine(a, b *sparse) float64 {
	if a.length == 0 || b.length == 0 {
		return 0
	}
	return dot(a, b) / (a.length * b.length)
}

// posting is a page that has an n-gram.
type posting struct {
	bin, page, count uint32
}

// tfidfIndex holds the n-grams of all pages in memory: 12 bytes for each n-gram of each page.
type tfidfIndex struct {
	ids      []graph.PageID // by number, ordered by title and ordinal
	lengths  []float64      // of the pages' vectors
	postings []posting      // by bin, then page
	first    []graph.PageID // the lowest ids, in order: enough of them to fill a list that has some already
}

// indexPages reads a corpus once; part chooses what of a page is indexed.
func indexPages(ctx context.Context, c Corpus, words Words, part func(*graph.Page) []string) (*tfidfIndex, error) {
	type key struct {
		title   string
		ordinal int
		number  uint32
	}
	ix := &tfidfIndex{}
	var keys []key
	for p, err := range c.All(ctx) {
		if err != nil {
			return nil, err
		}
		g := grams{}
		for _, s := range part(p) {
			g.add(s, words.Analyze(s))
		}
		n := uint32(len(keys))
		keys = append(keys, key{p.Title, p.Ordinal, n})
		for b, count := range g {
			ix.postings = append(ix.postings, posting{b, n, uint32(count)})
		}
	}
	slices.SortFunc(keys, func(a, b key) int { return cmp.Or(cmp.Compare(a.title, b.title), cmp.Compare(a.ordinal, b.ordinal)) })
	place := make([]uint32, len(keys))
	for i, k := range keys {
		place[k.number] = uint32(i)
		ix.ids = append(ix.ids, graph.NewPageID(k.title, k.ordinal))
	}
	ix.first = lowest(ix.ids, 2*leastRanked)
	for i := range ix.postings {
		ix.postings[i].page = place[ix.postings[i].page]
	}
	slices.SortFunc(ix.postings, func(a, b posting) int { return cmp.Or(cmp.Compare(a.bin, b.bin), cmp.Compare(a.page, b.page)) })
	ix.measure()
	return ix, ctx.Err()
}

// lowest are the k lowest ids, in order.
func lowest(ids []graph.PageID, k int) []graph.PageID {
	out := make([]graph.PageID, 0, k+1)
	for _, id := range ids {
		if len(out) == k && id >= out[k-1] {
			continue
		}
		at, _ := slices.BinarySearch(out, id)
		out = slices.Insert(out, at, id)
		out = out[:min(len(out), k)]
	}
	return out
}

// measure computes the lengths of the pages' vectors.
func (ix *tfidfIndex) measure() {
	ix.lengths = make([]float64, len(ix.ids))
	for i := 0; i < len(ix.postings); {
		list := ix.list(ix.postings[i].bin)
		idf := ix.idf(len(list))
		for _, p := range list {
			w := math.Log1p(float64(p.count)) * idf
			ix.lengths[p.page] += float64(w * w)
		}
		i += len(list)
	}
	for i, v := range ix.lengths {
		ix.lengths[i] = math.Sqrt(v)
	}
}

// list are the pages that have an n-gram.
func (ix *tfidfIndex) list(bin uint32) []posting {
	first, _ := slices.BinarySearchFunc(ix.postings, bin, func(p posting, b uint32) int { return cmp.Compare(p.bin, b) })
	end := first
	for end < len(ix.postings) && ix.postings[end].bin == bin {
		end++
	}
	return ix.postings[first:end]
}

// idf is DrQA's: ln((N-df+0.5)/(df+0.5)), not below 0.
func (ix *tfidfIndex) idf(df int) float64 {
	return max(0, math.Log((float64(len(ix.ids))-float64(df)+0.5)/(float64(df)+0.5)))
}

// vector weighs n-grams: ln(1+tf) times IDF.
func (ix *tfidfIndex) vector(g grams) *sparse {
	v := &sparse{}
	for b, count := range g {
		if w := math.Log1p(float64(count)) * ix.idf(len(ix.list(b))); w > 0 {
			v.terms = append(v.terms, weighed{b, w})
		}
	}
	slices.SortFunc(v.terms, func(a, b weighed) int { return cmp.Compare(a.bin, b.bin) })
	for _, t := range v.terms {
		v.length += float64(t.weight * t.weight)
	}
	v.length = math.Sqrt(v.length)
	return v
}

// nearest ranks pages by the cosine of their vectors with q, best first, ties by title; at most k of them. Where pool
// is not nil, only its pages are ranked.
func (ix *tfidfIndex) nearest(q *sparse, pool map[uint32]bool, k int) []graph.Hit {
	scores := map[uint32]float64{}
	for _, t := range q.terms {
		list := ix.list(t.bin)
		idf := ix.idf(len(list))
		for _, p := range list {
			if pool == nil || pool[p.page] {
				scores[p.page] += t.weight * math.Log1p(float64(p.count)) * idf
			}
		}
	}
	pages := make([]uint32, 0, len(scores))
	for p := range scores {
		scores[p] /= q.length * ix.lengths[p]
		pages = append(pages, p)
	}
	for p := range pool { // a candidate that shares only words of no weight
		if _, ok := scores[p]; !ok {
			pages = append(pages, p)
		}
	}
	slices.SortFunc(pages, func(a, b uint32) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
	out := make([]graph.Hit, min(k, len(pages)))
	for i := range out {
		out[i] = graph.Hit{Page: ix.ids[pages[i]], Score: scores[pages[i]]}
	}
	return out
}

// candidates are the pages of Algorithm 2 (Yang et al. 2018, appendix C.1): those that share at least c of the
// query's n-grams, for the smallest c that leaves at most limit pages.
func (ix *tfidfIndex) candidates(g grams, limit int) map[uint32]bool {
	overlap := map[uint32]int{}
	for b := range g {
		for _, p := range ix.list(b) {
			overlap[p.page]++
		}
	}
	for c := 1; ; c++ {
		pool := map[uint32]bool{}
		for p, n := range overlap {
			if n >= c {
				pool[p] = true
			}
		}
		if len(pool) <= limit {
			return pool
		}
	}
}

func planError(err error) error { return fmt.Errorf("tfidf: %w", err) }
