package hop

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// MaxClaim is the length in bytes beyond which a claim is refused.
const MaxClaim = 64 << 10

// Errors of claims.
var (
	// ErrEmptyClaim: the claim has no words.
	ErrEmptyClaim = errors.New("claim is empty")
	// ErrLongClaim: the claim is longer than MaxClaim.
	ErrLongClaim = errors.New("claim is too long (at most 64 KiB)")
)

// check returns an error if a claim is empty or too long.
func check(claim string) error {
	switch {
	case strings.TrimSpace(claim) == "":
		return ErrEmptyClaim
	case len(claim) > MaxClaim:
		return fmt.Errorf("%w: %d characters", ErrLongClaim, utf8.RuneCountInString(claim))
	}
	return nil
}

// query is a claim as the planner sees it: its terms with their weights, and the names in it.
type query struct {
	text     string
	terms    []string
	words    []string          // the claim's own spelling of each term, aligned with terms
	meant    map[string]string // see respell
	weighted                   // terms
	free     float64           // of the terms that are no part of a name
	inNames  set               // the terms of names
	small    set               // the terms that are written without a capital, numbers apart
	index    map[uint64]int    // by code of a term
	roots    map[uint64]int    // by root of a term
	related  map[uint64]int    // by code of a term of the same relation, see relations
	filter   filter            // of the keys of these three
	mentions []graph.Mention   // the names in it
	order    []int             // the term of each word of the claim that has one
	starts   []int             // the place of each such word in text
	ends     []int
	pairs    joined          // neighbouring terms, the lower one first, with the lower IDF of the two
	pairsOf  [][]int         // for each term, the pairs that have it
	phrases  joined          // neighbouring terms in their order, with the sum of their IDF
	nouns    []graph.Mention // titles of pages that are common words of it, apart from names; a question has none
	compares bool            // it may compare things
	unit     float64         // what the features of windows are measured in, see longClaim
	told     int             // descriptions in it, see describes
	asks     bool            // it is a question
	unused   int             // terms that keepRarest left out
}

// unknownTerm is a term that no page has. Its IDF grows with the wiki, as that of other rare terms does.
const unknownTerm = "\x00"

// maxTerms is how many different terms of a claim are used. A longer claim loses its most common terms.
const maxTerms = 128

// set is a set of a claim's terms.
type set [maxTerms / 64]uint64

