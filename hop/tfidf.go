package hop

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
)

const (
	tfidfRanked = 20 // pages ranked by default (HoVer, section 5.2)
	tfidfRead   = 5  // pages whose sentences are read (FEVER: k = 5)
	tfidfBits   = 24 // length of an n-gram's hash (DrQA: Chen et al. 2017, section 3.1)
)

// TFIDF is the baseline that follows no links. It ranks pages by the cosine of uni- and bigram TF-IDF vectors, and
// cites the sentences of the best pages that are nearest to the claim (HoVer, section 4; FEVER, section 4). This
// follows the papers; DrQA's code takes the dot product, which prefers long pages, and has no bigrams over a comma.
// Terms are the text index's; the papers tokenise with CoreNLP. NewTFIDF makes a TFIDF. It is safe for
// concurrent use.
type TFIDF struct {
	Retrieve int // pages ranked, by default 20; see Plan for fewer

	store    corpus
	text     Text
	pages    []graph.Head         // without their links
	lengths  []float64            // of the pages' vectors
	postings map[uint32][]posting // by the bin of an n-gram, in the order of pages
}

// corpus is what a TFIDF reads of a store.
type corpus interface {
	All(ctx context.Context) iter.Seq2[*graph.Page, error]
	Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error)
}

// posting records how often a page has an n-gram.
type posting struct{ page, count uint32 }

// NewTFIDF reads the whole store and keeps the n-grams of its pages in memory: 8 bytes for each n-gram of each page.
func NewTFIDF(ctx context.Context, store corpus, text Text) (*TFIDF, error) {
	t := &TFIDF{store: store, text: text, postings: map[uint32][]posting{}}
	for p, err := range store.All(ctx) {
		if err != nil {
			return nil, fmt.Errorf("tfidf index: %w", err)
		}
		texts := []string{p.Title}
		for _, e := range p.Elements() {
			texts = append(texts, e.Text)
		}
		for b, n := range t.grams(texts...) {
			t.postings[b] = append(t.postings[b], posting{uint32(len(t.pages)), uint32(n)})
		}
		t.pages = append(t.pages, graph.Head{ID: p.ID(), Title: p.Title, Ordinal: p.Ordinal})
	}
	t.lengths = make([]float64, len(t.pages))
	for _, b := range slices.Sorted(maps.Keys(t.postings)) {
		idf := t.idf(b)
		for _, p := range t.postings[b] {
			w := math.Log1p(float64(p.count)) * idf
			t.lengths[p.page] += float64(w * w)
		}
	}
	for i, v := range t.lengths {
		t.lengths[i] = math.Sqrt(v)
	}
	return t, ctx.Err()
}

// Plan returns one chain, of the pages that are cited, without edges. If fewer than 20 pages share an n-gram with the
// claim and Retrieve asks for more, the pages with the lowest ids follow, up to 20, as with Planner.Plan.
func (t *TFIDF) Plan(ctx context.Context, claim string) (*Result, error) {
	if err := check(claim); err != nil {
		return nil, fmt.Errorf("tfidf: %w", err)
	}
	start := time.Now()
	q := t.vector(claim)
	k := orDefault(t.Retrieve, tfidfRanked)
	res := &Result{Retrieved: t.nearest(q, k)}
	res.Took.Seed = time.Since(start)
	chain, err := t.chain(ctx, q, res.Retrieved[:min(len(res.Retrieved), tfidfRead)])
	if err != nil {
		return nil, fmt.Errorf("tfidf: %w", err)
	}
	if len(chain.Steps) > 0 {
		res.Chains = []Chain{*chain}
	}
	res.Retrieved = lengthen(res.Retrieved, t.text.First(2*tfidfRanked), min(k, tfidfRanked))
	res.Took.Hop = time.Since(start) - res.Took.Seed
	return res, nil
}

// chain chooses the evidence of ranked pages and returns the chain of those that are cited.
func (t *TFIDF) chain(ctx context.Context, q vector, ranked []Ranked) (*Chain, error) {
	ids := make([]graph.PageID, len(ranked))
	for i, r := range ranked {
		ids[i] = r.Page
	}
	pages, err := t.store.Pages(ctx, ids)
	if err != nil {
		return nil, err
	}
	c := &Chain{}
	for _, p := range pages {
		if p == nil {
			continue
		}
		for _, s := range p.Sentences {
			if v := cosine(q, t.vector(s.Text)); v > 0 {
				at := graph.Ref{Page: p.ID(), Element: graph.Element{Kind: graph.KindSentence, A: s.N}}
				c.Evidence = append(c.Evidence, Evidence{Ref: at, Score: v})
			}
		}
	}
	slices.SortStableFunc(c.Evidence, func(a, b Evidence) int { return cmp.Compare(b.Score, a.Score) })
	c.Evidence = c.Evidence[:min(len(c.Evidence), maxSentences)]
	for _, r := range ranked {
		if slices.ContainsFunc(c.Evidence, func(e Evidence) bool { return e.Page == r.Page }) {
			c.Steps = append(c.Steps, Step{Page: r.Page, Parent: -1, Score: r.Score})
			c.Score += r.Score
		}
	}
	c.Parts.Words = c.Score
	return c, nil
}

// nearest returns the k pages with the highest cosine of their vectors with q, best first, ties by title. Pages that
// share no n-gram with q are left out.
func (t *TFIDF) nearest(q vector, k int) []Ranked {
	scores := map[uint32]float64{}
	for _, g := range q.grams {
		idf := t.idf(g.bin)
		for _, p := range t.postings[g.bin] {
			scores[p.page] += float64(g.weight * math.Log1p(float64(p.count)) * idf)
		}
	}
	for p, v := range scores {
		if v > 0 {
			scores[p] = v / (q.length * t.lengths[p])
		}
	}
	pages := slices.SortedFunc(maps.Keys(scores), func(a, b uint32) int {
		x, y := &t.pages[a], &t.pages[b]
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(x.Title, y.Title), cmp.Compare(x.Ordinal, y.Ordinal))
	})
	out := make([]Ranked, min(k, len(pages)))
	for i := range out {
		out[i] = Ranked{Page: t.pages[pages[i]].ID, Score: scores[pages[i]]}
	}
	return out
}

// idf returns DrQA's weight of an n-gram: ln((N-df+0.5)/(df+0.5)), at least 0.
func (t *TFIDF) idf(bin uint32) float64 {
	df := float64(len(t.postings[bin]))
	return max(0, math.Log((float64(len(t.pages))-df+0.5)/(df+0.5)))
}

// grams counts the uni- and bigrams of texts, by the bins of their hashes. As in DrQA, two terms with a stop word
// between them are no bigram.
func (t *TFIDF) grams(texts ...string) map[uint32]int {
	g := map[uint32]int{}
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

func bin(h uint64) uint32 { return uint32((h ^ h>>32) * 0x9E3779B97F4A7C15 >> (64 - tfidfBits)) }

// wordIn reports whether s has a letter or digit, or any character beyond ASCII.
func wordIn(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 || unicode.IsLetter(r) || unicode.IsDigit(r) })
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

// vector returns the TF-IDF vector of a text: ln(1+tf) times IDF of each n-gram.
func (t *TFIDF) vector(text string) (v vector) {
	g := t.grams(text)
	for _, b := range slices.Sorted(maps.Keys(g)) {
		if w := math.Log1p(float64(g[b])) * t.idf(b); w > 0 {
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

// hashTerm returns the FNV-1a hash of a term.
func hashTerm(s string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s))
	return h.Sum64()
}
