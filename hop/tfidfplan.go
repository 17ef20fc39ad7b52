package hop

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/bridgehop/bridgehop/graph"
)

// Rule says which paper's retriever a TFIDF is.
type Rule uint8

// The retrievers that follow no link: a floor for those that do.
const (
	// RuleDrQA ranks pages by the cosine of uni- and bigram TF-IDF vectors, and cites the sentences of the best of
	// them that are nearest to the claim (HoVer, section 4; FEVER, section 4). So the papers have it; DrQA's code takes the dot
	// product, in which long pages gain, and no bigrams over a comma.
	RuleDrQA Rule = iota
	// RuleHotpotQA first keeps the pages that share most n-grams with the question, at most 5,000, then ranks as
	// RuleDrQA (Yang et al. 2018, section 5.2 and Algorithm 2).
	RuleHotpotQA
	// RuleFEVEROUS takes the pages whose titles the claim names, and fills them up by TF-IDF over introductions; it
	// cites sentences and cells of tables (Aly et al. 2021, section 4 and appendix 7.7.1).
	RuleFEVEROUS
	// RuleFEVEROUSWords is RuleFEVEROUS without the names.
	RuleFEVEROUSWords
)

// TFIDF is a retriever of the papers. The papers tokenise with CoreNLP and find names with spaCy; here the terms and
// names are those of the text index. Make one with NewTFIDF; it is safe for concurrent use.
type TFIDF struct {
	Rule     Rule
	Retrieve int // pages ranked: default 20 (HoVer, section 5.2); see Plan for fewer
	Pages    int // of these, pages whose sentences are read: default 5 (FEVER and FEVEROUS: k = 5)
	Tables   int // tables cited by RuleFEVEROUS: default 3

	corpus Corpus
	words  Words
	index  *tfidfIndex
}

// MaxCandidates is N of Algorithm 2.
const MaxCandidates = 5000

// NewTFIDF reads the whole corpus and keeps its n-grams in memory, 12 bytes for each n-gram of each page.
func NewTFIDF(ctx context.Context, c Corpus, words Words, rule Rule) (*TFIDF, error) {
	part := wholePage
	if rule == RuleFEVEROUS || rule == RuleFEVEROUSWords {
		part = introduction
	}
	ix, err := indexPages(ctx, c, words, part)
	if err != nil {
		return nil, fmt.Errorf("tfidf index: %w", err)
	}
	return &TFIDF{Rule: rule, corpus: c, words: words, index: ix}, nil
}

func wholePage(p *graph.Page) []string {
	out := []string{p.Title}
	for _, e := range p.Elements() {
		out = append(out, e.Text)
	}
	return out
}

// introduction is what stands before the first heading, without tables and lists.
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

// leastRanked is how many pages are listed even where fewer share a weighted word with the claim.
const leastRanked = 20

// Plan answers a claim by its words alone: one chain of the pages that are cited, joined by no edges. Where the rule ranks
// fewer than 20 pages and Retrieve asks for more, those with the lowest ids follow as Planner's do, up to 20; they count for
// nothing else, and are none of the Candidates.
func (t *TFIDF) Plan(ctx context.Context, claim string) (*Result, error) {
	if err := check(claim); err != nil {
		return nil, planError(err)
	}
	start := time.Now()
	g := grams{}
	g.add(claim, t.words.Analyze(claim))
	q := t.index.vector(g)
	hits, pool := t.rank(claim, g, q)
	res := &Result{Took: Took{Seed: time.Since(start)}, Candidates: pool}
	for _, h := range hits {
		res.Retrieved = append(res.Retrieved, Ranked(h))
	}
	chain, err := t.read(ctx, q, hits[:min(len(hits), orDefault(t.Pages, 5))])
	if err != nil {
		return nil, planError(err)
	}
	if len(chain.Steps) > 0 {
		res.Chains = []Chain{*chain}
	}
	res.Retrieved = t.fill(res.Retrieved)
	res.Took.Hop = time.Since(start) - res.Took.Seed
	return res, nil
}

// fill lengthens a list to leastRanked pages, below those that were ranked.
func (t *TFIDF) fill(out []Ranked) []Ranked {
	k := min(orDefault(t.Retrieve, leastRanked), leastRanked)
	if len(out) >= k {
		return out
	}
	ranked := out
	for _, id := range t.index.first {
		if len(out) < k && !slices.ContainsFunc(ranked, func(r Ranked) bool { return r.Page == id }) {
			out = append(out, Ranked{Page: id, Score: float64(-len(out))})
		}
	}
	return out
}

// rank orders pages by the rule, and says among how many where that is not the whole corpus.
func (t *TFIDF) rank(claim string, g grams, q *sparse) (hits []graph.Hit, pool int) {
	k := orDefault(t.Retrieve, leastRanked)
	switch t.Rule {
	case RuleHotpotQA:
		candidates := t.index.candidates(g, MaxCandidates)
		return t.index.nearest(q, candidates, k), len(candidates)
	case RuleFEVEROUS:
		return t.named(claim, t.index.nearest(q, nil, k), k), 0
	}
	return t.index.nearest(q, nil, k), 0
}

