package hop

import (
	"cmp"
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// sharedHits are the pages found by the names of one page.
type sharedHits struct {
	from  int
	names map[uint64]float64
	hits  []graph.Hit
}

// searchShared finds pages that no link leads to: those with names of a chain's last page and with words of the claim that the chain
// lacks. So the leaves A and D of HoVer's stars are joined, which both name an entity e that is no page of the chain (Jiang et al.
// 2020, section 2.1.2, Method 2).
func (f *frontier) searchShared(ctx context.Context, beam []state) ([]sharedHits, error) {
	if f.p.NoShared {
		return nil, nil
	}
	most := sharedLater
	if beam[0].n == 1 {
		most = sharedFirst
	}
	var found []sharedHits
	var naming []*state
	var last []int32
	for i := range beam[:min(len(beam), most)] {
		s := &beam[i]
		from := &f.nodes[s.node[s.n-1]]
		if from.shared || from.words == nil || from.words.Long() && !f.q.asks { // an article names hundreds of things
			continue
		}
		from.shared = true
		naming, last = append(naming, s), append(last, s.node[s.n-1])
	}
	if err := f.readTexts(ctx, last); err != nil {
		return nil, err
	}
	for i, s := range naming {
		from := int(last[i])
		if f.nodes[from].read == nil {
			continue
		}
		terms, names, err := f.names(from)
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			continue
		}
		for t, term := range f.q.terms {
			if !s.covers.has(t) {
				terms = append(terms, term)
			}
		}
		hits, err := f.p.Text.Seeds(ctx, terms, sharedPages)
		if err != nil {
			return nil, err
		}
		found = append(found, sharedHits{from, names, hits})
	}
	return found, nil
}

// joinSharedHits joins the pages that were found to those whose names they share.
func (f *frontier) joinSharedHits(found []sharedHits) {
	for _, s := range found {
		for _, h := range s.hits {
			f.joinShared(s.from, f.byID[h.Page], s.names)
		}
	}
}

// names returns the terms of a page's names that the claim lacks, rarest first, with their rarity.
func (f *frontier) names(n int) ([]string, map[uint64]float64, error) {
	var terms []string
	for _, t := range f.nodes[n].read.capitals() {
		if _, in := f.q.index[code(t)]; !in {
			terms = append(terms, t)
		}
	}
	idf, err := f.p.Text.IDF(terms)
	if err != nil {
		return nil, nil, err
	}
	at := map[string]float64{}
	for i, t := range terms {
		at[t] = idf[i]
	}
	slices.SortStableFunc(terms, func(a, b string) int { return cmp.Or(cmp.Compare(at[b], at[a]), cmp.Compare(a, b)) })
	terms = terms[:min(len(terms), sharedNames)]
	names := map[uint64]float64{}
	for _, t := range terms {
		names[code(t)] = at[t]
	}
	return terms, names, nil
}

// joinShared joins two nodes by the names they share. The edge's strength is the share of the second one's title that is among the
// first one's names. A page with none of the names becomes a seed of a question; of a claim it is weighed as if it shared a target,
// and shown as joined by the claim (docs/adr/0014).
func (f *frontier) joinShared(a, b int, names map[uint64]float64) {
	if a == b || f.nodes[b].words == nil {
		return
	}
	r := f.nodes[b].words
	hit := 0
	for _, t := range r.Title {
		if names[t] > 0 {
			hit++
		}
	}
	strength := 0.0
	if len(r.Title) > 0 {
		strength = float64(hit) / float64(len(r.Title))
	}
	e := edge{to: int32(b), kind: EdgeShared, strength: strength}
	var held bool
	e.context, held = f.around(r, names, f.nodes[b].title.union(f.nodes[a].title))
	if e.loose = hit == 0 && !held; e.loose && f.q.asks {
		f.nodes[b].seed = true
		return
	}
	back := e
	back.to = int32(a)
	f.nodes[a].addEdge(e)
	f.nodes[b].addEdge(back)
}

// around returns the share of the claim's words in the element of a page that has most of the shared names; held is false where none has
// any.
func (f *frontier) around(r *graph.Words, names map[uint64]float64, known set) (context float64, held bool) {
	best, at := 0.0, -1
	for i := range r.Sentences {
		sum := 0.0
		for _, t := range r.Terms(i) {
			sum += names[t]
		}
		if sum > best {
			best, at = sum, i
		}
	}
	if at < 0 {
		return 0, false
	}
	var near set
	for _, t := range r.Terms(at) {
		if k, ok := f.q.index[t]; ok && !known.has(k) {
			near.add(k)
		}
	}
	return 0.5 * f.q.weigh(near), true
}
