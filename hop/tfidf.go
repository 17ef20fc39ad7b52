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
	tfidfRead = 5  // pages whose sentences are read (FEVER: k = 5)
	tfidfBits = 24 // length of an n-gram's hash (DrQA: Chen et al. 2017, section 3.1)
)

// TFIDF is the baseline that follows no links. It ranks pages by the cosine of uni- and bigram TF-IDF vectors, and
// cites the sentences of the best pages that are nearest to the claim (HoVer, section 4; FEVER, section 4). This
// follows the papers; DrQA's code takes the dot product, which prefers long pages, and has no bigrams over a comma.
// Terms are the text index's; the papers tokenise with CoreNLP. NewTFIDF makes a TFIDF. It is safe for
// concurrent use.
type TFIDF struct {
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
// claim, the pages with the lowest ids follow, as with Planner.Plan. It has no stages to report.
func (t *TFIDF) Plan(ctx context.Context, claim string, _ ...func(Stage)) (*Result, error) {
	if err := check(claim); err != nil {
		return nil, fmt.Errorf("tfidf: %w", err)
	}
	start := time.Now()
	q := t.vector(claim)
	res := &Result{Retrieved: t.nearest(q)}
	res.Took.Seed = time.Since(start)
	chain, err := t.chain(ctx, q, res.Retrieved[:min(len(res.Retrieved), tfidfRead)])
	if err != nil {
		return nil, fmt.Errorf("tfidf: %w", err)
	}
	if len(chain.Steps) > 0 {
		res.Chains = []Chain{chain}
	}
	res.Retrieved = lengthen(res.Retrieved, t.text.First(2*ranked), ranked)
	res.Took.Hop = time.Since(start) - res.Took.Seed
	return res, nil
}

// nearest returns the pages with the highest cosine of their vectors with q, best first, ties by title. Pages that
// share no n-gram with q are left out.
func (t *TFIDF) nearest(q vector) []Ranked {
	scores, length := make([]float64, len(t.pages)), q.length()
	for _, b := range slices.Sorted(maps.Keys(q)) {
		idf := t.idf(b)
		for _, p := range t.postings[b] {
			scores[p.page] += float64(q[b] * math.Log1p(float64(p.count)) * idf)
		}
	}
	for p, score := range scores {
		if score > 0 {
			scores[p] = score / (length * t.lengths[p])
		}
	}
	return best(scores, func(i int) graph.Head { return t.pages[i] })
}

// chain chooses the evidence of ranked pages and returns the chain of those that are cited.
func (t *TFIDF) chain(ctx context.Context, q vector, best []Ranked) (c Chain, err error) {
	length, ids := q.length(), make([]graph.PageID, len(best))
	for i, r := range best {
		ids[i] = r.Page
	}
	pages, err := t.store.Pages(ctx, ids)
	if err != nil {
		return c, err
	}
	for i, p := range pages {
		if p == nil {
			continue
		}
		for _, s := range p.Sentences {
			v := t.vector(s.Text)
			if shared := q.dot(v); shared > 0 {
				at := graph.Ref{Page: ids[i], Element: graph.Element{Kind: graph.KindSentence, A: s.N}}
				c.Evidence = append(c.Evidence, Evidence{Ref: at, Score: shared / (length * v.length())})
			}
		}
	}
	slices.SortStableFunc(c.Evidence, func(a, b Evidence) int { return cmp.Compare(b.Score, a.Score) })
	c.Evidence = c.Evidence[:min(len(c.Evidence), maxSentences)]
	for _, r := range best {
		if slices.ContainsFunc(c.Evidence, func(e Evidence) bool { return e.Page == r.Page }) {
			c.Steps = append(c.Steps, Step{Page: r.Page, Parent: -1, Score: r.Score})
			c.Score += r.Score
		}
	}
	c.Parts.Words = c.Score
	return c, nil
}

// idf returns DrQA's weight of an n-gram: ln((N-df+0.5)/(df+0.5)), at least 0.
func (t *TFIDF) idf(bin uint32) float64 {
	df := float64(len(t.postings[bin]))
	return max(0, math.Log((float64(len(t.pages))-df+0.5)/(df+0.5)))
}

// grams counts the uni- and bigrams of texts, by the bins of their hashes. As in DrQA, two terms with a stop word
// between them are no bigram.
func (t *TFIDF) grams(texts ...string) map[uint32]int {
	g, word := map[uint32]int{}, func(r rune) bool { return r >= 0x80 || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for _, s := range texts {
		last, end := uint64(0), 0 // the hash of the term before, and where it ends
		for i, term := range t.text.Analyze(s) {
			f := fnv.New64a()
			_, _ = f.Write([]byte(term.Text))
			h := f.Sum64()
			if g[bin(h)]++; i > 0 && !strings.ContainsFunc(s[end:term.Start], word) {
				g[bin(last*1099511628211^h)]++
			}
			last, end = h, term.End
		}
	}
	return g
}

func bin(h uint64) uint32 { return uint32((h ^ h>>32) * 0x9E3779B97F4A7C15 >> (64 - tfidfBits)) }

// vector has the weights of a text's n-grams by their bins, ln(1+tf) times IDF.
type vector map[uint32]float64

func (t *TFIDF) vector(text string) vector {
	v := vector{}
	for b, n := range t.grams(text) {
		v[b] = math.Log1p(float64(n)) * t.idf(b)
	}
	return v
}

// dot adds the products in the order of the bins, so that the sum is always the same.
func (v vector) dot(o vector) (sum float64) {
	for _, b := range slices.Sorted(maps.Keys(v)) {
		sum += float64(v[b] * o[b])
	}
	return sum
}

func (v vector) length() float64 { return math.Sqrt(v.dot(v)) }
