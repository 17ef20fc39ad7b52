package hop

import (
	"context"
	"math"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
)

// node is a page that the planner has read.
type node struct {
	id    graph.PageID
	head  graph.Head
	words *graph.Words // nil for a page that the store lacks
	read  *pageText    // nil until readTexts
	held
	titleShare float64  // share of its title's terms that the claim has
	deep       bool     // its best passage is not the first
	windows    []window // its best passages; one for a question
	partial    bool     // these are all partial
	common     bool     // or common words, see name
	bm25       float64  // relative to the best seed
	name       float64  // see namedPage
	seed       bool
	edges      []*edge          // to other nodes, once it is expanded
	long       float64          // logarithm of its number of passages
	linked     []uint64         // bits of the nodes that a link joins it to
	expanded   int              // the round in which it was expanded, from 1; 0 if it was not
	shared     bool             // pages that share its names were searched
	citable    []cited          // see citableOf
	arrivals   []extension      // by it, while a chain grows
	marked     []marked         // of each element; nil until marksOf
	speaks     map[int32][]bool // for another page, of each element, see frontier.speaks
}

// held is what a page, or the pages of a chain together, have of the claim.
type held struct {
	holds  set       // terms
	title  set       // terms in titles
	lead   set       // terms in the first sentences of a page; empty for a question
	phrase set       // phrases in these sentences
	names  set       // names that mean a page
	weight []float32 // for each term, its highest weight in a page times its credit
	credit []float32 // for each term, its highest credit, see credits
}

// with returns what both have.
func (a held) with(b *held) held {
	a.holds, a.title, a.lead = a.holds.union(b.holds), a.title.union(b.title), a.lead.union(b.lead)
	a.phrase, a.names = a.phrase.union(b.phrase), a.names.union(b.names)
	a.weight, a.credit = slices.Clone(a.weight), slices.Clone(a.credit)
	for i, w := range b.weight {
		a.weight[i], a.credit[i] = max(a.weight[i], w), max(a.credit[i], b.credit[i])
	}
	return a
}

// edge joins two nodes.
type edge struct {
	to       int32
	kind     EdgeKind
	via      *link   // nil for other kinds than EdgeOut and EdgeIn
	strength float64 // from 0 to 1, without the words near it
	context  float64 // share of the claim's words near it
	hub      float64 // logarithm of the number of in-links of the page it leads to
	bare     float64 // 1 for an inferred link by a title without its parenthesis
	near     set     // the claim's terms near it
	passages []int32 // of a link, the passages of the page that has it
	double   bool    // an edge of another kind joins the same two nodes
	loose    bool    // an EdgeShared between pages of which neither names the shared target, see joinShared
}

// frontier is the state of the search for one claim.
type frontier struct {
	p      *Planner
	q      *query
	w      *Weights
	nodes  []node
	byID   map[graph.PageID]int
	best   float64     // BM25 of the best seed
	seeded time.Time   // when the seeds were known
	words  []graph.Hit // the result of the search by words

	weighed map[graph.PageID]*graph.Match // of nodes, and of pages that links lead to

	names        []name   // in the claim
	strengths    weighted // of names, see nameStrength
	round        int      // of expansion, from 1
	rest         []*link  // out-links of hubs beyond Fanout
	start, apart *edge    // the edge of a chain's first page, and that of a page that only the claim joins
	scored       []scored
	marks        []mark // see marksOf
}

// link sets the bit of a node that a link joins this node to.
func (n *node) link(to int32) {
	for int(to>>6) >= len(n.linked) {
		n.linked = append(n.linked, 0)
	}
	n.linked[to>>6] |= 1 << (to & 63)
}

func (n *node) linksTo(to int32) bool {
	return int(to>>6) < len(n.linked) && n.linked[to>>6]&(1<<(to&63)) != 0
}