// Candidates is how many pages Algorithm 2 leaves for a question: its paper ranks a gold page that is not among them
// just after them all.
func (t *TFIDF) Candidates(question string) int {
	g := grams{}
	g.add(question, t.words.Analyze(question))
	return len(t.index.candidates(g, MaxCandidates))
}

// named puts the pages whose titles stand in the claim, as they are written there, before those found by words.
func (t *TFIDF) named(claim string, words []graph.Hit, k int) []graph.Hit {
	var out []graph.Hit
	done := map[graph.PageID]bool{}
	add := func(h graph.Hit) {
		if len(out) < k && !done[h.Page] {
			done[h.Page] = true
			out = append(out, h)
		}
	}
	mentions := t.words.Mentions(claim)
	for _, m := range mentions {
		if within(m, mentions) {
			continue
		}
		for _, c := range m.Candidates {
			if c.Exact && c.By == graph.ByTitle {
				add(graph.Hit{Page: c.Page, Score: 1})
			}
		}
	}
	for _, h := range words {
		add(h)
	}
	return out
}

// read chooses the evidence of pages, which are given best first. The chain has the pages that are cited.
func (t *TFIDF) read(ctx context.Context, q *sparse, hits []graph.Hit) (*Chain, error) {
	ids := make([]graph.PageID, len(hits))
	for i, h := range hits {
		ids[i] = h.Page
	}
	pages, err := t.corpus.Pages(ctx, ids)
	if err != nil {
		return nil, err
	}
	c := &Chain{}
	for i, p := range pages {
		if p == nil {
			continue
		}
		c.Evidence = append(c.Evidence, t.sentences(q, ids[i], p)...)
	}
	sortEvidence(c.Evidence)
	c.Evidence = c.Evidence[:min(len(c.Evidence), MaxSentences)]
	if t.Rule == RuleFEVEROUS || t.Rule == RuleFEVEROUSWords {
		c.Evidence = append(c.Evidence, t.tables(q, ids, pages)...)
	}
	cited := map[graph.PageID]bool{}
	for _, e := range c.Evidence {
		cited[e.Page] = true
	}
	for _, h := range hits {
		if cited[h.Page] {
			c.Steps = append(c.Steps, Step{Page: h.Page, Parent: -1, Score: h.Score})
			c.Score += h.Score
			c.Parts.Words += h.Score
		}
	}
	return c, nil
}

// sortEvidence puts the best first and leaves ties in their order.
func sortEvidence(list []Evidence) {
	slices.SortStableFunc(list, func(a, b Evidence) int { return cmp.Compare(b.Score, a.Score) })
}

func (t *TFIDF) similarity(q *sparse, texts ...string) float64 {
	g := grams{}
	for _, s := range texts {
		g.add(s, t.words.Analyze(s))
	}
	return cosine(q, t.index.vector(g))
}

// sentences are those of a page that share a word with the claim.
func (t *TFIDF) sentences(q *sparse, id graph.PageID, p *graph.Page) []Evidence {
	var out []Evidence
	for i := range p.Sentences {
		s := &p.Sentences[i]
		if v := t.similarity(q, s.Text); v > 0 {
			out = append(out, Evidence{Ref: graph.Ref{Page: id, Element: graph.Element{Kind: graph.KindSentence, A: s.N}}, Score: v})
		}
	}
	return out
}

// tables cites the cells of the tables nearest to the claim. Which cells, the paper learns (a tagger over the
// linearised table); here they are those that share a word with the claim, the nearest first.
func (t *TFIDF) tables(q *sparse, ids []graph.PageID, pages []*graph.Page) []Evidence {
	type table struct {
		Evidence
		at *graph.Table
	}
	var all []table
	for i, p := range pages {
		if p == nil {
			continue
		}
		for j := range p.Tables {
			at := &p.Tables[j]
			texts := []string{at.Caption}
			for _, row := range at.Rows {
				for _, c := range row {
					texts = append(texts, c.Text)
				}
			}
			if v := t.similarity(q, texts...); v > 0 {
				all = append(all, table{Evidence{Ref: graph.Ref{Page: ids[i]}, Score: v}, at})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b table) int { return cmp.Compare(b.Score, a.Score) })
	var cells []Evidence
	for _, tab := range all[:min(len(all), orDefault(t.Tables, 3))] {
		for r := range tab.at.Rows {
			for i := range tab.at.Rows[r] {
				c := &tab.at.Rows[r][i]
				if v := t.similarity(q, c.Text); v > 0 {
					cells = append(cells, Evidence{Ref: graph.Ref{Page: tab.Page, Element: c.Element(tab.at.N)}, Score: v})
				}
			}
		}
	}
	sortEvidence(cells)
	return cells[:min(len(cells), MaxCells)]
}