func (s *set) add(i int)       { s[i>>6] |= 1 << (i & 63) }
func (s set) has(i int) bool   { return s[i>>6]&(1<<(i&63)) != 0 }
func (s set) union(t set) set  { return set{s[0] | t[0], s[1] | t[1]} }
func (s set) minus(t set) set  { return set{s[0] &^ t[0], s[1] &^ t[1]} }
func (s set) common(t set) set { return set{s[0] & t[0], s[1] & t[1]} }
func (s set) empty() bool      { return s[0]|s[1] == 0 }
func (s set) size() int        { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// all returns the set of all terms.
func (q *query) all() (s set) {
	for i := range q.terms {
		s.add(i)
	}
	return s
}

// weighted are the weights of terms, pairs or names of the claim, and their sum.
type weighted struct {
	idf   []float64
	total float64
}

func (w *weighted) add(idf float64) { w.idf, w.total = append(w.idf, idf), w.total+idf }

// weigh returns the weight of a set as a share of the weight of all.
func (w *weighted) weigh(s set) float64 {
	sum := 0.0
	for k, word := range s {
		for ; word != 0; word &= word - 1 {
			sum += w.idf[k<<6+bits.TrailingZeros64(word)]
		}
	}
	return sum / max(w.total, 1e-9)
}

// joined are two terms each, once each, with their index.
type joined struct {
	weighted
	list [][2]int
	at   map[[2]int]int
}

// join adds two terms, unless they are known or there is no room for them, and reports whether it did.
func (j *joined) join(a, b int, idf float64) bool {
	two := [2]int{a, b}
	if _, known := j.at[two]; known || len(j.list) == maxTerms {
		return false
	}
	j.at[two], j.list = len(j.list), append(j.list, two)
	j.add(idf)
	return true
}

// pick returns those of a list's strings, one for each term, that stand for a set of terms.
func pick(list []string, s set) (out []string) {
	for i, w := range list {
		if s.has(i) {
			out = append(out, w)
		}
	}
	return out
}

// named returns the longest run of the claim's words that names a page.
func (q *query) named(page graph.PageID) string {
	best := ""
	for _, m := range q.mentions {
		for _, c := range m.Candidates {
			if c.Page == page && m.End-m.Start > len(best) {
				best = q.text[m.Start:m.End]
			}
		}
	}
	return best
}

// share returns the weight of terms, each multiplied by its worth, as a share of the weight of the terms outside
// names; at most 1.
func (q *query) share(worth *[maxTerms]float64) float64 {
	sum := 0.0
	for i := range q.idf { // in order, so that the sum is always the same
		if w := worth[i]; w > 0 {
			sum += float64(w * q.idf[i])
		}
	}
	return min(1, sum/max(q.free, 0.2*q.total, 1e-9))
}

// newQuery makes the query of a claim.
func (p *Planner) newQuery(ctx context.Context, claim string) (*query, error) {
	if err := check(claim); err != nil {
		return nil, err
	}
	q := &query{text: claim, index: map[uint64]int{}, roots: map[uint64]int{}, related: map[uint64]int{},
		pairs: joined{at: map[[2]int]int{}}, phrases: joined{at: map[[2]int]int{}}}
	seen := map[string]bool{}
	for _, t := range p.Text.Analyze(claim) {
		if !seen[t.Text] {
			seen[t.Text] = true
			q.terms = append(q.terms, t.Text)
			q.words = append(q.words, claim[t.Start:t.End])
		}
	}
	if err := p.respell(ctx, q); err != nil {
		return nil, err
	}
	idf, err := p.Text.IDF(q.terms)
	if err != nil {
		return nil, err
	}
	q.keepRarest(idf)
	rarest, err := p.Text.IDF([]string{unknownTerm})
	if err != nil {
		return nil, err
	}
	q.unit = max(longClaim*rarest[0], 1e-9)
	for i, t := range q.terms {
		q.index[code(t)] = i
		q.filter.add(code(t))
		if first, _ := utf8.DecodeRuneInString(q.words[i]); unicode.IsLower(first) {
			q.small.add(i)
		}
		if r := root(code(t)); r != 0 {
			q.roots[r] = i
			q.filter.add(r)
		}
		for _, other := range p.related.to(t, p.Text.Analyze) {
			if _, ok := q.related[other]; !ok {
				q.related[other] = i
				q.filter.add(other)
			}
		}
	}
	q.pair(p.Text.Analyze(claim))
	q.mentions = p.Text.Mentions(claim)
	for _, m := range q.mentions {
		q.inNames = q.inNames.union(q.termsOf(claim[m.Start:m.End], p.Text.Analyze))
	}
	for i, idf := range q.idf {
		if !q.inNames.has(i) {
			q.free += idf
		}
	}
	q.compares, q.told = english.Compares(claim), len(describes.FindAllStringIndex(claim, -1))
	if q.asks = english.Asks(claim, q.mentions); !q.asks {
		q.nouns = slices.DeleteFunc(p.Text.Titles(claim), func(m graph.Mention) bool {
			return slices.ContainsFunc(q.mentions, func(o graph.Mention) bool { return o.Start < m.End && m.Start < o.End })
		})
	}
	return q, ctx.Err()
}

// termsOf returns the terms in a part of the claim.
func (q *query) termsOf(part string, analyze func(string) []graph.Term) (out set) {
	for _, t := range analyze(part) {
		if i, ok := q.index[code(q.as(t.Text))]; ok {
			out.add(i)
		}
	}
	return out
}

// keepRarest keeps the maxTerms rarest terms, in the claim's order.
func (q *query) keepRarest(idf []float64) {
	q.unused = max(0, len(q.terms)-maxTerms)
	for len(q.terms) > maxTerms {
		worst := slices.Index(idf, slices.Min(idf))
		q.terms = slices.Delete(q.terms, worst, worst+1)
		q.words = slices.Delete(q.words, worst, worst+1)
		idf = slices.Delete(idf, worst, worst+1)
	}
	for _, v := range idf {
		q.add(v)
	}
}

// What describes a thing instead of naming it: a relative clause ("the engineer who"), a noun that a name explains
// ("the capital of Brazil"), a noun of an earlier sentence taken up ("This city"), and two things compared ("both",
// "than", "the same"). Each may stand for a page that the claim doesn't name.
var describes = regexp.MustCompile(`(?i:\b(?:who|whom|whose|which|where|than|both|same)\b)|\b[a-z]+ that [a-z]+|` +
	`\b(?:[Tt]he|[Aa]n?) (?:[a-z]+ ){1,2}(?:of|by|in|from|for|on) (?:the )?\p{Lu}|\b(?:[Tt]his|[Tt]hese|[Tt]hose) [a-z]+`)

// respell replaces terms of a claim that no page has by terms of the wiki one edit away (graph/text.Index.Spellings).
// About one of HotpotQA's train questions in twenty has such a word (docs/adr/0011). The claim's own spelling is kept
// beside it.
func (p *Planner) respell(ctx context.Context, q *query) error {
	may, known := map[string][]string{}, make([]string, 0, len(q.terms))
	for _, t := range q.terms {
		spellings, err := p.Text.Spellings(ctx, t)
		if err != nil {
			return err
		}
		if len(spellings) == 0 {
			known = append(known, t)
			continue
		}
		may[t] = spellings
	}
	if len(may) == 0 {
		return ctx.Err()
	}
	hits, err := p.Text.Seeds(ctx, known, spellingPages)
	if err != nil {
		return err
	}
	terms, words := q.terms, q.words
	q.terms, q.words, q.meant = nil, nil, map[string]string{}
	for i, t := range terms {
		word := words[i]
		if may[t] != nil {
			if q.meant[t], err = p.bestSpelling(ctx, may[t], hits); err != nil {
				return err
			}
			t = q.meant[t]
			word += " (as " + t + ")"
		}
		if !slices.Contains(q.terms, t) {
			q.terms, q.words = append(q.terms, t), append(q.words, word)
		}
	}
	return nil
}

// bestSpelling returns the term with the highest weight in these pages, where pages with a higher score count more.
// If the pages have none of the terms, it returns the most common one.
func (p *Planner) bestSpelling(ctx context.Context, terms []string, hits []graph.Hit) (string, error) {
	if len(terms) == 1 {
		return terms[0], nil
	}
	idf, err := p.Text.IDF(terms)
	if err != nil {
		return "", err
	}
	pages := make([]graph.PageID, len(hits))
	for i, h := range hits {
		pages[i] = h.Page
	}
	weights, err := p.Text.Weights(ctx, terms, pages)
	if err != nil {
		return "", err
	}
	best, has := 0, make([]float64, len(terms))
	for t := range terms {
		for i, h := range hits {
			has[t] += float64(h.Score * float64(weights[i].Weight[t]))
		}
		if has[t] > has[best] || has[t] == has[best] && idf[t] < idf[best] {
			best = t
		}
	}
	return terms[best], nil
}

// as returns the term that the planner uses in place of a term of the claim: its correction, if it was misspelt.
func (q *query) as(term string) string {
	if meant, ok := q.meant[term]; ok {
		return meant
	}
	return term
}
