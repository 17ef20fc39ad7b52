package hop

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/bridgehop/bridgehop/graph"
)

// Rule selects the paper whose retriever a TFIDF follows.
type Rule uint8

// Baselines that follow no links.
const (
	// RuleDrQA ranks pages by the cosine of uni- and bigram TF-IDF vectors, and cites the sentences of the best pages that are nearest to
	// the claim (HoVer, section 4; FEVER, section 4). This follows the papers; DrQA's code takes the dot product, which prefers long
	// pages, and has no bigrams over a comma.
	RuleDrQA Rule = iota
	// RuleHotpotQA first keeps the pages that share most n-grams with the question, at most 5,000, then ranks as
	// RuleDrQA (Yang et al. 2018, section 5.2 and Algorithm 2).
	RuleHotpotQA
	// RuleFEVEROUS takes the pages whose titles the claim names, then pages by TF-IDF over introductions, and cites sentences and
	// cells of tables (Aly et al. 2021, section 4 and appendix 7.7.1).
	RuleFEVEROUS
	// RuleFEVEROUSWords is RuleFEVEROUS without the names.
	RuleFEVEROUSWords
)

// Limits of a TFIDF.
const (
	MaxCandidates = 5000 // pages that RuleHotpotQA ranks: N of Algorithm 2
	tfidfRanked   = 20   // pages ranked by default (HoVer, section 5.2)
	tfidfRead     = 5    // pages whose sentences are read (FEVER and FEVEROUS: k = 5)
	tfidfTables   = 3    // tables that RuleFEVEROUS cites
)

// TFIDF is a retriever as the papers have it, except that terms and names are those of the text index; the papers tokenise with CoreNLP and
// find names with spaCy. NewTFIDF makes one. It is safe for concurrent use.
type TFIDF struct {
	Rule     Rule
	Retrieve int // pages ranked, by default 20; see Plan for fewer

	store corpus
	text  Text
	index *ngramIndex
}

// corpus is what a TFIDF reads of a store.
type corpus interface {
	All(ctx context.Context) iter.Seq2[*graph.Page, error]
	Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error)
}

// NewTFIDF reads the whole store and keeps the n-grams of its pages in memory: 12 bytes for each n-gram of each page.
func NewTFIDF(ctx context.Context, store corpus, text Text, rule Rule) (*TFIDF, error) {
	t := &TFIDF{Rule: rule, store: store, text: text}
	part := wholePage
	if t.tables() {
		part = introduction
	}
	var err error
	if t.index, err = indexPages(store.All(ctx), func(p *graph.Page) grams { return t.grams(part(p)...) }); err != nil {
		return nil, fmt.Errorf("tfidf index: %w", err)
	}
	return t, ctx.Err()
}

// tables reports whether the rule is one of FEVEROUS's, which indexes introductions and cites tables.
func (t *TFIDF) tables() bool { return t.Rule == RuleFEVEROUS || t.Rule == RuleFEVEROUSWords }

func wholePage(p *graph.Page) []string {
	out := []string{p.Title}
	for _, e := range p.Elements() {
		out = append(out, e.Text)
	}
	return out
}

// introduction returns the title and the sentences before the first heading.
func introduction(p *graph.Page) []string {
	out := []string{p.Title}
	for _, e := range p.ReadingOrder() {
		switch e.Kind {
		case graph.KindSection:
			if len(out) > 1 {
				return out
			}
		case graph.KindSentence:
			if t, ok := p.Text(e); ok {
				out = append(out, t.Text)
			}
		}
	}
	return out
}