// addNodes reads pages and makes nodes of those that have none.
func (f *frontier) addNodes(ctx context.Context, ids []graph.PageID) error {
	var fresh []graph.PageID
	for _, id := range ids {
		if _, ok := f.byID[id]; !ok {
			f.byID[id] = len(f.nodes) + len(fresh)
			fresh = append(fresh, id)
		}
	}
	if len(fresh) == 0 {
		return ctx.Err()
	}
	var heads []graph.Head
	var words []*graph.Words
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		heads, err = f.p.heads(ctx, fresh)
		return err
	})
	g.Go(func() (err error) {
		if err = f.weigh(ctx, fresh); err == nil {
			words, err = f.p.Text.Words(fresh)
		}
		return err
	})
	if err := g.Wait(); err != nil {
		return err
	}
	for i, id := range fresh {
		n := node{id: id, head: heads[i]}
		m := f.weighed[id]
		n.holds, n.bm25 = f.match(m)
		n.deep = m.Best > 0
		n.weight, n.credit = m.Weight, f.credited(m)
		n.windows = f.q.windows(m)
		n.long = math.Log2(float64(max(m.Passages, 1)))
		if n.head.ID != 0 && words[i] != nil {
			n.words = words[i]
			f.matchTitle(&n)
			f.matchLead(&n)
			f.readWindows(&n)
		}
		f.nodes = append(f.nodes, n)
	}
	return nil
}

// weigh sets weighed of pages that have none.
func (f *frontier) weigh(ctx context.Context, ids []graph.PageID) error {
	missing := slices.DeleteFunc(slices.Clone(ids), func(id graph.PageID) bool { return f.weighed[id] != nil })
	matches, err := f.p.Text.Weights(ctx, f.q.terms, missing)
	for i := range matches {
		f.weighed[missing[i]] = &matches[i]
	}
	return err
}

func credit(passage uint8) float64 { return credits[min(int(passage), len(credits)-1)] }

// credited returns the credits of a match's terms, and multiplies the weights of the match by them.
func (f *frontier) credited(m *graph.Match) []float32 {
	out := make([]float32, len(m.Weight))
	for t, w := range m.Weight {
		if w > 0 {
			c := credit(m.Passage[t])
			out[t], m.Weight[t] = float32(c), float32(c*float64(w))
		}
	}
	return out
}

// match returns the terms that a page has and its BM25 score relative to the best seed, at most 1.
func (f *frontier) match(m *graph.Match) (holds set, score float64) {
	for t, w := range m.Weight {
		if w > 0 {
			holds.add(t)
			score += float64(f.q.idf[t] * float64(float64(w)*credit(m.Passage[t])))
		}
	}
	if f.best > 0 {
		score /= f.best
	}
	return holds, min(score, 1)
}

func (f *frontier) matchTitle(n *node) {
	had := 0
	for _, t := range n.words.Title {
		if i, ok := f.q.index[t]; ok {
			n.title.add(i)
			had++
		}
	}
	if had > 0 {
		n.titleShare = float64(had) / float64(len(n.words.Title))
	}
}

// matchLead sets lead and phrase of a page. It does nothing for a question.
func (f *frontier) matchLead(n *node) {
	if f.q.asks {
		return
	}
	seen := 0
	for i, sentence := range n.words.Sentences {
		if !sentence {
			continue
		}
		marks, words := f.marksOf(n, i)
		if words < leadTerms && n.words.Long() {
			continue
		}
		n.lead, n.phrase = n.lead.union(termsOf(marks)), n.phrase.union(f.q.phrasesOf(marks))
		if seen++; seen == leadSentences {
			return
		}
	}
}

// Pages returns pages, aligned with ids; nil for a page that the store lacks. Recent pages come from a cache.
func (p *Planner) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	texts, err := p.texts(ctx, ids)
	out := make([]*graph.Page, len(ids))
	for i, t := range texts {
		if t != nil {
			out[i] = t.page
		}
	}
	return out, err
}

// texts returns the same pages with their elements; nil for a page that the store lacks.
func (p *Planner) texts(ctx context.Context, ids []graph.PageID) ([]*pageText, error) {
	return p.read.all(ctx, ids, p.readPages, func(t *pageText) (size int) {
		if t == nil {
			return 0
		}
		for i := range t.elements {
			size += len(t.elements[i].Text.Text) + 270 + 24*len(t.elements[i].Links)
		}
		return max(size, 1)
	})
}

func (p *Planner) readPages(ctx context.Context, ids []graph.PageID) ([]*pageText, error) {
	pages, err := p.Graph.Pages(ctx, ids)
	out := make([]*pageText, len(pages))
	for i, page := range pages {
		if page != nil {
			out[i] = newPageText(page)
		}
	}
	return out, err
}