// Plan returns one chain, of the pages that are cited, without edges. If the rule ranks fewer than 20 pages and Retrieve asks for more, the
// pages with the lowest ids follow, up to 20, as with Planner.Plan. They are not among the Candidates.
func (t *TFIDF) Plan(ctx context.Context, claim string) (*Result, error) {
	if err := check(claim); err != nil {
		return nil, fmt.Errorf("tfidf: %w", err)
	}
	start := time.Now()
	g := t.grams(claim)
	q := t.index.vector(g)
	res := &Result{}
	var pool map[uint32]int
	if t.Rule == RuleHotpotQA {
		pool = t.index.candidates(g, MaxCandidates)
		res.Candidates = len(pool)
	}
	k := orDefault(t.Retrieve, tfidfRanked)
	hits := t.index.nearest(q, pool, k)
	if t.Rule == RuleFEVEROUS {
		hits = slices.Concat(t.named(claim), hits)
	}
	for _, h := range hits {
		if len(res.Retrieved) < k && !contains(res.Retrieved, h.Page) {
			res.Retrieved = append(res.Retrieved, Ranked(h))
		}
	}
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

// named returns the pages whose titles the claim has in the same spelling.
func (t *TFIDF) named(claim string) (out []graph.Hit) {
	mentions := t.text.Mentions(claim)
	for _, m := range mentions {
		for _, c := range m.Candidates {
			if c.Exact && c.By == graph.ByTitle && !within(m, mentions) {
				out = append(out, graph.Hit{Page: c.Page, Score: 1})
			}
		}
	}
	return out
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
	pages = slices.DeleteFunc(pages, func(p *graph.Page) bool { return p == nil })
	c := &Chain{}
	for _, p := range pages {
		for i := range p.Sentences {
			s := &p.Sentences[i]
			c.Evidence = t.cite(c.Evidence, q, p, graph.Element{Kind: graph.KindSentence, A: s.N}, s.Text)
		}
	}
	c.Evidence = bestEvidence(c.Evidence, MaxSentences)
	if t.tables() {
		c.Evidence = append(c.Evidence, t.cells(q, pages)...)
	}
	for _, r := range ranked {
		if slices.ContainsFunc(c.Evidence, func(e Evidence) bool { return e.Page == r.Page }) {
			c.Steps = append(c.Steps, Step{Page: r.Page, Parent: -1, Score: r.Score})
			c.Score += r.Score
		}
	}
	c.Parts.Words = c.Score
	return c, nil
}

// cite appends an element to the evidence if its similarity to the claim is above 0.
func (t *TFIDF) cite(list []Evidence, q vector, p *graph.Page, e graph.Element, text string) []Evidence {
	if v := t.similarity(q, text); v > 0 {
		list = append(list, Evidence{Ref: graph.Ref{Page: p.ID(), Element: e}, Score: v})
	}
	return list
}

func (t *TFIDF) similarity(q vector, texts ...string) float64 {
	return cosine(q, t.index.vector(t.grams(texts...)))
}

// bestEvidence returns the n best, best first, ties in their order.
func bestEvidence(list []Evidence, n int) []Evidence {
	slices.SortStableFunc(list, func(a, b Evidence) int { return cmp.Compare(b.Score, a.Score) })
	return list[:min(len(list), n)]
}

// cells cites cells of the tables nearest to the claim: those that share a word with it, nearest first. The paper has a learned tagger
// over the linearised table instead.
func (t *TFIDF) cells(q vector, pages []*graph.Page) (cells []Evidence) {
	type near struct {
		score float64
		page  *graph.Page
		table *graph.Table
	}
	var all []near
	for _, p := range pages {
		for i := range p.Tables {
			table := &p.Tables[i]
			texts := []string{table.Caption}
			for _, row := range table.Rows {
				for _, c := range row {
					texts = append(texts, c.Text)
				}
			}
			if v := t.similarity(q, texts...); v > 0 {
				all = append(all, near{v, p, table})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(b.score, a.score) })
	for _, n := range all[:min(len(all), tfidfTables)] {
		for _, row := range n.table.Rows {
			for i := range row {
				cells = t.cite(cells, q, n.page, row[i].Element(n.table.N), row[i].Text)
			}
		}
	}
	return bestEvidence(cells, MaxCells)
}
